"""Le Grand Escogriffe on a table: figures on the wall, stock and piles, a hand, and gestures.

Equal cards of a hand lie together as one thing, for they are one move; each copy has a number.
A card goes from the hand to an end of one's figure or to a pile, and from the stock or a pile to
the hand.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from tablee.core.board import Board, Gesture, Place, Thing
from tablee.core.phrases import Phrases, Speaker
from tablee.core.position import View
from tablee.core.rulebook import LANGUAGES, check_language
from tablee.games.escogriffe.art import end_name
from tablee.games.escogriffe.choices import (
    AT_FEET,
    AT_HEAD,
    CARD_MOVES,
    DRAW,
    DROP,
    FIRST_CARD_MOVE,
)
from tablee.games.escogriffe.material import BONUS, GOALS, LONGEST, MOST_CARDS, MOST_TYPES, Deck
from tablee.games.escogriffe.state import CHOOSING, DEALING, DROPPING, OVER, STATE, STOCK

if TYPE_CHECKING:
    from tablee.games.escogriffe import Escogriffe

HAND, START, AT = "into-hand", "start", {AT_HEAD: "at-head", AT_FEET: "at-feet"}
_STEP = 50  # heights and widths are told to the stylesheet in steps of so many units
_PEEK = 20  # of a card that lies under an equal one, so much is seen
_WHERE = {name: int(field[1]) for name, field in (STATE.fields or {}).items()}
_SIGNED = {name: struct.Struct("b") for name in ("viewer", "seat", "turn", "round_winner")}
_ROUNDS, _TOTALS = struct.Struct("<H"), struct.Struct("<8h")


Top = tuple[str, int, str, str]
"""The top of a pile: its id, its card, where it came from and where it may go."""


class Seen:
    """What a view shows, read out of its record at once."""

    def __init__(self, raw: bytes) -> None:
        at = _WHERE
        self.players, self.phase = raw[at["players"]], raw[at["phase"]]
        signed = [word.unpack_from(raw, at[name])[0] for name, word in _SIGNED.items()]
        self.viewer, self.seat, self.turn, self.winner = signed
        self.goal, self.target = GOALS[raw[at["points"]]], raw[at["target"]]
        (self.rounds,) = _ROUNDS.unpack_from(raw, at["rounds"])
        self.totals = _TOTALS.unpack_from(raw, at["totals"])
        self.drawn, self.took, self.left = raw[at["drawn"]], raw[at["took"]], raw[at["left"]]
        self.sizes = raw[at["sizes"] : at["sizes"] + self.players]
        self.heads = raw[at["head_ends"] : at["head_ends"] + self.players]
        self.feet = raw[at["foot_ends"] : at["foot_ends"] + self.players]
        self.heights = raw[at["heights"] : at["heights"] + (2 if self.players <= 5 else 3)]
        starts = range(at["figures"], at["figures"] + LONGEST * self.players, LONGEST)
        self.figures = [raw[n : n + size] for n, size in zip(starts, self.sizes, strict=True)]
        """The cards of each figure from its head end."""
        self.between = self.phase in (DEALING, OVER)
        """Whether a round has been scored, so that nobody holds cards."""
        self.fresh = self.took - 1 if self.drawn and self.turn == self.viewer else -1
        """The card that the viewer has just drawn or taken."""
        self._raw = raw

    def top(self, pile: int) -> int:
        """Gets the card on top of a pile that is not empty."""
        return self._raw[_WHERE["piles"] + pile * MOST_CARDS + self.heights[pile] - 1]

    def hand(self, seat: int) -> bytes:
        """Counts the cards of each type in a hand."""
        start = _WHERE["hands"] + seat * MOST_TYPES
        return self._raw[start : start + MOST_TYPES]

    def held(self, seat: int) -> int:
        """Counts the cards of a hand."""
        if self.between:
            return 0
        return self.target - self.sizes[seat] + (self.drawn > 0 and seat == self.turn)

    def is_whole(self, seat: int) -> bool:
        """Checks whether a figure goes from head to feet."""
        return self.sizes[seat] > 0 and not self.heads[seat] and not self.feet[seat]

    def gain(self, seat: int) -> int:
        """Gets the points that a finished round brought."""
        bonus = BONUS if seat == self.winner else 0
        return self.sizes[seat] + bonus if self.is_whole(seat) else 0


@dataclass(frozen=True, slots=True)
class Stand:
    """A seat's place on the wall."""

    seat: int
    cards: bytes
    told: str
    """Its figure as a sentence."""
    style: str
    walks: bool
    note: str
    held: int
    total: int
    gain: int
    """The points of a round that has just been scored."""


@dataclass(frozen=True, slots=True)
class End:
    """A free end of one's own figure: its joint, how many cards fit, and its drawing."""

    place: str
    told: str
    rest: str
    drawing: str


@dataclass(frozen=True, slots=True)
class Pack:
    """Equal cards of one's hand; the last may just have come from somewhere."""

    id: str
    style: str
    units: int
    kind: int
    copies: int
    source: str


@dataclass(frozen=True, slots=True)
class Labels:
    """Words that stand on the table."""

    piles: str
    stock: str
    pile: str
    hand: str
    begin: str
    take: str


@dataclass(frozen=True, slots=True)
class Facts:
    """What the page shows beside things and places."""

    round: tuple[int, int, int]
    """The target, the goal, and how tall the tallest figure of the others is, in steps."""
    left: int
    stands: tuple[Stand, ...]
    ends: tuple[End, ...]
    advice: tuple[str, str, str]
    """What is said where no end is free: two sentences and a clause."""
    marks: tuple[int, ...]
    """How far down each card of one's own figure ends, in steps: for the height chart."""
    labels: Labels
    hand: tuple[Pack, ...]
    steps: int
    """The width of the hand, in steps."""
    piles: tuple[Top, ...]
    takes: bool
    """Whether the viewer may draw or take a card."""


def card_ids(deck: Deck) -> list[str]:
    """Gets each type of a deck as a part of an id."""
    return [kind.code.replace("_", "-") for kind in deck.kinds]


class Boards:
    """Lays out the views of the game with one deck."""

    def __init__(self, game: Escogriffe) -> None:
        self._words, self._kinds, self._joints = game.words, game.deck.kinds, game.deck.joints
        phrases = Phrases(game.folder / "table.toml")
        self._says = {lang: phrases.speak(lang) for lang in LANGUAGES}
        self._ids = card_ids(game.deck)
        self._tops = [self._joints.index(kind.top) for kind in self._kinds]
        self._bottoms = [self._joints.index(kind.bottom) for kind in self._kinds]
        self._tall = [150 if kind.lies == "upright" else 100 for kind in self._kinds]
        self._order = sorted(range(len(self._kinds)), key=self._rank)
        self._moves = [self._gesture(code, game) for code in range(game.move_codes)]
        self._card_told = lru_cache(4_000)(self._tell_card)
        self._figure_told = lru_cache(10_000)(self._tell_figure)
        self._joint = lru_cache(200)(self._tell_joint)
        self._pile_spot = lru_cache(4_000)(self._name_pile)
        self._packs = lru_cache(4_000)(self._sort)
        self._ends = lru_cache(4_000)(self._tell_ends)
        self._labels = lru_cache(100)(self._write_labels)

    def _rank(self, number: int) -> tuple[int, int]:
        """Puts heads first and feet last, the others as the deck has them."""
        kind = self._kinds[number]
        return (0 if kind.top is None else 2 if kind.bottom is None else 1, number)

    def _gesture(self, code: int, game: Escogriffe) -> Gesture:
        """Says where a move begins and ends."""
        text = game.write_move(code)
        if code == DRAW:
            return Gesture(text, "stock", HAND)
        if code < FIRST_CARD_MOVE:
            return Gesture(text, f"pile-{code}", HAND)
        kind, way = divmod(code - FIRST_CARD_MOVE, CARD_MOVES)
        card = f"c-{self._ids[kind]}"
        if way >= DROP:
            return Gesture(text, card, f"pile-{way - DROP + 1}")
        return Gesture(text, card, AT.get(way, START))

    def board(self, view: View, lang: str, names: Sequence[str]) -> Board:
        """Lays a view out."""
        say, seen = self._says[check_language(lang)], Seen(bytes(view))
        moves = view.legal_moves() if seen.seat == seen.viewer >= 0 else ()
        gestures = tuple([self._moves[move.code] for move in moves])
        things, places = self._lay_piles(seen, say)
        stands = self._stands(view, seen, say, names)
        for stand in stands:
            name = f"fig-{stand.seat}"
            things[name] = Thing(name, stand.told)
        if seen.viewer >= 0:
            self._lay_own(seen, say, things, places)
        lead, prompt = self._tell(view, seen, gestures, say, names)
        status = say("status", round=seen.rounds, players=seen.players, goal=seen.goal)
        facts = self._facts(seen, stands, gestures, say)
        return Board(lead, prompt, status, things, places, gestures, facts)

    # Things and places

    def _lay_piles(self, seen: Seen, say: Speaker) -> tuple[dict[str, Thing], dict[str, Place]]:
        stock = Thing("stock", say("stock_told", n=seen.left), "e-back", "draw")
        things, places = {"stock": stock}, {}
        mine = seen.phase == DROPPING and seen.turn == seen.viewer
        held = self._any_held(seen)
        for pile, height in enumerate(seen.heights):
            kind = seen.top(pile) if height else -1
            thing, place = self._pile_spot(pile + 1, kind, mine, held, say.lang)
            places[place.id] = place
            if thing:
                things[place.id] = thing
        return things, places

    def _name_pile(
        self, pile: int, kind: int, mine: bool, held: str, lang: str
    ) -> tuple[Thing | None, Place]:
        """Names a pile as what may be taken, and as where to discard."""
        say, name = self._says[lang], f"pile-{pile}"
        drop = f"drop-{held}-{pile}" if held else ""
        if kind < 0:
            return None, Place(name, say("pile_empty", pile=pile), drop)
        if mine:
            told = say("drop_here", pile=pile, card=self._words.card(kind, lang, as_object=True))
        else:
            told = say("pile_told", pile=pile, card=self._card_told(kind, lang, 1, False))
        return Thing(name, told, trial=drop if mine else f"take-{pile}"), Place(name, told, drop)

    def _any_held(self, seen: Seen) -> str:
        """Gets the code of some card of the viewer's hand."""
        counts = seen.hand(seen.viewer) if seen.viewer >= 0 else b""
        return next((self._kinds[kind].code for kind, n in enumerate(counts) if n), "")

    def _lay_own(
        self, seen: Seen, say: Speaker, things: dict[str, Thing], places: dict[str, Place]
    ) -> None:
        """Lays the viewer's hand, and the places where a card of it may go."""
        me, held = seen.viewer, self._any_held(seen)
        for pack in self._hand(seen):
            told = self._card_told(pack.kind, say.lang, pack.copies, pack.kind == seen.fresh)
            things[pack.id] = Thing(pack.id, told, trial=self._trial(seen, pack.kind))
        if seen.between:
            return
        places[HAND] = Place(HAND, say("into_hand"), "draw")
        if not seen.sizes[me]:
            places[START] = Place(START, say("start_told"), f"lay-{held}" if held else "")
        for way, ends, phrase in ((AT_HEAD, seen.heads, "head"), (AT_FEET, seen.feet, "feet")):
            if ends[me]:
                told = say(f"{phrase}_told", joint=self._joint(ends[me], say.lang))
                places[AT[way]] = Place(AT[way], told, f"lay-{held}-{phrase}" if held else "")

    def _trial(self, seen: Seen, kind: int) -> str:
        """Gets the move that somebody means who tries a card of his hand."""
        code, me = self._kinds[kind].code, seen.viewer
        if seen.phase == DROPPING:
            return f"drop-{code}-1"
        if not seen.sizes[me]:
            return f"lay-{code}"
        at_head = seen.heads[me] and (self._bottoms[kind] == seen.heads[me] or not seen.feet[me])
        return f"lay-{code}-{'head' if at_head else 'feet'}"

    # Sentences

    def _tell_joint(self, joint: int, lang: str) -> str:
        return self._words.joint(self._joints[joint], lang)

    def _tell_card(self, kind: int, lang: str, n: int, fresh: bool) -> str:
        """Says a card with its joints: "The neck; top: …; bottom: …"."""
        say, name = self._says[lang], self._words.card(kind, lang)
        told = [say("copies", n=n, card=name) if n > 1 else name]
        for phrase, joint in (("card_top", self._tops[kind]), ("card_bottom", self._bottoms[kind])):
            if joint:
                told.append(say(phrase, joint=self._joint(joint, lang)))
        told += [say("card_orange")] * self._kinds[kind].orange + [say("fresh")] * fresh
        return ("\u202f; " if lang == "fr" else "; ").join(told)

    def _tell_figure(self, cards: bytes, who: str, lang: str) -> str:
        """Says a figure: its cards from the head, and what is free."""
        say = self._says[lang]
        if not cards:
            return say("figure_none", who=who)
        named = ", ".join([self._words.card(kind, lang) for kind in cards])
        told = [say("figure_told", n=len(cards), who=who, cards=named)]
        head, feet = self._tops[cards[0]], self._bottoms[cards[-1]]
        told += [say("open_head", joint=self._joint(head, lang))] if head else []
        told += [say("open_feet", joint=self._joint(feet, lang))] if feet else []
        told += [] if head or feet else [say("figure_whole")]
        return ("\u202f; " if lang == "fr" else "; ").join(told)

    def _tell(
        self,
        view: View,
        seen: Seen,
        gestures: Sequence[Gesture],
        say: Speaker,
        names: Sequence[str],
    ) -> tuple[str, str]:
        """Says what to do now, whom we wait for, or what has just happened."""
        if seen.phase == OVER:
            return self._tell_end(view, seen, say, names)
        if seen.phase == DEALING:
            return self._tell_round(seen, say, names)
        if gestures:
            return say("your_turn"), self._tell_turn(seen, gestures, say)
        card = self._words.card(seen.took - 1, say.lang, as_object=True) if seen.took else ""
        if seen.phase != DROPPING:
            return names[seen.turn], say("chooses")
        hidden = seen.drawn == STOCK
        return names[seen.turn], say("has_drawn") if hidden else say("has_taken", card=card)

    def _tell_turn(self, seen: Seen, gestures: Sequence[Gesture], say: Speaker) -> str:
        if seen.phase == DROPPING:
            if seen.drawn != STOCK and not seen.heights[seen.drawn - 1]:
                return say("drop_there")
            return say("drop", card=self._words.card(seen.took - 1, say.lang, as_object=True))
        if not seen.sizes[seen.viewer]:
            return say("begin")
        lays = any(gesture.thing.startswith("c-") for gesture in gestures)
        if lays and seen.held(seen.viewer) == 1:
            return say("finish")
        return say("lay_or_draw" if lays else "only_draw")

    def _tell_round(self, seen: Seen, say: Speaker, names: Sequence[str]) -> tuple[str, str]:
        won, told = seen.winner, []
        if won < 0:
            lead = say("round_nobody")
        else:
            lead = say("round_yours") if won == seen.viewer else say("round_won", who=names[won])
            told = [say("gained", n=seen.sizes[won], bonus=BONUS, points=seen.gain(won))]
        others = [
            f"{names[seat]} +{seen.gain(seat)}"
            for seat in range(seen.players)
            if seat != won and seen.is_whole(seat)
        ]
        told += [say("chances", who=", ".join(others))] if others else []
        return lead, " ".join(told)

    def _tell_end(
        self, view: View, seen: Seen, say: Speaker, names: Sequence[str]
    ) -> tuple[str, str]:
        outcome = view.outcome()
        assert outcome is not None
        best = outcome.winners
        if len(best) > 1:
            lead = say("match_shared", who=", ".join([names[seat] for seat in best]))
        elif best[0] == seen.viewer:
            lead = say("match_yours")
        else:
            lead = say("match_won", who=names[best[0]])
        return lead, say("match_points", n=seen.totals[best[0]])

    # Facts for the page

    def _facts(
        self, seen: Seen, stands: tuple[Stand, ...], gestures: Sequence[Gesture], say: Speaker
    ) -> Facts:
        me = seen.viewer
        tall = [sum([self._tall[kind] for kind in cards]) for cards in seen.figures]
        others = max([n for seat, n in enumerate(tall) if seat != me])
        hand = self._hand(seen) if me >= 0 and not seen.between else ()
        ends: tuple[End, ...] = ()
        if hand:
            ends = self._ends(seen.heads[me], seen.feet[me], seen.hand(me), say.lang)
        own = [self._tall[kind] // _STEP for kind in seen.figures[me]] if me >= 0 else []
        return Facts(
            round=(seen.target, seen.goal, others // _STEP),
            left=seen.left,
            stands=stands,
            ends=ends,
            advice=self._advice(seen, say),
            marks=tuple(accumulate(own)),
            labels=self._labels(say.lang, seen.held(me) if hand else 0),
            hand=hand,
            steps=-(-sum([pack.units for pack in hand]) // _STEP),
            piles=tuple([self._pile(seen, pile) for pile in range(len(seen.heights))]),
            takes=bool(gestures) and gestures[0].place == HAND,
        )

    def _write_labels(self, lang: str, held: int) -> Labels:
        say = self._says[lang]
        hand = say("hand_told", n=held) if held else say("race")
        return Labels(
            piles=say("piles"),
            stock=say("stock"),
            pile=say("pile"),
            hand=hand,
            begin=say("begin_here"),
            take=say("take"),
        )

    def _stands(
        self, view: View, seen: Seen, say: Speaker, names: Sequence[str]
    ) -> tuple[Stand, ...]:
        """Gets the seats from left to right."""
        outcome = view.outcome() if seen.phase == OVER else None
        best = outcome.winners if outcome else ()
        return tuple(
            [self._stand(seen, seat, seat in best, say, names[seat]) for seat in _wall(seen)]
        )

    def _stand(self, seen: Seen, seat: int, wins: bool, say: Speaker, name: str) -> Stand:
        cards, whole, between = seen.figures[seat], seen.is_whole(seat), seen.between
        gain, style = seen.gain(seat) if between else 0, f"s{seat}"
        held = seen.held(seat)
        if between:
            note = say("gains", n=gain) if gain else say("no_gain")
            style += " scored" + " champion" * wins + " whole" * whole
        else:
            note = say("in_hand", n=held)
        if seat == seen.viewer:
            free = (seen.heads[seat] > 0) + (seen.feet[seat] > 0) or not cards
            style += f" own k{0 if between else int(free)}"
        told = self._figure_told(cards, name, say.lang)
        total = seen.totals[seat]
        return Stand(seat, cards, told, style, whole and wins, note, held, total, gain)

    def _hand(self, seen: Seen) -> tuple[Pack, ...]:
        """Gets the cards of the viewer's hand."""
        source = "stock" if seen.drawn == STOCK else f"pile-{seen.drawn}"
        return self._packs(seen.hand(seen.viewer), seen.fresh, source if seen.fresh >= 0 else "")

    def _sort(self, counts: bytes, fresh: int, source: str) -> tuple[Pack, ...]:
        """Puts equal cards together, by their joints from heads to feet."""
        found = []
        for kind in self._order:
            n = counts[kind]
            if n:
                units = 250 - self._tall[kind] + _PEEK * (n - 1)
                came = source if kind == fresh else ""
                style = f"{self._kinds[kind].lies} fresh" if came else self._kinds[kind].lies
                found.append(Pack(f"c-{self._ids[kind]}", style, units, kind, n, came))
        return tuple(found)

    def _pile(self, seen: Seen, pile: int) -> Top:
        """Gets the top of a pile, where it came from and where it may go."""
        height = seen.heights[pile]
        if not height:
            return "", 0, "", ""
        source = target = ""
        kind = seen.top(pile)
        if seen.phase == CHOOSING:
            before = (seen.turn - 1) % seen.players
            source = f"c-{self._ids[kind]}" if before == seen.viewer else f"hand-{before}"
            source = "stock" if height == 1 else source
            target = "" if seen.turn == seen.viewer else f"hand-{seen.turn}"
        return f"top-{pile + 1}-{height}", kind, source, target

    def _tell_ends(self, head: int, feet: int, counts: bytes, lang: str) -> tuple[End, ...]:
        """Says which joints a figure needs, and how many cards of a hand have them."""
        say, found = self._says[lang], []
        for way, joint, joints, phrase in (
            (AT_HEAD, head, self._bottoms, "your_head"),
            (AT_FEET, feet, self._tops, "your_feet"),
        ):
            if joint:
                n = sum([counts[kind] for kind, met in enumerate(joints) if met == joint])
                told = say(phrase if head and feet else "your_end", joint=self._joint(joint, lang))
                drawing = f"e-end-{end_name(str(self._joints[joint]))}"
                found.append(End(AT[way], told, say("fit", n=n) if n else say("fit_none"), drawing))
        return tuple(found)

    def _advice(self, seen: Seen, say: Speaker) -> tuple[str, str, str]:
        me = seen.viewer
        if me < 0 or (seen.between and not seen.is_whole(me)):
            return say("aim", n=seen.target), say("aim_rest"), "E31"
        if seen.is_whole(me):
            return say("whole"), say("whole_rest"), "E58"
        return say("not_begun"), say("not_begun_rest"), "E4"


def _wall(seen: Seen) -> list[int]:
    """Gets the seats from left to right: the viewer in the middle, the others clockwise."""
    if seen.viewer < 0:
        return list(range(seen.players))
    others = [(seen.viewer + n) % seen.players for n in range(1, seen.players)]
    half = seen.players // 2
    return [*others[:half], seen.viewer, *others[half:]]
