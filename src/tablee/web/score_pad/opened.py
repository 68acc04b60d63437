"""A score sheet as a page shows it: the round that is being noted, the board, its addresses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlencode

from tablee.core.game import Game
from tablee.core.state.position import ScoreLine
from tablee.house.ports.pads import SharedPad
from tablee.house.render import templating
from tablee.table.kit import signed
from tablee.table.pad import Counted, Flaw, Match, Panel, phrases_of
from tablee.table.people import Person
from tablee.web.score_pad.pad_text import Sheet


@dataclass(frozen=True)
class Row:
    """A player's place on the score board."""

    person: Person
    total: int
    points: int | None
    first: bool


@dataclass(frozen=True)
class Opened:
    """A score sheet on a page, with the round that is being noted."""

    sheet: Sheet
    lang: str
    number: int
    draft: Mapping[str, int] | None = None
    on: str = ""
    """The panel that is open."""
    live: SharedPad | None = None
    """Where several devices write it."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.sheet.game

    @cached_property
    def at(self) -> Mapping[str, int]:
        """The answers of the round: what is being said, or was noted before."""
        if self.draft is not None:
            return self.draft
        if self.number <= len(self.sheet.rounds):
            return self.sheet.rounds[self.number - 1]
        return dict.fromkeys(self.sheet.questions, 0)

    @cached_property
    def match(self) -> Match:
        """The match after all rounds that are noted."""
        return self.sheet.match(self.lang)

    @cached_property
    def counted(self) -> list[Counted]:
        """What the rules make of them."""
        return self.match.count(self.sheet.rounds)

    @property
    def last(self) -> Counted | None:
        """The last round that counts."""
        return self.counted[-1] if self.counted else None

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.last is not None and self.last.over

    @property
    def corrects(self) -> bool:
        """Whether the round has been noted before."""
        return self.number <= len(self.sheet.rounds)

    @property
    def asks(self) -> bool:
        """Whether there is a round to note."""
        return self.corrects or not self.over

    @cached_property
    def fresh(self) -> Match:
        """The match before its first round, from which the questions are made."""
        return self.sheet.match(self.lang)

    @cached_property
    def panels(self) -> list[Panel]:
        """The questions of the round."""
        return self.match.pad.panels(self.fresh.ask(self.at))

    @cached_property
    def flaws(self) -> list[Flaw]:
        """What is missing, or strange."""
        return list(self.match.pad.flaws(self.fresh.ask(self.at)))

    @property
    def ready(self) -> bool:
        """Whether the round can be counted."""
        return all(flaw.mild for flaw in self.flaws)

    def says(self, flaw: Flaw) -> str:
        """Return a flaw in words."""
        return phrases_of(self.game).speak(self.lang)(flaw.phrase, **flaw.places)

    @cached_property
    def would(self) -> Counted | None:
        """What the round would come to with these answers; None where it does not count."""
        rounds = list(self.sheet.rounds)
        rounds[self.number - 1 : self.number] = [dict(self.at)]
        counted = self.sheet.match(self.lang).count(rounds)
        return counted[self.number - 1] if self.number <= len(counted) else None

    def worth(self, panel: Panel) -> str:
        """Return the points of a panel's seat so far, as far as they are sure."""
        hard = {flaw.panel for flaw in self.flaws if not flaw.mild}
        if panel.seat is None or self.would is None or hard & {"", f"s{panel.seat}", panel.id}:
            return ""
        return signed(self.would.points[panel.seat]) if panel.id == f"s{panel.seat}" else ""

    @cached_property
    def board(self) -> list[Row]:
        """All players, the highest total first."""
        people = [Person(n, name) for n, name in enumerate(self.sheet.names)]
        if self.last is None:
            return [Row(person, 0, None, False) for person in people]
        totals, points = self.last.totals, self.last.points
        first = self.last.winners if self.over else _best(totals)
        rows = [Row(p, totals[p.seat], points[p.seat], p.seat in first) for p in people]
        return sorted(rows, key=lambda row: (-row.total, not row.first, row.person.seat))

    @property
    def lines(self) -> list[tuple[Row, list[tuple[ScoreLine, str, str]]]]:
        """How each player's last points came about: each line with its picture and its name."""
        assert self.last is not None
        named = self.game.rulebook.names.get("score", {})
        return [
            (
                row,
                [
                    (line, drawn, str(named[line.what][self.lang]))
                    for line, drawn in zip(self.last.sheet, self.last.drawn, strict=True)
                    if line.seat == row.person.seat
                ],
            )
            for row in self.board
        ]

    @property
    def begins(self) -> str:
        """Who begins the next round; nothing where only the people know."""
        opener = self.match.opener() if not self.over else -1
        names = self.sheet.names
        if opener == len(names):
            return phrases_of(self.game).speak(self.lang)("other_opener")
        return names[opener] if opener >= 0 else ""

    @property
    def what(self) -> str:
        """What a round is called in this game."""
        return templating.speak(self.lang)(f"pad_word_{self.match.pad.word}")

    @property
    def told(self) -> str:
        """The score in a sentence, for those who listen."""
        ui = templating.speak(self.lang)
        if self.last is None:
            return ""
        stand = ", ".join(f"{row.person.name} {row.total}" for row in self.board)
        told = ui("pad_stands", what=self.what, n=len(self.counted), stand=stand)
        return f"{told} {self.last.told[-1].sentence}" if self.last.winners else told

    @property
    def home(self) -> str:
        """Where the sheet's form is posted."""
        return f"/pad/live/{self.live.name}" if self.live else f"/pad/{self.game.name}"

    def path(self, **more: object) -> str:
        """Return the address of this sheet."""
        if self.live is None:
            return address(self.sheet, **more)
        return f"{self.home}?{urlencode(more)}" if more else self.home

    @property
    def undo(self) -> str:
        """The address of the sheet as it was before the last note."""
        return address(self.sheet.undone())

    @property
    def strike(self) -> str:
        """The address of the sheet without the round that is being corrected."""
        return address(self.sheet.struck(self.number))

    @property
    def again(self) -> str:
        """What asks for a new sheet for the same people."""
        return urlencode({"again": str(replace(self.sheet, notes=()))}, safe="~:.")


def _best(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return who leads; empty where all are equal."""
    best = [seat for seat, total in enumerate(totals) if total == max(totals)]
    return tuple(best) if len(best) < len(totals) else ()


def address(sheet: Sheet, **more: object) -> str:
    """Return the address of a score sheet."""
    facts = {"p": str(sheet), **{name: value for name, value in more.items() if value}}
    return f"/pad/{sheet.game.name}?{urlencode(facts, safe='~:.')}"


def opened_at(sheet: Sheet, lang: str, number: int, draft: str = "", on: str = "") -> Opened:
    """Return a sheet with a round open; a new one where there is none of that number."""
    last = len(sheet.rounds) + 1
    said = sheet.read(draft) if draft else None
    return Opened(sheet, lang, number if 0 < number <= last else last, said, on)
