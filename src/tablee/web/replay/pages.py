"""Looking at a match again: the player, and the page where a record is brought."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email import message_from_bytes
from functools import partial
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from tablee.core import as_json
from tablee.core.errors import InvalidRecord, TableeError
from tablee.core.record import FIRST_LINE
from tablee.games import parse_record
from tablee.house.errors import Unreadable
from tablee.house.live.log_rows import rounds_of
from tablee.house.live.story import cite
from tablee.house.render import templating
from tablee.house.replay.finished_match import NO_MARKS, FinishedMatch, Viewpoint
from tablee.house.replay.review_curve import draw_curve
from tablee.house.replay.review_text import ReviewTold, told_of
from tablee.table.look import rules_address
from tablee.table.pad import pad_of
from tablee.web.frame.matches import archive_of, check, count_check, match_of, own_seat, reviews_of
from tablee.web.http.context import (
    ANY,
    house_of,
    lang_of,
    number_in,
    post,
    text_in,
    visitor_of,
)
from tablee.web.http.refusals import sentence_of, tell_on
from tablee.web.http.requests import form_of, header_of
from tablee.web.http.responses import address_of, go, page

MOST_MOVES = 4_000
"""Moves of a record that is brought."""
SPEEDS = (("slow", 2_400), ("usual", 1_200), ("fast", 500))
"""How long the player looks at a move, in milliseconds."""
WATCHING = "watch"


def viewer_in(request: Request) -> tuple[str, str]:
    """Return through whose eyes an address looks, and whether hands lie open, as it says."""
    return text_in(request, "as", 8), text_in(request, "open", 8)


def ply_in(request: Request) -> tuple[int, int]:
    """Return the ply of an address, and how many moments before its end."""
    ply, back = (number_in(request, name, 0, 10**6, usual=0) for name in ("ply", "back"))
    return ply, back


@dataclass(frozen=True)
class Where:
    """A moment of a match through a viewer's eyes, and the addresses of others from there."""

    past: FinishedMatch
    number: int
    eyes: Viewpoint
    path: str

    def at(self, number: int, eyes: Viewpoint | None = None) -> str:
        """Return the lasting address of a moment."""
        moment = self.past.moments[max(0, min(number, self.last))]
        back = {"back": moment.back} if moment.back else {}
        query = {"ply": moment.ply, **back, **self._query(eyes or self.eyes)}
        return f"{self.path}?{urlencode(query)}"

    def _query(self, eyes: Viewpoint) -> dict[str, str]:
        seat = WATCHING if eyes.seat is None else str(eyes.seat)
        return {"as": seat, **({"open": str(int(eyes.open))} if eyes.open else {})}

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

    @property
    def round(self) -> int:
        """The round of the moment."""
        return self.past.moments[self.number].round


def read_eyes(past: FinishedMatch, seat: str, laid_open: str, own: int | None) -> Viewpoint:
    """Return who looks: as the address says, else oneself, else a spectator who sees all hands."""
    if seat in [str(person.seat) for person in past.people]:
        return Viewpoint(int(seat), laid_open == "1")
    if seat == WATCHING or own is None:
        return Viewpoint(None, laid_open == "1" or seat != WATCHING)
    return Viewpoint(own, laid_open == "1")


# The player


async def replay(request: Request) -> Response:
    """Show a moment of a match that is over, with the way to all others."""
    visitor, lang, name = visitor_of(request), lang_of(request), request.path_params["name"]
    viewer, moment = viewer_in(request), ply_in(request)
    tell_on(request, partial(_tell_why, request, lang, partial(archive_of(request).text, name)))
    past = await match_of(request)
    eyes = read_eyes(past, *viewer, own_seat(request, visitor))
    where = Where(past, past.find(*moment), eyes, f"/replay/{name}")
    return page(request, "replay.html", lang, **await _player(request, where, lang))


async def _player(request: Request, where: Where, lang: str) -> dict[str, Any]:
    """Return what the page is written from; where a review was made its curve lies there too."""
    past = where.past
    review = await told_of(reviews_of(request), past, where.eyes.seat)
    marks = review.marks(where.number, where.eyes) if review else NO_MARKS
    shown = await house_of(request).thinking.offload(past.show, where.number, where.eyes, marks)
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
        "curve": draw_curve(review, review.key_moments()) if review else "",
        "speeds": SPEEDS,
        "link": address_of(request, where.path),
    }


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


async def moment(request: Request) -> Response:
    """Return what the script shows next: the parts of the table, and what flies."""
    visitor, viewer, reviewed = (
        visitor_of(request),
        viewer_in(request),
        text_in(request, "review", 8),
    )
    asked, since = (number_in(request, name, 0, ANY, usual=None) for name in ("n", "since"))
    if asked is None:
        raise Unreadable("n: say which moment.")
    past = await match_of(request)
    last = len(past.moments) - 1
    number, since = min(asked, last), min(since or 0, last)
    eyes = read_eyes(past, *viewer, own_seat(request, visitor))
    review = await told_of(reviews_of(request), past, eyes.seat) if reviewed else None
    marks = review.marks(number, eyes) if review else NO_MARKS
    step = house_of(request).thinking.offload(past.step, since, number, eyes, marks)
    shown, flown = await step
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
    return Response(as_json.dumps(facts), media_type="application/json")


async def log(request: Request) -> Response:
    """Tell a whole match, in rows of small cards that lead to their moments."""
    past, lang = await match_of(request), lang_of(request)
    eyes = read_eyes(past, *viewer_in(request), own_seat(request, visitor_of(request)))
    ui, path = templating.speak(lang), f"/replay/{past.name}"
    seen_by = WATCHING if eyes.seat is None else str(eyes.seat)
    rules = rules_address(past.game, past.end.record)
    return page(
        request,
        "moves.html",
        lang,
        heading=ui("replay_log"),
        what="told",
        past=past,
        me=eyes.seat,
        title=past.game.rulebook.about["title"][lang],
        rounds=rounds_of(past.game, past.moments[0].told, past.steps()),
        word=ui(f"pad_word_{pad_of(past.game).word}").capitalize(),
        cite=lambda clause: Markup(cite(rules, clause, lang)),
        path=f"{path}?as={seen_by}",
    )


async def record(request: Request) -> Response:
    """Return the record of a match, to keep; it can be brought back here, or given to `tablee`."""
    name = request.path_params["name"]
    found, _ = await archive_of(request).source(name)
    head = f'attachment; filename="{found.game.name}-{name}.record"'
    return PlainTextResponse(str(found), headers={"content-disposition": head})


# A record that is brought


async def bring(request: Request) -> HTMLResponse:
    """Ask for a record."""
    return _bring_page(request, lang_of(request))


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
    """Tell why a record cannot be shown, with its moves as they are written."""
    if not isinstance(error, InvalidRecord):
        return None
    told = templating.speak(lang)(f"record_{error.fault}")
    return _bring_page(request, lang, status, told, str(error), await text())


async def brought(request: Request) -> Response:
    """Check a record, keep it by its content, and lead to its replay."""
    lang, text = lang_of(request), text_of(request)

    async def tell(error: TableeError, status: int) -> Response | None:
        told = await _tell_why(request, lang, given, error, status)
        return told or _bring_page(request, lang, status, sentence_of(error, lang), "", text)

    async def given() -> str:
        return text

    tell_on(request, tell)
    count_check(request, text)
    read = parse_record(text)
    if len(read.moves) + len(read.taken) > MOST_MOVES:
        long = f"{len(read.moves)} moves: a record here has {MOST_MOVES} at most."
        raise InvalidRecord(long, "long")
    await check(request, text)
    return go(f"/replay/{await archive_of(request).keep(read)}")


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


ROUTES = [
    Route("/replay", bring),
    post("/replay", brought),
    Route("/replay/{name}", replay),
    Route("/replay/{name}/moment", moment),
    Route("/replay/{name}/log", log),
    Route("/replay/{name}/record", record),
]
