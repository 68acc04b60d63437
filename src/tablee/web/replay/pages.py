"""Looking at a match again: the player, and the page to which a record can be brought."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email import message_from_bytes
from functools import partial
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from tablee.bots.review.result import restored
from tablee.core.errors import InvalidRecord, TableeError
from tablee.core.record import FIRST_LINE
from tablee.core.rules.rulebook import Told
from tablee.games import GAMES, parse_record
from tablee.house.live import views
from tablee.house.render import templating
from tablee.house.replay.finished_match import NO_MARKS, Archive, FinishedMatch, Viewpoint
from tablee.house.replay.review_text import ReviewTold
from tablee.house.replay.reviews import Reviews
from tablee.house.thinking.work_queue import Kind
from tablee.web.http.buckets import buckets_of
from tablee.web.http.dependencies import Lang, TheHouse, Visitor, charge_of, house_of
from tablee.web.http.refusals import sentence_of, tell_on
from tablee.web.http.requests import client_of, form_of, header_of
from tablee.web.http.responses import address_of, go, page

router = APIRouter(prefix="/replay", include_in_schema=False)
MOST_MOVES = 4_000
"""Moves of a record that somebody brings."""
SPEEDS = (("slow", 2_400), ("usual", 1_200), ("fast", 500))
"""How long the player looks at a move, in milliseconds."""
WATCHING = "watch"


def archive_of(request: Request) -> Archive:
    """Return the matches that are over."""
    archive: Archive = request.app.state.archive
    return archive


def reviews_of(request: Request) -> Reviews:
    """Return the reviews of the house."""
    reviews: Reviews = request.app.state.reviews
    return reviews


TheArchive = Annotated[Archive, Depends(archive_of)]
Number = Annotated[int, Query(ge=0, le=10**6)]
Looker = Annotated[str, Query(alias="as", max_length=8)]
Open = Annotated[str, Query(alias="open", max_length=8)]


@dataclass(frozen=True)
class Where:
    """A moment of a match through somebody's eyes, and the addresses of others from there."""

    past: FinishedMatch
    number: int
    eyes: Viewpoint
    path: str
    usual: bool = False
    """Whether hands lie open unless the address says otherwise."""

    def at(self, number: int, eyes: Viewpoint | None = None) -> str:
        """Return the lasting address of a moment."""
        moment = self.past.moments[max(0, min(number, self.last))]
        back = {"back": moment.back} if moment.back else {}
        query = {"ply": moment.ply, **back, **self._query(eyes or self.eyes)}
        return f"{self.path}?{urlencode(query)}"

    def _query(self, eyes: Viewpoint) -> dict[str, str]:
        seat = WATCHING if eyes.seat is None else str(eyes.seat)
        return {"as": seat, **({"open": str(int(eyes.open))} if eyes.open != self.usual else {})}

    def seen_by(self, seat: int | None) -> str:
        """Return the address of this moment through other eyes."""
        return self.at(self.number, Viewpoint(seat, self.eyes.open))

    @property
    def turned(self) -> str:
        """The address of this moment with the hands open, or shut again."""
        return self.at(self.number, Viewpoint(self.eyes.seat, not self.eyes.open))

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.past.moments) - 1

    def stop(self, step: int) -> int:
        """Return the next moment worth a stop, or the one before."""
        if step > 0:
            return next((n for n in self.past.stops if n > self.number), self.last)
        return next((n for n in reversed(self.past.stops) if n < self.number), 0)

    @property
    def round(self) -> int:
        """The round of the moment."""
        return self.past.moments[self.number].round


def read_eyes(past: FinishedMatch, wish: str, laid_open: str, own: int | None) -> Viewpoint:
    """Return who looks.

    Whom the address names, else oneself, else a spectator who sees all hands.
    """
    seats = [str(person.seat) for person in past.people]
    if wish in seats:
        return Viewpoint(int(wish), laid_open == "1")
    if wish == WATCHING or own is None:
        return Viewpoint(None, laid_open == "1" or wish != WATCHING)
    return Viewpoint(own, laid_open == "1")


def own_seat(request: Request, name: str, visitor: str | None) -> int | None:
    """Return where a visitor sat, if the match was played in this house."""
    table = house_of(request).tables.live(name)
    return table.seat_of(visitor) if table is not None else None


# The player


@router.get("/{name}")
async def replay(
    request: Request,
    archive: TheArchive,
    visitor: Visitor,
    lang: Lang,
    name: str,
    wish: Looker = "",
    laid_open: Open = "",
    ply: Number = 0,
    back: Number = 0,
) -> Response:
    """Show a moment of a match that is over, with the way to all others."""
    tell_on(request, partial(_tell_why, request, lang, partial(archive.text, name)))
    past = await archive.find(name, lang, charge_of(request))
    eyes = read_eyes(past, wish, laid_open, own_seat(request, name, visitor))
    where = Where(past, past.find(ply, back), eyes, f"/replay/{name}")
    facts = await player(request, where, lang)
    return page(request, "replay.html", lang, **facts, lines=log_of(past))


async def player(
    request: Request, where: Where, lang: str, review: ReviewTold | None = None
) -> dict[str, Any]:
    """Return what every page with the player on it is written from."""
    past = where.past
    marks = review.marks(where.number, where.eyes) if review else NO_MARKS
    shown = await asyncio.to_thread(past.show, where.number, where.eyes, marks)
    return {
        "game": past.game,
        "title": past.game.rulebook.about["title"][lang],
        "game_title": templating.title_of(past.game, lang),
        "shown": shown,
        "action": "",
        "table_id": "",
        "past": past,
        "where": where,
        "now": told_at(past, where.number, where.eyes, review),
        "speeds": SPEEDS,
        "link": address_of(request, where.path),
    }


def log_of(past: FinishedMatch) -> list[tuple[int, int, Told]]:
    """Return everything that was told: the number of its moment, its round, the sentence."""
    moments = enumerate(past.moments)
    return [(n, moment.round, told) for n, moment in moments for told in moment.told]


def told_at(
    past: FinishedMatch, number: int, eyes: Viewpoint, review: ReviewTold | None = None
) -> str:
    """Return what has just happened at a moment; in a review what was then chosen, and how well."""
    found = review.say(number, eyes) if review else None
    if found is not None:
        phrase, places = found
        return templating.speak(past.lang)(phrase, **places)
    earlier = (past.moments[n].told for n in range(number, -1, -1))
    return " ".join(told.to(eyes.seat) for told in next(filter(None, earlier), ()))


async def told_of(request: Request, past: FinishedMatch, seat: int | None) -> ReviewTold | None:
    """Return a review that was made from a seat, ready to be told."""
    kept = await reviews_of(request).kept(past.name, seat) if seat is not None else None
    if kept is None or seat is None:
        return None
    return ReviewTold(past, restored(kept, lambda ply: past.view(ply, seat)))


@router.get("/{name}/moment")
async def moment(
    request: Request,
    archive: TheArchive,
    visitor: Visitor,
    lang: Lang,
    name: str,
    number: Annotated[int, Query(alias="n", ge=0)],
    since: Annotated[int, Query(ge=0)] = 0,
    wish: Looker = "",
    laid_open: Open = "",
    reviewed: Annotated[str, Query(alias="review", max_length=8)] = "",
) -> Response:
    """Return what the script shows next: the parts of the table, and what flies."""
    past = await archive.find(name, lang, charge_of(request))
    eyes = read_eyes(past, wish, laid_open, own_seat(request, name, visitor))
    review = await told_of(request, past, eyes.seat) if reviewed else None
    marks = review.marks(min(number, len(past.moments) - 1), eyes) if review else NO_MARKS
    last = len(past.moments) - 1
    number, since = min(number, last), min(since, last)
    shown, flown = await asyncio.to_thread(past.step, since, number, eyes, marks)
    at = past.moments[number]
    facts = {
        "n": number,
        "ply": at.ply,
        "back": at.back,
        "round": at.round,
        "regions": {name: html for name, html in shown.parts.items() if name != "faces"},
        "flights": flown,
        "now": told_at(past, number, eyes, review),
        "told": [told.to(eyes.seat) for told in at.told],
    }
    return Response(views.encode(facts), media_type="application/json")


@router.get("/{name}/record")
async def record(archive: TheArchive, name: str) -> Response:
    """Return the record of a match, to keep; it can be brought back here, or given to `tablee`."""
    found, _ = await archive.source(name)
    head = f'attachment; filename="{found.game.name}-{name}.record"'
    return PlainTextResponse(str(found), headers={"content-disposition": head})


# A record that somebody brings


@router.get("")
async def bring(request: Request, lang: Lang) -> HTMLResponse:
    """Asks for a record."""
    return _bring_page(request, lang)


def _bring_page(
    request: Request, lang: str, status: int = 200, told: str = "", why: str = "", text: str = ""
) -> HTMLResponse:
    moves = moves_in(text) if told else []
    return page(request, "bring.html", lang, status, notice=told, why=why, text=text, moves=moves)


def moves_in(text: str) -> list[str]:
    """Return the moves of a record as they are written, whatever rules they follow."""
    if not text.startswith(FIRST_LINE):
        return []
    _, _, moves = text.replace("\r\n", "\n").partition("\n\n")
    lines = [line for line in moves.splitlines() if not line.startswith("#")]
    return " ".join(lines).split()[:MOST_MOVES]


async def _tell_why(
    request: Request,
    lang: str,
    text: Callable[[], Awaitable[str]],
    error: TableeError,
    status: int,
) -> Response | None:
    """Says of a record why it cannot be shown, with its moves as they are written."""
    if not isinstance(error, InvalidRecord):
        return None
    told = templating.speak(lang)(f"record_{error.fault}")
    return _bring_page(request, lang, status, told, str(error), await text())


@router.post("")
async def brought(request: Request, house: TheHouse, archive: TheArchive, lang: Lang) -> Response:
    """Check a record, keep it by its content, and lead to its replay."""
    text = text_of(request)

    async def tell(error: TableeError, status: int) -> Response | None:
        told = await _tell_why(request, lang, given, error, status)
        return told or _bring_page(request, lang, status, sentence_of(error, lang), "", text)

    async def given() -> str:
        return text

    tell_on(request, tell)
    address = client_of(request.scope)
    buckets_of(request).checks.take(address)
    for name in GAMES:
        if name in text[:200]:
            house.readiness.check(name)
    read = parse_record(text)
    if len(read.moves) + len(read.taken) > MOST_MOVES:
        long = f"{len(read.moves)} moves: a record here has {MOST_MOVES} at most."
        raise InvalidRecord(long, "long")
    async with house.queue.place_alone(Kind.CHECK, address):
        await house.thinking.check_record(text)
    return go(f"/replay/{await archive.keep(read)}")


def text_of(request: Request) -> str:
    """Return the text of a record that was posted: a file that was chosen, or what was typed."""
    kind = header_of(request.scope, b"content-type")
    if not kind.startswith("multipart/form-data"):
        return form_of(request.scope).get("record", "")
    head = f"content-type: {kind}\r\n\r\n".encode("latin-1")
    posted = message_from_bytes(head + request.scope.get("tablee.body", b""))
    parts = posted.get_payload() if posted.is_multipart() else []
    found = [part.get_payload(decode=True) for part in parts if not isinstance(part, str)]
    texts = [one.decode("utf-8", "replace").strip() for one in found if isinstance(one, bytes)]
    return next((text for text in texts if text), "")
