"""What a view of Le Grand Escogriffe shows, and how its host says it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from tablee.core.bits import members
from tablee.games.escogriffe import Escogriffe, rules, state
from tablee.table.kit import Voice
from tablee.table.look import Look, public


class Reading:
    """One view, read once."""

    def __init__(self, look: Look) -> None:
        self.look, self.at, self.say = look, look.at, look.say
        self.record = look.record
        self.game = cast(Escogriffe, look.game)
        self.deck = self.game.deck
        self.seats = range(self.at.players)
        self.figures = [self.at.figures[s][: self.at.sizes[s]] for s in self.seats]
        self.over = self.at.phase == state.OVER
        self.counted = self.over or self.at.phase == state.DEALING
        self.ended = self.counted or self.at.phase == state.LAST_CHANCES
        self.dropping = self.at.phase == state.DROPPING
        self.from_stock = self.at.drawn == state.STOCK

    @public
    def whole(self) -> list[bool]:
        """Return whether each figure goes from head to feet."""
        return [bool(state.is_complete(self.record, seat)) for seat in self.seats]

    @public
    def best(self) -> list[int]:
        """Return who has won the match."""
        return members(rules.winners(self.record))

    @public
    def latest(self) -> int:
        """Return who has just taken a last chance: they come clockwise (E12); -1 for nobody."""
        if self.counted or not self.ended:
            return -1
        won = self.at.round_winner
        start = int(state.first_seat(self.record)) if won < 0 else won
        around = [(start + n) % len(self.seats) for n in self.seats]
        return next((seat for seat in reversed(around) if self.is_late(seat)), -1)

    def is_late(self, seat: int) -> bool:
        """Return whether a figure was completed in a last chance."""
        return self.ended and self.whole[seat] and seat != self.at.round_winner

    def late(self, seat: int) -> str:
        """Return what a last chance has made of a figure."""
        return self.say("small" if self.missing(seat) else "in_time")

    def is_alarming(self, seat: int) -> bool:
        """Return whether a seat needs only one more card."""
        return not self.ended and self.missing(seat) == 1

    def missing(self, seat: int) -> int:
        """Return how many cards a figure still needs."""
        return int(self.at.target) - len(self.figures[seat])

    def points(self, seat: int) -> int:
        """Return what a figure brings in this round."""
        return int(rules.round_points(self.record, seat))

    def wins(self, seat: int) -> bool:
        """Return whether a seat has won the match, or the round that has just ended."""
        return seat in self.best if self.over else self.ended and seat == self.at.round_winner

    # Cards and figures

    def card(self, kind: int, as_object: bool = True) -> str:
        """Name a card."""
        return self.game.words.card(kind, self.look.lang, as_object)

    def joint(self, number: int) -> str:
        """Name a joint: "green legs"."""
        return self.game.words.joint(self.deck.joints[number], self.look.lang)

    def card_told(self, kind: int, n: int = 1, fresh: bool = False) -> str:
        """Say a card with its joints: "The neck; top: …; bottom: …"."""
        say, name = self.say, self.card(kind, as_object=False)
        told = [say("copies", n=n, card=name) if n > 1 else name]
        top, bottom = self.at.tops[kind], self.at.bottoms[kind]
        told += [say("card_top", joint=self.joint(top))] if top else []
        told += [say("card_bottom", joint=self.joint(bottom))] if bottom else []
        told += [say("card_orange")] * self.deck.kinds[kind].orange + [say("fresh")] * fresh
        return self._listed(told)

    def figure_told(self, seat: int) -> str:
        """Say a figure: its cards from the head, and its free ends."""
        say, cards, who = self.say, self.figures[seat], self.look.name(seat)
        if not cards:
            return say("figure_none", who=who)
        named = ", ".join([self.card(kind, as_object=False) for kind in cards])
        told = [say("figure_told", n=len(cards), who=who, cards=named)]
        head, feet = self.at.head_ends[seat], self.at.foot_ends[seat]
        told += [say("open_head", joint=self.joint(head))] if head else []
        told += [say("open_feet", joint=self.joint(feet))] if feet else []
        told += [] if head or feet else [say("figure_whole")]
        return self._listed(told)

    def _listed(self, told: Sequence[str]) -> str:
        return ("\u202f; " if self.look.lang == "fr" else "; ").join(told)

    # The host's voice

    @public
    def status(self) -> str:
        """Say how far the match has come."""
        at = self.at
        if self.counted:
            return self.say("status_counted", round=at.rounds)
        return self.say("status", round=at.rounds, players=at.players, goal=at.goal)

    def voice(self) -> Voice:
        """Say what to do now, whom we wait for, or what has just happened."""
        if self.over:
            return self._ending()
        if self.ended:
            return self._round_over()
        if self.at.phase == state.RESHUFFLING:
            return Voice(self.say("reshuffle"), self.say("reshuffle_more"), "E10")
        if not self.look.mine:
            return self._waiting()
        return self._dropping() if self.dropping else self._choosing()

    def _choosing(self) -> Voice:
        """Say where the viewer may lay a card, or that it must take one."""
        say, mine = self.say, self.figures[self.at.turn]
        ends = {move.split("-")[-1] for move in self.look.legal() if move.startswith("lay-")}
        other = self._alarm() or say("or_take")
        if not mine:
            return Voice(say("first"), other, "E4")
        if not ends:
            return Voice(say("only_take"), self._alarm() or say("nothing_fits"), "E53")
        if self.missing(self.at.turn) == 1:
            return Voice(say("finish"), say("finish_more"), "E58")
        if len(ends) > 1:
            return Voice(say("lay"), other, "E53")
        (end,) = ends
        card = self.card(mine[0 if end == "head" else -1])
        return Voice(say(f"lay_{end}", card=card), other, "E53")

    def _dropping(self) -> Voice:
        at = self.at
        if not self.from_stock and not at.heights[at.drawn - 1]:
            return Voice(self.say("refill"), self.say("refill_more"), "E7")
        return Voice(self.say("drop"), self.say("drop_more", card=self.card(at.took - 1)), "E50")

    def _waiting(self) -> Voice:
        at, who = self.at, self.look.name(self.at.turn)
        if not self.dropping:
            return Voice(self.say("thinks", who=who), self._alarm() or self.say("thinks_more"))
        if self.from_stock:
            return Voice(self.say("drew", who=who), self.say("will_drop"))
        return Voice(self.say("took", who=who, card=self.card(at.took - 1)), self.say("will_drop"))

    def _alarm(self) -> str:
        """Say who else has only one card left."""
        near = [s for s in self.seats if s != self.look.me and self.is_alarming(s)]
        who = ", ".join([self.look.name(seat) for seat in near])
        return self.say("alarm", who=who) if near else ""

    def _round_over(self) -> Voice:
        """Say who has won a round, who takes a last chance, and what it brings."""
        won, say = self.at.round_winner, self.say
        if self.latest >= 0:
            lead = say("last_chance", who=self.look.name(self.latest))
            return Voice(lead, self.late(self.latest), "E12")
        if won < 0:
            return Voice(say("round_nobody"), "" if self.counted else say("stuck"), "E12")
        n, mine, who = len(self.figures[won]), won == self.look.me, self.look.name(won)
        lead = say("round_yours") if mine else say("round_won", who=who)
        if not self.counted:
            return Voice(lead, say("whole", n=n), "E58")
        points = self.points(won)
        return Voice(lead, say("gained", n=n, bonus=self.at.bonus, points=points), "E13")

    def _ending(self) -> Voice:
        who = self.look.names(self.best)
        more = self.say("match_points", n=self.at.totals[self.best[0]])
        if len(self.best) > 1:
            return Voice(self.say("match_shared", who=who), more, "E14")
        mine = self.best[0] == self.look.me
        lead = self.say("match_yours") if mine else self.look.ui("sheet_won", who=who)
        return Voice(lead, more, "E14")
