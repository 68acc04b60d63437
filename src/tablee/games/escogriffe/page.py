"""The table of Le Grand Escogriffe as HTML: figures on a wall, piles, the hand on the floor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from tablee.core.drawing import use
from tablee.core.page import Pen, Person, cite, escape, plate
from tablee.games.escogriffe.art import figure, wardrobe_of
from tablee.games.escogriffe.board import (
    AT,
    HAND,
    START,
    End,
    Facts,
    Labels,
    Pack,
    Stand,
    Top,
    card_ids,
)
from tablee.games.escogriffe.choices import AT_FEET, AT_HEAD
from tablee.games.escogriffe.material import Deck

if TYPE_CHECKING:
    from tablee.games.escogriffe import Escogriffe

Round = tuple[int, int, int]
MANY = 6
"""At so many seats the plates say less."""


class Page:
    """Writes the table of a game with one deck."""

    def __init__(self, game: Escogriffe, address: Callable[[str], str]) -> None:
        self._sprite = address("escogriffe.svg") if game.is_house_deck else ""
        self._draw = Drawer(game.deck, self._sprite)
        self._inline = "" if self._sprite else self._draw.inline()

    def write(self, pen: Pen) -> None:
        """Writes every region."""
        f: Facts = pen.board.facts
        for stand in f.stands:
            person, turn = pen.people[stand.seat], pen.turn == stand.seat
            if stand.seat == pen.me:
                own = (stand, person, turn, f.round, f.marks, f.ends, f.labels, pen.now)
                pen.region(f"seat-{stand.seat}", self._own, *own)
            else:
                pen.region(f"seat-{stand.seat}", self._other, stand, person, turn, f.round)
        may_drop = bool(pen.board.places["pile-1"].trial)
        pen.region("middle", self._middle, f.round, f.left, f.piles, f.labels, may_drop, pen.now)
        pen.region("ends", self._ends, f.ends, f.advice)
        pen.ribbon()
        race = () if f.hand else (f.stands, tuple(pen.people), f.round)
        pen.region("hand", self._hand, f.hand, f.steps, f.labels, race, f.takes, pen.now)

    def lay(self, pen: Pen, parts: Mapping[str, str]) -> str:
        """Lays the regions out as a whole table."""
        f: Facts = pen.board.facts
        deck = ""
        if self._inline:
            deck = f'<div class="unseen" aria-hidden="true">{self._inline}</div>'
        n = len(pen.people)
        wall = f"wall p{n} {'few' if n < MANY else 'many'}{' watched' if pen.me is None else ''}"
        seats = "".join([parts[f"seat-{stand.seat}"] for stand in f.stands])
        return (
            f'{deck}<div class="{wall}">{seats}</div>'
            f'<aside class="side" aria-label="{escape(f.labels.piles)}">'
            f"{parts['middle']}{parts['ends']}</aside>"
            f'<div class="floor">{parts["ribbon"]}{parts["hand"]}</div>'
        )

    # The wall

    def _other(self, pen: Pen, stand: Stand, person: Person, turn: bool, match: Round) -> str:
        return (
            f'<section id="seat-{stand.seat}" class="player n{match[2]} {stand.style}"'
            f' aria-label="{escape(person.name)}">{_party(pen, stand)}<div class="stand">'
            f"{self._figure(stand, False)}</div>{_plaque(pen, stand, person, turn, match)}"
            "</section>"
        )

    def _own(
        self,
        pen: Pen,
        stand: Stand,
        person: Person,
        turn: bool,
        match: Round,
        marks: Sequence[int],
        ends: Sequence[End],
        labels: Labels,
        now: object,
    ) -> str:
        """Draws one's own place: a height chart, and slots at the ends of the figure."""
        places = pen.board.places
        head = begin = feet = ""
        if AT[AT_HEAD] in places:
            head = pen.place(AT[AT_HEAD], "slot", self._end_slot(pen, ends[0]))
        if START in places:
            begin = pen.place(START, "slot begin", f"<span>{escape(labels.begin)}</span>")
        if AT[AT_FEET] in places:
            feet = pen.place(AT[AT_FEET], "slot", self._end_slot(pen, ends[-1]))
        chart = "".join([f'<i class="n{mark}">{n}</i>' for n, mark in enumerate(marks, 1)])
        return (
            f'<section id="seat-{stand.seat}" class="player n{marks[-1] if marks else 0}'
            f' {stand.style}" aria-label="{escape(person.name)}">{_party(pen, stand)}'
            '<div class="stand"><span class="ruler" aria-hidden="true"></span><div class="grown">'
            f'<span class="marks" aria-hidden="true">{chart}</span>{head}'
            f"{self._figure(stand, True)}{begin}{feet}</div></div>"
            f"{_plaque(pen, stand, person, turn, match)}</section>"
        )

    def _figure(self, stand: Stand, mine: bool) -> str:
        drawn = self._draw.figure(stand.cards, stand.seat, mine, stand.walks)
        return (
            f'<span class="thing figure" id="fig-{stand.seat}" role="img"'
            f' aria-label="{escape(stand.told)}">{drawn}</span>'
        )

    def _end_slot(self, pen: Pen, end: End) -> str:
        joint = use(end.drawing, width=150, height=36, sprite=self._sprite)
        return (
            '<svg viewBox="0 0 150 36" preserveAspectRatio="none" aria-hidden="true">'
            f"{joint}</svg><span>{escape(pen.say('lay_here'))}</span>"
        )

    # The piles

    def _middle(
        self,
        pen: Pen,
        match: Round,
        left: int,
        tops: Sequence[Top],
        labels: Labels,
        may_drop: bool,
        now: object,
    ) -> str:
        stock = pen.thing("stock", "deep")
        word = f"<small>{escape(labels.pile)}</small>"
        piles = ""
        for n, top in enumerate(tops, 1):
            piles += f'<div class="pile">{pen.spot(f"pile-{n}", "cover", self._draw.top(*top))}'
            piles += f"{word}</div>"
        return (
            f'<div id="middle" class="middle k{len(tops)}">{self._goal(pen, match[0])}'
            f'<div class="pile stock" id="stock-pile" data-count="{left}">{stock}'
            f"<small>{escape(labels.stock)} <b>{left}</b></small></div>{piles}</div>"
        )

    def _goal(self, pen: Pen, target: int) -> str:
        say = pen.say
        count = use(f"e-count-{target}", width=100, height=60, sprite=self._sprite)
        return (
            f'<p class="goal" role="img" aria-label="{escape(say("target_told", n=target))}">'
            f'<small>{escape(say("target"))}</small><svg viewBox="0 0 100 60" aria-hidden="true">'
            f'{count}</svg><small class="rest">{escape(say("target_rest"))}</small></p>'
        )

    def _ends(self, pen: Pen, ends: Sequence[End], advice: tuple[str, str, str]) -> str:
        """Draws what one's figure needs, or else what to do first."""
        if ends:
            told = [self._end(end, len(ends) == 1) for end in ends]
            told[-1] += f" {cite(pen.ui, 'escogriffe', 'E53')}</p></div>"
            inner = "</p></div>".join(told)
        else:
            first, rest, clause = advice
            rule = cite(pen.ui, "escogriffe", clause)
            inner = f"<p><b>{escape(first)}</b> {escape(rest)} {rule}</p>"
        return f'<div id="ends" class="panel ends n{len(ends)}">{inner}</div>'

    def _end(self, end: End, alone: bool) -> str:
        """Draws a free end and says it; what follows closes it."""
        joint = use(end.drawing, width=150, height=36, sprite=self._sprite)
        box, dashes = "30 0 90 36", ""
        if alone:
            line = "M8 4H34M116 4h26" if end.place == AT[AT_HEAD] else "M8 32H34M116 32h26"
            box, dashes = "0 0 150 36", f'<path class="dashes" d="{line}"/>'
        return (
            f'<div class="free"><svg viewBox="{box}" aria-hidden="true">{joint}{dashes}</svg>'
            f"<p><b>{escape(end.told)}</b> {escape(end.rest)}"
        )

    # The floor

    def _hand(
        self,
        pen: Pen,
        hand: Sequence[Pack],
        steps: int,
        labels: Labels,
        race: tuple[Sequence[Stand], Sequence[Person], Round] | tuple[()],
        takes: bool,
        now: object,
    ) -> str:
        draw = self._draw.pack
        packs = [
            pen.thing(one.id, one.style, draw(one.kind, one.copies, one.source)) for one in hand
        ]
        inner = "".join(packs) + (_race(*race) if race else "")
        if takes:
            inner += pen.place(HAND, "slot take", f"<span>{escape(labels.take)}</span>")
        return (
            f'<section id="hand" class="hand n{steps} k{len(hand)}"'
            f' aria-label="{escape(labels.hand)}">{inner}</section>'
        )


def _plaque(pen: Pen, stand: Stand, person: Person, turn: bool, match: Round) -> str:
    note = stand.note if len(pen.people) < MANY or "scored" in stand.style else ""
    told = escape(pen.say("points_told", n=stand.total, goal=match[1]))
    return (
        f'<div class="plaque" id="hand-{stand.seat}">{plate(pen, person, note, turn)}'
        f'<span class="steps n{len(stand.cards)} k{match[0]}"></span><span class="cards"'
        f' role="img" aria-label="{escape(stand.note)}">{stand.held}</span>'
        f'<b class="score" role="img" aria-label="{told}">{stand.total}'
        f"<small>/{match[1]}</small></b></div>"
    )


def _party(pen: Pen, stand: Stand) -> str:
    confetti = pen.house("h-confetti", "confetti") if "whole" in stand.style else ""
    return confetti + (pen.house("h-crown", "crown pop") if "champion" in stand.style else "")


def _race(stands: Sequence[Stand], people: Sequence[Person], match: Round) -> str:
    """Draws everyone's points as strips, the most first."""
    items = ""
    for stand in sorted(stands, key=lambda one: one.total, reverse=True):
        person = people[stand.seat]
        gain = f"<em>+{stand.gain}</em> " if stand.gain else ""
        items += (
            f'<li class="s{stand.seat}"><span class="letter">{person.letter}</span>'
            f'<span class="name">{escape(person.name)}</span>'
            f'<i class="n{min(60, 60 * stand.total // match[1])}"></i>'
            f"<b>{gain}{stand.total}<small>/{match[1]}</small></b></li>"
        )
    return f'<ol class="race">{items}</ol>'


class Drawer:
    """Draws figures, packs and piles of a deck; `sprite` is where its drawings lie."""

    def __init__(self, deck: Deck, sprite: str) -> None:
        self._sprite = sprite
        self._kinds, self._wardrobe = deck.kinds, wardrobe_of(deck)
        self._looks = [self._wardrobe.looks(kind.code) for kind in deck.kinds]
        self._ids = card_ids(deck)
        self.figure = lru_cache(10_000)(self._figure)
        self.pack = lru_cache(2_000)(self._pack)
        self.top = lru_cache(4_000)(self._top)

    def inline(self) -> str:
        """Gets all drawings, for a page that carries them itself."""
        return self._wardrobe.inline()

    def _picture(self, kind: int, number: int) -> str:
        """Draws a card; the number picks one of its faces."""
        looks = self._looks[kind]
        size = (100, 150) if self._kinds[kind].lies == "upright" else (150, 100)
        card = use(f"e-{looks[number % len(looks)]}", 0, 0, *size, self._sprite)
        return f'<svg viewBox="0 0 {size[0]} {size[1]}" aria-hidden="true">{card}</svg>'

    def _figure(self, cards: bytes, seat: int, mine: bool, walks: bool) -> str:
        """Draws a figure card by card; cut out of its cards when it has won the match."""
        if not cards:
            chalk = use("e-chalk", width=100, height=250, sprite=self._sprite)
            return f'<svg class="chalk" viewBox="0 0 100 250" aria-hidden="true">{chalk}</svg>'
        ranks = [cards[:place].count(kind) for place, kind in enumerate(cards)]
        if walks:
            return self._walker(cards, ranks)
        drawn = ""
        for kind, rank in zip(cards, ranks, strict=True):
            card = self._ids[kind]
            source = f"c-{card}" if mine else f"hand-{seat}"
            drawn += (
                f'<span class="part {self._kinds[kind].lies}" id="p{seat}-{card}-{rank}"'
                f' data-from="{source}">{self._picture(kind, rank)}</span>'
            )
        return drawn

    def _walker(self, cards: bytes, ranks: Sequence[int]) -> str:
        codes = [self._kinds[kind].code for kind in cards]
        tall = sum([self._wardrobe.parts[code].size[1] for code in codes])
        drawn = figure(codes, ranks, True, self._sprite, self._wardrobe)
        return f'<svg class="walker" viewBox="0 0 150 {tall}" aria-hidden="true">{drawn}</svg>'

    def _pack(self, kind: int, n: int, source: str) -> str:
        """Draws equal cards one on the other."""
        drawn = ""
        for number in range(n):
            came = f' data-from="{source}"' if source and number == n - 1 else ""
            name = f"copy-{self._ids[kind]}-{number + 1}"
            picture = self._picture(kind, number)
            drawn += f'<span class="copy" id="{name}"{came}>{picture}</span>'
        return drawn + (f'<b class="times">×{n}</b>' if n > 1 else "")

    def _top(self, name: str, kind: int, source: str, target: str) -> str:
        """Draws the top of a pile, as thick as the pile."""
        if not name:
            return '<span class="hollow"></span>'
        height = int(name.rpartition("-")[2])
        came = f' data-from="{source}"' if source else ""
        went = f' data-to="{target}"' if target else ""
        style = f"topmost {self._kinds[kind].lies} k{min(height - 1, 3)}"
        picture = self._picture(kind, height)
        return f'<span class="{style}" id="{name}"{came}{went}>{picture}</span>'
