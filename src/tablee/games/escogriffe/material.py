"""The cards of Le Grand Escogriffe: a deck is a data file, checked when it is read.

The deck of the house is `deck.toml`. What the compiled rules need of a deck (joints, copies,
orange) is written into every record, so the same rules play any deck within the limits below.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from tablee.core import fields
from tablee.core.errors import InvalidDeck
from tablee.core.rulebook import LANGUAGES

MOST_TYPES = 32
MOST_CARDS = 120
MOST_JOINTS = 15
SMALLEST, LONGEST = 5, 12  # targets (E2)
DIE = LONGEST - SMALLEST + 1
FEWEST_PLAYERS, MOST_PLAYERS = 3, 8
MOST_PILES = 3
# What follows is usual; the rules read the numbers of the record.
GOALS = (50, 30, 100)  # the values of the option `points` (E14)
BONUS = 3  # for the winner of a round (E13)
STOCK_LIMIT = 20  # cards a player that the stock gives before it is made no more (E11)
SCORELESS_LIMIT = 10  # rounds in a row without a point (E19)
IDLE_LIMIT = 10  # turns a player without a lay or a card of the stock (E16)

_CODE = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,19}")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")
_LIES = ("upright", "across")
_FIELDS = {"code", "top", "bottom", "copies", "orange", "lies", "name", "object"}


@dataclass(frozen=True)
class Joint:
    """Where two cards meet: a shape and a colour."""

    shape: str
    colour: str

    def __str__(self) -> str:
        return f"{self.shape} {self.colour}"


@dataclass(frozen=True)
class Kind:
    """One type of card; a head has no top joint, feet have no bottom joint."""

    code: str
    top: Joint | None
    bottom: Joint | None
    copies: int
    orange: bool
    lies: str
    names: tuple[tuple[str, str], ...] = ()
    """Its name in each language, and under "object" the German accusative, if the file has them."""

    @property
    def repeats(self) -> bool:
        """Whether a figure can hold it twice."""
        return self.orange and self.copies > 1


@dataclass(frozen=True)
class Deck:
    """All types of a deck, in the order of their numbers."""

    name: str
    kinds: tuple[Kind, ...]

    def __hash__(self) -> int:
        return hash((self.name, len(self.kinds)))  # every table asks for its drawings by its deck

    @property
    def cards(self) -> int:
        """Counts the cards."""
        return sum(kind.copies for kind in self.kinds)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each code."""
        return {kind.code: number for number, kind in enumerate(self.kinds)}

    @property
    def cards_in_text(self) -> fields.Deck:
        """The codes and copies of all types, for the texts of positions."""
        return fields.Deck(tuple(self.numbers), tuple(kind.copies for kind in self.kinds))

    @cached_property
    def joints(self) -> tuple[Joint | None, ...]:
        """All joints by their number; number 0 is no joint."""
        found = {joint: None for kind in self.kinds for joint in (kind.top, kind.bottom) if joint}
        return (None, *found)

    def with_copies(self, copies: Sequence[int]) -> Deck:
        """The same types, so many of each."""
        pairs = zip(self.kinds, copies, strict=True)
        return Deck(self.name, tuple(replace(kind, copies=n) for kind, n in pairs))

    def write_into(self, record: Any) -> None:
        """Writes what the compiled rules need of the deck into a blank record."""
        record["cards"] = self.cards
        for number, kind in enumerate(self.kinds):
            bit = 1 << number
            top, bottom = self.joints.index(kind.top), self.joints.index(kind.bottom)
            record["copies"][number] = kind.copies
            record["tops"][number], record["bottoms"][number] = top, bottom
            record["orange"] |= bit if kind.orange else 0
            if kind.top:
                record["below"][top] |= bit
            else:
                record["heads"] |= bit
            if kind.bottom:
                record["above"][bottom] |= bit
            else:
                record["feet"] |= bit


def needed_cards(players: int, longest: int = LONGEST) -> int:
    """How many cards a deck must have for so many players (E18)."""
    return players * longest + pile_count(players) + 1


def pile_count(players: int) -> int:
    """The number of discard piles (E1)."""
    return 2 if players <= 5 else 3


@cache
def house_deck() -> Deck:
    """The deck of the house."""
    return read_deck(Path(__file__).parent / "deck.toml")


def read_deck(path: Path) -> Deck:
    """Reads and checks a deck file."""
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidDeck(f"deck file {path}: it cannot be read: {error}") from None
    try:
        deck = Deck(
            _read_name(data), tuple(_read_kind(number, kind) for number, kind in _tables(data))
        )
        _check(deck)
    except InvalidDeck as error:
        raise InvalidDeck(f"deck file {path}: {error}") from None
    return deck


def _read_name(data: Mapping[str, Any]) -> str:
    unknown = sorted(set(data) - {"name", "type"})
    if unknown:
        raise InvalidDeck(f"unknown field {unknown[0]!r}: a deck has a name and [[type]] tables.")
    name = data.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise InvalidDeck(f"name = {name!r}: write a short name of letters, digits, _ . or -.")
    return name


def _tables(data: Mapping[str, Any]) -> list[tuple[int, Mapping[str, Any]]]:
    tables = data.get("type")
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise InvalidDeck("it has no types: write a table [[type]] for each.")
    if len(tables) > MOST_TYPES:
        raise InvalidDeck(f"{len(tables)} types: the engine plays at most {MOST_TYPES}.")
    return list(enumerate(tables, 1))


def _read_kind(number: int, data: Mapping[str, Any]) -> Kind:
    code = data.get("code")
    if not isinstance(code, str) or not _CODE.fullmatch(code):
        raise InvalidDeck(
            f"type {number}: code = {code!r}: write a letter, then letters, digits or _"
            " (20 at most): it stands in web addresses."
        )
    unknown = sorted(set(data) - _FIELDS)
    if unknown:
        raise InvalidDeck(
            f"type {code}: unknown field {unknown[0]!r}; it may have {', '.join(sorted(_FIELDS))}."
        )
    copies, orange, lies = data.get("copies"), data.get("orange", False), data.get("lies")
    if isinstance(copies, bool) or not isinstance(copies, int) or not 1 <= copies <= MOST_CARDS:
        raise InvalidDeck(
            f"type {code}: copies = {copies!r}: write a number from 1 to {MOST_CARDS}."
        )
    if not isinstance(orange, bool):
        raise InvalidDeck(f"type {code}: orange = {orange!r}: write true or false.")
    if lies not in _LIES:
        raise InvalidDeck(f'type {code}: lies = {lies!r}: write "upright" or "across".')
    joints = [_read_joint(code, end, data.get(end)) for end in ("top", "bottom")]
    return Kind(code, joints[0], joints[1], copies, orange, lies, _read_names(code, data))


def _read_joint(code: str, end: str, data: object) -> Joint | None:
    if data is None:
        return None
    if not isinstance(data, dict) or set(data) != {"shape", "colour"}:
        raise InvalidDeck(
            f'type {code}: {end} = {data!r}: write {end} = {{shape = "…", colour = "…"}}.'
        )
    shape, colour = data["shape"], data["colour"]
    if not all(isinstance(text, str) and _CODE.fullmatch(text) for text in (shape, colour)):
        raise InvalidDeck(
            f"type {code}: {end}: shape and colour are single words, not {shape!r}, {colour!r}."
        )
    return Joint(shape, colour)


def _read_names(code: str, data: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    names = data.get("name", {})
    if not isinstance(names, dict) or (names and set(names) != set(LANGUAGES)):
        raise InvalidDeck(f"type {code}: name: write it in {', '.join(LANGUAGES)}.")
    texts = {**names, **({"object": data["object"]} if "object" in data else {})}
    for text in texts.values():
        if not isinstance(text, str) or not text.strip() or not text.isprintable():
            raise InvalidDeck(f"type {code}: {text!r} is no name.")
    return tuple(texts.items())


def _check(deck: Deck) -> None:
    """Refuses a deck that cannot be played."""
    codes = [kind.code for kind in deck.kinds]
    for code in codes:
        if codes.count(code) > 1:
            raise InvalidDeck(f"code {code!r} stands twice.")
    if deck.cards > MOST_CARDS:
        raise InvalidDeck(f"{deck.cards} cards: the engine plays at most {MOST_CARDS}.")
    if len(deck.joints) - 1 > MOST_JOINTS:
        raise InvalidDeck(
            f"{len(deck.joints) - 1} different joints: the engine knows at most {MOST_JOINTS}."
        )
    needed = needed_cards(FEWEST_PLAYERS)
    if deck.cards < needed:
        raise InvalidDeck(f"{deck.cards} cards: even {FEWEST_PLAYERS} players need {needed} (E18).")
    _check_joints(deck)
    check_targets(deck, range(SMALLEST, LONGEST + 1))


def _check_joints(deck: Deck) -> None:
    """Demands a head, feet, and that each joint fits another card."""
    if all(kind.top for kind in deck.kinds):
        raise InvalidDeck("there is no head: a head is a type without top.")
    if all(kind.bottom for kind in deck.kinds):
        raise InvalidDeck("there are no feet: feet are a type without bottom.")
    for kind in deck.kinds:
        if not kind.top and not kind.bottom:
            raise InvalidDeck(f"type {kind.code} has no joint at all: it fits nothing.")
        others = [other for other in deck.kinds if other is not kind or kind.repeats]
        if kind.top and kind.top not in [other.bottom for other in others]:
            raise InvalidDeck(
                f"type {kind.code}: its top ({kind.top}) fits the bottom of no other card."
            )
        if kind.bottom and kind.bottom not in [other.top for other in others]:
            raise InvalidDeck(
                f"type {kind.code}: its bottom ({kind.bottom}) fits the top of no other card."
            )


def check_targets(deck: Deck, targets: range) -> None:
    """Demands that every target can be reached by some figure."""
    for target in targets:
        if not _Reach(deck).finds(target):
            raise InvalidDeck(
                f"no figure of {target} cards goes from head to feet: the target {target} is"
                " beyond it."
            )


class _Reach:
    """Looks for a figure of a given size: what the joints alone allow guides the search."""

    def __init__(self, deck: Deck) -> None:
        self._kinds = deck.kinds
        self._seen: set[tuple[Joint | None, int, tuple[int, ...]]] = set()
        self._room = [kind.copies if kind.orange else 1 for kind in deck.kinds]
        self._joined: list[set[Joint | None]] = [{None}]
        for _ in range(LONGEST):  # the joints from which so many more cards may end in feet
            below = self._joined[-1]
            self._joined.append(
                {kind.top for kind in deck.kinds if kind.top and kind.bottom in below}
            )

    def finds(self, target: int) -> bool:
        """Whether some figure has exactly so many cards."""
        heads = [number for number, kind in enumerate(self._kinds) if kind.top is None]
        return any(self._goes_on(self._kinds[head].bottom, target - 1) for head in heads)

    def _goes_on(self, joint: Joint | None, more: int) -> bool:
        """Whether a figure open at a joint can end in feet after so many more cards."""
        if more == 0 or joint is None:
            return more == 0 and joint is None
        where = (joint, more, tuple(self._room))
        if joint not in self._joined[more] or where in self._seen:
            return False
        self._seen.add(where)
        for number, kind in enumerate(self._kinds):
            if kind.top == joint and self._room[number]:
                self._room[number] -= 1
                if self._goes_on(kind.bottom, more - 1):
                    return True
                self._room[number] += 1
        return False
