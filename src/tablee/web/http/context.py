"""What a page asks of its request: the house, the table, who asks, the language, what was sent."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.requests import Request
from starlette.routing import Route

from tablee.house.errors import Unknown, Unreadable
from tablee.house.tables.table import Table
from tablee.web.http import requests, visitors
from tablee.web.http.buckets import buckets_of

if TYPE_CHECKING:
    from tablee.house.open_house.house import House

T = TypeVar("T", int, None)
ANY = 10**18
"""More than any number that is asked for."""


def post(path: str, endpoint: Callable[[Request], Any]) -> Route:
    """Return the route of a form."""
    return Route(path, endpoint, methods=["POST"])


def house_of(request: Request) -> House:
    """Return the house that a request came to."""
    house: House = request.app.state.house
    return house


def visitor_of(request: Request) -> str | None:
    """Return who asks; None for a new visitor."""
    return visitors.find(house_of(request).identities, request.scope)


def lang_of(request: Request) -> str:
    """Return the language to answer in."""
    return requests.language_of(request.scope)


def form_of(request: Request) -> dict[str, str]:
    """Return the fields of a form that was posted."""
    return requests.form_of(request.scope)


async def table_of(request: Request) -> Table:
    """Return the table of an address; raise NoTable."""
    visitor = None
    with contextlib.suppress(Unknown):  # refused where it matters who asks
        visitor = visitor_of(request)
    name, acts = request.path_params["table"], request.method != "GET"
    return await house_of(request).tables.table_for(name, visitor, acts=acts)


def text_in(request: Request, name: str, most: int | None = None, usual: str = "") -> str:
    """Return a text in the query; raise Unreadable for one that is too long."""
    text = request.query_params.get(name, usual)
    if most is not None and len(text) > most:
        raise Unreadable(f"{name}: write at most {most} characters.")
    return text


def number_in(
    request: Request, name: str, least: int = -ANY, most: int = ANY, *, usual: T
) -> int | T:
    """Return a whole number in the path or the query; raise Unreadable for anything else."""
    text = request.path_params.get(name, request.query_params.get(name))
    if text is None:
        return usual
    try:
        number = int(text)
    except ValueError:
        number = most + 1
    if not least <= number <= most:
        span = "" if least == -ANY else f" from {least}" + ("" if most == ANY else f" to {most}")
        raise Unreadable(f"{name} {text[:20]!r}: write a whole number{span}.")
    return number


# Limits and newcomers


def take_costly(request: Request) -> None:
    """Count a request that costs more than others; raise TooMuch."""
    buckets_of(request).costly.take(requests.client_of(request.scope))


def charge_of(request: Request) -> Callable[[], None]:
    """Return what counts a costly request once it turns out to be one."""
    return partial(take_costly, request)


def count_newcomer(request: Request) -> None:
    """Count a request that opens a table or sits down; raise TooMuch."""
    buckets_of(request).newcomers.take(requests.client_of(request.scope))


def welcome(request: Request, visitor: str | None) -> tuple[str, str]:
    """Return the visitor and a token; make a visitor of a newcomer, within the limits.

    The middleware adds the cookie to the answer, whatever that will be.
    """
    count_newcomer(request)
    house = house_of(request)
    token = house.identities.new() if visitor is None else house.identities.token(visitor)
    request.scope["tablee.cookie"] = visitors.cookie(token, house.settings.secure)
    return house.identities.read(token), token
