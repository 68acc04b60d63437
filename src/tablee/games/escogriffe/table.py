"""The table of Le Grand Escogriffe: figures on a wall up to the red line, piles, and a hand.

The line is as many cards high for everyone. The figures of the others stand on a ledge, one's own
stands on the table, so it is larger: it is nearer. Feet are on the floor, a head hangs on the line,
anything else is midway between, and each missing card is a slot: the gap is what is missing. A card
has its ground in a hand; on the wall it is cut out, so that cards become a person. Equal cards of a
hand lie together as one thing, for they are one move. Copies of a card cannot be told apart, so all
of them have one face, which changes from round to round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from tablee.games.escogriffe import state
from tablee.games.escogriffe.art import end_name, wardrobe_of
from tablee.games.escogriffe.voice import Reading
from tablee.table.kit import (
    Box,
    Face,
    Gesture,
    Guest,
    Inside,
    Kept,
    Name,
    Picture,
    Slot,
    Spot,
    Symbols,
    Table,
    Zone,
    badge,
    box,
    drawing,
    hand,
    laid_open,
    motif,
    ornament,
    pile,
    place,
    result,
    room,
    signed,
    stage,
    thing,
    words,
)
from tablee.table.look import Look

START = "start"
_STEP = 50  # heights and widths are told to the stylesheet in steps of so many units
_LANE = 60  # the length of a lane of the race: the classes n0 to n60 of the pages
_PEEK = 20  # of a card that lies under an equal one, so much is seen
_FANNED = 2  # the most backs that a guest shows under the top one
_MANY = 6  # at so many seats there is less room for each


def lay(look: Look) -> Table:
    """Lay a view out."""
    return TableLayout(look).table()


class TableLayout(Reading):
    """One view of Le Grand Escogriffe in its room."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.wardrobe = wardrobe_of(self.deck)

    def table(self) -> Table:
        """Return all that is in the room."""
        wardrobe = self.wardrobe
        me, target = self.look.me, self.at.target
        stands = [self._stand(seat, seat == me) for seat in self._order()]
        disc = Zone("target", self._target, True, target)
        parts: list[Inside] = [
            Symbols(wardrobe.art.patterns if self.game.is_house_deck else wardrobe.inline),
            *room(),
            stage(self.best if self.over else ()),
            *[self._seat(seat, seat == me) for seat in self._order()],
            box("lanes", box("line", unseen=True), disc, *stands),
            Slot("since"),
            Zone("race", self._race, True, self._raced),
            result(Zone("ranks", self._ranks, of=self._raced)),
            Zone("die", self._die, True, target),
            Zone("piles", self._piles, True),
            Slot("ribbon"),
            None if me is None else Zone("hand", lambda: self._hand(me), of=self._own(me)),
        ]
        style = f"in-{'count' if self.counted else 'round'} n{target}"
        style += " many" if len(self.seats) >= _MANY else ""
        gestures = [self._gesture(move) for move in self.look.legal()]
        voice, winners = self.voice(), self.best if self.over else ()
        return Table(voice, self.status, parts, gestures, style, self._lamp(), winners=winners)

    def _order(self) -> list[int]:
        """Return the seats from left to right: the others clockwise, then the viewer."""
        me, n = self.look.me, len(self.seats)
        return [*self.seats] if me is None else [(me + 1 + i) % n for i in range(n)]

    def _lamp(self) -> str:
        """Return over whom the lamp hangs: who is on turn, or has just finished a figure."""
        if not self.ended:
            return f"seat-{self.at.turn}"
        late = self.latest if self.latest >= 0 else self.at.round_winner
        shown = self.best[0] if self.over else late
        return f"seat-{shown}" if shown >= 0 else ""

    # The wall

    def _target(self) -> Box:
        n = self.at.target
        disc = box("", drawing(f"e-target-{n}"), tag="summary", label=self.say("target", n=n))
        told = words(self.say("target_more", n=n), "told", "p")
        return box("target", disc, told, tag="details", id="target")

    def _stand(self, seat: int, mine: bool) -> Zone:
        """Return a seat's place at the wall; that of the viewer has places for cards."""
        make, of = partial(self._place, seat, mine), partial(self._stands, seat, mine)
        return Zone(f"stand-{seat}", make, not mine, of)

    def _stands(self, seat: int, mine: bool) -> tuple[object, ...]:
        """Return what a place at the wall is drawn from."""
        of = self._own(seat) if mine else self._lying(seat)
        return *of, self.at.target, (self.at.round_winner, self.at.totals) if self.ended else ()

    def _lying(self, seat: int) -> tuple[object, ...]:
        """Return what a figure is drawn from."""
        at, ends = self.at, (self.at.head_ends[seat], self.at.foot_ends[seat])
        return self.figures[seat], ends, at.rounds, self.ended, self.counted, self.over

    def _own(self, me: int) -> tuple[object, ...]:
        """Return what the viewer's own cards are drawn from."""
        at = self.at
        turn = at.turn == me and (at.took, at.drawn, self.dropping)
        return *self._lying(me), at.hands[me], turn

    def _place(self, seat: int, mine: bool) -> Box:
        told = self.figure_told(seat)
        drawn = self._lying(seat), self.at.target, mine and not self.ended and self._first_trial()
        make = partial(self._figure, seat, mine, told)
        figure = Zone(f"fig-{seat}", make, not mine, (told, drawn), sent=False)
        closer = None if mine else self._closer(seat)
        inside = (figure, self._cry(seat), *self._gain(seat), closer)
        style = f"stand s{seat}{' own' if mine else ''}{' wins' if self.wins(seat) else ''}"
        style += " alarm" * self.is_alarming(seat)
        return box(style, *inside, tag="section", id=f"stand-{seat}")

    def _closer(self, seat: int) -> Box:
        """Return what brings another's figure near, and folds it away again."""
        zoom = box("", tag="summary", label=self.say("closer", who=self.look.name(seat)))
        who = box("name-card", Face(seat), Name(seat), words("×", tag="b"), unseen=True)
        return box("closer", zoom, who, tag="details")

    def _figure(self, seat: int, mine: bool, told: str) -> Box:
        """Return a figure from its head end, with slots for what is missing above and below it."""
        cards, missing = self.figures[seat], self.missing(seat)
        above = (missing + 1) // 2
        if cards and not self.at.foot_ends[seat]:
            above = missing
        elif cards and not self.at.head_ends[seat]:
            above = 0
        gaps = [self._gap(seat, n - above, mine) for n in range(missing)]
        cells = [*gaps[:above], *self._cards(seat), *gaps[above:]]
        marks = range(self.at.target, 0, -1)
        rows = [
            box(f"cell {style}", box("mark", str(n), tag="i", unseen=True), *inner, tag="li")
            for n, (style, inner) in zip(marks, cells, strict=True)
        ]
        tall = sum([self._size(kind)[1] for kind in cards]) // _STEP
        style = f"figure n{tall} k{0 if self.whole[seat] else missing}"
        style += " whole" * self.whole[seat] + " full" * (self.whole[seat] and not missing)
        return box(style, *rows, tag="ol", id=f"fig-{seat}", label=told)

    def _gap(self, seat: int, n: int, mine: bool) -> tuple[str, list[Inside]]:
        """Return a slot for a missing card: -1 is next to the head end, 0 next to the foot end."""
        if self.whole[seat]:
            return "rest", []
        lays = mine and not self.ended
        if not self.figures[seat]:
            return "gap", [self._spot(START, self.say("start_told"))] if lays and n == -1 else []
        joint = {-1: self.at.head_ends, 0: self.at.foot_ends}.get(n, [0] * (seat + 1))[seat]
        if not joint:
            return "gap", []
        end, style = ("head", "gap end up") if n else ("feet", "gap end down")
        cloth = self._drawn(f"e-end-{end_name(str(self.deck.joints[joint]))}", (100, 36))
        told = self.say(f"{end}_told", joint=self.joint(joint))
        return style, [cloth, self._spot(f"at-{end}", told, f"-{end}")] if lays else [cloth]

    def _spot(self, name: str, told: str, end: str = "") -> Spot:
        """Return a place where a card of the viewer's hand may be laid."""
        first = self._first_trial()
        trial = f"{first}{end}" if first else ""
        return place(name, told, words(self.say("lay_here")), style="slot", trial=trial)

    def _first_trial(self) -> str:
        """Return the move that lays the first card of the viewer's hand."""
        return next((f"lay-{self._code(kind)}" for kind, _ in self._held(self.look.me)), "")

    def _cards(self, seat: int) -> Iterator[tuple[str, list[Inside]]]:
        """Yield the cards of a figure, cut out."""
        cards = self.figures[seat]
        for n, kind in enumerate(cards):
            which = seat, kind, cards[:n].count(kind)
            of = "lies", self.at.rounds, which
            yield f"card {self._lies(kind)}", [Kept(of, partial(self._card, *which))]

    def _card(self, seat: int, kind: int, nth: int) -> Spot:
        code = self._id(kind)
        return thing(
            f"p{seat}-{code}-{nth}",
            self.card(kind, as_object=False),
            self._picture(kind, cut=True),
            came=f"c{seat}-{code} seat-{seat}",
            still=True,
        )

    def _cry(self, seat: int) -> Box | None:
        if self.is_alarming(seat):
            return words(self.say("one_left"), "cry", "p")
        return words(self.late(seat), "cry late", "p") if self.is_late(seat) else None

    def _gain(self, seat: int) -> Iterator[Inside]:
        """Yield the points that grow out of a figure when a round is counted."""
        points = self.points(seat) if self.counted else 0
        if not points:
            return
        won = seat == self.at.round_winner
        told = f"{points - self.at.bonus} + {self.at.bonus}" if won else signed(points)
        yield ornament("h-confetti", "confetti") if won else None
        yield box("gain", badge(told, "gold" if won else ""), unseen=True)

    # The guests

    def _seat(self, seat: int, mine: bool) -> Zone:
        """Return who sits at a seat: behind the edge, and the viewer under the own figure."""
        make, of = partial(self._guest, seat, mine), partial(self._before, seat, mine)
        return Zone(f"seat-{seat}", make, not mine, of)

    def _before(self, seat: int, mine: bool) -> tuple[object, ...]:
        """Return what a guest is drawn from."""
        at, drew = self.at, self.at.turn == seat and self.from_stock
        size, shown = state.hand_size(self.record, seat), self.look.open and at.hands[seat]
        near, large = self.is_alarming(seat), self._stands_out(seat)
        return at.totals[seat], size, shown, near, drew and not mine, self.counted, large

    def _guest(self, seat: int, mine: bool) -> Guest:
        """Return a guest with points and cards; only of the others one sees cards from behind."""
        signs = {"own": mine, "alert": self.is_alarming(seat), "on-stage": self._stands_out(seat)}
        style = " ".join([sign for sign, shown in signs.items() if shown])
        backs = None if mine else self._backs(seat)
        return Guest(seat, "", style, str(self.at.totals[seat]), (backs,))

    def _stands_out(self, seat: int) -> bool:
        """Return whether a guest has left the edge: who has won the match is seen large."""
        return self.over and seat in self.best

    def _backs(self, seat: int) -> Box | None:
        """Return a seat's hand from behind.

        A card that was drawn from the stock comes from there.
        """
        n = 0 if self.counted else int(state.hand_size(self.record, seat))
        if not n:
            return None
        if self.look.open:
            return laid_open(f"hand-{seat}", self.say("in_hand", n=n), *self._open(seat))
        came = "stock" if self.from_stock and self.at.turn == seat else ""
        top = thing(f"h{seat}-{n}", "", drawing("e-back"), came=came, still=True)
        under: list[Inside] = [drawing("e-back")] * min(n - 1, _FANNED)
        inside = (*under, top, words(str(n), "count", "b"))
        return box("backs-of", *inside, tag="span", label=self.say("in_hand", n=n), picture=True)

    def _open(self, seat: int) -> Iterator[Spot]:
        for kind, n in self._held(seat):
            times = words(f"×{n}", "times", "b") if n > 1 else None
            name = f"c{seat}-{self._id(kind)}"
            yield thing(name, self.card_told(kind, n), self._picture(kind), times, still=True)

    # The piles

    def _die(self) -> Box:
        n = self.at.target
        die, four = n - self.at.smallest + 1, self.at.smallest - 1
        added = words(self.say("die", die=die, four=four, n=n), tag="small")
        told = self.say("die_told", die=die, four=four, n=n)
        return box("die", motif(f"e-die-{die}"), added, id="die", label=told, picture=True)

    def _piles(self) -> Box:
        left, backs = self.at.left, [drawing("e-back")] * min(self.at.left, 3)
        stock = pile("stock", self.say("stock_told", n=left), left, *backs, trial="draw")
        stock.place = self.dropping  # no choice then, beside the cards of the hand
        heaps = [box("heap", stock, words(self.say("stock", n=left), tag="small"))]
        heaps += [self._heap(number) for number in range(1, int(state.piles_at(self.record)) + 1)]
        return box("piles", *heaps, tag="section", id="piles", label=self.say("piles"))

    def _heap(self, number: int) -> Box:
        cards = self.at.piles[number - 1][: self.at.heights[number - 1]]
        trial, name = f"take-{number}", self.say("pile_empty", pile=number)
        if self.dropping:  # only a card that all have seen taken obliges to fill a pile again (E7)
            seen = 0 if self.from_stock else self.at.took
            trial = f"drop-{self._code(seen - 1)}-{number}" if seen else ""
        if cards:
            name = self.say("pile_told", pile=number, card=self.card_told(cards[-1]))
        top = box("backs", self._top(number, cards), tag="span")
        spot = Spot(f"pile-{number}", name, (top,), "pile open", trial, self.dropping)
        return box("heap", spot, words(self.say("pile"), tag="small"))

    def _top(self, number: int, cards: Sequence[int]) -> Inside:
        """Return the top of a discard pile: where it came from, and who may take it."""
        if not cards:
            return box("hollow", tag="span")
        at, kind, choosing = self.at, cards[-1], self.at.phase == state.CHOOSING
        came, code = "", self._id(kind)
        if not self.dropping:
            giver = (at.turn - choosing) % at.players
            came = "stock" if self._is_turned_up() else f"c{giver}-{code} seat-{giver}"
        goes = f"c{at.turn}-{code} seat-{at.turn}" if choosing else ""
        name, style = f"top-{number}-{len(cards)}", f"{self._lies(kind)} k{min(len(cards) - 1, 3)}"
        told, art = self.card(kind, as_object=False), self._picture(kind)
        return thing(name, told, art, style=style, came=came, goes=goes, still=True)

    def _is_turned_up(self) -> bool:
        """Return whether the tops come from the stock: no move since a deal or a shuffle."""
        at = self.at
        begun = at.given or any(at.sizes)
        whole = at.left == state.first_stock(self.record)
        return not at.idle and whole and bool(at.reshuffles or not begun)

    # The score

    def _raced(self) -> tuple[object, ...]:
        """Return what the race is drawn from."""
        return self.at.totals, self.at.goal, self.counted, self.over

    @property
    def _ranked(self) -> list[int]:
        """Return the seats by rank."""
        return sorted(self.seats, key=lambda seat: -self.at.totals[seat])

    def _race(self) -> Box:
        """Return the race: a slate that grows by what a round brings."""
        goal = self.at.goal
        lanes = [self._lane(seat, goal) for seat in self._ranked]
        return box("slate", *lanes, tag="ol", id="race", label=self.say("race", goal=goal))

    def _lane(self, seat: int, goal: int) -> Box:
        gain, total = self.points(seat) if self.counted else 0, self.at.totals[seat]
        before, now = [min(_LANE, _LANE * n // goal) for n in (total - gain, total)]
        plus = words(signed(gain), "plus", "b") if gain else None
        lane = box(f"lane n{before} k{now}", tag="i", unseen=True)
        points = words(str(total), "total", "b")
        return box(f"s{seat}", Face(seat), Name(seat), lane, plus, points, tag="li")

    def _ranks(self) -> Box:
        """Return who has won the match and who is how far; after a round the slate says it."""
        if not self.counted:
            return box(id="ranks")
        rows = [self._row(seat) for seat in self._ranked] if self.over else []
        title = words(self.status, "unseen", "h2")
        return box("", box("rank", *rows, tag="ol") if rows else title, id="ranks")

    def _row(self, seat: int) -> Box:
        totals, wins = self.at.totals, seat in self.best
        place = words(str(1 + sum([n > totals[seat] for n in totals])), "nth", "i")
        head = box("head", ornament("h-crown", "crown") if wins else None, Face(seat), tag="span")
        gain = words(signed(self.points(seat)), "gain", "b")
        who, total = box("who", Name(seat)), words(str(totals[seat]), "total", "b")
        return box(f"s{seat}{' first' * wins}", place, head, who, gain, total, tag="li")

    # The viewer's own cards

    def _held(self, seat: int | None) -> list[tuple[int, int]]:
        """Return the types in a seat's hand from heads to feet, and how many of each."""
        if seat is None or self.counted:
            return []
        held = [(kind, n) for kind, n in enumerate(self.at.hands[seat]) if n]
        tops, bottoms = self.at.tops, self.at.bottoms
        return sorted(held, key=lambda one: (tops[one[0]] > 0) + (bottoms[one[0]] == 0))

    def _hand(self, me: int) -> Box:
        held = self._held(me)
        wide = sum([self._size(kind)[0] + _PEEK * (n - 1) for kind, n in held])
        label = self.say("hand_told", n=sum([n for _, n in held]))
        packs = [self._pack(me, *one) for one in held]
        return hand(label, *packs, style=f"n{-(-wide // _STEP)}")

    def _pack(self, me: int, kind: int, n: int) -> Kept:
        """Return equal cards of the hand; one from a discard pile has flown already, as its top."""
        fresh = self.at.turn == me and self.at.took == kind + 1
        came = "" if fresh and not self.from_stock else "stock"
        pack = me, kind, n, fresh, came, self._trial(kind, me)
        return Kept(("held", self.at.rounds, pack), partial(self._copies, *pack))

    def _copies(self, me: int, kind: int, n: int, fresh: bool, came: str, trial: str) -> Spot:
        code = self._id(kind)
        copies = [
            thing(f"x{me}-{code}-{i + 1}", "", self._picture(kind), came=came, still=True)
            for i in range(n)
        ]
        times = words(f"×{n}", "times", "b") if n > 1 else None
        style, told = self._lies(kind) + " fresh" * fresh, self.card_told(kind, n, fresh)
        return thing(f"c{me}-{code}", told, *copies, times, style=style, trial=trial)

    def _trial(self, kind: int, me: int) -> str:
        """Return the move that trying a card of the hand means."""
        code = self._code(kind)
        if self.at.turn == me and self.dropping:
            return f"drop-{code}-1"
        if not self.figures[me]:
            return f"lay-{code}"
        head, feet = self.at.head_ends[me], self.at.foot_ends[me]
        at_head = head and (self.at.bottoms[kind] == head or not feet)
        return f"lay-{code}-{'head' if at_head else 'feet'}"

    def _gesture(self, move: str) -> Gesture:
        """Return where a move begins and ends; to draw or to take a card is a plain press."""
        verb, *rest = move.split("-")
        if verb in ("draw", "take"):
            name = "stock" if verb == "draw" else f"pile-{rest[0]}"
            return Gesture(move, name, name)
        card = f"c{self.look.me}-{rest[0].replace('_', '-')}"
        if verb == "drop":
            return Gesture(move, card, f"pile-{rest[1]}")
        return Gesture(move, card, f"at-{rest[1]}" if rest[1:] else START)

    # How cards are drawn

    def _code(self, kind: int) -> str:
        return self.deck.kinds[kind].code

    def _id(self, kind: int) -> str:
        return self._code(kind).replace("_", "-")

    def _size(self, kind: int) -> tuple[int, int]:
        return self.wardrobe.parts[self._code(kind)].size

    def _lies(self, kind: int) -> str:
        return self.deck.kinds[kind].lies

    def _picture(self, kind: int, cut: bool = False) -> Picture:
        """Return a card with the face that its type has in this round."""
        looks, (width, height) = self.wardrobe.looks(self._code(kind)), self._size(kind)
        name = looks[(self.at.rounds + kind) % len(looks)]
        return self._drawn(f"e-cut-{name}" if cut else f"e-{name}", (width, height + cut))

    def _drawn(self, name: str, size: tuple[int, int]) -> Picture:
        """Return a drawing of the house's sheet; the drawings of another deck are on the table."""
        return Picture(name, "", "", size, "game" if self.game.is_house_deck else "table")
