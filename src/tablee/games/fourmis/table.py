"""The table of Fourmis: a plate with the trick, seats around it, objectives, a race and a hand.

A card keeps its id wherever it lies open. Ladybirds are equal: those of one's own hand lie on one
another and are told apart by how many there are, those of others by who played them. Of the won
cards only queens and ladybirds lie open (F16); all are counted when a round is scored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from tablee.core.bits import count, members
from tablee.core.rules.rulebook import capital
from tablee.games.fourmis import rules
from tablee.games.fourmis.material import ALL_QUEENS, COLOURS, LADYBIRD, QUEENS, RANKS, SOLDIERS
from tablee.games.fourmis.notation import CARD_TEXTS
from tablee.games.fourmis.plan import GOALS
from tablee.table.kit import (
    Box,
    Face,
    Gesture,
    Kept,
    Name,
    Plate,
    Slot,
    Spot,
    Table,
    Voice,
    Zone,
    about,
    badge,
    box,
    drawing,
    hand,
    laid_open,
    listed,
    motif,
    ornament,
    panel,
    place,
    signed,
    thing,
    words,
)
from tablee.table.look import Look, public

TRICK = "trick"
_STEPS = 60  # of the race, whatever its length: the classes n0 to n60 of the pages
_CLOSE = 5  # steps below which two climbers are drawn side by side
_FANNED = 5  # the most cards that a fan shows
_SORTED = sorted(range(LADYBIRD), key=lambda card: (card % 5, card))


def lay(look: Look) -> Table:
    """Lay a view out."""
    return TableLayout(look).table()


def sign_of(at: Any, what: str) -> str:
    """Return the letter of the colour that an objective shows; that of the queens has none."""
    return "" if what == "queens" else COLOURS[getattr(at, what)]


def objective(at: Any, what: str) -> str:
    """Return the drawing of an objective."""
    sign = sign_of(at, what)
    return f"f-{what}-{sign}" if sign else f"f-{what}"


class TableLayout:
    """One view of Fourmis on its cloth."""

    def __init__(self, look: Look) -> None:
        self.look, self.at, self.say = look, look.at, look.say
        self.record = look.record
        self.trick = self.at.trick[: self.at.played]
        self.full = len(self.trick) == self.hands
        self.over = self.at.phase == rules.OVER
        self.counted = self.over or self.at.phase == rules.DEALING

    def table(self) -> Table:
        """Return all that lies on the cloth."""
        at, me = self.at, self.look.me
        zones = [*self.common, self._middle(), Slot("ribbon"), Slot("since")]
        if me is not None:
            counts = at.won[me], at.plus, at.minus
            zones.append(Zone("mine", lambda: self._mine(me), of=counts))
            zones.append(Zone("hand", lambda: self._hand(me), of=at.hands[me]))
        voice, gestures = self._voice(), self._gestures()
        return Table(voice, self.status, zones, gestures, self._style(), self._lamp())

    def _style(self) -> str:
        ghost = ""
        if self.hands > self.at.players:
            ghost = f" ghost-after-{0 if rules.after(self.record, 0) == rules.GHOST else 1}"
        return f"in-{'over' if self.over else 'count' if self.counted else 'trick'}{ghost}"

    def _lamp(self) -> str:
        lit = self.taker if self.taker >= 0 else self.at.seat
        return f"seat-{lit}" if lit >= 0 else ""

    @public
    def common(self) -> list[Zone]:
        """Return what lies there for all."""
        at = self.at
        objectives = Zone("objectives", self._objectives, True, self._counted_for())
        race = Zone("race", self._race, True, (at.aphids, at.teams))
        return [objectives, race, *[self._seat(who) for who in range(self.hands)]]

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

    # What counts

    def _counted_for(self) -> tuple[object, ...]:
        """Return what the objectives are drawn from: won queens until all is counted."""
        won = self.at.won if self.counted else [cards & ALL_QUEENS for cards in self.at.won]
        return self.at.plus, self.at.minus, won, self.counted

    def _objectives(self) -> Box:
        items = [self._objective(number, what) for number, what in GOALS.items()]
        sting = box("sting", drawing("f-won-L"), words(self.say("sting")), tag="p")
        style = "counted" if self.counted else ""
        title, small = self.say("objectives"), self.say("three_each")
        more = about(title, self.say("objectives_more"))
        return panel("objectives", title, listed(items), sting, more, style=style, small=small)

    def _objective(self, number: int, what: str) -> Box:
        wanted = self.say(f"of_{sign_of(self.at, what)}")
        said = box("", words(self.say(what), tag="b"), f" {wanted}", tag="p")
        counts = list(self._counts(number))
        picture = drawing(objective(self.at, what))
        return box("", picture, said, box("counts", *counts) if counts else None)

    def _counts(self, number: int) -> Iterator[Box]:
        """Yield what each seat openly has towards an objective: queens lie open."""
        if not self.counted and number != rules.QUEEN_RACE:
            return
        for seat in range(self.at.players):
            n = rules.tally(self.record, number, self.at.won[seat])
            reached = self.counted and rules.reaches(self.record, number, seat)
            told = self.say("reached" if reached else "count", who=self.look.name(seat), n=n)
            style = f"tally s{seat}{' reached' if reached else ''}"
            yield box(style, Face(seat), str(n), tag="span", label=told, picture=True)

    def _race(self) -> Box:
        """Return the stalk, which grows with its highest climber."""
        top = max(self.at.goal, *self.at.aphids[: self.at.players])
        every = 3 if top <= 15 else 5 if top <= 30 else 10
        marks = [
            box(f"n{round(_STEPS * n / top)}", str(n) if n % every == 0 else "", tag="li")
            for n in range(top + 1)
        ]
        goal = box("goal", drawing("f-aphid", self._goal()), tag="span")
        rule = box("marks", *marks, tag="ol", unseen=True)
        climbers = box("climbers", *self._climbers(top), tag="ol")
        told = self.say("race_teams" if self.at.teams else "race_more")
        more = about(self.say("race"), f"{self._goal()}. {told}")
        return panel("race", self.say("race"), box("stalk", goal, rule, climbers), more)

    def _goal(self) -> str:
        if self.at.teams:
            return self.say("goal_teams", n=self.at.team_rounds)
        return self.say("goal", n=self.at.goal)

    def _climbers(self, top: int) -> Iterator[Box]:
        aphids, below, aside = self.at.aphids[: self.at.players], -_STEPS, 0
        for height in sorted(set(aphids)):
            seats = [seat for seat, n in enumerate(aphids) if n == height]
            n = round(_STEPS * height / top)
            aside = aside + 1 if n - below < _CLOSE and not aside else 0
            below = n
            coins = [self._coin(s) for s in seats if s < 2 or not self.at.teams]
            who = ", ".join([self.look.name(seat) for seat in seats])
            told = self.say("has_aphids", who=who, n=height)
            inner = box("coins", *coins, words(str(height), tag="b"), tag="span", unseen=True)
            yield box(f"climber n{n} k{aside}", inner, words(told, "unseen"), tag="li")

    def _coin(self, seat: int) -> Spot:
        """Return who climbs; in teams two climb as one, under their sign."""
        face = drawing(f"f-team-{seat}") if self.at.teams else Face(seat)
        style = f"climb {'team' if self.at.teams else f's{seat}'}"
        return thing(f"climber-{seat}", "", face, style=style, still=True)

    # The seats

    def _seat(self, who: int) -> Zone:
        make = (lambda: self._plate(who)) if who < self.at.players else self._ghost
        return Zone(f"seat-{who}", make, True, lambda: self._before(who))

    def _before(self, who: int) -> tuple[object, ...]:
        """Return what is drawn before a seat."""
        size, shown = self.sizes[who], self.look.open and self.at.hands[who]
        return size, self.at.won[who], shown, self._note(who), self._plate_style(who), self.over

    def _plate_style(self, seat: int) -> str:
        wins = "winner" if seat == self.taker or seat in self.winners else ""
        return f"{wins} {'led' if seat == self.at.leader else ''}".strip()

    def _plate(self, seat: int) -> Plate:
        team = None
        if self.at.teams:
            team = drawing(f"f-team-{seat % 2}", self.say(f"team_{seat % 2}"), "team")
        crown = ornament("h-crown", "crown") if seat in self.winners else None
        of = (self.at.won[seat],)  # so it is kept while others play
        won = Zone(f"won-{seat}", lambda: self._won(seat), True, of, sent=False)
        inside = (crown, team, self._fan(seat), won)
        return Plate(seat, self._note(seat), self._plate_style(seat), inside)

    def _ghost(self) -> Box:
        who = box("who", words(self.say("ghost"), tag="strong"))
        face = box("token ghost", drawing("f-ghost"), tag="span")
        inside = (face, who, self._fan(rules.GHOST), self._won(rules.GHOST))
        return box("plate sg", *inside, tag="section", id=f"seat-{rules.GHOST}")

    def _fan(self, who: int) -> Box:
        size = self.sizes[who]
        if self.look.open and size and who < self.at.players and who != self.look.me:
            return laid_open(f"fan-{who}", self.say("in_hand", n=size), *self._open(who))
        cards = (drawing(f"f-fan-{min(size, _FANNED)}"), words(str(size), "count", "b"))
        told = self.say("in_hand" if who < self.at.players else "ghost_pile", n=size)
        inside = cards if size else ()
        return box("fan", *inside, tag="span", id=f"fan-{who}", label=told, picture=True)

    def _open(self, who: int) -> Iterator[Spot]:
        """Yield the cards of another's hand; a ladybird is told apart by whose it is."""
        cards = self.at.hands[who]
        for card in [card for card in _SORTED if cards >> card & 1]:
            text = CARD_TEXTS[card]
            yield thing(f"c-{text}", self._name(card), drawing(f"f-{text}"), still=True)
        for n in range(cards >> LADYBIRD):
            yield thing(f"c-L{n}-of-{who}", self._name(LADYBIRD), drawing("f-L"), still=True)

    def _won(self, who: int) -> Box:
        won = self.at.won[who]
        queens, ladybirds, down = members(won & ALL_QUEENS), won >> LADYBIRD, count(won & SOLDIERS)
        heap = box("pile", drawing("f-pile"), words(str(down), "count", "b"), tag="span")
        cards = [drawing(f"f-won-{CARD_TEXTS[card]}") for card in queens]
        cards += [drawing("f-won-L")] * ladybirds
        told = self._heap(queens, ladybirds, down)
        inside = ([heap] if down else []) + cards
        return box("won", *inside, tag="span", id=f"won-{who}", label=told, picture=True)

    def _heap(self, queens: Sequence[int], ladybirds: int, down: int) -> str:
        parts = [self._name(card) for card in queens]
        if ladybirds:
            parts.append(self.say("ladybirds_won", n=ladybirds))
        parts += [self.say("face_down", n=down)] if down else []
        return self.say("won", cards=", ".join(parts)) if parts else self.say("won_nothing")

    def _note(self, seat: int) -> str:
        """Return what a seat has done in this trick, in a word or two."""
        laid = dict(zip(self.order, self.trick, strict=False))
        if seat == self.taker:
            return self.say("takes_it")
        if seat not in laid:
            return ""
        rank, force = RANKS[laid[seat]], rules.force_of(laid[seat])
        if rank != "soldier":
            return self.say(f"laid_{rank}")
        return self.say("opened" if seat == self.at.leader else "laid_force", force=force)

    # The plate in the middle

    def _middle(self) -> Zone:
        if self.counted:
            return Zone("meal", self._counted)
        return Zone("meal", self._meal, shared=True)

    def _meal(self) -> Box:
        empty = None if self.trick else words(self.say("trick_empty"), "unseen", "p")
        cards = [self._laid(n, card) for n, card in enumerate(self.trick)]
        spot = place(TRICK, self.say("your_place"), words(self.say("here")), style="spot")
        inside = (spot, empty, box("laid", *cards, tag="ol"))
        return box("meal", *inside, tag="section", id="meal", label=self.say("trick"))

    def _laid(self, number: int, card: int) -> Box:
        who, leads = self.order[number], number == self.best
        text = f"L-of-{who}" if card == LADYBIRD else CARD_TEXTS[card]
        told = self.say("led_by" if leads else "laid_by", who=self._who(who), card=self._name(card))
        picture = drawing(f"f-{CARD_TEXTS[card]}")
        goes = f"won-{self.taker}" if self.taker >= 0 else ""
        laid = thing(f"c-{text}", told, picture, came=f"fan-{who} hand", goes=goes, still=True)
        says = words(self.say("takes_it" if self.full else "leads"), "says", "em")
        seat = f"s{who}" if who < self.at.players else "sg"
        style = f"card-of {seat}{' leads' if leads else ''}"
        style += " sister" if number == self.sister else ""
        return box(style, laid, self._force(number, card, leads), says if leads else None, tag="li")

    def _force(self, number: int, card: int, leads: bool) -> Box | None:
        """Return the force of a card in the trick; a queen's says how it comes about."""
        force = rules.force_in_trick(self.record, number)
        if not force:
            return None
        told = f"{force - 1} + 1 = {force}" if card >= QUEENS and force > 1 else str(force)
        return badge(told, "gold" if leads and self.full else "")

    @public
    def sister(self) -> int:
        """Return which card of the trick lends the queen in the lead her force; -1 for none."""
        queen = self.trick[self.best] if self.best >= 0 else LADYBIRD
        if not QUEENS <= queen < LADYBIRD:
            return -1
        same = [n for n, card in enumerate(self.trick) if card < QUEENS and card % 5 == queen % 5]
        return max(same, key=lambda n: rules.force_of(self.trick[n]), default=-1)

    def _counted(self) -> Box:
        """Return what a round or the match brought, by rank, on the plate."""
        ranked = sorted(range(self.at.players), key=lambda seat: -self.at.aphids[seat])
        rows = [self._row(seat) for seat in ranked]
        title = words(self.status, tag="h2")
        sheet = box("sheet", title, box("rank", *rows, tag="ol"), Slot("onward"))
        party = [box("confetti", ornament("h-confetti"), unseen=True)] if self.over else []
        return box("meal", *party, sheet, tag="section", id="meal", label=self.say("race"))

    def _row(self, seat: int) -> Box:
        reached = [drawing(objective(self.at, what)) for what in self._goals_of(seat)]
        reached += [drawing("f-won-L")] * (self.at.won[seat] >> LADYBIRD)
        total = box("total", str(self.at.aphids[seat]), motif("f-aphid", (92, 98)), tag="b")
        who = box("", Name(seat), box("brought", *reached, tag="span"))
        gain = words(signed(rules.round_points(self.record, seat)), "gain", "b")
        return box(f"s{seat}", Face(seat), who, gain, total, tag="li")

    def _goals_of(self, seat: int) -> list[str]:
        """Return the objectives that a seat has reached."""
        return [what for n, what in GOALS.items() if rules.reaches(self.record, n, seat)]

    # The viewer's own cards

    def _mine(self, me: int) -> Box:
        """Return what the viewer has won, counted: a viewer who saw every card may know it."""
        won = self.at.won[me]
        counts = [
            (motif(f"f-sign-{COLOURS[colour]}", (20, 20)), rules.of_colour(won, colour))
            for colour in dict.fromkeys((self.at.plus, self.at.minus))
        ]
        counts.append((drawing("f-won-Qr"), count(won & ALL_QUEENS)))
        counts.append((drawing("f-won-L"), won >> LADYBIRD))
        items = [box("", sign, str(n), tag="li") for sign, n in counts]
        return box("mine", *items, tag="ul", id="mine", label=self.say("mine"))

    def _hand(self, me: int) -> Box:
        cards = self.at.hands[me]
        held = [(card, 1) for card in _SORTED if cards >> card & 1]
        held += [(LADYBIRD, cards >> LADYBIRD)] if cards >> LADYBIRD else []
        kept = [Kept(one, partial(self._held, *one)) for one in held]
        return hand(self.say("your_hand", n=self.sizes[me]), *kept)

    def _held(self, card: int, n: int) -> Spot:
        text = CARD_TEXTS[card]
        times = words(f"×{n}", "times", "b") if n > 1 else None
        name = self.say("ladybirds_held", n=n) if n > 1 else self._name(card)
        id_ = f"c-L{n}" if card == LADYBIRD else f"c-{text}"
        return thing(id_, name, drawing(f"f-{text}"), times, trial=text)

    def _gestures(self) -> list[Gesture]:
        """Return the gesture of every legal move: from the hand to the trick."""
        if not self.look.mine:
            return []
        ladybirds = self.at.hands[self.look.me] >> LADYBIRD
        return [
            Gesture(text, f"c-L{ladybirds}" if text == "L" else f"c-{text}", TRICK)
            for text in self.look.legal()
        ]

    # Words

    def _name(self, card: int) -> str:
        """Return a card by itself: "Green ninja, force 9"."""
        colour = self.look.game.rulebook.names["colour"][COLOURS[card % 5]][self.look.lang]
        return capital(self.say(RANKS[card], colour=colour, force=rules.force_of(card)))

    def _who(self, who: int) -> str:
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

    def _voice(self) -> Voice:
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
        counts = {seat: len(self._goals_of(seat)) for seat in range(self.at.players)}
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
        n, name = rules.force_in_trick(self.record, self.best), self._who(who)
        if card >= QUEENS and n > 1:
            key = "queen_sum_you" if who == self.look.me else "queen_sum"
            colour = self.look.game.rulebook.names["plain_colour"][COLOURS[card % 5]]
            told = self.say(key, n=n - 1, sum=n, who=name, colour=colour[self.look.lang])
            return Voice(self.say("queen_why"), told, "F47")
        if who == self.look.me:
            return Voice(self.say("you_take"), self.say("you_lead"), "F47")
        if who >= self.at.players:
            return Voice(name, self.say("ghost_takes"), "F79")
        return Voice(self.say("takes", who=name), self.say("takes_with", n=n), "F47")

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
