"""Tables that a browser does not want on its shelf any more."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import Response

from tablee.web.http.context import form_of, post
from tablee.web.http.requests import cookies_of
from tablee.web.http.responses import go, keep

AWAY = "put-away"
MOST_AWAY = 40
"""Tables that a browser keeps off its shelf."""


def put_away(request: Request) -> list[str]:
    """Return the tables that this browser does not want on its shelf, the latest last."""
    return cookies_of(request.scope).get(AWAY, "").split(".")


async def put_table_away(request: Request) -> Response:
    """Take a table off the shelf; it stays among the visitor's games."""
    name, answer = form_of(request).get("table", ""), go("/")
    if re.fullmatch(r"[\w-]{1,32}", name, re.ASCII):
        keep(request, answer, AWAY, ".".join([*put_away(request), name][-MOST_AWAY:]).strip("."))
    return answer


ROUTES = [post("/me/put-away", put_table_away)]
