"""A server process (`tablee[serve]`): its workers, bots, connections, and games becoming ready."""

from tablee.core.extras import need

need("fastapi", "serve")
