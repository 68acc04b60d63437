"""My games: those that go on, those that are over, and what the visitor does well in many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tablee.bots.review.moments import OWN
from tablee.bots.review.result import SURE
from tablee.core import as_json
from tablee.games import find_game
from tablee.house.live.table_summary import summarize
from tablee.house.open_house.house import House
from tablee.house.render import templating
from tablee.house.render.pictures import emblem
from tablee.house.replay.reviews import VERSION, Reviews
from tablee.house.tables.pace import time_of
from tablee.house.tables.table import Table
from tablee.web.frame.matches import reviews_of
from tablee.web.http.context import (
    house_of,
    lang_of,
    number_in,
    post,
    take_costly,
    visitor_of,
)
from tablee.web.http.responses import go, page

A_PAGE = 20
ENOUGH = 10
"""Games after which there is something to say about all of them."""
LOOKED_AT = 40
"""The latest games that are looked at for it."""
SOME = 3
"""Games of a kind that make it worth a word."""
THIRDS = ("early", "middle", "late")


@dataclass(frozen=True)
class FinishedGame:
    """A game that is over, from the visitor's seat."""

    table: Table
    seat: int
    share: float
    """One's part of the win."""
    kept: dict[str, Any] | None
    """What is kept of its review."""
    again: bool = False
    """Whether it was played with the cards of another one."""

    @property
    def counts(self) -> bool:
        """Whether it says something of how one plays: it had cards of its own, from a deal on."""
        return not self.again and not self.table.setup.position

    @property
    def partners(self) -> int:
        """How many win together."""
        return self.table.game.partners(self.table.setup.options)

    @property
    def won(self) -> float:
        """One's part of the win, partners as one."""
        return self.share * self.partners

    @property
    def gain(self) -> float:
        """By how much the result beats the fair share, in points."""
        return 100 * self.partners * (self.share - 1 / self.table.setup.players)

    @property
    def own(self) -> float:
        """What one's own choices were worth, in points of chance."""
        return 100 * self.partners * float(self.kept["parts"][OWN]) if self.kept else 0.0

    @property
    def ranking(self) -> list[tuple[int, int, bool]]:
        """Every seat with its points and whether it has won, the best first."""
        outcome = self.table.dealt().outcome()
        assert outcome is not None
        all_seats = enumerate(outcome.scores)
        ranks = [(seat, points, seat in outcome.winners) for seat, points in all_seats]
        return sorted(ranks, key=lambda rank: (not rank[2], -rank[1]))


async def my_games(request: Request) -> HTMLResponse:
    """Show the games of a visitor, a page of them at a time, and what they tell together."""
    take_costly(request)
    house, visitor, lang = house_of(request), visitor_of(request), lang_of(request)
    number = number_in(request, "page", 0, 1_000, usual=0)
    names = await house.store.tables.all_of_visitor(visitor) if visitor else []
    shown = names[number * A_PAGE : (number + 1) * A_PAGE]
    tables = await house.tables.find(shown)
    summaries = {table.id: summarize(house, table, visitor, lang) for table in tables}
    over = await over_of(house, tables, visitor)
    away = await house.tables.games_away(set(shown) - summaries.keys())
    return page(
        request,
        "my-games.html",
        lang,
        going=[summaries[table.id] for table in tables if table.phase != "over"],
        over=[(summaries[one.table.id], one) for one in over],
        habits=await habits_of(house, names, visitor, lang, reviews_of(request)),
        number=number,
        closed=await house.store.tables.count_closed(visitor) if visitor else 0,
        away=len(away),
        away_games=", ".join(sorted(set(away))),
        more=len(names) > (number + 1) * A_PAGE,
        emblem=emblem,
        time_of=time_of,
    )


async def over_of(house: House, tables: Sequence[Table], visitor: str | None) -> list[FinishedGame]:
    """Return the games among these that are over, each with its review if there is one."""
    ended = [table for table in tables if table.phase == "over"]
    names = [table.id for table in ended]
    kept = await house.store.matches.reviews(names)
    again = await house.store.tables.played_again(names)
    found = []
    for table in ended:
        seat, outcome = table.seat_of(visitor), table.dealt().outcome()
        if seat is not None and outcome is not None:
            share = (seat in outcome.winners) / max(1, len(outcome.winners))
            facts = as_json.loads(kept.get((table.id, seat), "{}"))
            told = facts if facts.get("version") == VERSION else None
            found.append(FinishedGame(table, seat, share, told, table.id in again))
    return found


async def habits_of(
    house: House, names: Sequence[str], visitor: str | None, lang: str, reviews: Reviews
) -> dict[str, Any]:
    """Return what a visitor does well and what not, in sentences, once there are ten games."""
    tables = await house.tables.find(names[:LOOKED_AT])
    played = [one for one in await over_of(house, tables, visitor) if one.counts]
    reviewed = [one for one in played if one.kept]
    enough = len(played) >= ENOUGH
    jobs = [reviews.job(one.table.id, one.seat) for one in played if not one.kept]
    return {
        "told": tell_habits(played, lang) if enough else [],
        "missing": max(0, ENOUGH - len(played)),
        "unread": min(ENOUGH, len(played)) - len(reviewed) if enough else 0,
        "reading": sum(job is not None and not job.failed for job in jobs),
    }


def tell_habits(played: Sequence[FinishedGame], lang: str) -> list[str]:
    """Return the sentences: where one wins most, where choices bring and cost most, and when."""
    ui, reviewed = templating.speak(lang), [one for one in played if one.kept]
    told = []
    best = _ranked(played, lambda one: one.gain)
    if best and (wins := sum(one.won for one in best[-1][2])):
        _, name, games = best[-1]
        told.append(ui("habit_wins", game=_title(name, lang), won=f"{wins:g}", of=len(games)))
    choices = _ranked(reviewed, lambda one: one.own)
    if choices and (points := round(choices[-1][0])) > 0:
        told.append(ui("habit_gains", game=_title(choices[-1][1], lang), n=points))
    if choices and (points := round(choices[0][0])) < 0:
        told.append(ui("habit_gives", game=_title(choices[0][1], lang), n=-points))
    when = costs_by_third(reviewed)
    if len(reviewed) >= SOME and max(when) > 0:
        told.append(ui(f"habit_{THIRDS[when.index(max(when))]}"))
    return told


def _ranked(
    played: Sequence[FinishedGame], value: Any
) -> list[tuple[float, str, list[FinishedGame]]]:
    """Return each game played often enough with the mean of a value, the lowest first."""
    by_name: dict[str, list[FinishedGame]] = {}
    for one in played:
        by_name.setdefault(one.table.game.name, []).append(one)
    often = [(name, games) for name, games in by_name.items() if len(games) >= SOME]
    means = [(sum(map(value, games)) / len(games), name, games) for name, games in often]
    return sorted(means, key=lambda one: one[0])


def costs_by_third(reviewed: Sequence[FinishedGame]) -> list[float]:
    """Return what mistakes cost in the first, second and last third of matches."""
    costs = [0.0] * len(THIRDS)
    for one in reviewed:
        assert one.kept is not None
        for ply, _, _, _, _, _, error, lead, *_ in one.kept["choices"]:
            if -lead > SURE * error:
                third = len(THIRDS) * ply // max(1, len(one.table.match.moves))
                costs[min(third, len(THIRDS) - 1)] -= lead
    return costs


def _title(name: str, lang: str) -> str:
    return str(find_game(name).rulebook.about["title"][lang])


async def review_mine(request: Request) -> Response:
    """Have the latest games reviewed that are not yet; they are made one after the other."""
    take_costly(request)
    house, visitor = house_of(request), visitor_of(request)
    names = await house.store.tables.all_of_visitor(visitor) if visitor else []
    tables = await house.tables.find(names[:LOOKED_AT])
    over = await over_of(house, tables, visitor)
    unread = [one for one in over if not one.kept and not one.table.sealed]
    for one in unread[:ENOUGH]:
        reviews_of(request).ask(one.table.id, one.seat, one.table.record(), waits=False)
    return go("/me/games")


ROUTES = [Route("/me/games", my_games), post("/me/games/review", review_mine)]
