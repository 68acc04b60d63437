"""The stream of a gathering: it says that something has changed, and pages look again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import StreamingResponse

from tablee.web.http.context import house_of

CHANGED, BEAT = b"event: table\ndata: {}\n\n", b"event: beat\ndata: {}\n\n"
CALM = 0.2
"""Seconds between two words, so that many changes are told at once."""
LOOKS = 25
"""Pages a second that all the people of a gathering may ask for together."""
QUIET = 15
"""Seconds after which a quiet stream gives a sign of life."""


def stream_of(request: Request, name: str, people: int = 0) -> StreamingResponse:
    """Tell a page whenever an evening or a club has changed, or a table of it."""
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    told = _told(request, name, max(CALM, people / LOOKS))
    return StreamingResponse(told, media_type="text/event-stream", headers=headers)


async def _told(request: Request, name: str, calm: float) -> AsyncIterator[bytes]:
    house, evenings = house_of(request), request.app.state.evenings
    with evenings.listen(name) as changed:
        yield b"retry: 1000\n\n" + CHANGED
        quiet = 0
        while not house.closing:
            try:
                await asyncio.wait_for(changed.wait(), 1.0)
            except TimeoutError:
                quiet += 1
                if quiet % QUIET == 0:
                    yield BEAT
                continue
            changed.clear()
            quiet = 0
            yield CHANGED
            await asyncio.sleep(calm)
