"""The pages and the API of a house, over HTTP (`tablee[serve]`)."""

from pathlib import Path

from tablee.core.extras import need
from tablee.house.render.rooms import add_rooms

need("fastapi", "serve")
add_rooms(Path(__file__).parent)
