"""A view as an array of small whole numbers, made from the declared fields of a game's record.

What belongs to seats begins with one's own and goes on clockwise; sets of cards are unpacked into
one entry a bit; what a seat may not know is not there at all. Each part of an observation has a
name and a shape (`Spec`), and each of its rows is filled with zeros up to whole eights, so that
compiled code writes eight entries at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeAlias

from tablee.core.arrays import np
from tablee.core.bits import int64
from tablee.core.compiled import Records, compiled
from tablee.core.engine.jit import overload
from tablee.core.engine.writing import (
    EIGHT,
    Words,
    read_at,
    write_bits,
    write_byte,
    write_codes,
    write_word,
)
from tablee.core.fields import _LAYOUTS, ALL, Column, Field, Layout, Seen

Bytes: TypeAlias = np.ndarray[Any, np.dtype[np.uint8]]


# What the written code calls


@compiled
def seat_from(seat: int, me: int, players: int) -> int:
    """Return how many places after me a seat is; the number of no player stays as it is."""
    if seat < 0 or seat >= players:
        return int64(seat)
    return int64(seat) - me if seat >= me else int64(seat) - me + players


@compiled
def seats_from(mask: int, me: int, players: int) -> int:
    """Return a set of seats, seen from a seat."""
    mask = int64(mask) & ((int64(1) << players) - 1)
    return (mask >> me | mask << (players - me)) & ((int64(1) << players) - 1)


_WRITERS: dict[str, Any] = {
    "int64": int64,
    "word": np.uint64,
    "uint8": np.uint8,
    "uint16": np.uint16,
    "uint32": np.uint32,
    "read_at": read_at,
    "write_word": write_word,
    "write_byte": write_byte,
    "write_bits": write_bits,
    "write_codes": write_codes,
    "int8": np.int8,
    "int16": np.int16,
    "int32": np.int32,
    "seat_from": seat_from,
    "seats_from": seats_from,
    "ZERO": np.uint64(0),
    "ONE": np.uint64(1),
    "BYTE": np.uint64(255),
}
"""What the written code calls; the rest it does by itself, since small calls are not inlined."""


def _pieces(words: int) -> Iterator[tuple[int, int]]:
    """Cut a row into pieces as wide as a type has bytes: where each begins, and its words."""
    at = 0
    while at < words:
        yield at, next(n for n in (4, 2, 1) if n <= words - at)
        at += next(n for n in (4, 2, 1) if n <= words - at)


def _bits(words: int) -> Iterator[str]:
    """Write how a mask becomes one entry a bit."""
    for at, n in _pieces(words):
        cut = f"uint{EIGHT * n}(mask >> {EIGHT * at} & {(1 << EIGHT * n) - 1})"
        yield f"write_bits(out, at + {at}, {cut})"


def _byte(number: str, high: int, place: int) -> str:
    """Write how one byte of a number moves to its place in a word."""
    return f"((word(int64({number}) >> {EIGHT * high}) & BYTE) << word({EIGHT * place}))"


def _one(number: str, words: int) -> Iterator[str]:
    """Write how one of so many is put down; nothing for a number below 0."""
    yield from (f"write_word(out, at + {i}, ZERO)" for i in range(words))
    yield f"number = int64({number})"
    yield "if number >= 0:"
    yield "    write_word(out, at + (number >> 3), ONE << word(8 * (number & 7)))"
    yield f"at += {words}"


# What there is to see


@dataclass(frozen=True)
class Plane:
    """How one column of the record is written, row by row."""

    name: str
    column: Column
    how: str
    width: int = EIGHT
    """Entries in a row."""
    whose: str = "all"
    """`seats` or `own` for what belongs to seats, `all` for the rest."""
    rows: int = 1
    """How many rows there are, if they belong to no seat."""
    low: int = 0
    high: int = 1
    """The bytes of a number."""
    extra: tuple[int, ...] = (0,) * (EIGHT + 1)
    """Rows beyond the seats, by the number of players."""
    length: Column | None = None
    """The column that says how many places of a row are taken."""
    places: int = 0
    """The cards of a row, each in a row of its own."""
    roomy: bool = True
    """Whether its last row may be read in whole eights, so that nothing lies beyond the record."""

    @property
    def words(self) -> int:
        """Words in a row."""
        return -(-self.width // EIGHT)

    def shape(self, players: int) -> tuple[int, int]:
        """Return the rows, and the entries of each, at a table."""
        seats = players + self.extra[players] if self.whose == "seats" else self.rows
        if self.how == "numbers":
            return self.high, seats
        return seats * max(1, self.places), self.width

    def write(self) -> Iterator[str]:
        """Write the loop over its rows."""
        if self.how == "numbers":
            yield from self._write_numbers()
            return
        indent = "    "
        if self.whose == "seats":
            yield f"    for i in range({self._seats()}):"
            yield "        seat = i if i >= players else me + i - players * (me + i >= players)"
            indent += "    "
        elif self.rows > 1:
            yield f"    for seat in range({self.rows}):"
            indent += "    "
        else:
            yield f"    seat = {'me' if self.whose == 'own' else 0}"
        yield from (indent + line for line in self._write_row())

    def _write_numbers(self) -> Iterator[str]:
        rows = self.rows if self.whose == "all" else self.column.shape[0]
        yield f"    here = {self._seats() if self.whose == 'seats' else EIGHT}"
        for high in range(self.high):
            yield "    packed = ZERO"
            for i in range(rows):
                value = self._at(f"s{i}" if self.whose == "seats" else f"{i}")
                yield f"    if here > {i}:"
                yield f"        packed |= {_byte(f'int64({value}) - {self.low}', high, i)}"
            yield "    write_word(out, at, packed)"
            yield "    at += 1"

    def _write_row(self) -> Iterator[str]:
        value = self._at("seat")
        if self.length is not None:
            index = "[seat]" * bool(self.length.shape)
            yield f"taken = int64(state.{self.length.name}{index})"
        if self.how == "places":
            for place in range(self.places):
                card = self._at(f"seat * {self.places} + {place}")
                yield from _one(f"{card} if taken > {place} else -1", self.words)
        elif self.how == "counts":
            yield from self._write_bytes()
        elif self.how == "codes" and not self.roomy:
            yield from (f"write_word(out, at + {i}, ZERO)" for i in range(self.words))
            yield f"for n in range(min(taken, {self.width})):"
            yield f"    code = int64({self._at(f'seat * {self.width} + n')})"
            yield "    write_byte(out, 8 * at + n, code + 1)"
            yield f"at += {self.words}"
        elif self.how == "codes":
            for start, n in _pieces(self.words):
                column, base = f"state.{self.column.name}", f"seat * {self.width} + {EIGHT * start}"
                left = f"int{EIGHT * n}(taken - {EIGHT * start})"
                yield f"write_codes(out, at + {start}, {column}, {base}, {left})"
            yield f"at += {self.words}"
        elif self.how == "number":
            parts = [_byte(f"int64({value}) - {self.low}", i, i) for i in range(self.width)]
            yield f"write_word(out, at, {' | '.join(parts)})"
            yield "at += 1"
        elif self.how in ("one", "seat"):
            seat = f"seat_from({value}, me, players)"
            yield from _one(
                seat if self.how == "seat" else f"int64({value}) - {self.low}", self.words
            )
        else:
            yield from self._write_set(value)

    def _write_set(self, value: str) -> Iterator[str]:
        """Write a set, eight bits a word; the last kind of cards is counted in the bits above."""
        seen, last = f"int64({value})", self.width - 1
        if self.how == "seats":
            seen = f"seats_from({value}, me, players)"
        yield f"mask = {seen}"
        if self.how == "cards":
            yield f"many = mask >> {last}"
            yield f"mask &= {(1 << last) - 1}"
        yield from _bits(self.words)
        if self.how == "cards":
            yield f"write_byte(out, 8 * at + {last}, many)"
        yield f"at += {self.words}"

    def _write_bytes(self) -> Iterator[str]:
        """Write bytes of the record as they are, eight at a time."""
        yield f"base = seat * {self.width}"
        for i in range(self.words):
            places = range(EIGHT * i, min(self.width, EIGHT * i + EIGHT))
            parts = [f"word({self._at(f'base + {n}')}) << word({8 * (n % 8)})" for n in places]
            yield f"packed = {' | '.join(parts)}"
            yield f"write_word(out, at + {i}, packed)"
        yield f"at += {self.words}"

    def _seats(self) -> str:
        """Write how many rows belong to seats."""
        return f"players + {self.extra}[players]" if any(self.extra) else "players"

    def _at(self, index: str) -> str:
        """Write how a number of the column is read."""
        name = f"state.{self.column.name}"
        return f"read_at({name}, {index})" if self.column.shape else name


@cache
def planes(layout: Layout) -> tuple[Plane, ...]:
    """Return all that a view of a game shows, in the order of its declaration."""
    found = [Plane("seat", Column("seat", "i1"), "seat")]
    for field in layout:
        if field.secret != ALL and field.kind not in ("scratch", "setting"):
            found += _planes_of(layout, field)
    return tuple(found)


def _planes_of(layout: Layout, field: Field) -> Iterator[Plane]:
    if field.kind in ("column", "special"):
        for column in field.columns:
            if column.seen is not None:
                yield _plain(layout, column, column.seen)
        return
    first, *others = field.columns
    whose, rows = "all", 1
    if field.per is not None:
        whose, rows = "own" if field.secret else "seats", 1
        if not field.per.turns:
            whose, rows = "all", field.per.most
    plane = Plane(field.name, first, field.kind, 1, whose, rows, extra=_extra(layout, field))
    yield _shaped(layout, field, plane)
    for column in others:
        yield Plane(column.name, column, "numbers", 1, "seats" if whose == "own" else whose, rows)


def _shaped(layout: Layout, field: Field, plane: Plane) -> Plane:
    """Return a declared field's plane, with its width and its bounds."""
    kinds, first = len(layout.deck.texts), field.columns[0]
    if field.kind == "cards":
        return replace(plane, width=kinds)
    if field.kind == "counts":
        return replace(plane, width=first.rows or first.shape[0])
    if field.kind == "row":
        places = first.rows or first.shape[0]
        hot = replace(plane, how="places", width=kinds, places=places, length=field.columns[1])
        assert layout.dtype.fields is not None
        end = layout.dtype.fields[first.name][1] + first.shape[0] - places % -EIGHT
        roomy = end <= layout.dtype.itemsize
        return hot if kinds else replace(hot, how="codes", width=places, places=0, roomy=roomy)
    if field.kind == "seats":
        return replace(plane, width=EIGHT)
    if field.seat:
        return replace(plane, how="seat", width=EIGHT)
    if field.values is not None:
        codes = field.values.values()
        return replace(plane, how="one", width=max(codes) - min(codes) + 1, low=min(codes))
    low, high = _bounds(field)
    size = max(1, -(-(high - low).bit_length() // EIGHT))
    if first.shape and plane.whose != "own":
        return replace(plane, how="numbers", low=low, high=size)
    return replace(plane, how="number", width=size, low=low)


def _bounds(field: Field) -> tuple[int, int]:
    """Return the bounds of a field; where only the rules know them, those of its type."""
    kind = np.iinfo(field.columns[0].type)
    low = field.low if isinstance(field.low, int) else int(kind.min)
    high = field.high if isinstance(field.high, int) and field.high else int(kind.max)
    if field.optional:
        low = min(low, 0)
    return (low if field.none is None else min(low, field.none)), high


def _plain(layout: Layout, column: Column, seen: Seen) -> Plane:
    whose = "seats" if seen.seats else "all"
    rows = 1 if seen.seats else int(np.prod(column.shape, dtype=int))
    width = {"seat": EIGHT, "cards": len(layout.deck.texts)}.get(seen.how, seen.width)
    plane = Plane(column.name, column, seen.how, width, whose, rows)
    if seen.how != "bytes":
        return plane
    if rows > EIGHT:
        return replace(plane, how="counts", width=rows, rows=1)
    how = "numbers" if column.shape else "number"
    return replace(plane, how=how, width=column.align, high=column.align)


def _extra(layout: Layout, field: Field) -> tuple[int, ...]:
    """Return how many rows a field has beyond those of the seats, for each number of players."""
    if field.per is None or field.per.at is None or not field.per.turns:
        return (0,) * (EIGHT + 1)
    blank = np.zeros(1, layout.dtype)
    extra = []
    for players in range(EIGHT + 1):
        blank["players"] = players
        extra.append(max(0, min(field.per.most, field.per.count(blank[0])) - players))
    return tuple(extra)


# What researchers read


@dataclass(frozen=True)
class Part:
    """One named part of an observation: where it begins, and its rows without their filling."""

    name: str
    start: int
    rows: int
    width: int

    @property
    def stride(self) -> int:
        """Entries from one row to the next."""
        return -(-self.width // EIGHT) * EIGHT

    @property
    def stop(self) -> int:
        """Where the next part begins."""
        return self.start + self.rows * self.stride


@dataclass(frozen=True)
class Spec:
    """The parts of a game's observations at one number of players."""

    parts: tuple[Part, ...]

    @property
    def size(self) -> int:
        """How many entries an observation has."""
        return self.parts[-1].stop

    def unpack(self, observation: Bytes) -> dict[str, Bytes]:
        """Return the parts of one observation, or of many, by name.

        Rows of entries without filling.
        """
        parts = {}
        for part in self.parts:
            raw = observation[..., part.start : part.stop]
            rows = raw.reshape(*raw.shape[:-1], part.rows, part.stride)
            parts[part.name] = rows[..., : part.width]
        return parts


@cache
def spec_of(layout: Layout, players: int) -> Spec:
    """Return the named parts of a game's observations."""
    parts, start = [], 0
    for plane in planes(layout):
        parts.append(Part(plane.name, start, *plane.shape(players)))
        start = parts[-1].stop
    return Spec(tuple(parts))


@cache
def _writer(layout: Layout) -> Callable[[Any, int, Words], None]:
    """Write the function that writes observations, for Numba and for the interpreter."""
    lines = ["def observe(state, viewer, out):", "    players = int64(state.players)"]
    lines += ["    me = max(int64(0), int64(viewer))", "    at = int64(0)"]
    turned = "me + {0} - players * (me + {0} >= players)"
    lines += [f"    s{i} = {turned.format(i)} if players > {i} else {i}" for i in range(EIGHT)]
    for plane in planes(layout):
        lines += plane.write()
    made = dict(_WRITERS)
    exec("\n".join(lines), made)
    return made["observe"]  # type: ignore[no-any-return]


def observe(state: Any, viewer: int, out: Words) -> None:
    """Write what a view shows, eight entries a word.

    Where a game is `candid` a whole state will do for the view of the seat that decides.
    """
    _writer(_LAYOUTS[state.dtype])(state, viewer, out)


@overload(observe, strict=False)  # type: ignore[untyped-decorator]
def _observe(state: Any, viewer: Any, out: Any) -> Any:
    return _writer(_LAYOUTS[state]) if state in _LAYOUTS else None


@compiled
def observe_first(views: Records, out: Words) -> None:
    """Write what the first of some views shows."""
    observe(views[0], views[0].viewer, out)
