"""What people do at an evening: come, leave, sit down to play, type a result, end it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from tablee.core.errors import TableeError
from tablee.house.clock import now
from tablee.house.errors import NotStored
from tablee.house.evening import changes
from tablee.house.evening.model import OPEN, PLACES, Evening
from tablee.house.ports.gatherings import Gathering
from tablee.house.seating import spots
from tablee.web.evening.pages import evening_of, evenings_of, new_page, tell_here
from tablee.web.http.buckets import buckets_of
from tablee.web.http.context import (
    form_of,
    house_of,
    lang_of,
    post,
    visitor_of,
    welcome,
)
from tablee.web.http.refusals import sentence_of, tell_on
from tablee.web.http.requests import client_of, whole_number
from tablee.web.http.responses import go, keep, lead_back, name_limit


def _number(form: Mapping[str, str], name: str, usual: int) -> int:
    text = form.get(name, "").strip()
    return whole_number(text, name) if text else usual


# The host


async def open_evening(request: Request) -> Response:
    """Open an evening: the first of three presses."""
    form, lang = form_of(request), lang_of(request)

    async def tell(error: TableeError, status: int) -> Response:
        return await new_page(request, status, sentence_of(error, lang))

    tell_on(request, tell)
    wish = changes.read_wish(
        form.get("game", ""),
        _number(form, "rounds", 3),
        _number(form, "minutes", 60),
        form.get("way", PLACES),
        _number(form, "size", 0),
        _number(form, "boxes", 0),
    )
    visitor, _ = welcome(request, visitor_of(request))
    parent = await _club_of(request, visitor, form.get("club", ""))
    opened = await evenings_of(request).open(visitor, wish, parent)
    return go(f"/evening/{opened.name}")


async def _club_of(request: Request, visitor: str, name: str) -> str | None:
    """Return the group within which an evening is opened, if its host belongs to it."""
    found = await house_of(request).store.gatherings.read(name) if name else None
    if found is None or (visitor != found.opener and found.number_of(visitor) is None):
        return None
    return found.name


async def _hosted(request: Request, typed: str = "") -> Gathering:
    """Return the evening that a visitor hosts; raise NotHost."""
    gathering, _ = await evening_of(request)
    if visitor_of(request) != gathering.opener:
        tell_here(request)
        raise changes.NotHost("only whoever opened this evening may do this.")
    tell_here(request, hosts=True, typed=typed)
    return gathering


def _home(request: Request, part: str = "/host") -> Response:
    return go(f"/evening/{request.path_params['evening']}{part}")


async def start(request: Request) -> Response:
    """Seat everybody and deal: the second press; between two tours, begin the next one now."""
    gathering = await _hosted(request)
    _, found = await evening_of(request)
    await evenings_of(request).begin(gathering.name, first=found.phase == OPEN)
    return _home(request)


async def stop(request: Request) -> Response:
    """End the tour now, for all tables."""
    gathering = await _hosted(request)
    await evenings_of(request).stop(gathering.name)
    return _home(request)


async def finish(request: Request) -> Response:
    """Give the prizes: the third press."""
    gathering = await _hosted(request)
    await evenings_of(request).change(gathering.name, changes.finished)
    return _home(request)


async def add(request: Request) -> Response:
    """Write down somebody without a phone."""
    name = form_of(request).get("name", "")
    gathering = await _hosted(request, name)
    most = name_limit(request)
    change = partial(changes.join, visitor=None, name=name, most=most)
    await evenings_of(request).change(gathering.name, change)
    return _home(request)


async def remove(request: Request) -> Response:
    """Let somebody go who has left."""
    gathering = await _hosted(request)
    await _leave(request, gathering, _number(form_of(request), "person", 0))
    return _home(request)


async def lost(request: Request) -> Response:
    """Let somebody come back by name, from another phone."""
    gathering = await _hosted(request)
    person = _number(form_of(request), "person", 0)
    await evenings_of(request).change(gathering.name, partial(changes.lose, number=person))
    return _home(request)


async def keep_names(request: Request) -> Response:
    """Keep the names of an evening, or let them go with it."""
    gathering = await _hosted(request)
    wanted = form_of(request).get("keep") == "yes"
    await evenings_of(request).change(gathering.name, partial(changes.kept, keep=wanted))
    return _home(request, "/sheet")


async def end(request: Request) -> Response:
    """Forget an evening at once."""
    gathering = await _hosted(request)
    await evenings_of(request).end(gathering.name)
    return go("/evening")


# People


async def join(request: Request) -> Response:
    """Come to an evening under a name, or back to it; a name that is right costs no token."""
    form, name = form_of(request), form_of(request).get("name", "")
    tell_here(request, typed=name)
    gathering, before = await evening_of(request)
    visitor, _ = welcome(request, visitor_of(request))
    change = partial(changes.join, visitor=visitor, name=name, most=name_limit(request))
    found = await evenings_of(request).change(gathering.name, change)
    buckets_of(request).newcomers.give_back(client_of(request.scope))
    await _take_over(request, before, found, visitor)
    answer = _home(request, "")
    keep(request, answer, "name", form["name"])
    return answer


async def _take_over(request: Request, before: Evening, found: Evening, visitor: str) -> None:
    """Give somebody who has lost a phone the seat at the table that is played."""
    back = next((n for n in before.lost if n not in found.lost), None)
    one = found.round
    at = one.spot_of(back) if one and back is not None else None
    if one is None or at is None or back is None:
        return
    spot = one.spots[at]
    if spot.table and not spot.over:
        seat = spot.seats.index(back)
        await spots.pass_on(house_of(request), spot.table, seat, visitor)


async def leave(request: Request) -> Response:
    """Leave an evening; at the table a bot plays on."""
    gathering, _ = await evening_of(request)
    tell_here(request)
    number = gathering.number_of(visitor_of(request))
    if number is not None:
        await _leave(request, gathering, number)
    return _home(request, "")


async def _leave(request: Request, gathering: Gathering, number: int) -> None:
    change = partial(changes.leave, number=number)
    found = await evenings_of(request).change(gathering.name, change)
    one = found.round
    at = one.spot_of(number) if one else None
    spot = one.spots[at] if one and at is not None else None
    if spot and spot.table and not spot.over:
        try:
            await spots.stand_in(house_of(request), spot.table, spot.seats.index(number))
        except NotStored:
            raise
        except TableeError:
            return  # the match was closed meanwhile: nobody waits at it


async def result(request: Request) -> Response:
    """Note the result of a table with a real box, typed by its people or the host."""
    form = form_of(request)
    gathering, found = await evening_of(request)
    hosts = visitor_of(request) == gathering.opener
    person = gathering.number_of(visitor_of(request))
    tell_here(request, hosts=hosts and person is None)
    number, spot = _number(form, "tour", 0), _number(form, "table", -1)
    seats = _seats(found, number, spot)
    if not hosts and person not in seats:
        raise changes.NotHost("only those who sit at this table may type its result.")
    numbers = [_signed(form, f"p{n}") for n in range(len(seats))]
    await evenings_of(request).change(
        gathering.name,
        lambda one: changes.typed(one, number, spot, numbers, now()),
    )
    return _home(request, "/host" if form.get("host") else "")


def _seats(found: Evening, number: int, spot: int) -> tuple[int, ...]:
    if not 0 <= number < len(found.rounds) or not 0 <= spot < len(found.rounds[number].spots):
        return ()
    return found.rounds[number].spots[spot].seats


def _signed(form: Mapping[str, str], name: str) -> int:
    """Return a number that may be below nothing."""
    text = form.get(name, "").strip().replace("−", "-")
    minus = text.startswith("-")
    number = whole_number(text.removeprefix("-"), name)
    return -number if minus else number


FORMS = [
    post("/evening/{evening}/join", join),
    post("/evening/{evening}/leave", leave),
    post("/evening/{evening}/result", result),
    post("/evening/{evening}/start", start),
    post("/evening/{evening}/stop", stop),
    post("/evening/{evening}/finish", finish),
    post("/evening/{evening}/add", add),
    post("/evening/{evening}/remove", remove),
    post("/evening/{evening}/lost", lost),
    post("/evening/{evening}/keep", keep_names),
    post("/evening/{evening}/end", end),
]
ROUTES = [
    post("/evening", open_evening),
    *FORMS,
    *lead_back("/evening/{evening}", *(form.path for form in FORMS)),
]
