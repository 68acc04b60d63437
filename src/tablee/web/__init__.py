"""The pages of a house over HTTP; `server/` opens them to the network, with the API."""

from pathlib import Path

from tablee.house.render.rooms import add_rooms

add_rooms(Path(__file__).parent)
