"""L'Ascenseur in sentences: bids, who was right, reasons and the score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablee.core.rules.rulebook import Told
from tablee.core.rules.words import Words as BookWords
from tablee.core.state.position import ScoreLine

from . import advice, rules


class Words(BookWords):
    """The sentences of L'Ascenseur."""

    def tell_move(self, before: Any, code: int, lang: str, names: Sequence[str]) -> list[Told]:
        """Say what is bid, or which card is played."""
        if code < rules.BIDS:
            return super().tell_move(before, code, lang, names)
        seat, n = int(before["seat"]), code - rules.BIDS
        return [self._book.tell("bid", lang, "A5", seat, names, n=n)]

    def invite(self, before: Any, code: int, lang: str, names: Sequence[str]) -> str:
        """Return a bid or a card as it is offered."""
        if code < rules.BIDS:
            return super().invite(before, code, lang, names)
        return self._book.advise("offer", lang, n=code - rules.BIDS)

    def tell(
        self, before: Any, event: int, after: Any, lang: str, names: Sequence[str]
    ) -> list[Told]:
        """Say who takes a trick, who was right after a round, and who has won."""
        if event != rules.SCORED:
            return super().tell(before, event, after, lang, names)
        right = [seat for seat in range(after.players) if after.bids[seat] == after.won[seat]]
        line = "right" if right else "nobody"
        told = [self._book.tell(line, lang, "A14", right, names)]
        mask = int(rules.winners(after))
        won = [seat for seat in range(after.players) if mask >> seat & 1]
        return [*told, self._book.tell("won", lang, "A16", won, names)] if won else told

    def explain(self, view: Any, code: int, lang: str) -> str:
        """Say why a bid or a card is sensible."""
        seat = int(view.seat)
        n = max(0, int(view.bids[seat]) - int(view.won[seat]))
        likely = round(float(advice.likely_tricks(view, seat)))
        places = {"n": n, "likely": likely, "move": self.move(code, lang)}
        return self._book.advise(advice.reason(view, code), lang, **places)

    def sheet(self, state: Any) -> tuple[ScoreLine, ...]:
        """Say what a round brought everyone, and for how many tricks."""
        lines = []
        for seat in range(state.players):
            bid, won = int(state.bids[seat]), int(state.won[seat])
            points = int(rules.round_points(state, seat))
            what, clause = ("right", "A14") if bid == won else ("wrong", "A15")
            lines.append(ScoreLine(seat, what, won, 0, points, clause))
        return tuple(lines)
