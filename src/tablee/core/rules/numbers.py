"""Numbers in sentences: what is said of a number that a variant may change.

    en = "You want {goal|15} of them."
    en = "… when everyone has had {idle_limit|ten turns|# turns|one turn} in a row."

The first part is which number it is: a setting by its name, and what follows from it (`9+bonus`,
from left to right), or several with commas. Then comes what is usually said; then what is said
where a number is another one: `#` is the number (`#1`, `#2` of several), and this may be left
out. Last comes what is said where the number is one.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping
from typing import Any

Value = int | tuple[int | str, ...]
"""A number, or a row of them."""
PLACE = re.compile(r"\{([^{}|]+)\|([^{}|]*)(?:\|([^{}|]*))?(?:\|([^{}|]*))?\}")
_TERM = re.compile(r"([-+*/]?)([\w.]+)")
_DO = {"": operator.add, "+": operator.add, "-": operator.sub, "*": operator.mul}


class Numbers:
    """The numbers of a table beside the usual ones, to be filled into sentences."""

    def __init__(self, here: Mapping[str, Value], usual: Mapping[str, Value]) -> None:
        self._here, self._usual = here, usual

    def fill(self, text: str) -> str:
        """Return the sentence as it is true at this table."""
        return PLACE.sub(self._say, text) if "|" in text else text

    def fill_all(self, data: Any) -> Any:
        """Fill every sentence in tables and lists of them."""
        if isinstance(data, str):
            return self.fill(data)
        if isinstance(data, Mapping):
            return {key: self.fill_all(value) for key, value in data.items()}
        return [self.fill_all(one) for one in data] if isinstance(data, list) else data

    def _say(self, place: re.Match[str]) -> str:
        wanted, usual, other, single = place.groups()
        names = wanted.split(",")
        if not self._here or not all(is_known(name, self._here) for name in names):
            return str(usual)
        here = [work_out(name, self._here) for name in names]
        if here == [work_out(name, self._usual) for name in names]:
            return str(usual)
        said = single if single is not None and here[0] == 1 else "#" if other is None else other
        return re.sub(r"#(\d?)", lambda n: _write(here[int(n[1] or 1) - 1]), said)


USUAL = Numbers({}, {})
"""The numbers of a table without a variant: every sentence as it is usually said."""


def names_in(wanted: str) -> list[str]:
    """Return the settings that a place names."""
    return [name for _, name in _TERM.findall(wanted) if not name.isdigit()]


def is_known(wanted: str, numbers: Mapping[str, Value]) -> bool:
    """Return whether there are such settings: a deck of other cards has no hats to count."""
    return all(name in numbers for name in names_in(wanted))


def work_out(wanted: str, numbers: Mapping[str, Value]) -> Value:
    """Return a setting by its name, or a sum from left to right."""
    if wanted in numbers:
        return numbers[wanted]
    total = 0
    for sign, name in _TERM.findall(wanted):
        number = int(name) if name.isdigit() else numbers[name]
        assert isinstance(number, int), wanted
        total = total // number if sign == "/" else _DO[sign](total, number)
    return total


def _write(value: Value) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_write, value))  # type: ignore[arg-type]
    return str(value).replace("-", "−") if isinstance(value, int) else value
