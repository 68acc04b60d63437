"""What a page asks of its request about a match that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from tablee.games import GAMES
from tablee.house.tables.table import Table
from tablee.house.thinking.work_queue import Kind
from tablee.web.http.buckets import buckets_of
from tablee.web.http.context import charge_of, house_of, lang_of
from tablee.web.http.requests import client_of

if TYPE_CHECKING:
    from tablee.house.replay.finished_match import Archive, FinishedMatch
    from tablee.house.replay.reviews import Reviews


def archive_of(request: Request) -> Archive:
    """Return the matches that are over."""
    archive: Archive = request.app.state.archive
    return archive


def reviews_of(request: Request) -> Reviews:
    """Return the reviews of the house."""
    reviews: Reviews = request.app.state.reviews
    return reviews


async def match_of(request: Request) -> FinishedMatch:
    """Return the finished match of an address, read in the visitor's language."""
    name, lang = request.path_params["name"], lang_of(request)
    return await archive_of(request).find(name, lang, charge_of(request))


def own_seat(request: Request, visitor: str | None) -> int | None:
    """Return where a visitor sat, if the match was played in this house."""
    table = house_of(request).tables.live(request.path_params["name"])
    return table.seat_of(visitor) if table is not None else None


def read_seat(past: FinishedMatch, text: str, own: int | None) -> int:
    """Return the seat to look back from: as the address says, one's own, or the winner's."""
    if text in [str(person.seat) for person in past.people]:
        return int(text)
    outcome = past.end.outcome()
    return own if own is not None else outcome.winners[0] if outcome and outcome.winners else 0


def count_check(request: Request, text: str) -> None:
    """Count a record that is to be checked; raise TooMuch, or NotReadyYet for its game."""
    buckets_of(request).checks.take(client_of(request.scope))
    for name in GAMES:
        if name in text[:200]:
            house_of(request).readiness.check(name)


async def check(request: Request, text: str) -> dict[str, Any]:
    """Check a record, one at a time for an address; raise InvalidRecord if it is false."""
    house, address = house_of(request), client_of(request.scope)
    async with house.queue.place_alone(Kind.CHECK, address):
        return await house.thinking.check_record(text)


def record_of(table: Table) -> Response:
    """Return the record of a table as a file to keep."""
    head = f'attachment; filename="{table.game.name}-{table.id}.record"'
    return PlainTextResponse(str(table.record()), headers={"content-disposition": head})
