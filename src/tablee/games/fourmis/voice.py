"""What a view of Fourmis shows, and how its host says it."""

from __future__ import annotations

from tablee.core.bits import count, members
from tablee.core.rules.rulebook import capital
from tablee.games.fourmis import rules
from tablee.games.fourmis.material import ALL_QUEENS, COLOURS, LADYBIRD, QUEENS, RANKS
from tablee.games.fourmis.plan import GOALS
from tablee.table.kit import Voice
from tablee.table.look import Look, public


class Reading:
    """What there is to say of a view."""

    def __init__(self, look: Look) -> None:
        self.look, self.at, self.say = look, look.at, look.say
        self.record = look.record
        self.trick = self.at.trick[: self.at.played]
        self.full = len(self.trick) == self.hands
        self.over = self.at.phase == rules.OVER
        self.counted = self.over or self.at.phase == rules.DEALING

    @public
    def hands(self) -> int:
        """Return how many hands there are, with the ghost's."""
        return rules.hands_at(self.record)

    @public
    def best(self) -> int:
        """Return which card of the trick is the strongest; -1 for none."""
        return rules.strongest(self.record) if self.trick else -1

    @public
    def sizes(self) -> list[int]:
        """Return how many cards each hand holds."""
        return [rules.hand_size(self.record, who) for who in range(self.hands)]

    @public
    def order(self) -> list[int]:
        """Return who plays in this trick, from its leader."""
        return [rules.after(self.record, self.at.leader, n) for n in range(self.hands)]

    @public
    def taker(self) -> int:
        """Return who takes a full trick; -1 for nobody."""
        return self.order[self.best] if self.full and self.best >= 0 else -1

    @public
    def winners(self) -> list[int]:
        """Return who has won a match that is over."""
        return members(rules.winners(self.record))

    def goals_of(self, seat: int) -> list[str]:
        """Return the objectives that a seat has reached."""
        return [what for n, what in GOALS.items() if rules.reaches(self.record, n, seat)]

    # Words

    def named(self, card: int) -> str:
        """Return a card by itself: "Green ninja, force 9"."""
        colour = self.look.game.rulebook.names["colour"][COLOURS[card % 5]][self.look.lang]
        return capital(self.say(RANKS[card], colour=colour, force=rules.force_of(card)))

    def name_of(self, who: int) -> str:
        """Return who a hand belongs to: a person, or the ghost."""
        return self.look.name(who) if who < self.at.players else self.say("ghost")

    @public
    def status(self) -> str:
        """Return how far the match has come."""
        at, say = self.at, self.say
        if self.over:
            return say("match_over")
        told = say("team_round" if at.teams else "round", n=at.rounds, of=at.team_rounds)
        if self.counted:
            return f"{told} · {say('counting')}"
        waits = at.seat if at.seat >= 0 else 0 if self.full else rules.GHOST
        of = rules.cards_at(self.record) // self.hands
        n = of - self.sizes[waits] + (not self.full)
        return f"{told} · {say('nth_trick', n=n, of=of)}"

    def voice(self) -> Voice:
        """Say what has to be done now, or how it has ended."""
        if self.over:
            return self._ending()
        if self.counted:
            return Voice(self._reached(), self.say("round_over", n=self.at.rounds), "F11")
        if self.full:
            return self._taken()
        if self.look.mine:
            return self._duty()
        if self.at.seat < 0:
            return Voice(self.say("ghost"), self.say("ghost_turns"), "F14")
        return Voice(self.look.name(self.at.seat), self._their_duty())

    def _reached(self) -> str:
        """Say who has reached how many objectives, the best three first."""
        counts = {seat: len(self.goals_of(seat)) for seat in range(self.at.players)}
        best = sorted([seat for seat, n in counts.items() if n], key=lambda seat: -counts[seat])[:3]
        names = [self.say("for_you") if s == self.look.me else self.look.name(s) for s in best]
        told = [
            self.say(f"and_{counts[seat]}" if place else f"first_{counts[seat]}", who=names[place])
            for place, seat in enumerate(best)
        ]
        return f"{', '.join(told)}."

    def _ending(self) -> Voice:
        best, n = self.winners, max(self.at.aphids[: self.at.players])
        mine, shared = self.look.me in best, len(best) > (2 if self.at.teams else 1)
        if mine and not shared:
            return Voice(self.say("bravo"), self.say("won_by_you", n=n))
        told = "shared" if shared else "won_by_team" if self.at.teams else "won_by"
        return Voice(self.say("over"), self.say(told, who=self.look.names(best), n=n))

    def _taken(self) -> Voice:
        """Say who takes a full trick, and why."""
        if self.best < 0:
            return Voice(self.say("nobody"), self.say("nobody_takes"), "F7")
        who, card = self.order[self.best], self.trick[self.best]
        n, name = rules.force_in_trick(self.record, self.best), self.name_of(who)
        if card >= QUEENS and n > 1:
            key = "queen_sum_you" if who == self.look.me else "queen_sum"
            colour = self.look.game.rulebook.names["plain_colour"][COLOURS[card % 5]]
            told = self.say(key, n=n - 1, sum=n, who=name, colour=colour[self.look.lang])
            return Voice(self.say("queen_why"), told, "F47")
        if who == self.look.me:
            return Voice(self.say("you_take"), self.say("you_lead"), "F47")
        if who >= self.at.players:
            return Voice(name, self.say("ghost_takes"), "F79")
        how = "takes_with" if RANKS[card] == "soldier" else f"takes_with_{RANKS[card]}"
        return Voice(self.say("takes", who=name), self.say(how, n=n), "F47")

    def _duty(self) -> Voice:
        """Say what binds the viewer, by the same situations as `rules.duty`."""
        allowed, clause = rules.duty(self.record)
        say, turn = self.say, self.look.ui("your_turn")
        if clause == rules.F4:
            return Voice(turn, say("follow", n=count(allowed)), "F4")
        if clause == rules.F2:
            free = "_queen" if allowed & ALL_QUEENS else ""
            free += "_ladybird" if allowed >> LADYBIRD else ""
            return Voice(turn, say(f"beat{free}", bar=self.at.bar), "F2")
        if not self.trick:
            return Voice(turn, say("lead"))
        bar = self.at.bar
        return Voice(turn, say("discard", bar=bar) if bar else say("nothing_to_beat"))

    def _their_duty(self) -> str:
        """Say what another seat has to do: what it holds is its secret."""
        if not self.trick:
            return self.say("they_lead")
        if self.at.ninja:
            return self.say("they_follow")
        bar = self.at.bar
        return self.say("they_beat", bar=bar) if bar else self.say("they_choose")
