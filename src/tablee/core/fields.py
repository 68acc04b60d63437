"""A declared record: a game names its fields once, and everything else follows from that.

    FIELDS = Layout(
        option("teams"),
        setting("goal", "u1", 15, (1, 200), "F12"),
        number("rounds", "u2", 1, 60_000, text="round"),
        cards("hands", Per(4), secret=OTHERS, size=hand_size),
        row("trick", 4, length="played"),
        scratch("room", "u1", 4),
        deck=DECK,
    )
    STATE = FIELDS.dtype

The declared order is that of a position's text; in the record the fields are packed by their
alignment. From the declaration come the record type, the texts (`notation.py`), what `hide`
blanks, `plain` and `as_dict`. A game writes by hand only what is special to it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import itemgetter
from typing import Any, TypeAlias

from tablee.core.arrays import np
from tablee.core.engine.jit import from_dtype, overload
from tablee.core.header import HEADER, RawRecord

OTHERS, ALL = "others", "all"
"""From whom a field is secret: every seat but its own, or everyone."""

Number: TypeAlias = int | Callable[[Any], int]
"""A bound: a number, or what a record makes of it."""


@dataclass(frozen=True)
class Deck:
    """The kinds of cards: the text of each, and how many there are of it."""

    texts: tuple[str, ...]
    copies: tuple[int, ...] = ()
    aliases: Mapping[str, str] | None = None
    """Other ways to write a card, each with its proper text."""
    how: str = ""
    """How to write a card, for a refusal."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "copies", self.copies or (1,) * len(self.texts))
        object.__setattr__(self, "how", self.how or f"write one of {', '.join(self.texts)}")

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each text."""
        numbers = {text: number for number, text in enumerate(self.texts)}
        return numbers | {other: numbers[text] for other, text in (self.aliases or {}).items()}

    def heap(self, cards: int) -> list[int]:
        """Return the numbers of a set's cards.

        Those of the last kind are counted above the others.
        """
        last = len(self.texts) - 1
        return [card for card in range(last) if cards >> card & 1] + [last] * (cards >> last)


@dataclass(frozen=True)
class Per:
    """One for each of something: how many at most, and how many at this table (its seats)."""

    most: int
    at: Callable[[Any], int] | None = None
    first: int = 0
    """The number that people give to the first."""
    turns: bool = True
    """Whether these are seats, so that an observation begins with one's own."""

    def count(self, state: Any) -> int:
        """Return how many there are at the table of a record."""
        return int(state["players"] if self.at is None else self.at(state))


@dataclass(frozen=True)
class Seen:
    """How each number of a plain column is seen in an observation (`observation.py`)."""

    how: str
    width: int = 0
    seats: bool = False
    """Whether there is one for each seat."""


def bits(width: int, seats: bool = False) -> Seen:
    """Return how a set is seen: one bit each."""
    return Seen("bits", width, seats)


def one_of(width: int) -> Seen:
    """Return how one of so many is seen, counted from 0."""
    return Seen("one", width)


AMOUNT, AMOUNTS, SEAT, HEAP = Seen("bytes"), Seen("bytes", seats=True), Seen("seat"), Seen("cards")
"""A number from 0 on; one for each seat; a seat, or none below 0; a set of cards of the deck."""


@dataclass(frozen=True)
class Column:
    """One column of the record; `rows` is the length of a row that it holds for each seat."""

    name: str
    type: str
    shape: tuple[int, ...] = ()
    rows: int = 0
    seen: Seen | None = None

    @property
    def align(self) -> int:
        """The bytes of one number."""
        return int(self.type[1])

    @property
    def spec(self) -> tuple[str, str] | tuple[str, str, tuple[int, ...]]:
        """The column as NumPy wants it."""
        return (self.name, self.type, self.shape) if self.shape else (self.name, self.type)


@dataclass(frozen=True)
class Field:
    """One thing that a record holds, as declared by the functions below."""

    name: str
    kind: str
    columns: tuple[Column, ...]
    per: Per | None = None
    text: str = ""
    """Its name in a position's text; empty if it is not written."""
    low: Number = 0
    high: Number = 0
    none: int | None = None
    """The number that is written as nothing."""
    values: Mapping[str, int] | None = None
    """The text and the number of each value of a choice."""
    secret: str | None = None
    blank: int = 0
    """What a view has instead of a secret."""
    until: tuple[str, *tuple[int, ...]] | None = None
    """The field and its values by which a secret ends."""
    size: Callable[[Any, int], int] | str | None = None
    """How many cards a seat has, which everyone sees: by the rules, or in a column of its own."""
    lies: bool = True
    """Whether its cards lie here, so that a card can be in no other field."""
    piled: bool | None = None
    """Whether its cards lie on one another at the plain table; usually sets of a seat do, and
    those that have no name."""
    when: Callable[[Any], bool] | None = None
    """Whether it is written at all."""
    optional: bool = False
    """Whether it is left out as long as it is 0."""
    usual: Number | tuple[int, ...] = 0
    """What a setting is without a variant; a function reads it off the options of the record."""
    keys: tuple[str, ...] = ()
    """The names of a setting's parts."""
    clause: str = ""
    """The rule that a setting changes."""
    switch: bool = False
    """Whether a setting is on or off."""
    seat: bool = False
    """Whether its number is that of a seat."""

    def is_hidden(self, state: Any, seat: int = 0) -> bool:
        """Return whether the record is a view that must not show what a seat has of this."""
        if self.secret is None or state["viewer"] == -2:
            return False
        if self.until is not None and state[self.until[0]] in self.until[1:]:
            return False
        return self.secret == ALL or bool(state["viewer"] != seat)

    def held(self, state: Any, seat: int) -> int | None:
        """Return how many cards a seat has here, which everyone sees; None if it holds no cards."""
        if isinstance(self.size, str):
            return int(state[self.size][seat])
        return None if self.size is None else self.size(state, seat)


def last_seat(state: Any) -> int:
    """Return the highest seat at the table, as a bound."""
    return int(state["players"]) - 1


def number(
    name: str, of: str, low: Number, high: Number, per: Per | None = None, **more: Any
) -> Field:
    """Declare a whole number within bounds, or one for each seat."""
    column = Column(name, of, (per.most,) if per else ())
    return _field(name, "number", (column,), per, low=low, high=high, **more)


def choice(
    name: str,
    of: str,
    values: Sequence[str] | Mapping[str, int],
    per: Per | None = None,
    **more: Any,
) -> Field:
    """Declare one of some values, each with its text."""
    if not isinstance(values, Mapping):
        values = {text: code for code, text in enumerate(values)}
    column = Column(name, of, (per.most,) if per else ())
    return _field(name, "choice", (column,), per, values=values, **more)


def flag(name: str, per: Per | None = None, **more: Any) -> Field:
    """Declare something that is so or not."""
    return choice(name, "u1", ("no", "yes"), per, **more)


def cards(name: str, per: Per | None = None, **more: Any) -> Field:
    """Declare a set of cards, one bit each; the deck's last kind is counted in the bits above."""
    column = Column(name, "i8", (per.most,) if per else ())
    return _field(name, "cards", (column,), per, **more)


def counts(name: str, kinds: int, per: Per | None = None, **more: Any) -> Field:
    """Declare how many cards there are of each kind."""
    columns = [Column(name, "u1", ((per.most if per else 1) * kinds,), kinds if per else 0)]
    if per is not None and isinstance(more.get("size"), str):
        columns.append(Column(more["size"], "u1", (per.most,)))
    return _field(name, "counts", tuple(columns), per, **more)


def row(name: str, most: int, length: str, per: Per | None = None, **more: Any) -> Field:
    """Declare cards in their order, and how many there are."""
    places = Column(name, "u1", ((per.most if per else 1) * most,), most if per else 0)
    column = Column(length, "u1", (per.most,) if per else ())
    return _field(name, "row", (places, column), per, high=most, **more)


def seats(name: str, of: str = "u1", **more: Any) -> Field:
    """Declare a set of seats, one bit each."""
    return _field(name, "seats", (Column(name, of),), None, **more)


def special(name: str, *columns: Field, **more: Any) -> Field:
    """Declare columns with one text of their own, which the game's notation writes and reads."""
    return _field(name, "special", tuple(c for field in columns for c in field.columns), **more)


def option(name: str) -> Field:
    """Declare an option: the record holds the place of its chosen value."""
    return Field(name, "option", (Column(name, "u1"),))


def column(name: str, of: str, *shape: int, rows: int = 0, seen: Seen | None = None) -> Field:
    """Declare plain numbers that follow from what is written, or belong to a special text.

    Observations leave them out unless it is said how they are seen.
    """
    return Field(name, "column", (Column(name, of, shape, rows, seen),))


def setting(
    name: str,
    of: str,
    usual: Number | tuple[int, ...],
    bounds: tuple[int, int],
    clause: str,
    column: str = "",
    keys: Sequence[str] = (),
    values: Mapping[str, int] | None = None,
) -> Field:
    """Declare what a variant may change: a number, one for each key, or a set of `values`."""
    shape = (len(usual),) if isinstance(usual, tuple) else ()
    low, high = bounds
    own = Column(column or name, of, shape)
    more = {"usual": usual, "keys": tuple(keys), "clause": clause, "values": values}
    return Field(name, "setting", (own,), low=low, high=high, **more)  # type: ignore[arg-type]


def switch(name: str, usual: bool, clause: str) -> Field:
    """Declare a rule of the house that a variant may switch on or off."""
    return replace(setting(name, "u1", int(usual), (0, 1), clause), switch=True)


def scratch(name: str, of: str, *shape: int) -> Field:
    """Declare room for a calculation: blank between moves, neither written nor shown."""
    return Field(name, "scratch", (Column(name, of, shape),))


def _field(
    name: str,
    kind: str,
    columns: tuple[Column, ...],
    per: Per | None = None,
    text: str | None = None,
    **more: Any,
) -> Field:
    return Field(name, kind, columns, per, name if text is None else text, **more)


class Layout:
    """All fields of a game's record, in the order of its text."""

    def __init__(self, *fields: Field, deck: Deck | None = None) -> None:
        self.fields = fields
        self.deck = deck or Deck(())
        self.columns = {c.name: c for field in fields for c in field.columns}
        self.dtype = record_type([*HEADER, *_packed(list(self.columns.values()))])
        self.blank_secrets = _write_blanker(fields)
        _LAYOUTS[self.dtype] = _LAYOUTS[from_dtype(self.dtype)] = self

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)

    def __getitem__(self, name: str) -> Field:
        return next(field for field in self.fields if field.name == name)

    @cached_property
    def settings(self) -> dict[str, Field]:
        """What a variant may change, by name."""
        return {field.name: field for field in self.fields if field.kind == "setting"}

    @cached_property
    def _placed(self) -> dict[str, tuple[np.dtype[Any], int]]:
        """The type and the place of every field but the key of its chance, in their order."""
        assert self.dtype.fields is not None
        told = {n: (f[0], f[1]) for n, f in self.dtype.fields.items() if n not in ("key", "draws")}
        placed = {n: at for n, at in told.items() if not n.startswith(_FILLER)}
        return dict(sorted(placed.items(), key=lambda field: field[1][1]))

    @cached_property
    def _shown(self) -> list[str]:
        """The fields that a table is laid from."""
        hidden = {c.name for field in self.fields if field.kind == "scratch" for c in field.columns}
        return [name for name in self._placed if name not in hidden]

    def _is_wide(self, name: str) -> bool:
        return bool(np.prod(self._placed[name][0].shape) > _WIDE)

    @cached_property
    def _readers(self) -> tuple[_Reader, dict[str, _Reader]]:
        """How all fields are read at once but for the wide ones, and how each of those is."""
        wide = [name for name in self._shown if self._is_wide(name)]
        narrow = [name for name in self._shown if name not in wide]
        return self._reader(narrow), {name: self._reader([name]) for name in wide}

    @cached_property
    def _flat_reader(self) -> tuple[_Reader, list[str]]:
        """The same, with every field as one list; the wide ones by name."""
        wide = [name for name in self._placed if self._is_wide(name)]
        return self._reader([name for name in self._placed if name not in wide], False), wide

    def _reader(self, names: Sequence[str], in_rows: bool = True) -> _Reader:
        layout, shapers, end, first = "=", [], 0, 0
        for name in names:
            kind, offset = self._placed[name]
            n = int(np.prod(kind.shape, dtype=int))
            layout += f"{offset - end}x{n}{_LETTERS[kind.base.str[1:]]}"
            width = self.columns[name].rows if in_rows and name in self.columns else 0
            width = width or (kind.shape[-1] if len(kind.shape) > 1 else 0)
            shapers.append((name, _shaper(first, kind.shape, width)))
            end, first = offset + kind.itemsize, first + n
        return struct.Struct(layout), shapers

    def flat(self, record: Any) -> dict[str, Any]:
        """Read a record as it is declared: numbers, tuples, and arrays where a field is wide."""
        (reader, shapers), wide = self._flat_reader
        numbers = reader.unpack_from(record.tobytes())
        read = {name: shape(numbers) for name, shape in shapers}
        return read | {name: record[name] for name in wide} if wide else read

    def plain(self, record: Any) -> Plain:
        """Read a record into plain numbers and tuples, with a row for what each seat has."""
        read, raw = Plain(), record.tobytes()
        (reader, shapers), read._wide = self._readers
        numbers, read._raw = reader.unpack_from(raw), raw
        read.__dict__.update({name: shape(numbers) for name, shape in shapers})
        return read

    def read_all(self, record: Any) -> dict[str, Any]:
        """Return the plain values of all fields, by their names."""
        read = self.plain(record)
        return {name: getattr(read, name) for name in self._shown}


class Plain:
    """The fields of a record as plain numbers and tuples; a wide one is read when it is asked.

    Reading the history of a round of Le Grand Escogriffe took 8 of 12 µs, and no table needs it.
    """

    _raw: bytes
    _wide: Mapping[str, _Reader]
    __slots__ = ("__dict__", "_raw", "_wide")

    def __getattr__(self, name: str) -> Any:
        if name not in self._wide:
            raise AttributeError(f"a record has no field {name!r}.")
        reader, [(_, shape)] = self._wide[name]
        self.__dict__[name] = found = shape(reader.unpack_from(self._raw))
        return found


_Reader: TypeAlias = tuple[struct.Struct, list[tuple[str, Callable[[Any], Any]]]]
_WIDE = 100
"""A field with more numbers than this is wide."""


_LAYOUTS: dict[Any, Layout] = {}
_FILLER = "filler"
_LETTERS = {"u1": "B", "u2": "H", "u4": "I", "u8": "Q", "i1": "b", "i2": "h", "i4": "i", "i8": "q"}


def layout_of(dtype: Any) -> Layout:
    """Return the declaration that a record type was made from."""
    return _LAYOUTS[dtype]


def plain(record: Any) -> Plain:
    """Read any game's record into Python's own numbers and tuples, by the names of its fields."""
    return _LAYOUTS[record.dtype].plain(record)


def record_type(columns: Sequence[Any]) -> np.dtype[Any]:
    """Make the type of a record whose fields are attributes."""
    return np.dtype((RawRecord, np.dtype(list(columns), align=True)))


def _shaper(first: int, shape: tuple[int, ...], width: int) -> Callable[[Any], Any]:
    """Return a function that picks a field out of all numbers: one, a tuple, or rows."""
    if not shape:
        return itemgetter(first)
    end = first + int(np.prod(shape))
    if not width:
        return itemgetter(slice(first, end))
    rows = [slice(start, start + width) for start in range(first, end, width)]
    if len(rows) == 1:
        return lambda numbers: (numbers[first:end],)
    return itemgetter(*rows)


def _packed(columns: list[Column]) -> Iterator[Any]:
    """Order columns without gaps, the widest that fits first, and fill what gap remains.

    So no byte of a record is left to chance, and equal states are equal bytes.
    """
    offset = np.dtype(list(HEADER), align=False).itemsize
    widest = max(8, *(column.align for column in columns))
    while columns or offset % widest:
        fits = [column for column in columns if offset % column.align == 0]
        if not fits:
            yield f"{_FILLER}{offset}", "u1"
            offset += 1
            continue
        best = max(fits, key=lambda column: column.align)
        columns.remove(best)
        yield best.spec
        offset += best.align * int(np.prod(best.shape, dtype=int))


# What a view hides


def _write_blanker(fields: Sequence[Field]) -> Callable[[Any, int], None]:
    """Write the function that blanks the secret fields, for Numba and for the interpreter."""
    lines = ["def blank_secrets(state, viewer):", "    pass"]
    for field in fields:
        if field.secret is not None:
            lines += _blanking(field)
    made: dict[str, Any] = {}
    exec("\n".join(lines), made)
    return made["blank_secrets"]  # type: ignore[no-any-return]


def _blanking(field: Field) -> Iterator[str]:
    """Write the loop that blanks one field."""
    first = field.columns[0]
    indent = "    "
    if field.until is not None:
        name, *values = field.until
        unlike = " and ".join([f"state.{name} != {value}" for value in values])
        yield f"{indent}if {unlike}:"
        indent += "    "
    if not first.shape:
        yield f"{indent}state.{first.name} = {field.blank}"
        return
    if field.secret == ALL or field.per is None:
        yield f"{indent}for i in range({first.shape[0]}):"
        yield f"{indent}    state.{first.name}[i] = {field.blank}"
        return
    width = first.rows or 1
    places = "state.players" if field.per.at is None else field.per.most
    yield f"{indent}for seat in range({places}):"
    yield f"{indent}    if seat != viewer:"
    yield f"{indent}        for i in range(seat * {width}, (seat + 1) * {width}):"
    yield f"{indent}            state.{first.name}[i] = {field.blank}"


def blank_secrets(state: Any, viewer: int) -> None:
    """Blank the fields that are declared as secret from a viewer."""
    layout = _LAYOUTS.get(state.dtype)
    if layout is not None:
        layout.blank_secrets(state, viewer)


@overload(blank_secrets, strict=False)  # type: ignore[untyped-decorator]
def _blank_secrets(state: Any, viewer: Any) -> Any:
    return _LAYOUTS[state].blank_secrets if state in _LAYOUTS else None
