"""Parts of a server process (`tablee[serve]`): bots, connections, forking, games becoming ready."""

from tablee.core.extras import need

need("fastapi", "serve")
