"""The stream of an evening: it says that something has changed, and pages look again."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route

from tablee.web.evening.pages import evening_of
from tablee.web.http.changes import stream_of


async def stream(request: Request) -> StreamingResponse:
    """Tell a page whenever its evening has changed."""
    gathering, _ = await evening_of(request)
    return stream_of(request, gathering.name, len(gathering.members))


ROUTES = [Route("/evening/{evening}/stream", stream)]
