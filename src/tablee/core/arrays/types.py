"""Types of arrays: numbers of a width, or records of named fields."""

from __future__ import annotations

import math
import struct
from typing import Any

from tablee.core.arrays.items import ITEMS, PLAIN, generic

_OWN = {int: "i8", float: "f8", bool: "b1"}


class dtype:  # noqa: N801
    """What lies at each place of an array."""

    item: Any
    """The kind of a number; None for a record."""
    names: tuple[str, ...] | None
    fields: dict[str, tuple[dtype, int]] | None

    def __class_getitem__(cls, what: Any) -> Any:
        return cls

    def __new__(cls, what: Any, align: bool = False) -> dtype:
        """Return a type as it is, or a new one."""
        return what if isinstance(what, dtype) else object.__new__(cls)

    def __init__(self, what: Any, align: bool = False) -> None:
        if isinstance(what, dtype):
            return
        self.item = self.names = self.fields = None
        self.shape: tuple[int, ...] = ()
        self.base, self.type = self, None
        if isinstance(what, list):
            self._make_record(what, align)
        elif isinstance(what, tuple) and isinstance(what[1], dtype):
            self.__dict__.update(vars(what[1]), type=what[0])
            self.base = self
        elif isinstance(what, tuple):
            self._make_row(dtype(what[0]), what[1])
        else:
            self._make_number(what)

    def _make_number(self, what: Any) -> None:
        code = _OWN.get(what) or (what.lstrip("<|=") if isinstance(what, str) else what.code)
        self.item = self.type = ITEMS[code]
        self.itemsize = self.alignment = self.item.itemsize
        self.kind, self.str = code[0], f"{'|' if self.itemsize == 1 else '<'}{code}"
        self._write_ready()

    def _make_row(self, base: dtype, shape: Any) -> None:
        self.__dict__.update(vars(base))
        self.base, self.shape = base, (shape,) if isinstance(shape, int) else tuple(shape)
        self.itemsize = base.itemsize * math.prod(self.shape)

    def _make_record(self, columns: list[Any], align: bool) -> None:
        end, widest, fields = 0, 1, {}
        for name, *told in columns:
            field = dtype(tuple(told)) if len(told) > 1 else dtype(told[0])
            if align:
                end, widest = _up(end, field.alignment), max(widest, field.alignment)
            fields[name] = (field, end)
            end += field.itemsize
        self.fields, self.names = fields, tuple(fields)
        self.itemsize, self.alignment = _up(end, widest), widest
        self.kind, self.str = "V", f"|V{self.itemsize}"

    def _write_ready(self) -> None:
        """Make what reads and writes one number."""
        self.code = struct.Struct(f"<{self.item.letter}")
        self.read = None if self.item.code in PLAIN else _reader(self.item)
        self.fit = self.item.fit

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, dtype | str | type) or (
            isinstance(other, type) and not (other in _OWN or issubclass(other, generic))
        ):
            return False
        other = dtype(other)
        return self is other or self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> Any:
        fields = tuple((n, f._key(), at) for n, (f, at) in (self.fields or {}).items())
        return (self.str, self.shape, fields)

    def __repr__(self) -> str:
        return f"dtype({self.str!r})"


def _reader(item: Any) -> Any:
    """Return what makes a number of a kind, without looking whether it fits."""
    return lambda value: int.__new__(item, value)


def _up(place: int, to: int) -> int:
    return -(-place // to) * to
