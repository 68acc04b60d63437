"""Variants: a game's rules with other numbers, which its record carries.

A game declares each number that may differ as a `setting` of its record. A variant names some of
them with other values: a TOML file, a mapping, or the one line in which records and positions
carry it (`goal:12,aphids.ladybird:-2`). All are read and checked here.
"""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tablee.core.errors import InvalidVariant
from tablee.core.fields import Field
from tablee.core.rules.numbers import Value
from tablee.core.rules.rulebook import Told

HEAD = ("game", "name")
"""What a file may say beside settings."""
Changes = dict[str, list[int]]
"""The numbers of each setting that changes."""
NOT_GIVEN = -(1 << 31)
"""Marks a number that a variant leaves as it is."""
LONGEST_LINE = 400
TOLD = {
    "fr": "Variante : {name} : {value} (d’ordinaire {usual}).",
    "en": "Variant: {name}: {value} (usually {usual}).",
    "de": "Variante: {name}: {value} (sonst {usual}).",
}


@dataclass(frozen=True)
class Difference:
    """One setting of a variant beside its usual value, as people read them."""

    name: str
    value: str
    usual: str
    clause: str

    def told(self, lang: str) -> Told:
        """Return the difference in a sentence."""
        return Told(TOLD[lang].format(**vars(self)), self.clause)


def read_file(path: Path) -> str:
    """Return the text of a variant file."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidVariant(f"variant file {path}: it cannot be read: {error}") from None


def read_toml(text: str, game: str) -> dict[str, Any]:
    """Return the settings of a variant file, not yet checked."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidVariant(f"this is no TOML: {error}.") from None
    if isinstance(data.get("type"), list):
        raise InvalidVariant(
            "this is a deck with cards of its own: `tablee simulate`, `arena`, `report` and `play`"
            " take it as a file. At a table, change how many there are of each card."
        )
    if data.get("game", game) != game:
        raise InvalidVariant(f"game = {data['game']!r}: this variant is not for {game}.")
    name = data.get("name", "")
    if not isinstance(name, str) or len(name) > 60 or not name.isprintable():
        raise InvalidVariant(f"name = {name!r}: write a short name in quotes.")
    return {key: value for key, value in data.items() if key not in HEAD}


def as_toml(line: str) -> str:
    """Return the text of a variant file from the line that records carry."""
    text = ""
    for name, value in (read_line(line) if line else {}).items():
        parts = {f".{k}": n for k, n in value.items()} if isinstance(value, dict) else {"": value}
        text += "".join(f"{name}{key} = {json.dumps(one)}\n" for key, one in parts.items())
    return text


def read_line(text: str) -> dict[str, Any]:
    """Read the one line of a variant."""
    if len(text) > LONGEST_LINE:
        raise InvalidVariant(f"the variant changes too much: its line has {len(text)} characters.")
    if not re.fullmatch(r"(?:(?:^|,)\w+(?:\.\w+)?:[\w/-]+)+", text, re.ASCII):
        raise InvalidVariant(f"variant {text!r}: write it as in goal:12,aphids.ladybird:-2.")
    found: dict[str, Any] = {}
    for part in text.split(","):
        name, _, value = part.partition(":")
        name, _, key = name.partition(".")
        words = [int(w) if re.fullmatch(r"-?[0-9]{1,6}", w) else w for w in value.split("/")]
        told = words if len(words) > 1 else words[0]
        place = found.setdefault(name, {}) if key else found
        if not isinstance(place, dict) or (key or name) in place:
            raise InvalidVariant(f"variant: {name} appears twice.")
        place[key or name] = told
    return found


class Settings:
    """The settings of a game: what its variants may change."""

    def __init__(self, fields: Mapping[str, Field], keys: Callable[[Field], Sequence[str]]) -> None:
        self.fields = fields
        self.keys = {name: tuple(keys(field)) for name, field in fields.items()}

    # Reading

    def read(self, given: object) -> Changes:
        """Read a line or a mapping, and check every number by its bounds."""
        data = read_line(given) if isinstance(given, str) else given
        if not isinstance(data, Mapping):
            raise InvalidVariant(f"a variant is a line of text or a mapping, not {data!r}.")
        if not self.fields:
            raise InvalidVariant("this game has no numbers that a variant could change.")
        for name in data:
            if name not in self.fields:
                near = _nearest(name, list(self.fields))
                raise InvalidVariant(f"there is no setting {name!r}{near}")
        return {name: self._numbers(self.fields[name], value) for name, value in data.items()}

    def _numbers(self, field: Field, value: Any) -> list[int]:
        if field.values is not None:
            return [_set_of(field, value)]
        if keys := self.keys[field.name]:
            return _keyed(field, keys, value)
        if not field.columns[0].shape:
            return [_whole(field, field.name, value)]
        n = field.columns[0].shape[0]
        if not isinstance(value, list | tuple) or len(value) != n:
            raise InvalidVariant(f"{field.name} = {value!r}: write {n} numbers ({field.clause}).")
        return [_whole(field, field.name, one) for one in value]

    # The record

    def put(self, record: Any, changes: Changes) -> None:
        """Write changes into a record."""
        for name, numbers in changes.items():
            column = self.fields[name].columns[0]
            for place, number in enumerate(numbers):
                if number != NOT_GIVEN and column.shape:
                    record[column.name][place] = number
                elif number != NOT_GIVEN:
                    record[column.name] = number

    def numbers(self, record: Any) -> dict[str, Value]:
        """Return every number by its name; a row of them whole, and each part by its own name."""
        found: dict[str, Value] = {}
        for name, field in self.fields.items():
            column = record[field.columns[0].name]
            if field.values is not None:
                held = tuple(_tell(field, [int(column)], " ").split())
                found |= {name: held, f"{name}.n": len(held)}
            elif keys := self.keys[name]:
                parts = column.tolist()[: len(keys)]
                found |= {f"{name}.{key}": part for key, part in zip(keys, parts, strict=True)}
                found[name] = sum(parts)
            elif field.columns[0].shape:
                found |= {f"{name}.{i}": part for i, part in enumerate(column.tolist())}
                found[name] = tuple(column.tolist())
            else:
                found[name] = int(column)
        return found

    def _changed(self, record: Any, usual: Any) -> Iterator[tuple[Field, list[int], list[int]]]:
        """Yield each setting that is not as usual, with its numbers here and the usual ones."""
        for name, field in self.fields.items():
            column = field.columns[0]
            if record[column.name].tobytes() != usual[column.name].tobytes():
                both = [np.atleast_1d(one[column.name]).tolist() for one in (record, usual)]
                n = len(self.keys[name]) or None
                yield field, both[0][:n], both[1][:n]

    def sample(self, usual: Any) -> str:
        """Return the text of a variant file in which everything is as usual."""
        return "".join(
            f"{line}\n" for field in self.fields.values() for line in self._lines(field, usual)
        )

    def _lines(self, field: Field, usual: Any) -> Iterator[str]:
        numbers = np.atleast_1d(usual[field.columns[0].name]).tolist()
        rule = f"  # {field.clause}"
        if field.values is not None:
            yield f"{field.name} = {_tell(field, numbers, ' ').split()}{rule}".replace("'", '"')
        elif self.keys[field.name]:
            keys = zip(self.keys[field.name], numbers, strict=False)
            yield from (f"{field.name}.{key} = {number}{rule}" for key, number in keys)
        else:
            yield f"{field.name} = {numbers if len(numbers) > 1 else numbers[0]}{rule}"

    def line(self, record: Any, usual: Any) -> str:
        """Return the one line of what is not as usual; empty if all is."""
        return ",".join(
            part
            for field, mine, theirs in self._changed(record, usual)
            for part in self._parts(field, mine, theirs)
        )

    def _parts(self, field: Field, mine: list[int], theirs: list[int]) -> Iterator[str]:
        other = [i for i, (new, old) in enumerate(zip(mine, theirs, strict=True)) if new != old]
        if self.keys[field.name] and 2 * len(other) < len(mine):
            yield from (f"{field.name}.{self.keys[field.name][i]}:{mine[i]}" for i in other)
        else:
            yield f"{field.name}:{_tell(field, mine, '/')}"

    def differences(self, record: Any, usual: Any) -> Iterator[Difference]:
        """Yield what is not as usual, number by number."""
        for field, mine, theirs in self._changed(record, usual):
            keys = self.keys[field.name]
            if not keys:
                new, old = (_tell(field, numbers, " ") for numbers in (mine, theirs))
                yield Difference(field.name, new, old, field.clause)
            for key, number, other in zip(keys, mine, theirs, strict=False):
                if number != other:
                    name = f"{field.name}.{key}"
                    yield Difference(name, str(number), str(other), field.clause)


def _nearest(name: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(str(name), known, 1, 0.5)
    return f": did you mean {near[0]!r}?" if near else f"; there are {', '.join(known)}."


def _keyed(field: Field, keys: Sequence[str], value: Any) -> list[int]:
    """Return the numbers of a setting whose parts have names."""
    if isinstance(value, list | tuple) and len(value) == len(keys):
        value = dict(zip(keys, value, strict=True))
    if not isinstance(value, Mapping):
        raise InvalidVariant(f"{field.name} = {value!r}: write {field.name}.{keys[0]} = … instead.")
    for key in value:
        if key not in keys:
            raise InvalidVariant(f"{field.name} has no {key!r}{_nearest(key, keys)}")
    return [
        _whole(field, f"{field.name}.{key}", value[key]) if key in value else NOT_GIVEN
        for key in keys
    ]


def _whole(field: Field, name: str, value: Any) -> int:
    low, high = int(field.low), int(field.high)  # type: ignore[arg-type]
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InvalidVariant(
            f"{name} = {value!r}: write a whole number from {low} to {high} ({field.clause})."
        )
    return value


def _set_of(field: Field, value: Any) -> int:
    """Return a set of known things as a mask."""
    assert field.values is not None
    things = [value] if isinstance(value, str) else value
    if not isinstance(things, list | tuple) or not things:
        raise InvalidVariant(
            f"{field.name} = {value!r}: write some of {', '.join(field.values)} ({field.clause})."
        )
    for thing in things:
        if not isinstance(thing, str) or thing not in field.values:
            raise InvalidVariant(f"{field.name}: {thing!r} is none of {', '.join(field.values)}.")
        if things.count(thing) > 1:
            raise InvalidVariant(f"{field.name}: {thing!r} appears twice.")
    return sum(1 << field.values[thing] for thing in things)


def _tell(field: Field, numbers: Sequence[int], between: str) -> str:
    if field.values is not None:
        return between.join(text for text, bit in field.values.items() if numbers[0] >> bit & 1)
    return between.join(map(str, numbers))
