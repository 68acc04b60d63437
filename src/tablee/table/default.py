"""The table that fits any game: hands, cards and numbers, laid out from the declared record.

A game that has no `table.py` is played on it; one that has may begin with a `TableLayout` of its
own and overrule a part. A move that is the text of a card in hand takes that card to the middle;
every other move is a card of its own that says what it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from tablee.core.fields import OTHERS, Field, Layout, layout_of
from tablee.core.rules.rulebook import capital
from tablee.table.drawing import plain_id
from tablee.table.kit import (
    Box,
    Face,
    Gesture,
    Guest,
    Inside,
    Name,
    Slot,
    Spot,
    Table,
    Voice,
    Zone,
    box,
    hand,
    laid_open,
    listed,
    place,
    result,
    room,
    stage,
    thing,
    words,
)
from tablee.table.kit import (
    card as picture_of,
)
from tablee.table.look import Look

MIDDLE = "middle"
CARDS = ("cards", "counts", "row")


def lay(look: Look) -> Table:
    """Lay a view of any game out."""
    return TableLayout(look).table()


class TableLayout:
    """One view of any game."""

    style = "any"
    """Classes of the whole table; a game's own begins with this one to keep its places."""

    def __init__(self, look: Look) -> None:
        self.look, self.at = look, look.at
        self.layout: Layout = layout_of(look.record.dtype)

    def table(self) -> Table:
        """Return all that can be shown without knowing the game."""
        winners = self._winners
        parts: list[Inside] = [
            *room(),
            *[
                Zone(f"seat-{seat}", self._plate(seat), shared=True)
                for seat in range(self.look.view.players)
            ],
            Zone(MIDDLE, self.middle, shared=True),
            Slot("ribbon"),
            Slot("since"),
            stage(winners),
            result(Zone("ranks", self._ranks, shared=True)),
        ]
        if self.look.me is not None:
            parts += [Zone("choices", self.choices), Zone("hand", self._hand)]
        turn = self.look.turn
        lamp = f"seat-{turn}" if turn is not None else ""
        gestures = self.gestures()
        return Table(
            self.voice(), self.status(), parts, gestures, self.style, lamp, winners=winners
        )

    @property
    def _winners(self) -> list[int]:
        outcome = self.look.game.outcome(self.look.view.records) if self.look.turn is None else None
        return list(outcome.winners) if outcome else []

    # Seats

    def _plate(self, seat: int) -> Any:
        return lambda: self._seat(seat)

    def _seat(self, seat: int) -> Guest:
        """Return who sits at a seat, the points so far, and what lies before them."""
        points = str(self.look.view.scores[seat])
        return Guest(seat, points=points, inside=tuple(self.before(seat)))

    def before(self, seat: int) -> Iterator[Box]:
        """Yield what lies before a seat: what it holds, has won, and its named numbers."""
        for field in self._of_seats():
            yield from self._shown(field, seat)

    def _of_seats(self) -> list[Field]:
        return [field for field in self.layout if field.per is not None and field.text]

    def _shown(self, field: Field, seat: int) -> Iterator[Box]:
        """Yield what everyone may see of a field of a seat: open cards, or how many are hidden."""
        assert field.per is not None
        if seat >= field.per.count(self.look.record):
            return
        shut = field.secret is not None
        if shut and self.look.open and field.kind in CARDS:
            cards = [picture_of(self._text(card)) for card in self._cards(field, seat)]
            name = f"open-{plain_id(field.name)}-{seat}"
            yield laid_open(name, self._name(field) or field.name, *cards)
        elif shut:
            n = field.held(self.look.record, seat)
            if n:
                yield self._pile(f"{field.name}-{seat}", n, self.look.ui("held", n=n), "held-by")
        elif field.kind in CARDS:
            yield from self._won(field, seat)
        elif self._name(field):
            value = getattr(self.at, field.columns[0].name)[seat]
            yield box("fact", words(self._name(field)), words(self._value(field, value), tag="b"))

    def _won(self, field: Field, seat: int) -> Iterator[Box]:
        """Yield open cards of a seat: a row side by side, a set as a pile with its number."""
        cards = self._cards(field, seat)
        if not cards:
            return
        named = self._name(field)
        if self._is_piled(field):
            said = f"{named}: {len(cards)}" if named else str(len(cards))
            yield self._pile(f"{field.name}-{seat}", len(cards), said, "won")
        else:
            faces = [picture_of(self._text(card), self.said(card)) for card in cards]
            yield Box("open", faces, "span", label=named)

    def _is_piled(self, field: Field) -> bool:
        """Return whether cards lie on one another: a seat's sets, and what nobody has named."""
        if field.piled is not None:
            return field.piled
        return field.kind != "row" and (field.per is not None or not self._name(field))

    def _pile(self, name: str, n: int, said: str, style: str = "") -> Box:
        """Return cards on one another, face down, with their number."""
        backs = box("backs", *[picture_of("")] * min(n, 3), tag="span")
        count = words(str(n), "count", "b")
        style = f"pile {style}".rstrip()
        return Box(style, (backs, count), "span", plain_id(name), said, picture=True)

    # The middle

    def middle(self) -> Box:
        """Return what lies in the middle: named numbers, cards and piles, and a place."""
        facts: list[Inside] = []
        cards: list[Inside] = []
        for field in self.layout:
            if field.per is not None or not field.text:
                continue
            if field.kind in CARDS:
                cards += self._lying(field)
            elif field.secret is None and self._name(field):
                value = getattr(self.at, field.columns[0].name)
                facts.append(words(f"{self._name(field)} {self._value(field, value)}"))
        spot = place(MIDDLE + "-spot", self.look.ui("middle"), style="spot")
        inside = (spot, listed(facts, "facts", tag="ul") if facts else None, *cards)
        label = self.look.ui("middle")
        return box("middle", *inside, tag="section", id=MIDDLE, label=label)

    def _lying(self, field: Field) -> Iterator[Box]:
        """Yield the cards of a field in the middle: open, or as a pile."""
        if field.secret is not None:
            n = field.held(self.look.record, 0)
            if n:
                yield self._captioned(field, self._pile(field.name, n, self._name(field)))
        elif self._is_piled(field):
            n = len(self._cards(field))
            if n:
                yield self._captioned(field, self._pile(field.name, n, self._name(field)))
        else:
            yield self._laid(field)

    def _captioned(self, field: Field, cards: Box) -> Box:
        named = self._name(field)
        return box("aside", cards, words(named, "caption") if named else None)

    def _laid(self, field: Field) -> Box:
        cards: list[Inside] = []
        for place_, card in enumerate(self._cards(field)):
            text = self._text(card)
            name = f"c-{plain_id(text)}" if self._single(card) else f"{field.name}-{place_}"
            face, said = picture_of(text), self.said(card)
            cards.append(thing(name, said, face, still=True, came=self._hands))
        style = "laid" if field.kind == "row" else "laid set"
        laid = Box(style, cards, id=f"of-{plain_id(field.name)}", label=self._name(field))
        return self._captioned(field, laid) if cards else laid

    @property
    def _hands(self) -> str:
        return " ".join([f"seat-{seat}" for seat in range(self.look.view.players)])

    # What is mine

    def _hand(self) -> Box:
        cards = [self._card(card, n) for card, n in self._mine()]
        return hand(self.look.ui("your_hand"), *cards)

    def _mine(self) -> list[tuple[int, int]]:
        """Return the cards of the viewer, each with how many there are."""
        found: dict[int, int] = {}
        for field in self._of_seats():
            if field.secret == OTHERS and field.kind in ("cards", "counts", "row"):
                for card in self._cards(field, self.look.me):
                    found[card] = found.get(card, 0) + 1
        return sorted(found.items())

    def _card(self, card: int, n: int) -> Spot:
        text = self._text(card)
        name = f"c-{plain_id(text)}" if self._single(card) else f"c-{plain_id(text)}-{n}"
        times = words(f"×{n}", "times", "b") if n > 1 else None
        trial = text if text in self._texts else ""
        return thing(name, self.said(card), picture_of(text), times, trial=trial)

    def said(self, card: int) -> str:
        """Return what people call a card, as a title."""
        text = self._text(card)
        known = card < len(self.layout.deck.texts)
        return capital(self.look.game.words.thing(text, self.look.lang)) if known else text

    @cached_property
    def _texts(self) -> frozenset[str]:
        return frozenset(map(str, self.look.game.moves))

    def choices(self) -> Box:
        """Return the moves that are no card of the hand, each with its sentence."""
        spots = [
            thing(g.thing, self.sentence(g.move), words(self.sentence(g.move)), style="choice")
            for g in self.gestures()
            if g.thing == g.place
        ]
        return box("choices", *spots, tag="section", id="choices", label=self.look.ui("choices"))

    def sentence(self, move: str) -> str:
        """Return what a move does, as it is offered to whoever makes it."""
        game, look = self.look.game, self.look
        names = [person.name for person in look.people]
        code = game.parse_move(move).code
        return capital(game.words_of(look.record).invite(look.record, code, look.lang, names))

    def gestures(self) -> list[Gesture]:
        """Return each legal move as a gesture: a card to the middle, or a press."""
        if not self.look.mine:
            return []
        held = {self._text(card): self._card(card, n).id for card, n in self._mine()}
        return [
            Gesture(move, held[move], MIDDLE + "-spot")
            if move in held
            else Gesture(move, f"m-{plain_id(move)}", f"m-{plain_id(move)}")
            for move in self.look.legal()
        ]

    # Words

    def _ranks(self) -> Box:
        """Return what everyone has, by rank, when the match is over."""
        if not self._winners:
            return box("", id="ranks")
        scores = self.look.view.scores
        ranked = sorted(range(len(scores)), key=lambda seat: -scores[seat])
        rows: list[Inside] = [
            box(f"s{s}", Face(s), Name(s), words(str(scores[s]), "total", "b")) for s in ranked
        ]
        return box("", listed(rows, "rank"), id="ranks")

    def voice(self) -> Voice:
        """Return what the host says."""
        ui, turn = self.look.ui, self.look.turn
        if turn is None:  # a full trick waits, or the match is over
            return Voice(ui("over_now") if self._winners else self.status())
        if self.look.mine:
            return Voice(ui("your_turn"), ui("choose"))
        return Voice(ui("turn_of", who=self.look.name(turn)))

    def status(self) -> str:
        """Return how far the match has come: here only what is played."""
        title: str = self.look.game.rulebook.about["title"][self.look.lang]
        return title

    def _name(self, field: Field) -> str:
        """Return what players call a field (the book's `names.field`); or nothing."""
        named = self.look.game.rulebook.names.get("field", {}).get(field.name)
        return str(named[self.look.lang]) if named else ""

    def _value(self, field: Field, value: int) -> str:
        if field.values is None:
            return "–" if value == field.none else str(value)
        return next((text for text, code in field.values.items() if code == value), "–")

    # Cards

    def _cards(self, field: Field, seat: int | None = None) -> list[int]:
        """Return the kinds of a field's cards in their order, each as often as it is there."""
        value = getattr(self.at, field.columns[0].name)
        value = value if seat is None else value[seat]
        if field.kind == "row":
            length = getattr(self.at, field.columns[1].name)
            return list(value[: length if seat is None else length[seat]])
        kinds = len(self.layout.deck.texts)
        if field.kind == "counts":
            return [card for card, n in enumerate(value) for _ in range(n)]
        last = kinds - 1
        single = [card for card in range(last) if value >> card & 1]
        return single + [last] * (value >> last)

    def _text(self, card: int) -> str:
        texts = self.layout.deck.texts
        return texts[card] if card < len(texts) else str(card)

    def _single(self, card: int) -> bool:
        return self.layout.deck.copies[card : card + 1] == (1,)
