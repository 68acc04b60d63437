"""The verdict of a review: a tart whose slices add up, and three sentences that agree with it.

The tart is victory. Everybody has some slices at the start; what came and what went is told of
three owners: the cards, one's own choices, and the others. Sentences read the slices alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import floor

from tablee.bots.review.moments import CARDS, DEAL, OTHERS, OWN
from tablee.core.rules.phrases import Speaker

LUCK = "luck"
OWNERS: Mapping[str, tuple[str, ...]] = {LUCK: (DEAL, CARDS), OWN: (OWN,), OTHERS: (OTHERS,)}
"""The parts of a review that each owner answers for."""
EACH, EACH_OF_MANY, MANY = 3, 2, 5
"""Slices of everybody at the start; fewer from so many players on."""
MOSTLY = 0.5
"""The part of what the others did that a round must hold to be named."""


@dataclass(frozen=True)
class Share:
    """Slices that came from an owner or went by it."""

    owner: str
    slices: int


@dataclass(frozen=True)
class Tart:
    """Victory in slices: so many at the start, what each owner changed, and what is left."""

    total: int
    start: int
    end: int
    by: Mapping[str, int]

    @property
    def came(self) -> list[Share]:
        """What lies in the upper row beside the start."""
        return [Share(owner, n) for owner, n in self.by.items() if n > 0]

    @property
    def went(self) -> list[Share]:
        """What was eaten of it, in the lower row; nothing leaves it empty."""
        return [Share(owner, -n) for owner, n in self.by.items() if n < 0]

    @property
    def result(self) -> str:
        """How it ended: won, shared or lost."""
        if not self.end:
            return "lost"
        return "won" if self.end == self.total else "shared"

    @property
    def length(self) -> int:
        """The slices of a row: both are equally long."""
        return self.start + sum(share.slices for share in self.came)


def whole(players: int, partners: int, winners: int, mine: bool) -> Tart:
    """Return the tart of a seat as it is known before any review: start and end are whole."""
    each = EACH if players < MANY else EACH_OF_MANY
    while each * players * partners % winners:
        each += 1
    total = each * players
    return Tart(total, each * partners, total * partners // winners if mine else 0, {})


def cut(tart: Tart, partners: int, parts: Mapping[str, float]) -> Tart:
    """Tell what each owner changed in whole slices, rounded so that they close the tart."""
    each = tart.total * partners
    exact = {owner: each * sum(parts[part] for part in of) for owner, of in OWNERS.items()}
    return replace(tart, by=close(exact, tart.end - tart.start))


def close(exact: Mapping[str, float], total: int) -> dict[str, int]:
    """Round to whole numbers by the largest remainder, so that they add up; no sign changes."""
    least = {name: floor(value + 1e-9) for name, value in exact.items()}
    nearest = sorted(exact, key=lambda name: least[name] - exact[name])
    left = nearest[: total - sum(least.values())]
    return {name: n + (name in left) for name, n in least.items()}


@dataclass(frozen=True)
class Verdict:
    """What three sentences are made from."""

    tart: Tart
    cost: float | None
    """What the dearest choice cost, in slices; nothing where no choice did."""
    found: bool = False
    """Whether a choice was the best by far."""
    round: int = 0
    """The round in which the others took most of what they took; 0 if there is none."""
    who: str = ""
    """Whose match it was, unless it is told to that very person."""

    def tell(self, ui: Speaker) -> tuple[str, str, str]:
        """Return the result beside the cards, who did what, and the one moment."""
        head = ui(f"verdict_{self.tart.result}_{self.cards}")
        if self.who:
            head = ui("verdict_of", who=self.who, what=head[:1].lower() + head[1:])
        name = f"moment_{self.moment}"
        moment = ui(self._of(name) if self.slices else name, n=self.slices)
        return head, _sentence(self._deeds(ui)), moment

    @property
    def cards(self) -> str:
        """What the cards have to do with it."""
        luck, rest = self.tart.by[LUCK], (self.tart.by[OWN], self.tart.by[OTHERS])
        if not luck:
            return "plain"
        if self.tart.end:
            return "despite" if luck < 0 else "thanks" if luck >= max(rest) else "helped"
        return "despite" if luck > 0 else "lacking" if luck <= min(rest) else "unhelped"

    @property
    def slices(self) -> int:
        """What the dearest choice cost in whole slices."""
        return round(self.cost or 0)

    @property
    def moment(self) -> str:
        """Which moment is shown."""
        if self.cost is None:
            return "found" if self.found else "none"
        if not self.slices:
            return "little"
        return "though" if self.tart.by[OWN] > 0 else "dear"

    def _deeds(self, ui: Speaker) -> Iterator[str]:
        """Yield who did what, first those who moved more slices."""
        own, others = self.tart.by[OWN], self.tart.by[OTHERS]
        if not own and not others:
            yield ui(self._of("deed_nobody"))
            return
        first, second = (OWN, OTHERS) if abs(own) >= abs(others) else (OTHERS, OWN)
        yield self._deed(ui, first)
        if self.tart.by[second]:
            yield ui("deed_and" if own * others > 0 else "deed_but")
            yield self._deed(ui, second)

    def _deed(self, ui: Speaker, owner: str) -> str:
        n = self.tart.by[owner]
        told = ui(self._of(f"deed_{owner}_{'gave' if n > 0 else 'took'}"), n=abs(n))
        when = ui("deed_mostly", n=self.round) if owner == OTHERS and n < 0 and self.round else ""
        return f"{told}{when}"

    def _of(self, name: str) -> str:
        return f"{name}_of" if self.who else name


def _sentence(parts: Iterator[str]) -> str:
    told = "".join(parts)
    return f"{told[:1].upper()}{told[1:]}."


def worst_round(by_round: Mapping[int, float]) -> int:
    """Return the round in which the others took at least half of what they took; 0 if none."""
    taken = {n: -part for n, part in by_round.items() if part < 0}
    if len(by_round) < 2 or not taken:
        return 0
    worst = max(taken, key=lambda n: taken[n])
    return worst if taken[worst] >= MOSTLY * sum(taken.values()) else 0
