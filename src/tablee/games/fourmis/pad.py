"""The score pad of Fourmis: two objectives, and what everyone has won towards them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablee.core.bits import count
from tablee.core.state.position import ScoreLine
from tablee.games.fourmis import rules
from tablee.games.fourmis.material import ALL_QUEENS, COLOURS, ONE_LADYBIRD, QUEENS
from tablee.games.fourmis.table import objective
from tablee.table.pad import Answer, Answers, Ask, Choice, Count, Flaw, Pad, Panel

BOTH = ("plus", "minus")
OF_COLOUR = QUEENS // len(COLOURS) + 1
"""The cards of a colour: soldiers, a ninja and a queen."""


class FourmisPad(Pad):
    """Asks for the objectives of the round, and for colours, queens and ladybirds won."""

    options = ("teams",)
    begins = "F41"
    unit = "aphids"

    def panels(self, ask: Ask) -> list[Panel]:
        """Return the objectives first, then what everyone has won."""
        both = tuple(self._objective(ask, which) for which in BOTH)
        table = Panel("table", ask.say("objectives"), both)
        return [table, *(self._won(ask, seat) for seat in range(len(ask.names)))]

    def _objective(self, ask: Ask, which: str) -> Choice:
        names, lang = ask.game.rulebook.names["plain_colour"], ask.say.lang
        answers = tuple(
            Answer(n, names[colour][lang], f"f-{which}-{colour}")
            for n, colour in enumerate(COLOURS, 1)
        )
        return Choice(which, ask.say(which), answers)

    def _won(self, ask: Ask, seat: int) -> Panel:
        same = ask.at["plus"] == ask.at["minus"] != 0
        counts = (
            self._of_colour(ask, seat, "plus"),
            self._of_colour(ask, seat, "minus", not same),
            Count(f"s{seat}.queens", ask.say("queens"), len(COLOURS), "f-queens"),
            Count(f"s{seat}.ladybirds", ask.say("ladybirds"), int(ask.record.ladybirds), "f-L"),
        )
        return Panel(f"s{seat}", self._title(ask, seat), counts, seat)

    def _title(self, ask: Ask, seat: int) -> str:
        """Return whose cards are counted; in teams also with whom they are added (F75)."""
        if not ask.record.teams:
            return ask.names[seat]
        return ask.say("partners", who=ask.names[seat], partner=ask.names[seat ^ 2])

    def _of_colour(self, ask: Ask, seat: int, which: str, asked: bool = True) -> Count:
        chosen = COLOURS[ask.at[which] - 1] if ask.at[which] else ""
        ants = ask.game.rulebook.names["ants"]
        label = ask.say("of_colour", ants=ants[chosen][ask.say.lang]) if chosen else ask.say(which)
        picture = f"f-{which}-{chosen}" if chosen else "f-back"
        return Count(f"s{seat}.{which}", label, OF_COLOUR, picture, asked=asked)

    def flaws(self, ask: Ask) -> Iterator[Flaw]:
        """Yield missing objectives, and counts that the cards in the box do not allow."""
        for which in BOTH:
            if not ask.at[which]:
                yield Flaw(f"no_{which}", "F35")
        for seat in range(len(ask.names)):
            want = [_count(ask.at, seat, what) for what in ("plus", "minus", "queens")]
            won = cards_won(ask.at, seat)
            colours = [rules.of_colour(won, max(0, ask.at[which] - 1)) for which in BOTH]
            if ask.at["plus"] and ask.at["minus"] and [*colours, count(won & ALL_QUEENS)] != want:
                yield Flaw("impossible", "F8", f"s{seat}")
        yield from self._table_flaws(ask)

    def _table_flaws(self, ask: Ask) -> Iterator[Flaw]:
        """Yield what is wrong with the sums: all ants are won, but for those that a ghost has."""
        there = {"plus": OF_COLOUR, "minus": OF_COLOUR, "queens": len(COLOURS)}
        ghost = len(ask.names) == 2
        for what, n in (there | {"ladybirds": int(ask.record.ladybirds)}).items():
            won = sum(_count(ask.at, seat, what) for seat in range(len(ask.names)))
            places = {"n": n, "won": won, "what": ask.say(f"all_{what}")}
            if won > n:
                yield Flaw("too_many", "F32", places=places)
            elif won < n and what in there and not ghost:
                yield Flaw("too_few", "F32", places=places, mild=True)

    def lay(self, record: Any, number: int, at: Answers) -> None:
        """Give everyone as many cards of each kind as were counted."""
        record.rounds = number
        record.plus, record.minus = (max(0, at[which] - 1) for which in BOTH)
        record.hands[:] = 0
        record.won[:] = 0
        record.played = record.leader = record.aside = 0
        for seat in range(int(record.players)):
            record.won[seat] = cards_won(at, seat) + at[f"s{seat}.ladybirds"] * ONE_LADYBIRD
        record.phase = rules.PLAYING

    def picture(self, line: ScoreLine, record: Any) -> str:
        """Return the objective, or a ladybird."""
        return objective(record, line.what) if line.what != "ladybirds" else "f-L"

    def opener(self, record: Any) -> int:
        """Return who leads; the ghost does so at two players (F14)."""
        return int(record.leader)


def _count(at: Answers, seat: int, what: str) -> int:
    """Return what a seat has won; where both objectives show one colour, it is counted once."""
    same = what == "minus" and at["plus"] == at["minus"]
    return at[f"s{seat}.{'plus' if same else what}"]


def cards_won(at: Answers, seat: int) -> int:
    """Return a set of ants with so many of each colour and so many queens, if there is one.

    A queen counts for her colour (F8): that of a colour is there if all of it was won, and the
    queens of the other colours come before those that would take the place of a soldier.
    """
    wants = {max(0, at[which] - 1): _count(at, seat, which) for which in BOTH}
    must = [colour for colour, n in wants.items() if n == OF_COLOUR]
    others = [colour for colour in range(len(COLOURS)) if colour not in wants]
    may = [colour for colour, n in wants.items() if 0 < n < OF_COLOUR]
    queens = (must + others + may)[: at[f"s{seat}.queens"]]
    won = sum(1 << QUEENS + colour for colour in queens)
    for colour, n in wants.items():
        soldiers = min(n - (colour in queens), OF_COLOUR - 1)
        won += sum(1 << len(COLOURS) * place + colour for place in range(soldiers))
    return won


PAD = FourmisPad()
