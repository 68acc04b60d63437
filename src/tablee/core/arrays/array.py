"""Arrays of numbers or records over a `bytearray`, and single records."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, TypeAlias

from tablee.core.arrays.items import generic
from tablee.core.arrays.types import dtype

Type: TypeAlias = dtype

flags = SimpleNamespace


class void(generic):  # noqa: N801
    """One record: its fields by name."""

    __slots__ = ("_at", "_bytes", "dtype")
    dtype: Type

    @classmethod
    def lying(cls, memory: bytearray, at: int, kind: Type) -> Any:
        """Return the record that lies somewhere."""
        made = object.__new__(kind.type or cls)
        object.__setattr__(made, "_bytes", memory)
        object.__setattr__(made, "_at", at)
        object.__setattr__(made, "dtype", kind)
        return made

    def __getitem__(self, name: str) -> Any:
        field, place = self._field(name)
        if field.shape or field.item is None:
            return ndarray(self._bytes, self._at + place, field.base, field.shape)
        value = field.code.unpack_from(self._bytes, self._at + place)[0]
        return value if field.read is None else field.read(value)

    def __setitem__(self, name: str, value: Any) -> None:
        field, place = self._field(name)
        if field.shape or field.item is None:
            ndarray(self._bytes, self._at + place, field.base, field.shape)[:] = value
        else:
            field.code.pack_into(self._bytes, self._at + place, field.fit(value))

    def _field(self, name: str) -> tuple[Type, int]:
        assert self.dtype.fields is not None
        if name not in self.dtype.fields:
            raise ValueError(f"no field of name {name}")
        return self.dtype.fields[name]

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            raise AttributeError(f"a record has no field {name!r}.") from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, void) and self.tobytes() == other.tobytes()

    __hash__ = None  # type: ignore[assignment]

    def tobytes(self) -> bytes:
        """Return the bytes in memory."""
        return bytes(self._bytes[self._at : self._at + self.dtype.itemsize])

    __bytes__ = tobytes

    def copy(self) -> Any:
        """Return a record of its own with the same fields."""
        return void.lying(bytearray(self.tobytes()), 0, self.dtype)


class ndarray:  # noqa: N801
    """An array of one to three dimensions whose items lie one after the other."""

    __slots__ = ("_at", "_bytes", "_items", "dtype", "flags", "shape")

    def __class_getitem__(cls, what: Any) -> Any:
        return cls

    def __init__(
        self, memory: bytearray, at: int, kind: Type, shape: tuple[int, ...], flags: Any = None
    ) -> None:
        self._bytes, self._at, self.dtype, self.shape = memory, at, kind, shape
        self.flags = flags or SimpleNamespace(writeable=True)
        self._items = None
        if kind.item is not None:
            end = at + math.prod(shape) * kind.itemsize
            self._items = memoryview(memory)[at:end].cast(kind.item.letter)

    @property
    def size(self) -> int:
        """How many items there are."""
        return math.prod(self.shape)

    @property
    def ndim(self) -> int:
        """How many dimensions there are."""
        return len(self.shape)

    def __len__(self) -> int:
        return int(self.shape[0])

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def _stride(self) -> int:
        return math.prod(self.shape[1:]) * int(self.dtype.itemsize)

    def _part(self, start: int, shape: tuple[int, ...]) -> ndarray:
        place = self._at + start * self._stride()
        return ndarray(self._bytes, place, self.dtype, shape, self.flags)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, tuple):
            if isinstance(at[0], slice):
                return self._column(at)
            row = self[at[0]]
            return row if len(at) == 1 else row[at[1:]]
        if isinstance(at, str):
            return Field(self, at)
        if isinstance(at, slice):
            start, end, step = at.indices(len(self))
            assert step == 1, "a slice of every other item is not offered without NumPy"
            return self._part(start, (max(0, end - start), *self.shape[1:]))
        place = self._place(at)
        if len(self.shape) > 1:
            return self._part(place, self.shape[1:])
        if self._items is None:
            return void.lying(self._bytes, self._at + place * self.dtype.itemsize, self.dtype)
        read = self.dtype.read
        return self._items[place] if read is None else read(self._items[place])

    def _column(self, at: tuple[Any, ...]) -> ndarray:
        """Return one item of each row."""
        assert self._items is not None
        assert at[0] == slice(None), "a column has one item of every row"
        made = self._part(0, (len(self),))
        made._items = self._items[int(at[1]) :: self.shape[1]]
        return made

    def _place(self, at: Any) -> int:
        place = int(at)
        place += len(self) if place < 0 else 0
        if not 0 <= place < len(self):
            raise IndexError(f"index {at} is out of bounds for {len(self)} items")
        return place

    def __setitem__(self, at: Any, value: Any) -> None:
        if not self.flags.writeable:
            raise ValueError("assignment destination is read-only")
        at = at[0] if isinstance(at, tuple) and len(at) == 1 else at
        if isinstance(at, tuple):
            self[at[0]][at[1:]] = value
        elif isinstance(at, str):
            Field(self, at)[:] = value
        elif isinstance(at, slice):
            self[at]._fill(value)
        else:
            self._put(self._place(at), value)

    def _put(self, place: int, value: Any) -> None:
        if len(self.shape) > 1:
            self[place]._fill(value)
        elif self._items is None:
            start = self._at + place * self.dtype.itemsize
            self._bytes[start : start + self.dtype.itemsize] = value.tobytes()
        else:
            self._items[place] = self.dtype.fit(value)

    def _fill(self, value: Any) -> None:
        each = isinstance(value, ndarray | Field | list | tuple | range)
        if each and len(value) != len(self):
            raise ValueError(f"{len(value)} values do not fit into {len(self)} places")
        values = list(value) if each else [value] * len(self)
        for place, one in enumerate(values):
            self._put(place, one)

    def tolist(self) -> list[Any]:
        """Return nested lists of plain numbers."""
        if len(self.shape) > 1:
            return [row.tolist() for row in self]
        assert self._items is not None
        return self._items.tolist()

    def tobytes(self) -> bytes:
        """Return the bytes in memory."""
        return bytes(self._bytes[self._at : self._at + self.size * self.dtype.itemsize])

    __bytes__ = tobytes

    def copy(self) -> ndarray:
        """Return an array of its own with the same items."""
        return ndarray(bytearray(self.tobytes()), 0, self.dtype, self.shape)

    def reshape(self, *shape: Any) -> ndarray:
        """See the same items in another shape; -1 stands for what is left."""
        wanted = tuple(shape[0]) if isinstance(shape[0], tuple) else shape
        known = math.prod(n for n in wanted if n >= 0)
        whole = tuple(self.size // known if n < 0 else n for n in wanted)
        return ndarray(self._bytes, self._at, self.dtype, whole, self.flags)

    def view(self, kind: Any) -> ndarray:
        """See the same bytes as items of another type."""
        kind = dtype(kind)
        size = (self.size * self.dtype.itemsize // kind.itemsize,)
        return ndarray(self._bytes, self._at, kind, size, self.flags)

    def astype(self, kind: Any) -> ndarray:
        """Return the items as another type."""
        kind = dtype(kind)
        made = ndarray(bytearray(self.size * kind.itemsize), 0, kind, (self.size,))
        made._fill(self.reshape(-1))
        return made.reshape(*self.shape)

    def mapped(self, function: Callable[[Any], float]) -> ndarray:
        """Return what a function makes of each item, as numbers with a fraction."""
        made = ndarray(bytearray(8 * self.size), 0, dtype("f8"), (self.size,))
        made._fill([function(value) for value in self.reshape(-1)])
        return made.reshape(*self.shape)

    def sum(self) -> Any:
        """Add up all items."""
        return sum(self.reshape(-1).tolist())

    def any(self) -> bool:
        """Return whether some item is not 0."""
        return any(self.reshape(-1).tolist())

    def all(self) -> bool:
        """Return whether no item is 0."""
        return all(self.reshape(-1).tolist())

    def _with(self, other: Any, function: Callable[[Any, Any], float]) -> ndarray:
        if not isinstance(other, ndarray):
            return self.mapped(lambda value: function(value, other))
        pairs = zip(self.reshape(-1), other.reshape(-1), strict=True)
        made = self.astype("f8").reshape(-1)
        made._fill([function(*pair) for pair in pairs])
        return made.reshape(*self.shape)

    def __add__(self, other: Any) -> ndarray:
        return self._with(other, lambda a, b: a + b)

    def __sub__(self, other: Any) -> ndarray:
        return self._with(other, lambda a, b: a - b)

    def __mul__(self, other: Any) -> ndarray:
        return self._with(other, lambda a, b: a * b)

    def __truediv__(self, other: Any) -> ndarray:
        return self._with(other, lambda a, b: a / b)

    def __neg__(self) -> ndarray:
        return self.mapped(lambda value: -value)


class Field:
    """One field of all records of an array."""

    def __init__(self, records: ndarray, name: str) -> None:
        self._records, self._name = records, name

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[Any]:
        return (record[self._name] for record in self._records)

    def __getitem__(self, at: Any) -> Any:
        return self._records[at][self._name]

    def __setitem__(self, at: Any, value: Any) -> None:
        if not isinstance(at, slice):
            self._records[at][self._name] = value
            return
        each = isinstance(value, Field)
        for place, record in enumerate(self._records[at]):
            record[self._name] = value[place] if each else value

    def tolist(self) -> list[Any]:
        """Return the field's values as plain numbers."""
        return [getattr(value, "tolist", lambda value=value: value)() for value in self]
