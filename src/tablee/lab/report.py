"""A report for those who make games: how a game goes, and how variants differ, on one page."""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path

from tablee.core.errors import InvalidOption
from tablee.core.rules.phrases import Phrases, Speaker
from tablee.lab import figures
from tablee.lab.figures import Played, Row
from tablee.lab.matches import EVERY, MOMENTS, Match, Table, watch
from tablee.lab.plots import dots, histogram, mark, numbers, percents
from tablee.lab.spread import HERE, Workers

_HERE = Path(__file__).parent
PHRASES = Phrases(_HERE / "report.toml")
MOST_TABLES = 5
PACE = 6.0
"""Seconds that people take for a decision, unless it is said otherwise."""


def play_tables(
    tables: Sequence[Table],
    games: int,
    workers: Workers = HERE,
    progress: Callable[[int], None] = lambda games: None,
) -> list[list[Match]]:
    """Play every table the same deals; the result depends on the seed alone."""
    if games < 2:
        raise InvalidOption("a report needs two games at least.")
    if not 1 <= len(tables) <= MOST_TABLES:
        raise InvalidOption(f"a report compares {MOST_TABLES} tables at most.")
    jobs = [(n, deal) for deal in range(games) for n in range(len(tables))]
    played: list[list[Match]] = [[] for _ in tables]
    done = workers.spread(partial(_play, tuple(tables)), jobs)
    for (n, _), match in zip(jobs, done, strict=True):
        played[n].append(match)
        progress(1)
    return played


def _play(tables: Sequence[Table], job: tuple[int, int]) -> Match:
    return watch(tables[job[0]], job[1])


class Report:
    """The page about some tables of one game."""

    def __init__(
        self, tables: Mapping[str, Table], played: Played, lang: str, pace: float = PACE
    ) -> None:
        self.tables, self.played, self.pace = tables, played, pace
        self.first = next(iter(tables.values()))
        self.game, self.players, self.lang = self.first.game, self.first.players, lang
        self.say: Speaker = PHRASES.speak(lang)
        self._percents, self._numbers = partial(percents, lang=lang), partial(numbers, lang=lang)

    def __str__(self) -> str:
        title = self.say("title", game=self.game.rulebook.about["title"][self.lang])
        parts = [
            self._head(title),
            self._glance(),
            *self._who_wins(),
            self._lengths(),
            *self._rules(),
            self._decisions(),
        ]
        css = (_HERE / "report.css").read_text(encoding="utf-8")
        view = '<meta name="viewport" content="width=device-width,initial-scale=1">'
        return (
            f'<!doctype html><html lang="{self.lang}"><head><meta charset="utf-8">{view}'
            f"<title>{escape(title)}</title><style>{css}</style></head>"
            f"<body><main>{''.join(parts)}</main></body></html>\n"
        )

    # Its parts

    def _section(self, name: str, body: str, **places: object) -> str:
        told = (
            f"<p>{escape(self.say(f'{name}_is', **places))}</p>" if f"{name}_is" in self.say else ""
        )
        return f"<section><h2>{escape(self.say(name))}</h2>{told}{body}</section>"

    def _head(self, title: str) -> str:
        games = len(self.played[0])
        facts = {"games": games, "players": self.players, "seed": self.first.seed}
        told = [self.say("played", bot=self.first.bot, **facts)]
        told += [self.say("same_deals")] if len(self.tables) > 1 else []
        legend = "".join(
            f"<li>{mark(n)}<span><b>{escape(name)}</b> <small>{escape(self._differs(table))}"
            "</small></span></li>"
            for n, (name, table) in enumerate(self.tables.items())
        )
        text = " ".join(map(escape, told))
        return f'<h1>{escape(title)}</h1><p>{text}</p><ul class="legend">{legend}</ul>'

    def _differs(self, table: Table) -> str:
        record = table.game.blank(table.players, **table.options)[0]
        usual = {option.name: option.values[0] for option in table.game.options}
        options = table.options.items()
        chosen = [f"{name} {value}" for name, value in options if usual.get(name, value) != value]
        found = [
            self.say("differs", name=one.name, value=_minus(one.value), usual=_minus(one.usual))
            for one in table.game.differences(record, self.lang)
        ]
        return " · ".join([*chosen, *found])

    def _glance(self) -> str:
        say, played = self.say, self.played
        shares = [
            figures.seat_shares(played, 0, say("first_seat")),
            figures.comebacks(played, self.players, say("comebacks")),
            figures.choices(played, 0, 1, say("no_decision")),
        ]
        counts = [
            figures.each(played, say("mean_length"), lambda ms: figures.mean(_lengths(ms))),
            figures.each(
                played,
                say("winner_points"),
                lambda ms: figures.mean([figures.best_points(m) for m in ms]),
            ),
        ]
        body = (
            dots(shares, self._percents)
            + dots(counts[:1], self._numbers)
            + dots(counts[1:], self._numbers)
        )
        return self._section("glance", body + self._against())

    def _against(self) -> str:
        """Return how variants differ from the first table on the same deals."""
        if len(self.tables) < 2:
            return ""
        rows = [
            figures.paired(self.played, self.say("mean_length"), lambda m: float(m.decisions)),
            figures.paired(self.played, self.say("winner_points"), figures.best_points),
        ]
        plots = "".join(dots([row], self._numbers, 0.0) for row in rows)
        share = figures.paired(self.played, self.say("first_seat"), lambda m: m.shares[0])
        return f"<h2>{escape(self.say('against'))}</h2>{dots([share], self._percents, 0.0)}{plots}"

    def _who_wins(self) -> list[str]:
        say, played, seats = self.say, self.played, range(self.players)
        named = [(seat, say("seat", n=seat + 1)) for seat in seats]
        fair = 1 / self.players
        won = dots(
            [figures.seat_shares(played, seat, name) for seat, name in named], self._percents, fair
        )
        points = [figures.seat_points(played, seat, name) for seat, name in named]
        parts = [self._section("seats", won), self._section("points", dots(points, self._numbers))]
        if rows := self._brought():
            parts.append(self._section("brought", dots(rows, self._numbers, 0.0)))
        if held := figures.held(played):
            called = [Row(self.game.words.thing(row.name, self.lang), row.figures) for row in held]
            parts.append(self._section("held", dots(called, self._percents, fair)))
        moments = [
            figures.chances(played, n, say("after", n=round(100 * moment)))
            for n, moment in enumerate(MOMENTS)
        ]
        return [*parts, self._section("chances", dots(moments, self._percents, fair))]

    def _brought(self) -> list[Row]:
        names = self.game.rulebook.names.get("score", {})
        rows = []
        for what in figures.sources(self.played):
            title = names.get(what, {}).get(self.lang, what)
            for won in (True, False):
                who = self.say("winner" if won else "others")
                rows.append(figures.brought(self.played, what, won, f"{title} · {who}"))
        return rows

    def _lengths(self) -> str:
        series = [_lengths(matches) for matches in self.played]
        axes = [(1, partial(self.say, "decisions")), (self.pace / 60, partial(self.say, "minutes"))]
        plot = histogram(series, axes, self.say("lengths"))
        rows = "".join(
            f'<tr><th scope="row">{mark(n)} {escape(name)}</th>'
            f"<td>{self._spread(series[n])}</td></tr>"
            for n, name in enumerate(self.tables)
        )
        told = f"<p>{escape(self.say('median'))}</p><table><tbody>{rows}</tbody></table>"
        return self._section("lengths", plot + told, pace=f"{self.pace:g}")

    def _spread(self, lengths: Sequence[int]) -> str:
        """Return the median and where nine of ten lie, in decisions and in minutes."""
        twentieths = statistics.quantiles(lengths, n=20, method="inclusive")
        low, middle, high = twentieths[0], statistics.median(lengths), twentieths[-1]
        minutes = [round(n * self.pace / 60) for n in (middle, low, high)]
        told = f"{middle:g} ({low:.0f}–{high:.0f})", f"{minutes[0]} ({minutes[1]}–{minutes[2]})"
        return f"{self.say('decisions', n=told[0])}, {self.say('minutes', n=told[1])}"

    def _rules(self) -> list[str]:
        played = self.played
        did = [figures.happened(played, c) for c in figures.clauses(played, lambda m: m.happened)]
        barred = [figures.forbade(played, c) for c in figures.clauses(played, lambda m: m.forbade)]
        telling = [
            row for row in barred if any(f and f.value < figures.SELDOM for f in row.figures)
        ]
        parts = [self._section("happened", dots(self._in_words(did), self._percents))]
        if telling:
            body = dots(self._in_words(telling), self._percents)
            parts.append(self._section("forbade", body, every=EVERY))
        return parts

    def _in_words(self, rows: Sequence[Row]) -> list[Row]:
        """Return rows of clauses with the sentence of each."""
        book = self.game.rulebook
        said = {row.name: _shortened(book.clause(row.name).text[self.lang]) for row in rows}
        return [Row(f"{row.name} {said[row.name]}", row.figures) for row in rows]

    def _decisions(self) -> str:
        bounds = {"moves_1": (0, 1), "moves_2": (2, 2), "moves_5": (3, 5), "moves_9": (6, 10**6)}
        rows = [
            figures.choices(self.played, low, high, self.say(name))
            for name, (low, high) in bounds.items()
        ]
        return self._section("choices", dots(rows, self._percents))


def _minus(numbers: str) -> str:
    return re.sub(r"-(?=\d)", "−", numbers)


def _shortened(text: str) -> str:
    """Return the first sentence of a clause that has several."""
    first, _, more = text.partition(". ")
    return f"{first}. …" if more else text


def _lengths(matches: Sequence[Match]) -> list[int]:
    return [match.decisions for match in matches]
