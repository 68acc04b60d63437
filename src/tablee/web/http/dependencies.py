"""What FastAPI hands to a route: the house, the table, who asks, the language, the form."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Query, Request

from tablee.core.rules.rulebook import LANGUAGES
from tablee.house.errors import Unknown
from tablee.house.house import House
from tablee.house.tables.table import Table
from tablee.web.http import requests, visitors
from tablee.web.http.buckets import buckets_of

if TYPE_CHECKING:
    from tablee.web.notify.outbox import Outbox


def house_of(request: Request) -> House:
    """Return the house that a request came to."""
    house: House = request.app.state.house
    return house


def visitor_of(request: Request) -> str | None:
    """Return who asks; None for somebody new."""
    return visitors.find(house_of(request).identities, request.scope)


def lang_of(
    request: Request,
    lang: Annotated[
        str | None,
        Query(
            description="fr, en or de; the browser's if left out",
            json_schema_extra={"enum": [*LANGUAGES, "", None]},
        ),
    ] = None,
) -> str:
    """Return the language to answer in."""
    return requests.language_of(request.scope)


def form_of(request: Request) -> dict[str, str]:
    """Return the fields of a form that was posted."""
    return requests.form_of(request.scope)


async def table_of(request: Request, table: str) -> Table:
    """Return the table of an address; raises NoTable."""
    visitor = None
    with contextlib.suppress(Unknown):  # said where it matters who asks
        visitor = visitor_of(request)
    return await house_of(request).tables.table_for(table, visitor, acts=request.method != "GET")


TheHouse = Annotated[House, Depends(house_of)]
TheTable = Annotated[Table, Depends(table_of)]
Visitor = Annotated[str | None, Depends(visitor_of)]
Lang = Annotated[str, Depends(lang_of)]
Form = Annotated[dict[str, str], Depends(form_of)]


def take_costly(request: Request) -> None:
    """Count a request that costs more than others; raise TooMuch."""
    buckets_of(request).costly.take(requests.client_of(request.scope))


Costly = Depends(take_costly)


def charge_of(request: Request) -> Callable[[], None]:
    """Return what counts a costly request once it turns out to be one."""
    return partial(take_costly, request)


def outbox_of(request: Request) -> Outbox:
    """Return the outbox of the house that a request came to."""
    found: Outbox = request.app.state.outbox
    return found


def count_newcomer(request: Request) -> None:
    """Count whoever opens a table or sits down; raise TooMuch."""
    buckets_of(request).newcomers.take(requests.client_of(request.scope))


def welcome(request: Request, visitor: str | None) -> tuple[str, str]:
    """Return the visitor and a token; whoever is new becomes somebody, within the limits.

    The door adds the cookie to the answer, whatever that will be.
    """
    count_newcomer(request)
    house = house_of(request)
    token = house.identities.new() if visitor is None else house.identities.token(visitor)
    request.scope["tablee.cookie"] = visitors.cookie(token, house.settings.secure)
    return house.identities.read(token), token
