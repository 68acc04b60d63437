"""The table that fits any game: hands, cards and numbers, laid out from the declared record.

A game that has no `table.py` is played on it. A move that is the text of a card in hand takes that
card to the middle; every other move is a card of its own with the move's sentence on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from tablee.core.fields import OTHERS, Field, Layout, layout_of
from tablee.table.drawing import plain_id
from tablee.table.kit import (
    Box,
    Gesture,
    Inside,
    Plate,
    Slot,
    Spot,
    Table,
    Voice,
    Zone,
    badge,
    box,
    hand,
    laid_open,
    listed,
    place,
    thing,
    words,
)
from tablee.table.kit import (
    card as picture_of,
)
from tablee.table.look import Look

MIDDLE = "middle"


def lay(look: Look) -> Table:
    """Lay a view of any game out."""
    return TableLayout(look).table()


class TableLayout:
    """One view of any game."""

    def __init__(self, look: Look) -> None:
        self.look, self.at = look, look.at
        self.layout: Layout = layout_of(look.record.dtype)

    def table(self) -> Table:
        """Return all that can be shown without knowing the game."""
        parts: list[Inside] = [
            Zone(f"seat-{seat}", self._plate(seat), shared=True)
            for seat in range(self.look.view.players)
        ]
        parts += [Zone(MIDDLE, self._middle, shared=True), Slot("ribbon"), Slot("since")]
        parts.append(Zone("sheet", self._sheet))
        if self.look.me is not None:
            parts += [Zone("hand", self._hand), Zone("choices", self._choices)]
        turn = self.look.turn
        lamp = f"seat-{turn}" if turn is not None else ""
        return Table(self._voice(), self._status(), parts, self._gestures(), "any", lamp)

    # Seats

    def _plate(self, seat: int) -> Any:
        return lambda: self._seat(seat)

    def _seat(self, seat: int) -> Plate:
        points = str(self.look.view.scores[seat])
        items = [item for field in self._of_seats() for item in self._shown(field, seat)]
        return Plate(seat, "", "", (badge(points), *items))

    def _of_seats(self) -> list[Field]:
        return [field for field in self.layout if field.per is not None and field.text]

    def _shown(self, field: Field, seat: int) -> Iterator[Box]:
        """Yield what everyone may see of a field of a seat: open cards, or how many are hidden."""
        assert field.per is not None
        if seat >= field.per.count(self.look.record):
            return
        shut = field.secret is not None
        if shut and self.look.open and field.kind in ("cards", "counts", "row"):
            cards = [picture_of(self._text(card)) for card in self._cards(field, seat)]
            name = f"open-{plain_id(field.name)}-{seat}"
            yield laid_open(name, self._name(field) or field.name, *cards)
        elif shut:
            n = field.held(self.look.record, seat)
            if n is not None:
                yield box("pile", picture_of(""), words(str(n), "count", "b"), tag="span")
        elif field.kind in ("cards", "counts", "row"):
            cards = [picture_of(self._text(card)) for card in self._cards(field, seat)]
            yield box("open", *cards, tag="span") if cards else box("open", tag="span")
        elif self._name(field):
            value = getattr(self.at, field.columns[0].name)[seat]
            yield box("fact", words(f"{self._name(field)} {self._value(field, value)}"))

    # The middle

    def _middle(self) -> Box:
        facts, cards = [], []
        for field in self.layout:
            if field.per is not None or not field.text or field.secret is not None:
                continue
            if field.kind in ("cards", "counts", "row"):
                cards.append(self._laid(field))
            elif field.kind in ("number", "choice", "flag") and self._name(field):
                value = getattr(self.at, field.columns[0].name)
                facts.append(words(f"{self._name(field)} {self._value(field, value)}"))
        spot = place(MIDDLE + "-spot", self.look.ui("middle"), style="spot")
        inside = (spot, listed(facts, "facts", tag="ul") if facts else None, *cards)
        label = self.look.ui("middle")
        return box("middle", *inside, tag="section", id=MIDDLE, label=label)

    def _laid(self, field: Field) -> Box:
        cards = []
        for place_, card in enumerate(self._cards(field)):
            text = self._text(card)
            name = f"c-{plain_id(text)}" if self._single(card) else f"{field.name}-{place_}"
            face = picture_of(text)
            cards.append(thing(name, text, face, still=True, came=self._hands))
        style = "laid" if field.kind == "row" else "laid set"
        return box(style, *cards, id=f"of-{plain_id(field.name)}", label=self._name(field))

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
        return thing(name, text, picture_of(self._text(card)), times, trial=trial)

    @cached_property
    def _texts(self) -> frozenset[str]:
        return frozenset(map(str, self.look.game.moves))

    def _choices(self) -> Box:
        """Return the moves that are no card of the hand, each with its sentence."""
        spots = [
            thing(g.thing, self._sentence(g.move), words(self._sentence(g.move)), style="choice")
            for g in self._gestures()
            if g.thing == g.place
        ]
        return box("choices", *spots, tag="section", id="choices", label=self.look.ui("choices"))

    def _sentence(self, move: str) -> str:
        game, look = self.look.game, self.look
        names = [person.name for person in look.people]
        code = game.parse_move(move).code
        told = game.words.tell_move(look.record, code, look.lang, names)
        return " ".join([line.sentence for line in told]) or move

    def _gestures(self) -> list[Gesture]:
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

    def _sheet(self) -> Box:
        """Return what everyone has, by rank, when the match is over."""
        scores, over = self.look.view.scores, self.look.turn is None
        ranked = sorted(range(len(scores)), key=lambda seat: -scores[seat])
        rows = [
            box(f"s{s}", self.look.name(s), words(str(scores[s]), "total", "b")) for s in ranked
        ]
        inside = (listed(rows, "rank"), Slot("onward")) if over else (Slot("onward"),)
        return box("sheet" if over else "no-sheet", *inside, tag="section", id="sheet")

    def _voice(self) -> Voice:
        ui, turn = self.look.ui, self.look.turn
        if turn is None:
            return Voice(ui("over_now"))
        if self.look.mine:
            return Voice(ui("your_turn"), ui("choose"))
        return Voice(ui("turn_of", who=self.look.name(turn)))

    def _status(self) -> str:
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
