"""How points came about: a row for each thing that counts, a column for each person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from tablee.core.game import Game
from tablee.core.state.position import Frame, Outcome, ScoreLine
from tablee.house.render import templating
from tablee.house.render.scenes import scene
from tablee.table import render
from tablee.table.kit import signed
from tablee.table.look import rules_address
from tablee.table.pad import pad_of
from tablee.table.people import Person

Totals = tuple[int, ...]


@dataclass(frozen=True)
class Cell:
    """What a thing brought a player."""

    lines: tuple[ScoreLine, ...]
    drawn: str
    """Its picture, where everybody's is another."""
    best: bool
    """Whether nobody got more, and another less."""

    @property
    def points(self) -> int:
        """What it brought in all."""
        return sum(line.points for line in self.lines)


@dataclass(frozen=True)
class Row:
    """One thing that counts, and what it brought each person, by rank."""

    name: str
    drawn: str
    clause: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class ScoreSheet:
    """The lines of a round, and everyone's points after it and after each round before it."""

    game: Game
    lang: str
    names: tuple[str, ...]
    bots: tuple[bool, ...]
    lines: tuple[ScoreLine, ...]
    drawn: tuple[str, ...]
    rounds: tuple[Totals, ...]
    """Everyone's points after each round, up to this one."""
    outcome: Outcome | None
    rules: str
    """Where the rule book is, with the numbers of this match."""

    @classmethod
    def of(
        cls,
        frame: Frame,
        lang: str,
        names: Sequence[str],
        bots: Sequence[bool],
        before: Sequence[Totals],
    ) -> ScoreSheet:
        """Read the sheet of a frame that shows one."""
        state, pad = frame.state, pad_of(frame.state.game)
        drawn = tuple([pad.picture(line, state.record) for line in frame.sheet])
        rounds, lines = (*before, state.scores), frame.sheet
        people, book = (tuple(names), tuple(bots)), rules_address(state.game, state.record)
        return cls(state.game, lang, *people, lines, drawn, rounds, state.outcome(), book)

    def write(self, seat: int | None) -> str:
        """Return the sheet as a seat reads it."""
        template = templating.environment().get_template("_sheet.html")
        ui = templating.speak(self.lang)
        kind = pad_of(self.game).word
        word = ui(f"pad_word_{kind}").capitalize()
        more = {"cite": self._cite, "picture": self._picture, "kind": kind, "word": word}
        return template.render(sheet=self, me=seat, ui=ui, signed=signed, **more)

    def _cite(self, clause: str) -> Markup:
        return Markup(render.cite(templating.speak(self.lang), self.rules, clause))

    def _picture(self, drawn: str) -> Markup:
        return scene(self.game, drawn) if drawn else Markup()

    def winners(self, me: int | None) -> str:
        """Name who has won, to one of them or to others."""
        seats, ui = self.outcome.winners if self.outcome else (), templating.speak(self.lang)
        *most, last = [ui("you").lower() if seat == me else self.names[seat] for seat in seats]
        word = ui("and_also")
        return f"{', '.join(most)} {word} {last}" if most else last

    @property
    def ranked(self) -> list[Person]:
        """Everybody, by rank."""
        people = [Person(n, name, self.bots[n]) for n, name in enumerate(self.names)]
        won = self.outcome.winners if self.outcome else ()
        return sorted(people, key=lambda p: (p.seat not in won, -self.rounds[-1][p.seat]))

    @property
    def rows(self) -> list[Row]:
        """What counted in this round, in the order of the rules."""
        found = dict.fromkeys([line.what for line in self.lines if line.count or line.points])
        return [self._row(what) for what in found]

    def _row(self, what: str) -> Row:
        every = [
            (line, drawn)
            for line, drawn in zip(self.lines, self.drawn, strict=True)
            if line.what == what
        ]
        pictures = {drawn for _, drawn in every}
        shared = pictures.pop() if len(pictures) == 1 else ""
        of = [[one for one in every if one[0].seat == person.seat] for person in self.ranked]
        points = [sum(line.points for line, _ in lines) for lines in of]
        least, most = min(points), max(points)
        cells = [
            Cell(
                tuple([line for line, _ in lines]),
                "" if shared or not lines else lines[0][1],
                least < brought == most > 0,
            )
            for lines, brought in zip(of, points, strict=True)
        ]
        name = str(self.game.rulebook.names["score"][what][self.lang])
        return Row(name, shared, every[0][0].clause, tuple(cells))

    def gained(self, seat: int, number: int = -1) -> int:
        """Return what a round brought a player, the last one unless another is asked for."""
        place = number % len(self.rounds)
        return self.rounds[place][seat] - (self.rounds[place - 1][seat] if place else 0)

    def won(self, seat: int, number: int) -> bool:
        """Return whether nobody got more in a round, and another less."""
        gains = [self.gained(one, number) for one in range(len(self.names))]
        return min(gains) < gains[seat] == max(gains)
