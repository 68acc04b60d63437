"""A group without accounts: who belongs to it, what is played, and how its day went."""

from __future__ import annotations

from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tablee.core.errors import TableeError
from tablee.house.club import clubs
from tablee.house.daily import day
from tablee.house.errors import ClosedByHost
from tablee.house.live.table_summary import TableSummary, summarize
from tablee.house.ports import short_codes
from tablee.house.ports.gatherings import CLUB, EVENING, Gathering
from tablee.house.render.pictures import emblem, qr
from tablee.house.seating import seating
from tablee.look.boxes import boxes
from tablee.web.http.buckets import buckets_of
from tablee.web.http.changes import stream_of
from tablee.web.http.context import form_of, house_of, lang_of, post, visitor_of, welcome
from tablee.web.http.refusals import sentence_of, tell_on
from tablee.web.http.requests import client_of, read_number
from tablee.web.http.responses import (
    address_of,
    go,
    is_local,
    keep,
    lead_back,
    name_limit,
    name_of,
    page,
)


async def club_of(request: Request) -> Gathering:
    """Return the group of an address; raise NoClub."""
    return await clubs.find(house_of(request), request.path_params["club"])


async def _own(request: Request, opener: bool = False) -> Gathering:
    """Return a group to which a visitor belongs, or that they opened; raise NotInClub."""
    _tell_here(request)
    club, visitor = await club_of(request), visitor_of(request)
    mine = visitor is not None and visitor == club.opener
    if not mine and (opener or club.number_of(visitor) is None):
        raise clubs.NotInClub("only those of this group may do this; some of it its opener alone.")
    return club


def _tell_here(request: Request) -> None:
    async def tell(error: TableeError, status: int) -> Response | None:
        if isinstance(error, clubs.NoClub):
            return None
        told = sentence_of(error, lang_of(request))
        return await club_page(request, await club_of(request), status, told)

    tell_on(request, tell)


# Opening


async def new(request: Request) -> HTMLResponse:
    """Ask what a group is called."""
    return await _new_page(request)


async def _new_page(request: Request, status: int = 200, notice: str = "") -> HTMLResponse:
    visitor = visitor_of(request)
    kept = await house_of(request).store.gatherings.of_visitor(visitor) if visitor else []
    mine = [(one, clubs.read(one)) for one in kept if one.kind == CLUB]
    return page(
        request,
        "club-new.html",
        lang_of(request),
        status,
        mine=mine,
        colours=range(clubs.COLOURS),
        most=clubs.MOST_TITLE,
        notice=notice,
    )


async def open_club(request: Request) -> Response:
    """Open a group."""
    form, lang = form_of(request), lang_of(request)

    async def tell(error: TableeError, status: int) -> Response:
        return await _new_page(request, status, sentence_of(error, lang))

    tell_on(request, tell)
    visitor, _ = welcome(request, visitor_of(request))
    colour = read_number(form.get("colour", "0"))
    title = form.get("title", "")
    opened = await clubs.open_club(
        house_of(request), visitor, title, -1 if colour is None else colour
    )
    return go(f"/club/{opened.name}")


# The page


async def club(request: Request) -> HTMLResponse:
    """Show a group to its people; to anybody else, the way in."""
    return await club_page(request, await club_of(request))


async def club_page(
    request: Request, found: Gathering, status: int = 200, notice: str = ""
) -> HTMLResponse:
    """Show a group."""
    lang, visitor = lang_of(request), visitor_of(request)
    mine, opens = found.number_of(visitor), visitor is not None and visitor == found.opener
    inside: dict[str, Any] = {}
    if mine is not None or opens:
        inside = await _inside(request, found, lang, visitor)
    return page(
        request,
        "club.html",
        lang,
        status,
        club=clubs.read(found),
        path=f"/club/{found.name}",
        here=f"/club/{found.name}",
        mine=mine,
        opens=opens,
        member=mine is not None or opens,
        people=found.members.items(),
        typed=name_of(request),
        most=name_limit(request),
        notice=notice,
        **inside,
    )


async def _inside(
    request: Request, found: Gathering, lang: str, visitor: str | None
) -> dict[str, Any]:
    link = address_of(request, f"/club/{found.name}")
    evenings = await house_of(request).store.gatherings.within(found.name)
    return {
        "tickets": await _tickets(request, found, lang, visitor),
        "evenings": [one for one in evenings if one.kind == EVENING],
        "spell": short_codes.spell,
        "results": await _results_of_today(request, found),
        "games": [box.game for box in boxes().values()],
        "emblem": emblem,
        "aloud": short_codes.spell(found.code),
        "where": address_of(request, "/join").partition("://")[2],
        "code": qr(link),
        "link": link,
        "local": is_local(request),
    }


async def _tickets(
    request: Request, found: Gathering, lang: str, visitor: str | None
) -> list[TableSummary]:
    """Return the running tables of a group and of its evenings, one's own turn first."""
    house = house_of(request)
    names = await house.store.gatherings.tables_of(found.name)
    for one in await house.store.gatherings.within(found.name):
        names += await house.store.gatherings.tables_of(one.name)
    tables = [
        one for one in await house.tables.find(names) if not one.sealed or one.belongs(visitor)
    ]
    return sorted(
        (summarize(house, one, visitor, lang) for one in tables), key=lambda one: one.rank
    )


async def _results_of_today(
    request: Request, found: Gathering
) -> list[tuple[str, list[tuple[int, str]]]]:
    """Return for each game of today who of a group has played its deal, the best first."""
    today, store = str(day.today()), house_of(request).store.days
    results: dict[str, list[tuple[int, str]]] = {}
    for member in found.members.values():
        for one in await store.tries_of(member.visitor or "", today, today):
            if one.lead is not None:
                results.setdefault(one.game, []).append((one.lead, member.name))
    return [(game, sorted(lines, key=lambda line: -line[0])) for game, lines in results.items()]


async def screen(request: Request) -> HTMLResponse:
    """Show all tables of a group at once, to whoever opened it."""
    found, lang, visitor = await _own(request, opener=True), lang_of(request), visitor_of(request)
    return page(
        request,
        "club-screen.html",
        lang,
        club=clubs.read(found),
        path=f"/club/{found.name}",
        here=f"/club/{found.name}/screen",
        tickets=await _tickets(request, found, lang, visitor),
        emblem=emblem,
    )


async def stream(request: Request) -> Response:
    """Tell a page whenever the group or one of its tables has changed."""
    found = await _own(request)
    return stream_of(request, found.name)


# What is done there


def _home(request: Request, part: str = "") -> Response:
    return go(f"/club/{request.path_params['club']}{part}")


async def join(request: Request) -> Response:
    """Come into a group under a name; to have its address costs no token."""
    form = form_of(request)
    _tell_here(request)
    found = await club_of(request)
    visitor, _ = welcome(request, visitor_of(request))
    work = partial(
        clubs.joined, visitor=visitor, name=form.get("name", ""), most=name_limit(request)
    )
    await clubs.change(house_of(request), found.name, work)
    buckets_of(request).newcomers.give_back(client_of(request.scope))
    answer = _home(request)
    keep(request, answer, "name", form.get("name", ""))
    return answer


async def leave(request: Request) -> Response:
    """Leave a group."""
    found = await _own(request)
    number = found.number_of(visitor_of(request))
    if number is not None:
        await clubs.change(house_of(request), found.name, partial(clubs.without, number=number))
    return _home(request)


async def remove(request: Request) -> Response:
    """Take a name out of a group."""
    found = await _own(request, opener=True)
    number = read_number(form_of(request).get("person", "")) or 0
    await clubs.change(house_of(request), found.name, partial(clubs.without, number=number))
    return _home(request)


async def renew_code(request: Request) -> Response:
    """Change a code that has leaked."""
    found = await _own(request, opener=True)
    await clubs.renew_code(house_of(request), found.name)
    return _home(request)


async def end(request: Request) -> Response:
    """Forget a group."""
    found = await _own(request, opener=True)
    await clubs.end(house_of(request), found.name)
    return go("/club")


async def open_table(request: Request) -> Response:
    """Open a table within the group and sit down at it."""
    found, form, house = await _own(request), form_of(request), house_of(request)
    visitor, _ = welcome(request, visitor_of(request))
    number = found.number_of(visitor)
    facts = house.tables.facts(visitor, form.get("game", ""), None, {}, "link")
    facts["club"] = found.name
    table = await house.tables.open(facts)
    name = found.members[number].name if number is not None else ""
    if name:
        await seating.sit(house, table, visitor, None, name)
    return go(f"/t/{table.id}")


async def stop(request: Request) -> Response:
    """End all matches of a group at once, as drawn."""
    found, house = await _own(request, opener=True), house_of(request)
    for name in await house.store.gatherings.tables_of(found.name):
        await house.tables.close_table(name, ClosedByHost.word)
    return _home(request, "/screen")


FORMS = [
    post("/club/{club}/join", join),
    post("/club/{club}/leave", leave),
    post("/club/{club}/remove", remove),
    post("/club/{club}/code", renew_code),
    post("/club/{club}/end", end),
    post("/club/{club}/table", open_table),
    post("/club/{club}/stop", stop),
]
ROUTES = [
    Route("/club", new),
    post("/club", open_club),
    Route("/club/{club}", club),
    Route("/club/{club}/screen", screen),
    Route("/club/{club}/stream", stream),
    *FORMS,
    *lead_back("/club/{club}", *(form.path for form in FORMS)),
]
