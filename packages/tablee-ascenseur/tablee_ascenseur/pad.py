"""The score pad of L'Ascenseur, for people with a real deck: bids and tricks, floor by floor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablee.core.state.position import ScoreLine
from tablee.table.pad import Answers, Ask, Count, Flaw, Pad, Panel

from . import rules


class LiftPad(Pad):
    """Asks what everyone has bid and taken."""

    options = ("ride", "last", "scoring")
    begins = "A9"

    def panels(self, ask: Ask) -> list[Panel]:
        """Return two questions for each seat."""
        return [self._panel(ask, seat, name) for seat, name in enumerate(ask.names)]

    def _panel(self, ask: Ask, seat: int, name: str) -> Panel:
        most = _floor(ask.record)
        counts = (
            Count(f"s{seat}.bid", ask.say("bid"), most),
            Count(f"s{seat}.won", ask.say("won"), most),
        )
        return Panel(f"s{seat}", name, counts, seat)

    def flaws(self, ask: Ask) -> Iterator[Flaw]:
        """Yield that not all tricks are counted, or that the bids come out even."""
        n, seats = _floor(ask.record), range(len(ask.names))
        won = sum(ask.at[f"s{seat}.won"] for seat in seats)
        if won != n:
            yield Flaw("tricks", "A12", places={"won": won, "n": n})
        elif ask.record.last == 0 and sum(ask.at[f"s{seat}.bid"] for seat in seats) == n:
            yield Flaw("even", "A7", places={"n": n}, mild=True)

    def lay(self, record: Any, number: int, at: Answers) -> None:
        """Lay the bids and the tricks of a floor, all cards played."""
        record.rounds, record.phase = number, rules.PLAYING
        record.hands[:] = 0
        record.played = 0
        for seat in range(int(record.players)):
            record.bids[seat], record.won[seat] = at[f"s{seat}.bid"], at[f"s{seat}.won"]

    def picture(self, line: ScoreLine, record: Any) -> str:
        """Return no picture: a bid is a number."""
        return ""

    def opener(self, record: Any) -> int:
        """Return who leads."""
        return int(record.leader)


def _floor(record: Any) -> int:
    """Return how many tricks the next round has."""
    n, top = int(record.rounds) + 1, int(record.top)
    return top + 1 - n if record.ride == 1 else min(n, 2 * top - n)


PAD = LiftPad()
