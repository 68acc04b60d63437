"""Texts of moves and positions, both ways, as they follow from a game's declared fields.

A game writes by hand what is special to it, in a class of its own: `write_NAME(state)` and
`read_NAME(text, state)` for a field (NAME as in the text), `complete` for what follows from the
open fields, `check` for what cannot be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from tablee.core.errors import InvalidMove, InvalidPosition
from tablee.core.fields import Column, Deck, Field, Layout, Number
from tablee.core.header import EVERYTHING
from tablee.core.state.text import HIDDEN, NOTHING, Fields, read_number

NOT_IN_MOVES = " /?#&%+=\"'<>"
"""What has a meaning of its own in addresses, pages and records."""


class Notation:
    """The texts of one game."""

    def __init__(
        self, layout: Layout, moves: Sequence[str] = (), deck: Deck | None = None, how: str = ""
    ) -> None:
        self.layout = layout
        self.deck = deck or layout.deck
        self.codes = self.deck.texts
        self.moves = tuple(moves)
        self._how = how or f"write one of {', '.join(self.moves)}"
        self._numbers = {text: number for number, text in enumerate(self.moves)}
        for text in self.moves:
            _check_move(text)

    # Moves

    def write_move(self, code: int) -> str:
        """Return the text of a move."""
        return self.moves[code]

    def read_move(self, text: str) -> int:
        """Return the number of a move, or InvalidMove with what would be right."""
        if text not in self._numbers:
            raise InvalidMove(f"{text!r} is no move: {self._how}.")
        return self._numbers[text]

    # Positions

    def write_table(self, state: Any) -> dict[str, object]:
        """Return the fields of a position, as far as its viewer may know them."""
        return {field.text: self._write(field, state) for field in self._written(state)}

    def as_dict(self, state: Any) -> dict[str, Any]:
        """Return the table as plain data, for JSON; what is hidden is None, or its size."""
        return {field.text: self._tell(field, state) for field in self._written(state)}

    def read_table(self, fields: Fields, state: Any) -> None:
        """Fill a blank record from the fields of a position; refuse an impossible one.

        What is secret comes last: how much of it there is follows from what lies open.
        """
        secret = [field for field in self.layout if field.secret is not None]
        self._read_all((field for field in self.layout if field.secret is None), fields, state)
        self.complete(state)
        self._read_all(secret, fields, state)
        self.check(state)

    def complete(self, state: Any) -> None:
        """Fill in what follows from the open fields, and check these."""

    def check(self, state: Any) -> None:
        """Refuse what cannot be, once all is read; find whose turn it is."""
        self.check_cards(state)

    def _written(self, state: Any) -> Iterable[Field]:
        return [field for field in self.layout if self._is_written(field, state)]

    def _is_written(self, field: Field, state: Any) -> bool:
        if not field.text or (field.optional and not state[field.name]):
            return False
        return field.when is None or field.when(state)

    def _write(self, field: Field, state: Any) -> str:
        own = getattr(self, f"write_{field.text}", None)
        if own is not None:
            return str(own(state))
        parts = [self._write_part(field, state, i) for i in _places(field, state)]
        return _between(field).join(parts)

    def _write_part(self, field: Field, state: Any, place: int) -> str:
        if field.is_hidden(state, place):
            return _hidden(field, state, place)
        value = self.get(field, state, place)
        if field.kind in ("cards", "counts", "row"):
            return self._write_cards(field, value)
        if field.kind == "seats":
            return "".join(map(str, value)) or NOTHING
        if field.values is not None:
            return next(text for text, code in field.values.items() if code == value)
        return NOTHING if value == field.none else str(value)

    def _write_cards(self, field: Field, heap: Sequence[int]) -> str:
        if field.kind != "counts":
            return ",".join(self.codes[card] for card in heap) or NOTHING
        kinds = dict.fromkeys(heap)
        many = {kind: heap.count(kind) for kind in kinds}
        words = [self.codes[kind] + (f"*{n}" if n > 1 else "") for kind, n in many.items()]
        return ",".join(words) or NOTHING

    def _tell(self, field: Field, state: Any) -> Any:
        own = getattr(self, f"tell_{field.text}", None) or getattr(
            self, f"write_{field.text}", None
        )
        if own is not None:
            return own(state)
        parts = [self._tell_part(field, state, place) for place in _places(field, state)]
        return parts if field.per is not None else parts[0]

    def _tell_part(self, field: Field, state: Any, place: int) -> Any:
        if field.is_hidden(state, place):
            size = field.held(state, place)
            return None if size is None else {"hidden": size}
        value = self.get(field, state, place)
        if field.kind in ("cards", "counts", "row"):
            return [self.codes[card] for card in value]
        if field.values is not None:
            return self._write_part(field, state, place)
        return None if value == field.none else value

    # Reading

    def _read_all(self, chosen: Iterable[Field], fields: Fields, state: Any) -> None:
        for field in chosen:
            here = field.text in fields if field.optional else self._is_written(field, state)
            if here:
                self._read(field, fields, state)

    def _read(self, field: Field, fields: Fields, state: Any) -> None:
        own = getattr(self, f"read_{field.text}", None)
        if own is not None:
            own(fields.text(field.text), state)
        elif field.per is None:
            self.read_part(field, fields.text(field.text), state)
        else:
            n = field.per.count(state)
            for place, text in enumerate(fields.each(field.text, _between(field), n, str)):
                self.read_part(field, text, state, place)

    def read_part(self, field: Field, text: str, state: Any, place: int = 0) -> None:
        """Read a field, or the part of one seat, into the record."""
        where = name_of(field, place)
        if field.is_hidden(state, place):
            self._read_hidden(field, text, state, place)
            return
        if field.secret is not None and text.startswith(HIDDEN):
            raise InvalidPosition(
                f"{where} is known here: only a view (field 'view') hides what others hold."
            )
        value = self._value(field, text, state, where)
        if callable(field.size) and len(value) != field.size(state, place):
            must = field.size(state, place)
            raise InvalidPosition(f"{where} holds {len(value)} cards, but it must be {must}.")
        self.put(field, state, place, value)

    def _value(self, field: Field, text: str, state: Any, where: str) -> Any:
        if field.kind in ("cards", "counts", "row"):
            return self.read_cards(field, text, where, state)
        if field.kind == "seats":
            return _read_seats(field, text, int(state["players"]))
        if field.values is not None:
            if text not in field.values:
                choices = " or ".join(field.values)
                raise InvalidPosition(f"{field.text}={text}: choose {choices}.")
            return field.values[text]
        if text == NOTHING and field.none is not None:
            return field.none
        return read_number(text, field.text, _bound(field.low, state), _bound(field.high, state))

    def _read_hidden(self, field: Field, text: str, state: Any, place: int) -> None:
        where = name_of(field, place)
        if isinstance(field.size, str) and text.startswith(HIDDEN):
            state[field.size][place] = read_number(
                text[1:], field.text, 0, sum(self.copies_at(state))
            )
        elif isinstance(field.size, str):
            raise InvalidPosition(f"{where} is hidden in this view: write {HIDDEN} and how many.")
        elif text != (shown := _hidden(field, state, place)):
            holds = f" and holds {shown[1:]}" if callable(field.size) else ""
            raise InvalidPosition(f"{where} is hidden in this view{holds}: write {shown}.")
        if field.blank:
            self.put(field, state, place, field.blank)

    def read_card(self, text: str, where: str = "") -> int:
        """Return the number of a card in a position."""
        if text not in self.deck.numbers:
            before = f"{where}: " if where else ""
            raise InvalidPosition(f"{before}{text!r} is no card: {self.deck.how}.")
        return self.deck.numbers[text]

    def read_cards(self, field: Field, text: str, where: str, state: Any) -> list[int]:
        """Return the cards of one heap.

        Where their order means nothing, `neck*3` is three of them.
        """
        heap: list[int] = []
        for word in text.split(",") if text != NOTHING else []:
            code, star, n = word.partition("*") if field.kind == "counts" else (word, "", "")
            if star and not re.fullmatch(r"[1-9][0-9]{0,2}", n):
                raise InvalidPosition(f"{where}: {word!r}: after * stands how many, from 1.")
            card = self.read_card(code, where)
            heap += [card] * int(n or 1)
            if heap.count(card) > self.copies_at(state)[card]:
                raise InvalidPosition(f"{where}: {self.too_many(card, heap.count(card), state)}.")
        if field.kind == "row" and len(heap) > field.high:  # type: ignore[operator]
            raise InvalidPosition(
                f"{where}: {len(heap)} cards are too many: it must be {field.high} at most."
            )
        return heap

    def copies_at(self, state: Any) -> Sequence[int]:
        """Return how many there are of each card at the table of a record."""
        return self.deck.copies

    def too_many(self, card: int, n: int, state: Any) -> str:
        """Return the sentence that a card is there more often than it exists."""
        copies = self.copies_at(state)[card]
        if copies == 1:
            return f"{self.codes[card]} appears twice"
        cards = sum(self.copies_at(state))
        return f"{n} times {self.codes[card]}: the deck has {copies} of its {cards} cards"

    # The record

    def get(self, field: Field, state: Any, place: int = 0) -> Any:
        """Return the value of a field, or of one seat's part.

        A number, or cards or seats one by one.
        """
        values = _part(field, state, place)
        if field.kind == "counts":
            return [kind for kind, n in enumerate(values.tolist()) for _ in range(n)]
        if field.kind == "row":
            return values[: int(_part(field, state, place, field.columns[1]))].tolist()
        if field.kind == "cards":
            return self.deck.heap(int(values))
        if field.kind == "seats":
            return [seat for seat in range(int(state["players"])) if int(values) >> seat & 1]
        return int(values)

    def put(self, field: Field, state: Any, place: int, value: Any) -> None:
        """Write a value, as `get` returns it, into the record."""
        if field.kind in ("cards", "seats"):
            value = sum(1 << one for one in value)
        if field.kind in ("counts", "row"):
            cells = _part(field, state, place)
            whole = [value.count(kind) for kind in range(len(cells))]
            cells[:] = (
                whole if field.kind == "counts" else [*value, *[0] * (len(cells) - len(value))]
            )
            if len(field.columns) > 1:
                self._put_number(field.columns[1], field, state, place, len(value))
        else:
            self._put_number(field.columns[0], field, state, place, value)

    def _put_number(self, column: Column, field: Field, state: Any, place: int, n: int) -> None:
        if field.per is None:
            state[column.name] = n
        else:
            state[column.name][place] = n

    # Where the cards are

    def lying(self, state: Any) -> list[int]:
        """Count the cards of each kind that the record shows somewhere."""
        found = [0] * len(self.codes)
        for field in self.layout:
            if field.kind in ("cards", "counts", "row") and field.text and field.lies:
                for place in _places(field, state):
                    for card in self.get(field, state, place):
                        found[card] += 1
        return found

    def check_cards(self, state: Any, all_of_them: bool = False) -> None:
        """Demand that no card is there more often than it exists (and that none is missing)."""
        found, copies = list(enumerate(self.lying(state))), self.copies_at(state)
        for card, n in found:
            if n > copies[card]:
                raise InvalidPosition(f"in all, {self.too_many(card, n, state)}.")
        if all_of_them and state["viewer"] == EVERYTHING:
            for card, n in found:
                if n < copies[card]:
                    raise InvalidPosition(f"{self.codes[card]} is missing.")


def _part(field: Field, state: Any, place: int, column: Column | None = None) -> Any:
    """Return what a column holds of a field, or of one seat's part of it."""
    column = column or field.columns[0]
    values = state[column.name]
    if column.rows:
        return values[place * column.rows : (place + 1) * column.rows]
    return values if field.per is None else values[place]


def name_of(field: Field, place: int) -> str:
    """Return what people call a field, or one part of it: "hand 2"."""
    if field.per is None:
        return field.text
    return f"{field.text.removesuffix('s')} {place + field.per.first}"


def _places(field: Field, state: Any) -> range:
    return range(1 if field.per is None else field.per.count(state))


def _between(field: Field) -> str:
    return "," if field.kind == "number" else "/"


def _bound(bound: Number, state: Any) -> int:
    return bound if isinstance(bound, int) else int(bound(state))


def _hidden(field: Field, state: Any, place: int) -> str:
    """Return how a secret is written in a view.

    How many cards it is, where that means something.
    """
    size = field.held(state, place)
    return HIDDEN if size is None else f"{HIDDEN}{size}"


def _read_seats(field: Field, text: str, players: int) -> list[int]:
    seats = "".join(map(str, range(players)))
    found = "" if text == NOTHING else text
    if not set(found) <= set(seats) or len(set(found)) < len(found):
        raise InvalidPosition(
            f"{field.text}={text}: write the seats by number, each once ({seats}), or {NOTHING}."
        )
    return [int(seat) for seat in found]


def _check_move(text: str) -> None:
    """Raise ValueError for a text that cannot stand for a move in addresses and records."""
    if not text or not text.isascii() or not text.isprintable() or set(text) & set(NOT_IN_MOVES):
        raise ValueError(
            f"{text!r} cannot be the text of a move: it stands in addresses and records, so write"
            f" it in ASCII, without spaces and without {' '.join(NOT_IN_MOVES.strip())}."
        )
