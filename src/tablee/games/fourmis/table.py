"""The table of Fourmis: a plate with the trick, guests behind it, an easel, a stalk and a hand.

A card keeps its id wherever it lies open. Ladybirds are equal: those of one's own hand lie on one
another and are told apart by how many there are, those of others by who played them. Of the won
cards only queens and ladybirds lie open (F16); all are counted when a round is scored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from tablee.core.bits import count, members
from tablee.games.fourmis import rules
from tablee.games.fourmis.material import (
    ALL_NINJAS,
    ALL_QUEENS,
    COLOURS,
    LADYBIRD,
    QUEENS,
    SOLDIERS,
)
from tablee.games.fourmis.notation import CARD_TEXTS
from tablee.games.fourmis.plan import GOALS
from tablee.games.fourmis.voice import Reading
from tablee.table.kit import (
    Box,
    Face,
    Gesture,
    Guest,
    Inside,
    Kept,
    Name,
    Part,
    Slot,
    Spot,
    Table,
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
    place,
    result,
    room,
    signed,
    stage,
    thing,
    words,
)
from tablee.table.look import Look, public

TRICK = "trick"
_STEPS = 60  # of the race, whatever its length: the classes n0 to n60 of the pages
_CLOSE = 8  # steps between climbers on one side of the stalk
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


class TableLayout(Reading):
    """One view of Fourmis on its cloth."""

    def table(self) -> Table:
        """Return all that lies on the cloth."""
        at, me = self.at, self.look.me
        parts: list[Inside] = [*self.common, Slot("ribbon"), Slot("since")]
        if me is not None:
            counts = at.won[me], at.plus, at.minus
            parts.append(Zone("mine", lambda: self._mine(me), of=counts))
            parts.append(Zone("hand", lambda: self._hand(me), of=at.hands[me]))
        voice, gestures = self.voice(), self._gestures()
        style, lamp = self._style(), self._lamp()
        winners = self.winners if self.over else ()
        return Table(voice, self.status, parts, gestures, style, lamp, winners=winners)

    def _style(self) -> str:
        ghost = ""
        if self.hands > self.at.players:
            ghost = f" ghost-after-{0 if rules.after(self.record, 0) == rules.GHOST else 1}"
        return f"in-{'over' if self.over else 'count' if self.counted else 'trick'}{ghost}"

    def _lamp(self) -> str:
        lit = self.taker if self.taker >= 0 else self.at.seat
        return f"seat-{lit}" if lit >= 0 else ""

    @public
    def common(self) -> list[Part]:
        """Return what lies there for all."""
        at = self.at
        objectives = Zone("objectives", self._objectives, True, self._counted_for())
        race = Zone("race", self._race, True, (at.aphids, at.teams))
        seats = [self._seat(who) for who in range(self.hands)]
        meal = Zone("meal", self._meal, shared=True)
        ranks = result(Zone("ranks", self._ranks, shared=True))
        return [*room(), objectives, race, *seats, meal, self._stage(), ranks]

    # What counts

    def _counted_for(self) -> tuple[object, ...]:
        """Return what the objectives are drawn from: won queens until all is counted."""
        won = self.at.won if self.counted else [cards & ALL_QUEENS for cards in self.at.won]
        return self.at.plus, self.at.minus, won, self.counted

    def _objectives(self) -> Box:
        items = [self._objective(number, what) for number, what in GOALS.items()]
        sting = box("sting", drawing("f-won-L"), words(self.say("sting"), tag="b"), unseen=True)
        style = "counted" if self.counted else ""
        title = self.say("objectives")
        more = about(title, f"{self.say('three_each')}. {self.say('objectives_more')}")
        inside = drawing("f-easel", style="legs"), listed(items), sting, more
        return box(style, *inside, tag="section", id="objectives", label=title)

    def _objective(self, number: int, what: str) -> Box:
        told = f"{self.say(what)} {self.say(f'of_{sign_of(self.at, what)}')}"
        pay = motif("f-aphid", (92, 98)), words(self.say(f"pay_{what}"), tag="b")
        counts = box("counts", *self._counts(number)) if self.counted else None
        said = words(told, tag="p") if self.at.rounds == 1 and not self.counted else None
        picture = drawing(objective(self.at, what), told)
        return box("", picture, box("pay", *pay, tag="span", unseen=True), said, counts)

    def _counts(self, number: int) -> Iterator[Box]:
        """Yield what each seat has towards an objective."""
        for seat in range(self.at.players):
            n = rules.tally(self.record, number, self.at.won[seat])
            reached = rules.reaches(self.record, number, seat)
            told = self.say("reached" if reached else "count", who=self.look.name(seat), n=n)
            style = f"tally s{seat}{' reached' if reached else ''}"
            yield box(style, Face(seat), str(n), tag="span", label=told, picture=True)

    def _race(self) -> Box:
        """Return the stalk, which grows with its highest climber; on a phone it is a vine."""
        top = max(self.at.goal, *self.at.aphids[: self.at.players])
        every = 5 if top <= 20 else 10
        marks = [
            box(f"n{round(_STEPS * n / top)}", str(n), tag="li") for n in range(every, top, every)
        ]
        goal = box("goal", drawing("f-aphid", self._goal()), words(str(top), tag="b"), tag="span")
        stalk = drawing("f-beanstalk", style="stalk"), drawing("f-vine", style="vine")
        inside = *stalk, goal, box("marks", *marks, tag="ol", unseen=True)
        climbers = box("climbers", *self._climbers(top), tag="ol")
        told = self.say("race_teams" if self.at.teams else "race_more")
        more = about(self.say("race"), f"{self._goal()}. {told}")
        return box("", *inside, climbers, more, tag="section", id="race", label=self.say("race"))

    def _goal(self) -> str:
        if self.at.teams:
            return self.say("goal_teams", n=self.at.team_rounds)
        return self.say("goal", n=self.at.goal)

    def _climbers(self, top: int) -> Iterator[Box]:
        aphids, heads = self.at.aphids[: self.at.players], [-_STEPS, -_STEPS]
        for height in sorted(set(aphids)):
            seats = [seat for seat, n in enumerate(aphids) if n == height]
            n = round(_STEPS * height / top)
            side = 0 if len(seats) < 3 and n - heads[0] >= min(_CLOSE, n - heads[1]) else 1
            heads[side] = n
            coins = [self._coin(s) for s in seats if s < 2 or not self.at.teams]
            who = ", ".join([self.look.name(seat) for seat in seats])
            told = self.say("has_aphids", who=who, n=height)
            number = words(str(height), f"s{seats[0]}", "b")
            inner = box("coins", *coins, number, tag="span", unseen=True)
            yield box(f"climber n{n} k{side}", inner, words(told, "unseen"), tag="li")

    def _coin(self, seat: int) -> Spot:
        """Return who climbs; in teams two climb as one, under their sign."""
        face = drawing(f"f-team-{seat}") if self.at.teams else Face(seat)
        style = f"climb {'team' if self.at.teams else f's{seat}'}"
        return thing(f"climber-{seat}", "", face, style=style, still=True)

    # The seats

    def _seat(self, who: int) -> Zone:
        make = (lambda: self._guest(who)) if who < self.at.players else self._ghost
        return Zone(f"seat-{who}", make, True, lambda: self._before(who))

    def _before(self, who: int) -> tuple[object, ...]:
        """Return what is drawn before a seat."""
        size, shown = self.sizes[who], self.look.open and self.at.hands[who]
        return size, self.at.won[who], shown

    def _guest(self, seat: int) -> Guest:
        team = None
        if self.at.teams:
            team = drawing(f"f-team-{seat % 2}", self.say(f"team_{seat % 2}"), "team")
        return Guest(seat, inside=(team, self._fan(seat), self._won_by(seat)))

    def _won_by(self, who: int) -> Zone:
        """Return what a seat has won; it is kept while others play."""
        return Zone(f"won-{who}", lambda: self._won(who), True, (self.at.won[who],), sent=False)

    def _ghost(self) -> Box:
        who = box("name-card", words(self.say("ghost"), "name", "strong"))
        card = box("at-edge", who, self._fan(rules.GHOST), self._won(rules.GHOST))
        head = box("head", drawing("f-ghost", style="avatar"), tag="span")
        return box("guest sg", head, card, tag="section", id=f"seat-{rules.GHOST}")

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
            yield thing(f"c-{text}", self.named(card), drawing(f"f-{text}"), still=True)
        for n in range(cards >> LADYBIRD):
            yield thing(f"c-L{n}-of-{who}", self.named(LADYBIRD), drawing("f-L"), still=True)

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
        parts = [self.named(card) for card in queens]
        if ladybirds:
            parts.append(self.say("ladybirds_won", n=ladybirds))
        parts += [self.say("face_down", n=down)] if down else []
        return self.say("won", cards=", ".join(parts)) if parts else self.say("won_nothing")

    # The plate in the middle

    def _meal(self) -> Box:
        empty = None if self.trick else words(self.say("trick_empty"), "unseen", "p")
        cards = [] if self.counted else [self._laid(n, one) for n, one in enumerate(self.trick)]
        spot = place(TRICK, self.say("your_place"), words(self.say("here")), style="spot")
        feet = box("feet", *self._feet(), tag="span", unseen=True)
        inside = (feet, spot, empty, box("laid", *cards, tag="ol"))
        return box("meal", *inside, tag="section", id="meal", label=self.say("trick"))

    def _feet(self) -> Iterator[Box]:
        """Yield a mark where each of those will stand who have not played."""
        for who in () if self.counted else self.order[len(self.trick) :]:
            yield box(f"foot {self._seat_of(who)}", tag="i")

    def _seat_of(self, who: int) -> str:
        return f"s{who}" if who < self.at.players else "sg"

    def _laid(self, number: int, card: int) -> Box:
        who, leads = self.order[number], number == self.best
        text = f"L-of-{who}" if card == LADYBIRD else CARD_TEXTS[card]
        told = self.say(
            "led_by" if leads else "laid_by", who=self.name_of(who), card=self.named(card)
        )
        picture = drawing(f"f-{CARD_TEXTS[card]}")
        goes = f"won-{self.taker}" if self.taker >= 0 else ""
        laid = thing(f"c-{text}", told, picture, came=f"fan-{who} hand", goes=goes, still=True)
        says = words(self.say("takes_it" if self.full else "leads"), "says", "em")
        style = f"card-of {self._seat_of(who)}{' leads' if leads else ''}"
        style += " sister" if number == self.sister else ""
        return box(style, laid, self._force(number, card, leads), says if leads else None, tag="li")

    def _force(self, number: int, card: int, leads: bool) -> Box | None:
        """Return what a queen's force is made of; all others have theirs printed on them."""
        force = rules.force_in_trick(self.record, number)
        if not force or card < QUEENS:
            return None
        told = f"{force - 1} + 1 = {force}" if force > 1 else str(force)
        return badge(told, "gold" if leads and self.full else "")

    @public
    def sister(self) -> int:
        """Return which card of the trick lends the queen in the lead her force; -1 for none."""
        queen = self.trick[self.best] if self.best >= 0 else LADYBIRD
        if not QUEENS <= queen < LADYBIRD:
            return -1
        same = [n for n, card in enumerate(self.trick) if card < QUEENS and card % 5 == queen % 5]
        return max(same, key=lambda n: rules.force_of(self.trick[n]), default=-1)

    def _stage(self) -> Zone:
        """Return the plate with who has won, the host who bows, aphids, and the winner's ants."""
        if not self.over:
            return stage(())
        won = self.at.won[self.winners[0]] & SOLDIERS & ~ALL_NINJAS
        ants = [self._ant(card) for card in _SORTED if won >> card & 1]
        lice = box("lice", *[motif("f-aphid", (92, 98))] * 3)
        host = motif("f-queen-r", (108, 140), style="bow")
        return stage(self.winners, box("dish"), host, lice, box("parade", *ants[:7]))

    def _ant(self, card: int) -> Box:
        text = CARD_TEXTS[card]
        return box(f"ant-{text[1]}", motif(f"f-s{text[0]}-1", (108, 122)), tag="i")

    def _ranks(self) -> Box:
        if not self.counted:
            return box(id="ranks")
        points = self.at.aphids[: self.at.players]
        ranked = sorted(range(self.at.players), key=lambda seat: -points[seat])
        rows = [self._row(seat, 1 + sum([n > points[seat] for n in points])) for seat in ranked]
        title = None if self.over else words(self.status, tag="h2")
        return box("", title, box("rank", *rows, tag="ol"), id="ranks")

    def _row(self, seat: int, place: int) -> Box:
        reached = [drawing(objective(self.at, what)) for what in self.goals_of(seat)]
        reached += [drawing("f-won-L")] * (self.at.won[seat] >> LADYBIRD)
        total = box("total", str(self.at.aphids[seat]), motif("f-aphid", (92, 98)), tag="b")
        who = box("who", Name(seat), box("brought", *reached, tag="span"))
        gain = words(signed(rules.round_points(self.record, seat)), "gain", "b")
        wins = self.over and seat in self.winners
        crown = ornament("h-crown", "crown") if wins else None
        face = box("head", crown, Face(seat), tag="span")
        style = f"s{seat}{' first' if wins else ''}"
        return box(style, words(str(place), "nth", "i"), face, who, gain, total, tag="li")

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
        kept = [Kept(one, partial(self._held, *one)) for one in self._own_cards(me)]
        return hand(self.say("your_hand", n=self.sizes[me]), *kept)

    def _own_cards(self, me: int) -> list[tuple[int, int]]:
        """Return the cards of a hand from left to right, and how many lie on one another."""
        cards = self.at.hands[me]
        held = [(card, 1) for card in _SORTED if cards >> card & 1]
        return held + ([(LADYBIRD, cards >> LADYBIRD)] if cards >> LADYBIRD else [])

    def _held(self, card: int, n: int) -> Spot:
        text = CARD_TEXTS[card]
        times = words(f"×{n}", "times", "b") if n > 1 else None
        name = self.say("ladybirds_held", n=n) if n > 1 else self.named(card)
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
