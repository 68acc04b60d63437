"""The table of L'Ascenseur: the plain one, with a lift, the trick, and what everyone has bid."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.core.rules.rulebook import capital
from tablee.table.default import MIDDLE, TableLayout
from tablee.table.kit import Box, Face, Table, Voice, box, card, listed, place, thing, words
from tablee.table.look import Look

from . import rules


def lay(look: Look) -> Table:
    """Lay a view of L'Ascenseur out."""
    return Lift(look).table()


class Lift(TableLayout):
    """One view of it."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.style = f"any ascenseur{' bidding' if self.at.phase == rules.BIDDING else ''}"

    def before(self, seat: int) -> Iterator[Box]:
        """Yield what a seat has bid, trick by trick, and how many cards it holds."""
        bid, won = self.at.bids[seat], self.at.won[seat]
        if bid < 0:
            yield box("bid open", "…", label=self.look.say("no_bid"), picture=True, tag="span")
        else:
            state = "short" if won < bid else "right" if won == bid else "over"
            dots = [box("won" if n < won else "", tag="i") for n in range(max(bid, won))]
            told = self.look.say("has", won=won, bid=bid)
            number = words(f"{won}/{bid}", tag="b")
            yield Box(f"bid {state}", (number, *dots), "span", label=told, picture=True)
        hidden = super().before(seat)
        yield from [one for one in hidden if {"held-by", "open-hand"} & {*one.style.split()}]

    def middle(self) -> Box:
        """Return the lift, what is trumps, and the trick."""
        spot = place(MIDDLE + "-spot", self.look.ui("middle"), style="spot")
        inside = spot, self._lift(), self._trumps(), self._trick()
        label = self.look.ui("middle")
        return box("middle", *inside, tag="section", id=MIDDLE, label=label)

    def _lift(self) -> Box:
        """Return the floors, with the lift where it is."""
        here, top = self._floor, self.at.top
        floors = [box("at-floor" if n == here else "", str(n), tag="li") for n in range(top, 0, -1)]
        told = self.look.say("lift", n=here)
        return Box("lift", (Box("", floors, "ol", unseen=True),), "div", "lift", told, picture=True)

    @property
    def _floor(self) -> int:
        return int(rules.floor_of(self.look.record))

    def _trumps(self) -> Box:
        suit = int(rules.trumps(self.look.record))
        if self.at.turned:
            text = rules.CARDS[self.at.turned.bit_length() - 1]
        else:
            text = rules.CARDS[suit.bit_length() - 1] if suit else ""
        if not text:
            return box("aside", words(self.look.say("no_trumps"), "caption"), id="trumps")
        said = capital(self.look.game.words.thing(text, self.look.lang))
        shown = thing("t-trumps", said, card(text), still=True)
        return box("aside", shown, words(self.look.say("trumps"), "caption"), id="trumps")

    def _trick(self) -> Box:
        """Return the cards of the trick, each with the face of whoever played it."""
        cards = [self._laid_by(n, one) for n, one in enumerate(self.at.trick[: self.at.played])]
        return box("trick", listed(cards, f"n{self.look.view.players}"), id="trick")

    def _laid_by(self, number: int, one: int) -> Box:
        players, record = self.look.view.players, self.look.record
        who, best = (self.at.leader + number) % players, int(rules.best_of_trick(record))
        told = self.look.say(
            "best_by" if one == best else "laid_by", card=self.said(one), who=self.look.name(who)
        )
        goes = f"seat-{self._taker()}" if self.at.played == players else ""
        text = rules.CARDS[one]
        laid = thing(f"c-{text}", told, card(text), came=f"seat-{who}", goes=goes, still=True)
        style = f"by s{who}{' best' if one == best else ''}"
        return box(style, laid, box("who", Face(who), tag="span", unseen=True))

    def _taker(self) -> int:
        """Return who takes the trick as it lies."""
        best = int(rules.best_of_trick(self.look.record))
        place = list(self.at.trick[: self.at.played]).index(best)
        return int((self.at.leader + place) % self.look.view.players)

    def choices(self) -> Box:
        """Return the numbers that may be bid."""
        spots = [
            thing(g.thing, self.sentence(g.move), words(g.move), style="choice number")
            for g in self.gestures()
            if g.thing == g.place
        ]
        return box("choices", *spots, tag="section", id="choices", label=self.look.ui("choices"))

    def status(self) -> str:
        """Return the floor and the round."""
        every = int(rules.last_round(self.look.record))
        return self.look.say("floor", n=self._floor, of=self.at.rounds, all=every)

    def voice(self) -> Voice:
        """Return what the host says: what to bid, or how many tricks are missing."""
        say, at = self.look.say, self.at
        if at.phase == rules.PLAYING and at.played == self.look.view.players:
            return Voice(say("takes_it", who=self.look.name(self._taker())), "", "A12")
        if at.phase == rules.DEALING:
            return Voice(say("counted"), "", "A14")
        if at.phase == rules.BIDDING and self.look.mine:
            bid = sum(n for n in at.bids[: self.look.view.players] if n >= 0)
            return Voice(say("your_bid"), say("sum", n=bid, all=self._floor), "A5")
        if at.phase == rules.PLAYING and self.look.mine:
            missing = at.bids[self.look.me] - at.won[self.look.me]
            words_ = "missing" if missing > 0 else "enough" if missing == 0 else "over"
            return Voice(self.look.ui("your_turn"), say(words_, n=abs(missing)), "A1")
        return super().voice()
