"""A match as one seat lived it: what it saw after each event, and what it decided.

Every event has one owner: the deal of a round; the cards that came, which is what chance does
just before the seat decides; the seat's own choice; and the others for all the rest, their cards
and what is shown at the end of a round among it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tablee.bots.review.values import Regular, known_share
from tablee.bots.search.playout import MOST_SEATS
from tablee.core.arrays import np
from tablee.core.compiled import (
    Records,
    copy_of,
    deal_first,
    hide_first,
    put_first,
    stage,
    step_first,
)
from tablee.core.posed import POSITION
from tablee.core.record import Record
from tablee.core.state.position import Move, State, View

DEAL, CARDS, OTHERS, OWN = "deal", "cards", "others", "own"
PARTS = (DEAL, CARDS, OTHERS, OWN)


@dataclass(frozen=True)
class Moment:
    """How it stood for a seat after an event, and the move that it made then, if it had to."""

    part: str
    """Who owns the event that led here."""
    ply: int
    round: int
    view: View
    move: Move | None = None
    known: float | None = None
    """The value, where it needs no play-outs: between rounds, and at the end."""


def moments_of(record: Record, seat: int, regular: Regular) -> Iterator[Moment]:
    """Walk through a match that is over; the first moment is after the first deal."""
    records = _start_of(record)
    walk = _Walk(record, seat, regular, records)
    yield from walk.follow(0, None)
    for ply, move in enumerate(record.moves):
        mine = int(records["seat"][0]) == seat
        put_first(records, move.code)
        yield from walk.follow(ply + 1, None if mine else OTHERS)


def _start_of(record: Record) -> Records:
    """Return the record of the first moment: just after the deal, or where the match began."""
    if record.options.get(POSITION):
        return copy_of(next(record.states()).records)
    records = record.game.blank(record.players, **record.options)
    records["key"][0] = np.frombuffer(record.key, dtype="<u8")
    deal_first(records)
    return records


@dataclass(frozen=True)
class _Walk:
    record: Record
    seat: int
    regular: Regular
    records: Records

    def follow(self, ply: int, part: str | None) -> Iterator[Moment]:
        """Run what follows a move; `part` owns what has changed for the seat so far."""
        drawn: Records | None = None  # the moment before chance decided something
        while True:
            before = copy_of(self.records)
            if not step_first(self.records):
                break
            if self.records["draws"][0] == before["draws"][0]:
                continue
            if stage(self.records[0]) != stage(before[0]):
                if ply:
                    yield self._known(part or OTHERS, ply, stage(before[0]))
                part, drawn = DEAL, None
            else:
                drawn = before if drawn is None else drawn
        decides = self.records["seat"][0] == self.seat
        if self.records["seat"][0] < 0:
            yield self._known(part or OTHERS, ply, stage(self.records[0]))
            return
        if drawn is not None and decides:
            if part:
                yield self._moment(part, ply, drawn)
            part = CARDS
        if part or decides:
            yield self._moment(part or OTHERS, ply, self.records)

    def _view(self, records: Records) -> View:
        return State(self.record.game, copy_of(records)).view(self.seat)

    def _moment(self, part: str, ply: int, records: Records) -> Moment:
        decides = records["seat"][0] == self.seat
        move = self.record.moves[ply] if decides else None
        return Moment(part, ply, int(stage(records[0])), self._view(records), move)

    def _known(self, part: str, ply: int, round_: int) -> Moment:
        """Return the moment at which a round is over, valued as the next round will find it."""
        hide_first(seen := copy_of(self.records), self.seat)
        value = known_share(seen, self.seat, self.regular.sure, np.zeros(MOST_SEATS))
        return Moment(part, ply, int(round_), self._view(self.records), known=float(value))
