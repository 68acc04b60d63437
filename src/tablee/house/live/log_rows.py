"""The log as a page shows it: a heading for each round, a row of small cards for each trick.

A row ends where a trick does, or when its first player begins another turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from tablee.core.game import Game
from tablee.core.rules.rulebook import Told
from tablee.core.state.position import Move, State
from tablee.house.render.scenes import scene
from tablee.table.sights import sights_of

NOTHING_SAID: Mapping[int, list[str]] = {}


@dataclass(frozen=True)
class Step:
    """A move as a log tells it, with what followed by itself."""

    ply: int
    seat: int
    picture: str
    sign: str
    round: int
    """The round after it."""
    full: bool
    """Whether there was something to see before it went on: a full trick, counted points."""
    told: tuple[Told, ...]

    @classmethod
    def of(
        cls, before: State, move: Move, ply: int, round_: int, full: bool, told: Sequence[Told]
    ) -> Step:
        """Read a move from the state before it, with what was told of it."""
        sights, record = sights_of(before.game), before.record
        drawn = sights.picture(record, move.code), sights.sign(record, move.code)
        return cls(ply, before.seat or 0, *drawn, round_, full, tuple(told))


@dataclass(frozen=True)
class Deed:
    """What a player did, in a small picture and in words."""

    ply: int
    seat: int
    picture: Markup
    sign: str
    told: Told


@dataclass
class Row:
    """A trick, or a turn of everybody."""

    deeds: list[Deed] = field(default_factory=list)
    notes: list[Told] = field(default_factory=list)
    """What happened by itself after them."""
    said: list[str] = field(default_factory=list)
    """What people said meanwhile, or took back."""
    full: bool = False

    def takes(self, step: Step) -> bool:
        """Return whether a move still belongs to it."""
        seats = [deed.seat for deed in self.deeds]
        again = step.seat in seats and seats[-1] != step.seat
        return not self.full and not again


@dataclass
class Round:
    """A round: how it was dealt, and its rows."""

    number: int
    dealt: list[Told]
    said: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)


def rounds_of(
    game: Game,
    dealt: Sequence[Told],
    steps: Iterable[Step],
    since: int = 0,
    said: Mapping[int, list[str]] = NOTHING_SAID,
) -> list[Round]:
    """Return the rounds of a match, or what has happened in them since a ply."""
    found, number = [Round(1, [] if since else _worth(dealt), said.get(since, []))], 0
    for step in steps:
        told = _worth(step.told)
        begins = step.round != (number or step.round)
        number = step.round
        dealt = [told.pop()] if begins and told else []
        if step.ply > since:
            _add(game, found[-1].rows, step, told)
            found[-1].rows[-1].said += said.get(step.ply, [])
        if begins:
            found.append(Round(len(found) + 1, dealt if step.ply > since else []))
    return [one for one in found if one.rows or one.dealt or one.said]


def _add(game: Game, rows: list[Row], step: Step, told: list[Told]) -> None:
    if not rows or not rows[-1].takes(step):
        rows.append(Row())
    row = rows[-1]
    if told and told[0] is step.told[0]:
        picture = scene(game, step.picture) if step.picture else Markup()
        row.deeds.append(Deed(step.ply, step.seat, picture, step.sign, told.pop(0)))
    row.notes += told
    row.full = step.full


def _worth(told: Sequence[Told]) -> list[Told]:
    """Return what is worth a word."""
    return [one for one in told if not one.minor]
