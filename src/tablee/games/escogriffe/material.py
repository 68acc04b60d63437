"""The cards of Le Grand Escogriffe: a deck is a data file, checked when it is read.

The deck of the house is `deck.toml`. What the compiled rules need of a deck (joints, copies,
orange) is written into every record, so the same rules play any deck within the limits below.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from tablee.core import fields
from tablee.core.errors import InvalidDeck
from tablee.core.rules.rulebook import LANGUAGES
from tablee.core.state.text import is_whole

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
    def most(self) -> int:
        """How many of it a figure can hold (E3)."""
        return self.copies if self.orange else 1


@dataclass(frozen=True)
class Deck:
    """All types of a deck, in the order of their numbers."""

    name: str
    kinds: tuple[Kind, ...]

    def __hash__(self) -> int:
        return hash((self.name, len(self.kinds)))  # every table asks for its drawings by its deck

    @property
    def cards(self) -> int:
        """How many cards there are."""
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
        """Return the same types, so many of each."""
        pairs = zip(self.kinds, copies, strict=True)
        return Deck(self.name, tuple(replace(kind, copies=n) for kind, n in pairs))

    def write_into(self, record: Any) -> None:
        """Write what the compiled rules need of the deck into a blank record."""
        record["cards"] = self.cards
        for number, kind in enumerate(self.kinds):
            bit = 1 << number
            top, bottom = self.joints.index(kind.top), self.joints.index(kind.bottom)
            record["copies"][number] = kind.copies
            record["tops"][number], record["bottoms"][number] = top, bottom
            record["orange"] |= bit if kind.orange else 0
            for joint, fits, ends in ((top, "below", "heads"), (bottom, "above", "feet")):
                if joint:
                    record[fits][joint] |= bit
                else:
                    record[ends] |= bit


def needed_cards(players: int, longest: int = LONGEST) -> int:
    """Return how many cards a deck must have for so many players (E18)."""
    return players * longest + pile_count(players) + 1


def pile_count(players: int) -> int:
    """Return the number of discard piles (E1)."""
    return 2 if players <= 5 else 3


@cache
def house_deck() -> Deck:
    """Return the deck of the house."""
    return read_deck(Path(__file__).parent / "deck.toml")


def read_deck(path: Path) -> Deck:
    """Read and check a deck file."""
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidDeck(f"deck file {path}: it cannot be read: {error}") from None
    try:
        deck = _read_deck(data)
        _check(deck)
    except InvalidDeck as error:
        raise InvalidDeck(f"deck file {path}: {error}") from None
    return deck


def _demand(fine: object, fault: str) -> None:
    """Refuse a deck in which something is wrong, with the sentence that says so."""
    if not fine:
        raise InvalidDeck(fault)


def _is_word(value: object, pattern: re.Pattern[str] = _CODE) -> bool:
    return isinstance(value, str) and bool(pattern.fullmatch(value))


def _read_deck(data: Any) -> Deck:
    unknown = min(set(data) - {"name", "type"}, default=None)
    _demand(unknown is None, f"unknown field {unknown!r}: a deck has a name and [[type]] tables.")
    name, tables = data.get("name"), data.get("type")
    how = "write a short name of letters, digits, _ . or -."
    _demand(_is_word(name, _NAME), f"name = {name!r}: {how}")
    are_tables = isinstance(tables, list) and all(isinstance(table, dict) for table in tables)
    _demand(are_tables, "it has no types: write a table [[type]] for each.")
    n = len(tables)
    _demand(n <= MOST_TYPES, f"{n} types: the engine plays at most {MOST_TYPES}.")
    return Deck(name, tuple(_read_kind(number, table) for number, table in enumerate(tables, 1)))


def _read_kind(number: int, data: Any) -> Kind:
    code, copies, lies = data.get("code"), data.get("copies"), data.get("lies")
    how = "write a letter, then letters, digits or _ (20 at most): it stands in web addresses."
    _demand(_is_word(code), f"type {number}: code = {code!r}: {how}")
    unknown, may = min(set(data) - _FIELDS, default=None), ", ".join(sorted(_FIELDS))
    _demand(unknown is None, f"type {code}: unknown field {unknown!r}; it may have {may}.")
    counted = is_whole(copies) and 1 <= copies <= MOST_CARDS
    _demand(counted, f"type {code}: copies = {copies!r}: write a number from 1 to {MOST_CARDS}.")
    orange = data.get("orange", False)
    _demand(isinstance(orange, bool), f"type {code}: orange = {orange!r}: write true or false.")
    _demand(lies in _LIES, f'type {code}: lies = {lies!r}: write "upright" or "across".')
    top, bottom = [_read_joint(code, end, data.get(end)) for end in ("top", "bottom")]
    return Kind(code, top, bottom, copies, orange, lies, _read_names(code, data))


def _read_joint(code: str, end: str, data: Any) -> Joint | None:
    if data is None:
        return None
    has_both = isinstance(data, dict) and set(data) == {"shape", "colour"}
    how = f'write {end} = {{shape = "…", colour = "…"}}.'
    _demand(has_both, f"type {code}: {end} = {data!r}: {how}")
    shape, colour = data["shape"], data["colour"]
    how = f"shape and colour are single words, not {shape!r}, {colour!r}."
    _demand(_is_word(shape) and _is_word(colour), f"type {code}: {end}: {how}")
    return Joint(shape, colour)


def _read_names(code: str, data: Any) -> tuple[tuple[str, str], ...]:
    names = data.get("name", {})
    in_all = isinstance(names, dict) and set(names) in (set(), set(LANGUAGES))
    _demand(in_all, f"type {code}: name: write it in {', '.join(LANGUAGES)}.")
    texts = names | ({"object": data["object"]} if "object" in data else {})
    for text in texts.values():
        is_name = isinstance(text, str) and text.strip() and text.isprintable()
        _demand(is_name, f"type {code}: {text!r} is no name.")
    return tuple(texts.items())


def _check(deck: Deck) -> None:
    """Refuse a deck that cannot be played."""
    codes = [kind.code for kind in deck.kinds]
    for code in codes:
        _demand(codes.count(code) == 1, f"code {code!r} appears twice.")
    cards, joints, needed = deck.cards, len(deck.joints) - 1, needed_cards(FEWEST_PLAYERS)
    _demand(cards <= MOST_CARDS, f"{cards} cards: the engine plays at most {MOST_CARDS}.")
    how = f"the engine knows at most {MOST_JOINTS}."
    _demand(joints <= MOST_JOINTS, f"{joints} different joints: {how}")
    how = f"even {FEWEST_PLAYERS} players need {needed} (E18)."
    _demand(cards >= needed, f"{cards} cards: {how}")
    _check_joints(deck)
    check_targets(deck, range(SMALLEST, LONGEST + 1))


def _check_joints(deck: Deck) -> None:
    """Demand a head, feet, and that each joint fits another card."""
    is_there = not all(kind.top for kind in deck.kinds)
    _demand(is_there, "there is no head: a head is a type without top.")
    are_there = not all(kind.bottom for kind in deck.kinds)
    _demand(are_there, "there are no feet: feet are a type without bottom.")
    for kind in deck.kinds:
        code = kind.code
        _demand(kind.top or kind.bottom, f"type {code} has no joint at all: it fits nothing.")
        others = [other for other in deck.kinds if other is not kind or kind.most > 1]
        for end, far in (("top", "bottom"), ("bottom", "top")):
            joint = getattr(kind, end)
            fits = joint is None or joint in [getattr(other, far) for other in others]
            _demand(fits, f"type {code}: its {end} ({joint}) fits the {far} of no other card.")


def check_targets(deck: Deck, targets: range) -> None:
    """Demand that every target can be reached by some figure."""
    for n in targets:
        how = f"the target {n} is beyond it."
        _demand(find_figure(deck, n), f"no figure of {n} cards goes from head to feet: {how}")


def find_figure(deck: Deck, size: int) -> tuple[int, ...]:
    """Return a figure of so many cards from head to feet, of new kinds if it can; else nothing."""
    kinds = deck.kinds
    ends: list[set[Joint | None]] = [{None}]  # the joints that so many more cards may lead to feet
    for _ in range(size):
        ends.append({kind.top for kind in kinds if kind.top and kind.bottom in ends[-1]})
    tried: set[tuple[object, ...]] = set()

    def grow(built: tuple[int, ...]) -> tuple[int, ...]:
        joint, more = kinds[built[-1]].bottom, size - len(built)
        where = (joint, *sorted(built[1:]))
        if joint not in ends[more] or where in tried:
            return ()
        if more == 0:
            return built
        tried.add(where)
        below = [n for n, kind in enumerate(kinds) if kind.top == joint]
        fits = [n for n in below if built.count(n) < kinds[n].most]
        fits.sort(key=built.__contains__)
        return next((found for n in fits if (found := grow((*built, n)))), ())

    heads = [n for n, kind in enumerate(kinds) if kind.top is None]
    return next((found for head in heads if (found := grow((head,)))), ())
