"""Who is at a table now, and whether the seat on turn keeps the others waiting."""

from __future__ import annotations

import time
from collections import Counter

GRACE = 8.0
"""Seconds that a visitor counts as here after a page of theirs was last heard of."""
RESTS = 60.0
"""Seconds after which bots rest for whoever sits here and asks for nothing."""
FORGET = 15.0
"""Seconds for which it counts what another worker has said of who is here."""
CROWD = "+"
"""Begins what workers tell each other of those around a table who do not sit there."""
FEW = 10
"""So many spectators are counted one by one; a crowd is told by tens, so pages change seldom."""


class Presence:
    """The visitors around a table, at this worker and at others."""

    def __init__(self, opener: str) -> None:
        self.revision = 0
        """Counts the changes of all that is told here."""
        self.here: frozenset[str] = frozenset()
        """The visitors whose page is open."""
        self.own_here: frozenset[str] = frozenset()
        """Those of them whom this worker serves."""
        self.watching = 0
        """How many look on by a page; of a crowd, at least so many."""
        self.screens = 0
        """How many big screens show the table."""
        self.spectator_counts = (0, 0)
        """Both of them, as far as this worker serves them."""
        self.overdue = False
        """Whether the seat on turn has kept the others waiting for long."""
        self.opener_seen = time.monotonic()
        self._asked_at = -RESTS
        self._opener = opener
        self._following: Counter[str] = Counter()
        self._seen: dict[str, float] = {}
        self._elsewhere: dict[str, tuple[float, frozenset[str]]] = {}
        self._told: tuple[float, frozenset[str], tuple[int, int]] = (0.0, frozenset(), (0, 0))

    def come(self, visitor: str) -> None:
        """Note that a visitor follows the table."""
        self._following[visitor] += 1

    def leave(self, visitor: str) -> None:
        """Note that a stream has ended; its reader may be back at once, and count as here."""
        self._following[visitor] -= 1
        self.see(visitor)

    def see(self, visitor: str) -> None:
        """Note that a visitor has just looked, by a page without a stream."""
        self._seen[visitor] = time.monotonic()

    def ask(self) -> None:
        """Note that somebody who sits here has moved, or asked for the table."""
        self._asked_at = time.monotonic()

    @property
    def asked(self) -> bool:
        """Whether somebody who sits here has asked for the table, or moved, within a minute."""
        return time.monotonic() - self._asked_at < RESTS

    def update(self, waited: float, patience: float) -> bool:
        """Check who is here, and whether the wait for a person is too long; True on a change."""
        now = time.monotonic()
        self._seen = {who: at for who, at in self._seen.items() if now - at < GRACE}
        self._following = +self._following
        self.own_here = frozenset(self._seen) | frozenset(self._following)
        heard = [people for at, people in self._elsewhere.values() if now - at < FORGET]
        here = frozenset(one for one in self.own_here.union(*heard) if not one.startswith(CROWD))
        if self._opener in here:
            self.opener_seen = now
        overdue = self.overdue or waited >= patience
        changed = self._add_up_spectators([one for people in heard for one in people])
        if here == self.here and overdue == self.overdue and not changed:
            return False
        self.here, self.overdue = here, overdue
        self.revision += 1
        return True

    def _add_up_spectators(self, heard: list[str]) -> bool:
        """Add up those who look on here and elsewhere; True if that is told otherwise now."""
        told = [one.removeprefix(CROWD).split(".") for one in heard if one.startswith(CROWD)]
        watching = self.spectator_counts[0] + sum(int(looks_on) for looks_on, _ in told)
        screens = self.spectator_counts[1] + sum(int(screens) for _, screens in told)
        watching -= watching % FEW if watching > FEW else 0
        before, (self.watching, self.screens) = (self.watching, self.screens), (watching, screens)
        return before != (watching, screens)

    @property
    def to_tell(self) -> str:
        """What other workers hear of those who look on here."""
        return CROWD + ".".join(map(str, self.spectator_counts))

    def hear_of(self, worker: str, people: frozenset[str]) -> None:
        """Take in who is at this table by another worker."""
        self._elsewhere[worker] = (time.monotonic(), people)

    def forget_told(self) -> None:
        """Have other workers told again who is here."""
        self._told = (0.0, frozenset(), (0, 0))

    def must_be_told(self) -> bool:
        """Return whether other workers are to hear who is here now; they forget after a while."""
        (at, people, crowd), now = self._told, time.monotonic()
        same = (self.own_here, self.spectator_counts) == (people, crowd)
        if same and (not (people or any(crowd)) or now - at < FORGET / 3):
            return False
        self._told = (now, self.own_here, self.spectator_counts)
        return True

    def end_wait(self) -> None:
        """Note that the player who was waited for has moved."""
        if self.overdue:
            self.overdue = False
            self.revision += 1
