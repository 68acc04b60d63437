"""Fourmis, laid for a visitor who has just come in: a trick on the plate, and a hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablee.games.fourmis.notation import CARD_TEXTS
from tablee.games.fourmis.table import TableLayout
from tablee.table.kit import Box, Choice, Inside, box, drawing, hand
from tablee.table.look import Look
from tablee.table.posed.laid import OWN_SEAT


def lay(look: Look, choices: Sequence[str]) -> Sequence[Inside]:
    """Lay the trick and the hand; the cards that may be played glow."""
    return LaidLayout(look).parts(choices)


class LaidLayout(TableLayout):
    """The plate and the hand, as at any table of Fourmis, and nothing else."""

    def parts(self, choices: Sequence[str]) -> list[Inside]:
        """Return what lies on the cloth."""
        cards = [self._laid(n, card) for n, card in enumerate(self.trick)]
        here = box("here", self.say("here"), unseen=True)
        dish = box("dish", here, box("laid", *cards, tag="ol"), label=self.say("trick"))
        label = self.say("your_hand", n=self.sizes[OWN_SEAT])
        return [dish, hand(label, *self._offered(choices))]

    def _offered(self, choices: Sequence[str]) -> Iterator[Choice | Box]:
        """Yield the cards of the hand."""
        for card, _ in self._own_cards(OWN_SEAT):
            text, picture = CARD_TEXTS[card], drawing(f"f-{CARD_TEXTS[card]}")
            if text in choices:
                yield Choice(text, self.named(card), (picture,), "may")
            else:
                yield box("pale", picture, tag="span", label=self.named(card), picture=True)
