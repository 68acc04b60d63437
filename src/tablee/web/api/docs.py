"""The API's own page: made from its OpenAPI description, without any script."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException

from tablee.house.render.files import address

INTRODUCTION = (
    "The tables of this house as JSON. Open a table, sit down (you get a token: send it as"
    " `Authorization: Bearer TOKEN`), start, follow the stream, send moves. A refusal always has"
    " `error` (a word) and `sentence`; an illegal move has its `clause`, a stale one the `ply`."
)
REFUSALS = {
    400: "`unreadable`, `invalid_move`, `invalid`, `bad_name`",
    401: "`unknown`: the token is false or was revoked",
    403: "`not_allowed` and its kinds",
    404: "`no_table`, `nothing_there`",
    405: "`nothing_there`, with `Allow`",
    409: "`stale`, `not_your_turn`, `not_now` and its kinds, `seat_taken`, `name_taken`",
    410: "`closed` and its kinds: the match ended as drawn",
    413: "`too_big` and its kind `record_too_big`",
    422: "`illegal`, with its clause",
    429: "`too_much`, with `Retry-After`",
    503: "`not_stored` or not ready yet, with `Retry-After`",
}
"""What any request may be answered instead."""


class Refusal(BaseModel):
    """Why something is refused; some kinds have more to tell."""

    model_config = ConfigDict(extra="allow")

    error: str = Field(description="a word for programs", examples=["stale"])
    sentence: str = Field(description="why, in the language asked for")


RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": Refusal, "description": told} for status, told in REFUSALS.items()
}
_REFUSED = {
    str(status): {
        "description": told,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}},
    }
    for status, told in REFUSALS.items()
}
_TABLE = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}
_MOVES = {
    "tags": ["play"],
    "summary": "Move",
    "description": "Plays a move that answers a ply. 200: stored, with the next ply (also when the"
    " same move is sent twice). 400 `invalid_move`: no move of this game. 422 `illegal`: with its"
    " clause and your view. 409 `stale`: the table is at another ply; `not_your_turn`.",
    "parameters": [_TABLE],
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["move", "ply"],
                    "properties": {"move": {"type": "string"}, "ply": {"type": "integer"}},
                }
            }
        },
    },
    "responses": {"200": {"description": "stored"}, **_REFUSED},
}
_STREAM = {
    "tags": ["play"],
    "summary": "Stream",
    "description": "Server-sent events for your seat, or for a spectator without a token. `table`:"
    " the table's facts, whenever they change. `here`: before the deal, the seats whose people are"
    " at their pages. `view`: ply, turn, the moves since the last event,"
    " the fields of your view, your legal moves, the outcome at the end. Reconnect with"
    " `Last-Event-ID` (or `?since=PLY`) and the next event has every move since.",
    "parameters": [
        _TABLE,
        {"name": "since", "in": "query", "schema": {"type": "integer"}},
        {"name": "Last-Event-ID", "in": "header", "schema": {"type": "integer"}},
    ],
    "responses": {
        "200": {"description": "events", "content": {"text/event-stream": {}}},
        **_REFUSED,
    },
}


def describe_fast_paths(rest: FastAPI) -> None:
    """Add the two paths that FastAPI does not serve to its description and its list of ways."""
    for path, method in (("moves", "POST"), ("stream", "GET")):
        way = f"/api/tables/{{table}}/{path}"
        rest.add_route(way, _served_before, [method], include_in_schema=False)
    made = rest.openapi

    def openapi() -> dict[str, Any]:
        description = made()
        description["paths"]["/api/tables/{table}/moves"] = {"post": _MOVES}
        description["paths"]["/api/tables/{table}/stream"] = {"get": _STREAM}
        return description

    rest.openapi = openapi  # type: ignore[method-assign]


async def _served_before(_: Request) -> Response:
    """Refuse what `fast_paths` has not answered: another method, or the head of a stream."""
    raise HTTPException(405)


def page(description: dict[str, Any]) -> str:
    """Render the description as one plain page, dressed as all others."""
    paths = description["paths"].items()
    ways = [_way(path, method, way) for path, ways in paths for method, way in ways.items()]
    shapes = description.get("components", {}).get("schemas", {})
    styles = [
        f'<link rel="stylesheet" href="{address(name + ".css")}">' for name in ("tablee", "pages")
    ]
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Tablée: API</title>'
        f'{"".join(styles)}<link rel="icon" href="{address("favicon.svg")}">'
        '<body class="api"><p><a class="b" href="/">Tablée</a></p><main>'
        f"<h1>Tablée: API</h1><p>{escape(description['info']['description'])}</p>"
        '<p><a href="/api/openapi.json">openapi.json</a></p>'
        f"{''.join(ways)}<h2>Shapes</h2>{''.join(_shape(*shape) for shape in shapes.items())}"
        "</main></body></html>"
    )


def _way(path: str, method: str, way: dict[str, Any]) -> str:
    inputs = "".join(
        f"<li><code>{escape(p['name'])}</code> ({escape(p['in'])})</li>"
        for p in way.get("parameters", [])
    )
    body = way.get("requestBody")
    sent = f"<pre>{escape(json.dumps(body['content'], indent=1))}</pre>" if body else ""
    return (
        f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
        f"<p>{escape(way.get('description', ''))}</p><ul>{inputs}</ul>{sent}"
    )


def _shape(name: str, shape: dict[str, Any]) -> str:
    text = escape(json.dumps(shape, indent=1, ensure_ascii=False))
    return f'<h3 id="{escape(name)}">{escape(name)}</h3><pre>{text}</pre>'
