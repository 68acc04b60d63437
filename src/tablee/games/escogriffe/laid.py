"""Le Grand Escogriffe, laid for a visitor who has just come in: a figure, its ends, and a hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablee.games.escogriffe.table import TableLayout
from tablee.table.kit import Box, Choice, Inside, box, drawing, hand, motif, words
from tablee.table.look import Look
from tablee.table.posed.laid import OWN_SEAT


def lay(look: Look, choices: Sequence[str]) -> Sequence[Inside]:
    """Lay the own figure before a folding screen, the piles and the hand."""
    return LaidLayout(look).parts(choices)


class LaidLayout(TableLayout):
    """One figure that grows under the red line."""

    def parts(self, choices: Sequence[str]) -> list[Inside]:
        """Return all that lies on the table."""
        folds = box("screen", *[box("fold", tag="i")] * 3, unseen=True)
        goal = drawing(f"e-target-{self.at.target}", self.say("target", n=self.at.target), "goal")
        lane = box("lane", box("rope", tag="i", unseen=True), goal, self._grown(choices))
        label = self.say("hand_told", n=sum(n for _, n in self._held(OWN_SEAT)))
        return [folds, lane, self._aside(), hand(label, *self._offered(choices))]

    def _grown(self, choices: Sequence[str]) -> Box:
        """Return the figure; where a card of the hand may go a place is open."""
        ends = {choice.rpartition("-")[2] for choice in choices}
        rows = [
            box(self._lies(kind), self._picture(kind, cut=True), tag="li")
            for kind in self.figures[OWN_SEAT]
        ]
        above, below = (
            box(f"gap {end}", words(self.say("here"), "here") if end in ends else None)
            for end in ("head", "feet")
        )
        told = self.figure_told(OWN_SEAT)
        figure = box("grown", *rows, tag="ol", label=told)
        marks = [words(str(n), tag="i") for n in range(self.at.target, 0, -1)]
        return box(
            f"figure n{self.at.target}", box("ruler", *marks, unseen=True), above, figure, below
        )

    def _aside(self) -> Box:
        """Return the die, the stock, and what was discarded last."""
        tops = [
            self.at.piles[n][self.at.heights[n] - 1]
            for n in range(len(self.at.piles))
            if self.at.heights[n]
        ]
        piles = [
            box(f"discarded {self._lies(kind)}", self._picture(kind), tag="span") for kind in tops
        ]
        die = motif(f"e-die-{self.at.target - self.at.smallest + 1}", style="die")
        stock = box("stock", drawing("e-back"), tag="span")
        return box("aside", die, stock, *piles, label=self.say("piles"), picture=True)

    def _offered(self, choices: Sequence[str]) -> Iterator[Inside]:
        """Yield the cards of the hand, those that fit as moves."""
        fits = {choice.split("-")[1]: choice for choice in choices}
        for kind, n in self._held(OWN_SEAT):
            code, name, picture = self._code(kind), self.card_told(kind), self._picture(kind)
            style = self._lies(kind)
            if code in fits:
                yield Choice(fits.pop(code), name, (picture,), f"may {style}")
                n -= 1
            for _ in range(n):
                yield box(f"pale {style}", picture, tag="span", label=name, picture=True)
