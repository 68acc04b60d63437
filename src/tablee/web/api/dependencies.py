"""What FastAPI hands to a route of the API: the house, the table, who asks, the language."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query, Request

from tablee.core.rules.rulebook import LANGUAGES
from tablee.house.open_house.house import House
from tablee.house.tables.table import Table
from tablee.web.http.context import house_of, lang_of, table_of, take_costly, visitor_of


async def _table(request: Request, table: str) -> Table:
    return await table_of(request)


def _lang(
    request: Request,
    lang: Annotated[
        str | None,
        Query(
            description="fr, en or de; the browser's if left out",
            json_schema_extra={"enum": [*LANGUAGES, "", None]},
        ),
    ] = None,
) -> str:
    return lang_of(request)


TheHouse = Annotated[House, Depends(house_of)]
TheTable = Annotated[Table, Depends(_table)]
Visitor = Annotated[str | None, Depends(visitor_of)]
Lang = Annotated[str, Depends(_lang)]
Costly = Depends(take_costly)
