"""Le Grand Escogriffe on a table: figures on the wall, stock and piles, a hand, and gestures.

Equal cards of a hand lie together as one thing, for they are one move; each copy has a number.
A card goes from the hand to an end of one's figure or to a pile, and from the stock or a pile to
the hand.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from markupsafe import Markup

from tablee.core.board import Board, Gesture, Place, Thing
from tablee.core.drawing import use
from tablee.core.phrases import Phrases, Speaker
from tablee.core.position import View
from tablee.games.escogriffe.art import end_name, figure, wardrobe_of
from tablee.games.escogriffe.choices import (
    AT_FEET,
    AT_HEAD,
    CARD_MOVES,
    DRAW,
    DROP,
    FIRST_CARD_MOVE,
)
from tablee.games.escogriffe.material import BONUS, GOALS, LONGEST, MOST_CARDS, MOST_TYPES
from tablee.games.escogriffe.table import CHOOSING, DEALING, DROPPING, OVER, STATE, STOCK

if TYPE_CHECKING:
    from tablee.games.escogriffe import Escogriffe

HAND, START, AT = "into-hand", "start", {AT_HEAD: "at-head", AT_FEET: "at-feet"}
_STEP = 50  # heights and widths are told to the stylesheet in steps of so many units
_PEEK = 20  # of a card that lies under an equal one, so much is seen
_WHERE = {name: int(field[1]) for name, field in (STATE.fields or {}).items()}
_SIGNED = {name: struct.Struct("b") for name in ("viewer", "seat", "turn", "round_winner")}
_ROUNDS, _TOTALS = struct.Struct("<H"), struct.Struct("<8h")


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
        self._raw = raw

    def top(self, pile: int) -> int:
        """Gets the card on top of a pile that is not empty."""
        return self._raw[_WHERE["piles"] + pile * MOST_CARDS + self.heights[pile] - 1]

    def hand(self, seat: int) -> bytes:
        """Counts the cards of each type in a hand."""
        start = _WHERE["hands"] + seat * MOST_TYPES
        return self._raw[start : start + MOST_TYPES]

    @property
    def between(self) -> bool:
        """Checks whether a round has been scored, so that nobody holds cards."""
        return self.phase in (DEALING, OVER)

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
    mine: bool
    style: str
    note: str
    held: int
    size: int
    total: int
    gain: int
    """The points of a round that has just been scored."""
    drawn: Callable[[str], Markup]
    """Draws the figure, given where the sprite lies."""
    share: int
    """How much of the goal it has, in sixtieths."""
    marks: tuple[int, ...]
    """How far down each card of one's own figure ends, in steps: for the height chart."""


@dataclass(frozen=True, slots=True)
class End:
    """A free end of one's own figure: its joint, how many cards fit, and its drawing."""

    place: str
    told: str
    rest: str
    drawing: str


@dataclass(frozen=True, slots=True)
class Pack:
    """Equal cards of one's hand."""

    id: str
    style: str
    units: int
    drawn: Callable[[str], Markup]


@dataclass(frozen=True, slots=True)
class Facts:
    """What the page shows beside things and places."""

    target: int
    goal: int
    left: int
    tall: int
    """The height of the tallest figure of the others, in steps."""
    stands: tuple[Stand, ...]
    race: tuple[Stand, ...]
    """The same by points, where there is no hand to be shown."""
    ends: tuple[End, ...]
    advice: tuple[str, str, str] | None
    """What is said where no end is free: two sentences and a clause."""
    held: int
    hand: tuple[Pack, ...]
    steps: int
    """The width of the hand, in steps."""
    piles: tuple[tuple[str, Callable[[str], Markup]], ...]
    sprite: Markup
    """The drawings of a deck of one's own, which the page carries itself."""
    party: bool
    takes: bool
    """Whether the viewer may draw or take a card."""


class Boards:
    """Lays out the views of the game with one deck."""

    def __init__(self, game: Escogriffe) -> None:
        self._words, self._kinds, self._joints = game.words, game.deck.kinds, game.deck.joints
        self._phrases = Phrases(game.folder / "table.toml")
        self._wardrobe = wardrobe_of(game.deck)
        self._looks = [self._wardrobe.looks(kind.code) for kind in self._kinds]
        self._ids = [kind.code.replace("_", "-") for kind in self._kinds]
        self._tops = [self._joints.index(kind.top) for kind in self._kinds]
        self._bottoms = [self._joints.index(kind.bottom) for kind in self._kinds]
        self._tall = [150 if kind.lies == "upright" else 100 for kind in self._kinds]
        self._order = sorted(range(len(self._kinds)), key=self._rank)
        self._moves = [self._gesture(code, game) for code in range(game.move_codes)]
        self._sprite = Markup() if game.is_house_deck else Markup(self._wardrobe.inline())
        self._card_told = lru_cache(4_000)(self._tell_card)
        self._figure_told = lru_cache(20_000)(self._tell_figure)
        self._joint = lru_cache(200)(self._tell_joint)
        self._parts = lru_cache(20_000)(self._draw_parts)
        self._copies = lru_cache(4_000)(self._draw_copies)
        self._top = lru_cache(4_000)(self._draw_top)

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
        say, seen = self._phrases.speak(lang), Seen(bytes(view))
        moves = view.legal_moves() if seen.seat == seen.viewer >= 0 else ()
        gestures = tuple([self._moves[move.code] for move in moves])
        things, places = self._lay_piles(seen, say)
        for seat in range(seen.players):
            name = f"fig-{seat}"
            told = self._figure_told(seen.figures[seat], names[seat], lang)
            things[name] = Thing(name, told)
        if seen.viewer >= 0:
            self._lay_own(seen, say, things, places)
        lead, prompt = self._tell(view, seen, gestures, say, names)
        status = say("status", round=seen.rounds, players=seen.players, goal=seen.goal)
        facts = self._facts(view, seen, gestures, say)
        return Board(lead, prompt, status, things, places, gestures, facts)

    # Things and places

    def _lay_piles(self, seen: Seen, say: Speaker) -> tuple[dict[str, Thing], dict[str, Place]]:
        stock = Thing("stock", say("stock_told", n=seen.left), "e-back", "draw")
        things, places = {"stock": stock}, {}
        mine = seen.phase == DROPPING and seen.turn == seen.viewer
        trial = self._any_held(seen)
        for pile, height in enumerate(seen.heights):
            name, n = f"pile-{pile + 1}", pile + 1
            drop = f"drop-{trial}-{n}" if trial else ""
            card = self._card_told(seen.top(pile), say.lang, 1, False) if height else ""
            what = (
                "pile_told" if card else "pile_empty",
                "drop_here" if card else "drop_here_empty",
            )
            told = say(what[mine], pile=n, card=card)
            places[name] = Place(name, told, drop)
            if card:
                things[name] = Thing(name, told, trial=drop if mine else f"take-{n}")
        return things, places

    def _any_held(self, seen: Seen) -> str:
        """Gets the code of some card of the viewer's hand."""
        counts = seen.hand(seen.viewer) if seen.viewer >= 0 else b""
        return next((self._kinds[kind].code for kind, n in enumerate(counts) if n), "")

    def _lay_own(
        self, seen: Seen, say: Speaker, things: dict[str, Thing], places: dict[str, Place]
    ) -> None:
        """Lays the viewer's hand, and the places where a card of it may go."""
        me, held = seen.viewer, self._any_held(seen)
        fresh = seen.took - 1 if seen.drawn and seen.turn == me else -1
        for kind, n in enumerate(seen.hand(me)):
            if n:
                name = f"c-{self._ids[kind]}"
                told = self._card_told(kind, say.lang, n, kind == fresh)
                things[name] = Thing(name, told, trial=self._trial(seen, kind))
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
        say, found = self._phrases.speak(lang), self._joints[joint]
        assert found is not None
        known = f"joint_{found.shape}_{found.colour}"
        return say(known) if known in say else self._words.joint(found, lang)

    def _tell_card(self, kind: int, lang: str, n: int, fresh: bool) -> str:
        """Says a card with its joints: "The neck; top: …; bottom: …"."""
        say, name = self._phrases.speak(lang), self._words.card(kind, lang)
        told = [say("copies", n=n, card=name) if n > 1 else name]
        for phrase, joint in (("card_top", self._tops[kind]), ("card_bottom", self._bottoms[kind])):
            if joint:
                told.append(say(phrase, joint=self._joint(joint, lang)))
        told += [say("card_orange")] * self._kinds[kind].orange + [say("fresh")] * fresh
        return ("\u202f; " if lang == "fr" else "; ").join(told)

    def _tell_figure(self, cards: bytes, who: str, lang: str) -> str:
        """Says a figure: its cards from the head, and what is free."""
        say = self._phrases.speak(lang)
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
                return say("drop_there", pile=seen.drawn)
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
            told = [say("gained", n=seen.sizes[won], points=seen.gain(won))]
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

    def _facts(self, view: View, seen: Seen, gestures: Sequence[Gesture], say: Speaker) -> Facts:
        outcome = view.outcome() if seen.phase == OVER else None
        champions = outcome.winners if outcome else ()
        heights = [sum([self._tall[kind] for kind in cards]) for cards in seen.figures]
        tall = max(n for seat, n in enumerate(heights) if seat != seen.viewer) // _STEP
        stands = [self._stand(seen, seat, champions, say) for seat in _wall(seen)]
        ends = self._ends(seen, say)
        hand = self._hand(seen) if seen.viewer >= 0 and not seen.between else ()
        return Facts(
            target=seen.target,
            goal=seen.goal,
            left=seen.left,
            tall=tall,
            stands=tuple(stands),
            race=() if hand else tuple(sorted(stands, key=lambda stand: -stand.total)),
            ends=ends,
            advice=None if ends else self._advice(seen, say),
            held=seen.held(seen.viewer) if seen.viewer >= 0 else 0,
            hand=hand,
            steps=-(-sum([pack.units for pack in hand]) // _STEP),
            piles=tuple([(f"pile-{n + 1}", self._pile(seen, n)) for n in range(len(seen.heights))]),
            sprite=self._sprite,
            party=seen.between and any(map(seen.is_whole, range(seen.players))),
            takes=any(gesture.place == HAND for gesture in gestures[:1]),
        )

    def _stand(self, seen: Seen, seat: int, champions: Sequence[int], say: Speaker) -> Stand:
        mine, cards, whole = seat == seen.viewer, seen.figures[seat], seen.is_whole(seat)
        gain = seen.gain(seat) if seen.between else 0
        if seen.between:
            note = say("gains", n=gain) if gain else say("no_gain")
        else:
            note = say("in_hand", n=seen.held(seat))
        wins = seat in champions
        style = " champion" * wins + " whole" * (whole and seen.between) + " own" * mine
        style += " scored" * seen.between
        marks: list[int] = []
        if mine:
            height = 0
            for kind in cards:
                height += self._tall[kind]
                marks.append(height // _STEP)
            free = (seen.heads[seat] > 0) + (seen.feet[seat] > 0) or not cards
            style += f" k{0 if seen.between else int(free)}"
        drawn = partial(self._parts, cards, seat, mine, whole and wins)
        share = min(60, 60 * seen.totals[seat] // seen.goal)
        return Stand(
            seat=seat,
            mine=mine,
            style=style,
            note=note,
            held=seen.held(seat),
            size=len(cards),
            total=seen.totals[seat],
            gain=gain,
            drawn=drawn,
            share=share,
            marks=tuple(marks),
        )

    def _draw_parts(self, cards: bytes, seat: int, mine: bool, walks: bool, sprite: str) -> Markup:
        """Draws a figure card by card; cut out of its cards when it has won the match."""
        if not cards:
            box = '<svg class="chalk" viewBox="0 0 100 250" aria-hidden="true">'
            return Markup(f"{box}{use('e-chalk', width=100, height=250, sprite=sprite)}</svg>")
        ranks: list[int] = [cards[:place].count(kind) for place, kind in enumerate(cards)]
        if walks:
            codes = [self._kinds[kind].code for kind in cards]
            tall = sum([self._tall[kind] for kind in cards])
            drawn = figure(codes, ranks, True, sprite, self._wardrobe)
            box = f'<svg class="walker" viewBox="0 0 150 {tall}" aria-hidden="true">'
            return Markup(f"{box}{drawn}</svg>")
        drawn = ""
        for kind, rank in zip(cards, ranks, strict=True):
            card = self._ids[kind]
            source = f"c-{card}" if mine else f"hand-{seat}"
            drawn += (
                f'<span class="part {self._kinds[kind].lies}" id="p{seat}-{card}-{rank}"'
                f' data-from="{source}">{self._picture(kind, rank, sprite)}</span>'
            )
        return Markup(drawn)

    def _picture(self, kind: int, number: int, sprite: str) -> str:
        """Draws a card; the number picks one of its faces."""
        looks = self._looks[kind]
        size = (100, 150) if self._tall[kind] == 150 else (150, 100)
        card = use(f"e-{looks[number % len(looks)]}", 0, 0, *size, sprite)
        return f'<svg viewBox="0 0 {size[0]} {size[1]}" aria-hidden="true">{card}</svg>'

    def _hand(self, seen: Seen) -> tuple[Pack, ...]:
        """Gets the cards of the viewer's hand by their joints, from heads to feet."""
        counts, found = seen.hand(seen.viewer), []
        fresh = seen.took - 1 if seen.drawn and seen.turn == seen.viewer else -1
        source = "stock" if seen.drawn == STOCK else f"pile-{seen.drawn}"
        for kind in self._order:
            n = counts[kind]
            if n:
                drawn = partial(self._copies, kind, n, source if kind == fresh else "")
                units = 250 - self._tall[kind] + _PEEK * (n - 1)
                style = self._kinds[kind].lies + " fresh" * (kind == fresh)
                found.append(Pack(f"c-{self._ids[kind]}", style, units, drawn))
        return tuple(found)

    def _draw_copies(self, kind: int, n: int, source: str, sprite: str) -> Markup:
        """Draws equal cards one on the other; the last one may just have come from somewhere."""
        drawn = ""
        for number in range(n):
            came = f' data-from="{source}"' if source and number == n - 1 else ""
            picture = self._picture(kind, number, sprite)
            name = f"copy-{self._ids[kind]}-{number + 1}"
            drawn += f'<span class="copy" id="{name}"{came}>{picture}</span>'
        return Markup(drawn + (f'<b class="times">×{n}</b>' if n > 1 else ""))

    def _pile(self, seen: Seen, pile: int) -> Callable[[str], Markup]:
        """Gets how the top of a pile is drawn, where it came from and where it may go."""
        height = seen.heights[pile]
        if not height:
            return partial(self._top, -1, pile, 0, "", "")
        source = target = ""
        kind = seen.top(pile)
        if seen.phase == CHOOSING:
            before = (seen.turn - 1) % seen.players
            source = f"c-{self._ids[kind]}" if before == seen.viewer else f"hand-{before}"
            source = "stock" if height == 1 else source
            target = "" if seen.turn == seen.viewer else f"hand-{seen.turn}"
        return partial(self._top, kind, pile, height, source, target)

    def _draw_top(
        self, kind: int, pile: int, height: int, source: str, target: str, sprite: str
    ) -> Markup:
        if not height:
            return Markup('<span class="hollow"></span>')
        came = f' data-from="{source}"' if source else ""
        went = f' data-to="{target}"' if target else ""
        thick = min(height - 1, 3)
        picture = self._picture(kind, height, sprite)
        return Markup(
            f'<span class="topmost {self._kinds[kind].lies} k{thick}"'
            f' id="top-{pile + 1}-{height}"{came}{went}>{picture}</span>'
        )

    def _ends(self, seen: Seen, say: Speaker) -> tuple[End, ...]:
        """Says which joints the viewer's figure needs, and how many of his cards have them."""
        me = seen.viewer
        if me < 0 or seen.between:
            return ()
        head, feet, counts = seen.heads[me], seen.feet[me], seen.hand(me)
        found = []
        for way, joint, joints, phrase in (
            (AT_HEAD, head, self._bottoms, "your_head"),
            (AT_FEET, feet, self._tops, "your_feet"),
        ):
            if joint:
                n = sum([counts[kind] for kind, met in enumerate(joints) if met == joint])
                told = say(
                    phrase if head and feet else "your_end", joint=self._joint(joint, say.lang)
                )
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
