"""The text of a score sheet: who plays what, and every round that was noted; kept in an address.

    1~kraut~three~Amélie~Bo~Chloé~~1:1.2.0.3~2:4.1.0.0~-1

The version, the game, its options, the people; then what was noted, in order: a round with its
answers, again if it was corrected, and a number with a minus for a round that was struck out. To
undo is to leave out the last of them. Texts of every version are read for ever.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tablee.core.errors import TableeError
from tablee.core.game import Game
from tablee.games import GAMES
from tablee.house.errors import Unreadable
from tablee.house.ports.names import read_name
from tablee.table.pad import Match, Question, pad_of
from tablee.web.http.requests import read_number

VERSION = "1"
LONGEST = 6_000
MOST_NOTES = 120
"""Rounds and corrections that a sheet has room for."""
MOST_NAME = 24
Values = tuple[int, ...]
_NOTE = re.compile(r"(\d{1,3}):([-.\d]+)|-(\d{1,3})", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,3}", re.ASCII)


class BadSheet(Unreadable):
    """A text that is no score sheet of this house; `phrase` says why."""

    def __init__(self, phrase: str) -> None:
        super().__init__(f"this is no score sheet: {phrase}.")
        self.phrase = phrase


@dataclass(frozen=True)
class Note:
    """What was noted at once: the answers of a round; none if it was struck out."""

    number: int
    values: Values | None

    def __str__(self) -> str:
        if self.values is None:
            return f"-{self.number}"
        return f"{self.number}:{'.'.join(map(str, self.values))}"


@dataclass(frozen=True)
class Sheet:
    """A score sheet."""

    game: Game
    names: tuple[str, ...]
    options: Mapping[str, str]
    notes: tuple[Note, ...] = ()

    def __str__(self) -> str:
        chosen = ".".join(self.options[name] for name in pad_of(self.game).options) or "-"
        head = "~".join([VERSION, self.game.name, chosen, *self.names])
        return "~~".join([head, "~".join(map(str, self.notes))]) if self.notes else head

    @cached_property
    def questions(self) -> dict[str, Question]:
        """The questions of a round, by their names."""
        return {question.name: question for question in self.match("en").questions()}

    def read(self, text: str) -> dict[str, int]:
        """Read the answers of a round; raise BadSheet."""
        values = [int(value) if _NUMBER.fullmatch(value) else None for value in text.split(".")]
        if len(values) != len(self.questions):
            raise BadSheet("pad_unreadable")
        at = {}
        for question, value in zip(self.questions.values(), values, strict=True):
            if value is None or not question.allows(value):
                raise BadSheet("pad_unreadable")
            at[question.name] = value
        return at

    @cached_property
    def rounds(self) -> list[dict[str, int]]:
        """The answers of each round that counts."""
        found: list[Values] = []
        for note in self.notes:
            if note.values is None:
                del found[note.number - 1]
            else:
                found[note.number - 1 : note.number] = [note.values]
        return [dict(zip(self.questions, values, strict=True)) for values in found]

    def match(self, lang: str) -> Match:
        """Return the match as it is before its first round."""
        return Match(self.game, self.names, self.options, lang)

    def noted(self, number: int, at: Mapping[str, int]) -> Sheet:
        """Return the sheet with a round new or corrected; raise BadSheet where it is full."""
        note = Note(number, tuple(at[name] for name in self.questions))
        notes = (*self.notes, note) if len(self.notes) < MOST_NOTES else self._shortened(note)
        return replace(self, notes=notes)

    def _shortened(self, note: Note) -> tuple[Note, ...]:
        """Return the notes without what has been corrected or struck out."""
        values = [tuple(at.values()) for at in self.rounds]
        values[note.number - 1 : note.number] = [note.values or ()]
        if len(values) > MOST_NOTES:
            raise BadSheet("pad_full")
        return tuple(Note(n, one) for n, one in enumerate(values, 1))

    def struck(self, number: int) -> Sheet:
        """Return the sheet without a round."""
        return replace(self, notes=(*self.notes, Note(number, None)))

    def noted_since(self, before: Sheet) -> tuple[Note, ...] | None:
        """Return what was noted after an earlier state; None where that is not within it."""
        known = len(before.notes)
        return self.notes[known:] if self.notes[:known] == before.notes else None

    def undone(self) -> Sheet:
        """Return the sheet as it was before the last note."""
        return replace(self, notes=self.notes[:-1])


def new_sheet(game: Game, names: Sequence[str], options: Mapping[str, str]) -> Sheet:
    """Return an empty sheet; raise InvalidOption or BadName where that cannot be played."""
    people = [read_name(name.replace("~", "-"), MOST_NAME) for name in names]
    chosen = game.check_options(game.check_players(len(people)), options)
    return Sheet(game, tuple(people), chosen)


def read_sheet(text: str) -> Sheet:
    """Read a score sheet; raise BadSheet."""
    version, _, rest = text.strip().partition("~")
    if version != VERSION and read_number(version, 3) is not None:
        raise BadSheet("pad_newer")
    if version != VERSION or len(text) > LONGEST:
        raise BadSheet("pad_unreadable")
    head, _, notes = rest.partition("~~")
    name, _, people = head.partition("~")
    if name not in GAMES or not people:
        raise BadSheet("pad_unreadable")
    return _with_notes(_begun(GAMES[name], *people.split("~")), notes.split("~") if notes else [])


def _begun(game: Game, chosen: str, *people: str) -> Sheet:
    names = pad_of(game).options
    values = chosen.split(".") if chosen != "-" else []
    if len(values) != len(names):
        raise BadSheet("pad_unreadable")
    try:
        return new_sheet(game, people, dict(zip(names, values, strict=True)))
    except TableeError:
        raise BadSheet("pad_unreadable") from None


def _with_notes(sheet: Sheet, written: Sequence[str]) -> Sheet:
    notes: list[Note] = []
    standing = 0
    for one in written:
        found = _NOTE.fullmatch(one)
        if not found or len(notes) == MOST_NOTES:
            raise BadSheet("pad_unreadable")
        struck = bool(found[3])
        number = int(found[3] or found[1])
        if not 0 < number <= standing + (not struck):
            raise BadSheet("pad_unreadable")
        standing = standing - 1 if struck else max(standing, number)
        notes.append(Note(number, None if struck else tuple(sheet.read(found[2]).values())))
    return replace(sheet, notes=tuple(notes))
