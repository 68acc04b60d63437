"""The match at a table: its moves, those taken back, and the state to which they lead."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from tablee.core.origin import Origin
from tablee.core.record import commitment_of
from tablee.core.state.position import Move, State
from tablee.house.clock import now
from tablee.house.tables.takeback import NO_REQUEST, TakebackRequest


@dataclass
class TurnClock:
    """When the turn began: by a clock that no one sets, and by the date, for matches by the day."""

    began: float = field(default_factory=time.monotonic)
    began_at: int = field(default_factory=now)

    def restart(self) -> None:
        """Begin another turn."""
        self.began, self.began_at = time.monotonic(), now()


@dataclass(eq=False)
class Match:
    """What was played; without a state, the cards are not dealt."""

    origin: Origin | None = None
    """Where the key comes from; older tables have none."""
    key: bytes | None = None
    """Determines all luck of the deal."""
    state: State | None = None
    before: State | None = None
    """The state before the last move, as long as that may be taken back."""
    moves: list[Move] = field(default_factory=list)
    movers: bytearray = field(default_factory=bytearray)
    """The seat that played each move."""
    taken: list[tuple[int, int, Move]] = field(default_factory=list)
    """The moves that were taken back: the ply that each had answered, its seat, the move."""
    takeback_request: TakebackRequest = NO_REQUEST
    stored_rows: int = 0
    """How much the store has of it: its moves, and what was said about taking back."""
    outdated: bool = False
    """Whether it has reached a point where its rules differ from today's."""
    same_cards: bool = False
    """Whether another table of an evening still plays these cards."""
    clock: TurnClock = field(default_factory=TurnClock)

    @property
    def commitment(self) -> str | None:
        """The fingerprint of the house's secret, from the opening on; of old, that of the key."""
        if self.origin is not None:
            return self.origin.promise
        return commitment_of(self.key) if self.key else None

    def advance(self, seat: int, move: Move, after: State) -> None:
        """Add a move that is stored."""
        self.stored_rows += 1
        self.before, self.state = self.state, after
        self.takeback_request = NO_REQUEST
        self.moves.append(move)
        self.movers.append(seat)
        self.clock.restart()

    def take_back(self) -> None:
        """Remove the last move."""
        if self.before is not None:
            self.taken.append((len(self.moves) - 1, self.movers.pop(), self.moves.pop()))
            self.state, self.before = self.before, None
            self.clock.restart()
