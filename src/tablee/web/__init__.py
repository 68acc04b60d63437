"""The table: people, bots and programs around live games (`tablee[serve]`)."""

from tablee.core.extras import need

need("fastapi", "serve")
