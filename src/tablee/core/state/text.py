"""Reading and writing positions: one line of `name=value` fields, in any order."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeGuard, TypeVar

from tablee.core.arrays import np
from tablee.core.errors import InvalidPosition

T = TypeVar("T")
NOTHING = "-"
HIDDEN = "?"


class Fields:
    """The fields of a position text, each to be read once."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise InvalidPosition(f"a position is a text, not a {type(text).__name__}.")
        self.game, *words = text.split() or [""]
        self._values: dict[str, str] = {}
        for word in words:
            name, equals, value = word.partition("=")
            if not equals or not value:
                raise InvalidPosition(f"{word!r} is no field: write name=value, without spaces.")
            if name in self._values:
                raise InvalidPosition(f"field {name!r} appears twice.")
            self._values[name] = value

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def text(self, name: str) -> str:
        """Take a field as it is."""
        if name not in self._values:
            raise InvalidPosition(f"field {name!r} is missing.")
        return self._values.pop(name)

    def number(self, name: str, low: int, high: int) -> int:
        """Take a field as a number within bounds."""
        return read_number(self.text(name), name, low, high)

    def choice(self, name: str, values: tuple[str, ...]) -> int:
        """Take a field as the place of one of some values."""
        value = self.text(name)
        if value not in values:
            raise InvalidPosition(f"{name}={value}: choose {' or '.join(values)}.")
        return values.index(value)

    def each(self, name: str, between: str, n: int, read: Callable[[str], T]) -> list[T]:
        """Take a field as exactly n parts, each read by itself."""
        parts = self.text(name).split(between)
        if len(parts) != n:
            fault = f"field {name!r} has {len(parts)} parts, but here it needs {n}"
            raise InvalidPosition(f"{fault} (between {between!r}).")
        return [read(part) for part in parts]

    def numbers(self, name: str, n: int, low: int, high: int) -> list[int]:
        """Take a field as n numbers within bounds."""
        return self.each(name, ",", n, lambda part: read_number(part, name, low, high))

    def finish(self) -> None:
        """Refuse fields that were not read."""
        if self._values:
            raise InvalidPosition(f"field {next(iter(self._values))!r} does not belong here.")


def demand(fine: object, fault: str) -> None:
    """Refuse a position in which something is not fine, with the sentence that says so."""
    if not fine:
        raise InvalidPosition(fault)


def is_whole(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number, Python's or NumPy's; a truth value is none."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def read_number(text: str, name: str, low: int, high: int) -> int:
    """Read a whole number within bounds."""
    whole = re.fullmatch(r"-?[0-9]{1,18}", text)
    demand(whole, f"{name}={text}: {text!r} is not a whole number.")
    demand(low <= int(text) <= high, f"{name}={text}: it must be {low} to {high}.")
    return int(text)


def write_fields(game: str, fields: Mapping[str, object]) -> str:
    """Write a position as one line."""
    return " ".join([game, *(f"{name}={value}" for name, value in fields.items())])
