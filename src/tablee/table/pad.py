"""A score pad for people who have the cards: what a round asks of them, and how it is counted.

A game declares its pad as `PAD` in the `pad.py` of its package, with its phrases in `pad.toml`. The
pad asks what lies on the table when a round is over and lays it into the game's own record; the
rules count it. A game without one has its points added up as they are typed in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tablee.core import compiled
from tablee.core.arrays import np
from tablee.core.game import Game
from tablee.core.header import NOBODY
from tablee.core.rules.phrases import Phrases, Speaker
from tablee.core.rules.rulebook import Told
from tablee.core.state.position import ScoreLine

Answers = Mapping[str, int]
"""What was said to each question of a round, by its name."""
Totals = tuple[int, ...]
MOST = 999
"""Points that can be typed in for a round."""
MOST_PLAYERS = 8


@dataclass(frozen=True)
class Count:
    """A question of how many."""

    name: str
    label: str
    most: int
    picture: str = ""
    """What is counted, as `house/render/scenes.py` draws it."""
    least: int = 0
    asked: bool = True
    """Whether it makes a difference, given the other answers."""

    def allows(self, value: int) -> bool:
        """Return whether a number is an answer."""
        return self.least <= value <= self.most


@dataclass(frozen=True)
class Answer:
    """One thing that can be chosen."""

    value: int
    label: str
    picture: str = ""
    rare: bool = False
    """Whether it is seldom chosen."""


@dataclass(frozen=True)
class Die:
    """A die that can answer a question."""

    faces: int
    plus: int
    picture: str
    """The part of the game's drawings for a face, such as `e-die-{face}`."""


@dataclass(frozen=True)
class Choice:
    """A question with one answer out of some; 0 is none yet."""

    name: str
    label: str
    answers: tuple[Answer, ...]
    hint: str = ""
    die: Die | None = None
    asked: bool = True

    def allows(self, value: int) -> bool:
        """Return whether a number is an answer, or none yet."""
        return value == 0 or any(answer.value == value for answer in self.answers)


Question = Count | Choice


@dataclass(frozen=True)
class Panel:
    """Questions that are asked together: about a seat, or about the table."""

    id: str
    title: str
    questions: tuple[Question, ...]
    seat: int | None = None
    picture: str = ""
    """What the answers make, drawn; as `house/render/scenes.py` reads it."""
    beds: int = 0
    """Places that the counted things fill, where they lie side by side."""


@dataclass(frozen=True)
class Flaw:
    """Why a round cannot be counted yet, or what seems strange about it."""

    phrase: str
    clause: str = ""
    panel: str = ""
    """The id of the questions that it is about; none for the table."""
    places: Mapping[str, object] = field(default_factory=dict)
    mild: bool = False
    """Whether it is said, and the round counted all the same."""


@dataclass(frozen=True)
class Ask:
    """What the questions are made from: the table, the people, a language, the answers so far."""

    game: Game
    record: Any
    names: Sequence[str]
    say: Speaker
    at: Answers


@dataclass(frozen=True)
class Counted:
    """What a round has come to."""

    opener: int
    """Who began it; the number of players for a ghost, or -1 where the pad does not know."""
    points: Totals
    totals: Totals
    told: tuple[Told, ...] = ()
    sheet: tuple[ScoreLine, ...] = ()
    drawn: tuple[str, ...] = ()
    """The picture of each line."""
    winners: tuple[int, ...] = ()
    """Who has won the match with it; nobody while it goes on."""
    over: bool = False
    asks: str = ""
    """What must still be said before there is a winner."""


class Pad:
    """How a game asks for a round; counting is the rules' business."""

    options: tuple[str, ...] = ()
    """The options of the game that matter for its points."""
    word = "round"
    """What people call what is counted at once: a round, or a game."""
    unit = ""
    """The phrase for so many points, if the game has a name for them."""
    begins = ""
    """The clause that says who begins."""
    notes: tuple[str, ...] = ()
    """Clauses that people who count should know of."""

    def panels(self, ask: Ask) -> list[Panel]:
        """Return the questions of a round; their names must not depend on the answers."""
        raise NotImplementedError

    def flaws(self, ask: Ask) -> Iterator[Flaw]:
        """Yield what is missing, or cannot be."""
        return iter(())

    def lay(self, record: Any, number: int, at: Answers) -> None:
        """Lay a round into the record, as it is before the rules count it."""
        raise NotImplementedError

    def picture(self, line: ScoreLine, record: Any) -> str:
        """Return the picture of a line of a round, for `house/render/scenes.py`; or nothing."""
        return ""

    def opener(self, record: Any) -> int:
        """Return who begins a round that has just been dealt."""
        return int(record.turn)

    def unsettled(self, record: Any, at: Answers) -> str:
        """Return the phrase that asks for what decides the match, where it was left open."""
        return ""

    def count(self, match: Match, number: int, at: Answers, was: Totals) -> Counted:
        """Count a round by the rules, and bring the record of the match to the next one."""
        records, game = match.records, match.game
        opener = match.opener()
        self.lay(records[0], number, at)
        records[0].seat = NOBODY
        before = compiled.copy_of(records)
        event = compiled.step_first(records)
        if event not in game.scored:
            raise ValueError(f"{game.name}: the pad laid nothing that the rules can count.")
        totals, mask = _scores(records), int(compiled.winners_first(records))
        told = game.words.tell(before[0], event, records[0], match.lang, match.names)
        sheet, points = game.words.sheet(before[0]), _minus(totals, was)
        drawn = tuple([self.picture(line, before[0]) for line in sheet])
        asks = self.unsettled(records[0], at) if mask else ""
        if asks:  # neither the tie nor the winner is told
            return Counted(opener, points, totals, tuple(told[:-2]), sheet, drawn, (), True, asks)
        winners = tuple(n for n in range(len(totals)) if mask >> n & 1)
        return Counted(opener, points, totals, tuple(told), sheet, drawn, winners, bool(mask))


def _minus(totals: Totals, was: Totals) -> Totals:
    return tuple(now - then for now, then in zip(totals, was, strict=True))


def _scores(records: compiled.Records) -> Totals:
    players = int(records[0].players)
    points = np.zeros(MOST_PLAYERS, np.int64)
    compiled.scores_first(records, points)
    return tuple(int(n) for n in points[:players])


class PlainPad(Pad):
    """The pad of a game that declares none: everyone's points, as they are typed in."""

    def panels(self, ask: Ask) -> list[Panel]:
        """Ask for everyone's points."""
        return [
            Panel(f"s{seat}", name, (Count(f"s{seat}.points", name, MOST, least=-MOST),), seat)
            for seat, name in enumerate(ask.names)
        ]

    def count(self, match: Match, number: int, at: Answers, was: Totals) -> Counted:
        """Add the points up; when the match is over, only the people know."""
        points = tuple(at[f"s{seat}.points"] for seat in range(len(match.names)))
        return Counted(-1, points, tuple(a + b for a, b in zip(was, points, strict=True)))


PLAIN = PlainPad()


@dataclass
class Match:
    """A match that people play with the cards, as the rules know it after some rounds."""

    game: Game
    names: Sequence[str]
    options: Mapping[str, str]
    lang: str
    records: compiled.Records = field(init=False)

    def __post_init__(self) -> None:
        self.pad = pad_of(self.game)
        self.records = self.game.blank(len(self.names), **self.options)
        compiled.deal_first(self.records)

    def ask(self, at: Answers) -> Ask:
        """Return what the questions of the next round are made from."""
        say = phrases_of(self.game).speak(self.lang)
        return Ask(self.game, self.records[0], self.names, say, at)

    def questions(self) -> list[Question]:
        """Return all questions of a round, in the order in which they are written down."""
        panels = self.pad.panels(self.ask(defaultdict(int)))
        return [question for panel in panels for question in panel.questions]

    def count(self, rounds: Sequence[Answers]) -> list[Counted]:
        """Count rounds; none after the one with which the match is over."""
        found: list[Counted] = []
        totals: Totals = (0,) * len(self.names)
        for number, at in enumerate(rounds, 1):
            found.append(self.pad.count(self, number, at, totals))
            totals = found[-1].totals
            if found[-1].over:
                break
        return found

    def opener(self) -> int:
        """Return who begins the next round, as the rules deal it; -1 where only people know."""
        if self.pad is PLAIN:
            return -1
        dealt = compiled.copy_of(self.records)
        compiled.step_first(dealt)
        return self.pad.opener(dealt[0])


@cache
def pad_of(game: Game) -> Pad:
    """Return the pad of a game: the `PAD` in the `pad.py` of its package, or the plain one."""
    own = f"{game.package}.pad"
    found: Pad = import_module(own).PAD if find_spec(own) else PLAIN
    return found


@cache
def phrases_of(game: Game) -> Phrases:
    """Return what a game's pad says."""
    path = game.folder / "pad.toml"
    return Phrases(*([path] if path.exists() else []), spoken=game.rulebook.languages)
