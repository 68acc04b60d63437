"""The pages of an evening: to open it, to write one's name, the host's, the phone's, the wall's."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tablee.core.errors import TableeError
from tablee.games import GAMES
from tablee.house.clock import now
from tablee.house.evening.model import DONE, OPEN, OVER, WAYS, Evening
from tablee.house.ports import short_codes
from tablee.house.ports.gatherings import EVENING, Gathering
from tablee.house.render import templating
from tablee.house.render.pictures import box_picture, qr
from tablee.house.seating.evenings import Evenings
from tablee.house.tables.pace import time_of
from tablee.look.boxes import boxes
from tablee.web.evening import shown
from tablee.web.http.context import house_of, lang_of, visitor_of
from tablee.web.http.refusals import sentence_of, tell_on
from tablee.web.http.responses import address_of, is_local, name_limit, name_of, page

USUAL_MINUTES = (30, 60, 90, 120)
ROUNDS = (1, 2, 3, 4, 5, 6)


def evenings_of(request: Request) -> Evenings:
    """Return the evenings of the house that a request came to."""
    found: Evenings = request.app.state.evenings
    return found


async def evening_of(request: Request) -> tuple[Gathering, Evening]:
    """Return the evening of an address; raise NoEvening."""
    return await evenings_of(request).find(request.path_params["evening"])


def frame(request: Request, gathering: Gathering, evening: Evening, lang: str) -> dict[str, Any]:
    """Return what all pages of an evening say."""
    ui, game = templating.speak(lang), GAMES[evening.wish.game]
    link = address_of(request, f"/evening/{gathering.name}")
    played, planned = len(evening.rounds), evening.phase == OPEN
    tables = shown.laid_tables(evening, played - 1, ui)
    return {
        "path": f"/evening/{gathering.name}",
        "evening": evening,
        "wish": evening.wish,
        "title": game.rulebook.about["title"][lang],
        "box": box_picture(boxes()[game.name], lang),
        "game": game,
        "aloud": short_codes.spell(gathering.code),
        "where": address_of(request, "/join").partition("://")[2],
        "link": link,
        "code": qr(link),
        "local": is_local(request),
        "tables": shown.planned_tables(evening, ui) if planned else tables,
        "slow": shown.slowest(tables),
        "coming": shown.planned_tables(evening, ui) if not planned else [],
        "lines": shown.standing_lines(evening) if evening.rounds else [],
        "promise": shown.promise_of(evening, ui),
        "counts": shown.counts_how(evening, ui),
        "parent": gathering.parent,
    }


# Opening


async def new(request: Request) -> HTMLResponse:
    """Ask the host what is played, how often and for how long."""
    return await new_page(request)


async def new_page(request: Request, status: int = 200, notice: str = "") -> HTMLResponse:
    """Show the form by which an evening is opened, and those that are open already."""
    lang, visitor = lang_of(request), visitor_of(request)
    kept = await house_of(request).store.gatherings.of_visitor(visitor) if visitor else []
    ui = templating.speak(lang)
    return page(
        request,
        "evening-new.html",
        lang,
        status,
        boxes=list(boxes().values()),
        box_picture=box_picture,
        rounds=ROUNDS,
        minutes=USUAL_MINUTES,
        sizes=sorted({n for game in GAMES.values() for n in game.players if 2 <= n <= 6}),
        ways=[(way, ui(f"evening_way_{way}"), ui(f"evening_way_{way}_is")) for way in WAYS],
        mine=[one for one in kept if one.kind == EVENING],
        spell=short_codes.spell,
        club=request.query_params.get("club", ""),
        notice=notice,
    )


# The phone


async def evening(request: Request) -> HTMLResponse:
    """Show an evening to whoever asks: to its host, to somebody who plays, to a newcomer."""
    gathering, found = await evening_of(request)
    visitor = visitor_of(request)
    if gathering.number_of(visitor) is None and visitor == gathering.opener:
        return host_page(request, gathering, found)
    return phone_page(request, gathering, found)


def tell_here(request: Request, hosts: bool = False, typed: str = "") -> None:
    """Tell refusals on the page of the evening, as it stands."""

    async def tell(error: TableeError, status: int) -> Response | None:
        gathering, found = await evening_of(request)
        told = sentence_of(error, lang_of(request))
        if hosts:
            return host_page(request, gathering, found, status, told, typed)
        return phone_page(request, gathering, found, status, told, typed)

    tell_on(request, tell)


def phone_page(
    request: Request,
    gathering: Gathering,
    found: Evening,
    status: int = 200,
    notice: str = "",
    typed: str = "",
) -> HTMLResponse:
    """Show one's own evening: the name, the table to go to, the points, the table after it."""
    lang, visitor = lang_of(request), visitor_of(request)
    places = frame(request, gathering, found, lang)
    mine = gathering.number_of(visitor)
    at = None if mine is None else _table_of(places["tables"], mine)
    coming = None if mine is None else _table_of(places["coming"], mine)
    return page(
        request,
        "evening-phone.html",
        lang,
        status,
        **places,
        mine=mine,
        here=f"/evening/{gathering.name}",
        own=next((one for one in places["lines"] if one.number == mine), None),
        at=at,
        goes=bool(at and at.spot.table and not at.spot.over and found.rounds[-1].ready),
        next=coming,
        hosts=visitor is not None and visitor == gathering.opener,
        left=mine in found.gone,
        late=found.phase in (DONE, OVER),
        notice=notice,
        typed=typed or (name_of(request) if mine is None else ""),
        most=name_limit(request),
        wait=max(0, found.next_at - now()) // 1000 if found.next_at else 0,
    )


def _table_of(tables: list[shown.Laid], person: int) -> shown.Laid | None:
    return next((one for one in tables if person in one.spot.seats), None)


# The host


async def host(request: Request) -> HTMLResponse:
    """Show the host's side of an evening; to anybody else, their own."""
    gathering, found = await evening_of(request)
    if visitor_of(request) != gathering.opener:
        return phone_page(request, gathering, found)
    return host_page(request, gathering, found)


def host_page(
    request: Request,
    gathering: Gathering,
    found: Evening,
    status: int = 200,
    notice: str = "",
    typed: str = "",
) -> HTMLResponse:
    """Show the tables, the code, the plan, and the three cards of the host."""
    lang = lang_of(request)
    ends = (found.rounds[0].began if found.rounds else now()) + found.wish.minutes * 60_000
    people = [
        (number, member, number in found.gone, number in found.lost)
        for number, member in found.people.items()
    ]
    return page(
        request,
        "evening-host.html",
        lang,
        status,
        **frame(request, gathering, found, lang),
        people=people,
        plan=_plan(found, lang),
        here=f"/evening/{gathering.name}/host",
        mine=gathering.number_of(visitor_of(request)),
        ends=time_of(ends, lang, "short"),
        typed=typed,
        most=name_limit(request),
        notice=notice,
    )


def _plan(found: Evening, lang: str) -> list[tuple[int, list[list[str]]]]:
    """Return who is to sit with whom at the tours after the next one, by names."""
    first = len(found.rounds) + 1
    later = found.coming[1:] if found.phase == OPEN else found.coming
    shift = 1 if found.phase == OPEN else 0
    return [
        (first + shift + n, [[found.name(p) for p in table] for table in tour])
        for n, tour in enumerate(later)
    ]


# The wall and the sheet


async def wall(request: Request) -> HTMLResponse:
    """Show an evening from afar: the way in, the tables, who leads."""
    gathering, found = await evening_of(request)
    lang = lang_of(request)
    places = frame(request, gathering, found, lang)
    return page(
        request,
        "evening-wall.html",
        lang,
        **places,
        here=f"/evening/{gathering.name}/wall",
        crowd=len(places["tables"]) > 4,
    )


async def sheet(request: Request) -> HTMLResponse:
    """Show an evening as it is printed: everybody's points of every tour."""
    gathering, found = await evening_of(request)
    lang = lang_of(request)
    ui = templating.speak(lang)
    tours = [shown.laid_tables(found, n, ui) for n in range(len(found.rounds))]
    return page(
        request,
        "evening-sheet.html",
        lang,
        **frame(request, gathering, found, lang),
        tours=tours,
        hosts=visitor_of(request) == gathering.opener,
        here=f"/evening/{gathering.name}/sheet",
    )


ROUTES = [
    Route("/evening", new),
    Route("/evening/{evening}", evening),
    Route("/evening/{evening}/host", host),
    Route("/evening/{evening}/wall", wall),
    Route("/evening/{evening}/sheet", sheet),
]
