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
from functools import cache
from pathlib import Path
from typing import Any

from tablee.core.arrays import np
from tablee.core.errors import InvalidVariant
from tablee.core.fields import Field
from tablee.core.rules.languages import LANGUAGES
from tablee.core.rules.numbers import Value
from tablee.core.rules.phrases import Phrases
from tablee.core.rules.rulebook import Told

HEAD = ("game", "name", "version")
"""What a file may say beside settings."""
Changes = dict[str, list[int]]
"""The numbers of each setting that changes."""
NOT_GIVEN = -(1 << 31)
"""Marks a number that a variant leaves as it is."""
LONGEST_LINE = 400
YES_NO = {"fr": ("non", "oui"), "en": ("no", "yes"), "de": ("nein", "ja")}
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


@cache
def _phrases() -> Phrases:
    return Phrases(Path(__file__).with_name("variant.toml"))


def refuse(why: str, **places: object) -> InvalidVariant:
    """Return why a variant cannot be read, in every language."""
    said = {name: str(place) for name, place in places.items()}
    return InvalidVariant({lang: _phrases().speak(lang)(why, **said) for lang in LANGUAGES})


def read_file(path: Path) -> str:
    """Return the text of a variant file."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidVariant(f"variant file {path}: it cannot be read: {error}") from None


def read_toml(text: str, game: str, version: int) -> dict[str, Any]:
    """Return the settings of a variant file, not yet checked."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(str(error)) from None
    if isinstance(data.get("type"), list):
        raise refuse("own_deck")
    if data.get("game", game) != game:
        raise refuse("other_game", given=repr(data["game"]), game=game)
    if data.get("version", version) != version:
        raise refuse("other_version", given=data["version"], game=game, version=version)
    name = data.get("name", "")
    if not isinstance(name, str) or len(name) > 60 or not name.isprintable():
        raise refuse("bad_name", given=repr(name))
    return {key: value for key, value in data.items() if key not in HEAD}


def _no_toml(fault: str) -> InvalidVariant:
    place = re.search(r"line (\d+), column (\d+)", fault)
    return refuse("no_toml", line=place[1], column=place[2]) if place else refuse("no_toml_end")


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
        raise refuse("too_long", long=len(text))
    if not re.fullmatch(r"(?:(?:^|,)\w+(?:\.\w+)?:[\w/-]+)+", text, re.ASCII):
        raise refuse("bad_line", given=repr(text))
    found: dict[str, Any] = {}
    for part in text.split(","):
        name, _, value = part.partition(":")
        name, _, key = name.partition(".")
        words = [_word(word) for word in value.split("/")]
        told = words if len(words) > 1 else words[0]
        place = found.setdefault(name, {}) if key else found
        if not isinstance(place, dict) or (key or name) in place:
            raise refuse("twice", name=name)
        place[key or name] = told
    return found


def _word(text: str) -> int | str | bool:
    """Return what a word of a line means: a number, yes or no, or itself."""
    if text in ("yes", "no"):
        return text == "yes"
    return int(text) if re.fullmatch(r"-?[0-9]{1,6}", text) else text


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
            raise refuse("no_variant", given=repr(data))
        if not self.fields:
            raise refuse("no_settings")
        for name in data:
            if name not in self.fields:
                raise _unknown("setting", name, list(self.fields))
        return {name: self._numbers(self.fields[name], value) for name, value in data.items()}

    def _numbers(self, field: Field, value: Any) -> list[int]:
        if field.values is not None:
            return [_set_of(field, value)]
        if keys := self.keys[field.name]:
            return _keyed(field, keys, value)
        if field.switch:
            return [_switched(field, value)]
        if not field.columns[0].shape:
            return [_whole(field, field.name, value)]
        n = field.columns[0].shape[0]
        if not isinstance(value, list | tuple) or len(value) != n:
            raise _wrong("numbers", field, field.name, value, many=n)
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
            one = json.dumps(bool(numbers[0])) if field.switch else numbers[0]
            yield f"{field.name} = {numbers if len(numbers) > 1 else one}{rule}"

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

    def differences(self, record: Any, usual: Any, lang: str) -> Iterator[Difference]:
        """Yield what is not as usual, number by number."""
        for field, mine, theirs in self._changed(record, usual):
            keys = self.keys[field.name]
            if not keys:
                new, old = (_tell(field, numbers, " ", lang) for numbers in (mine, theirs))
                yield Difference(field.name, new, old, field.clause)
            for key, number, other in zip(keys, mine, theirs, strict=False):
                if number != other:
                    name = f"{field.name}.{key}"
                    yield Difference(name, str(number), str(other), field.clause)


def _unknown(what: str, name: object, known: Sequence[str], **places: str) -> InvalidVariant:
    """Return that there is no setting, or part of one, of a name; with the nearest that is."""
    near = difflib.get_close_matches(str(name), known, 1, 0.5)
    if near:
        return refuse(f"near_{what}", name=repr(name), near=repr(near[0]), **places)
    return refuse(f"no_{what}", name=repr(name), known=", ".join(known), **places)


def _wrong(why: str, field: Field, name: str, given: object, **places: object) -> InvalidVariant:
    """Return that a setting cannot be what is given."""
    return refuse(why, name=name, given=repr(given), clause=field.clause, **places)


def _keyed(field: Field, keys: Sequence[str], value: Any) -> list[int]:
    """Return the numbers of a setting whose parts have names."""
    if isinstance(value, list | tuple) and len(value) == len(keys):
        value = dict(zip(keys, value, strict=True))
    if not isinstance(value, Mapping):
        raise _wrong("parts", field, field.name, value, part=keys[0])
    for key in value:
        if key not in keys:
            raise _unknown("part", key, keys, of=field.name)
    return [
        _whole(field, f"{field.name}.{key}", value[key]) if key in value else NOT_GIVEN
        for key in keys
    ]


def _whole(field: Field, name: str, value: Any) -> int:
    low, high = int(field.low), int(field.high)  # type: ignore[arg-type]
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise _wrong("whole", field, name, value, low=low, high=high)
    return value


def _switched(field: Field, value: Any) -> int:
    if not isinstance(value, bool):
        raise _wrong("switch", field, field.name, value)
    return int(value)


def _set_of(field: Field, value: Any) -> int:
    """Return a set of known things as a mask."""
    assert field.values is not None
    things, known = [value] if isinstance(value, str) else value, ", ".join(field.values)
    if not isinstance(things, list | tuple) or not things:
        raise _wrong("some", field, field.name, value, known=known)
    things = [str(thing) if type(thing) is int else thing for thing in things]
    for thing in things:
        if not isinstance(thing, str) or thing not in field.values:
            raise _wrong("none_of", field, field.name, thing, known=known)
        if things.count(thing) > 1:
            raise _wrong("thing_twice", field, field.name, thing)
    return sum(1 << field.values[thing] for thing in things)


def _tell(field: Field, numbers: Sequence[int], between: str, lang: str = "en") -> str:
    if field.switch:
        return YES_NO[lang][numbers[0]]
    if field.values is not None:
        return between.join(text for text, bit in field.values.items() if numbers[0] >> bit & 1)
    return between.join(map(str, numbers))
