"""The year in figures, for the host: a page to print, and a table for a spreadsheet."""

from __future__ import annotations

from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tablee.games import GAMES
from tablee.house.clock import now
from tablee.house.figures import FEW, MEASURES, Sums, as_csv, lines, read_year
from tablee.house.render import templating
from tablee.web.host.staff import must_be_staff
from tablee.web.http.context import lang_of
from tablee.web.http.requests import query_of
from tablee.web.http.responses import page


async def figures(request: Request) -> Response:
    """Show the sums of a year; as a table for a spreadsheet where that is asked for."""
    must_be_staff(request)
    this_year = date.fromtimestamp(now() / 1000).year
    year = read_year(query_of(request.scope, "year") or str(this_year))
    sums = await request.app.state.figures(year)
    if query_of(request.scope, "as") == "csv":
        return PlainTextResponse(as_csv(sums), media_type="text/csv; charset=utf-8")
    return page(request, "figures.html", lang_of(request), **_facts(sums, year, lang_of(request)))


def _facts(sums: Sums, year: int, lang: str) -> dict[str, Any]:
    titles = {name: game.rulebook.about["title"][lang] for name, game in GAMES.items()}
    *rows, whole = lines(sums)
    return {
        "year": year,
        "rows": rows,
        "whole": whole,
        "measures": MEASURES,
        "few": FEW,
        "titles": titles,
    }


def as_page(sums: Sums, year: int, lang: str) -> str:
    """Return the figures of a year as a page of their own, to print or to send."""
    template = templating.environment().get_template("figures-sheet.html")
    return template.render(ui=templating.speak(lang), lang=lang, **_facts(sums, year, lang))


ROUTES = [Route("/staff/figures", figures)]
