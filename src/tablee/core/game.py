"""What a game is: the public contract that every game of the house keeps."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from tablee.core import compiled
from tablee.core.arrays import np
from tablee.core.chance import KEY_BYTES, key_of
from tablee.core.compiled import Records
from tablee.core.engine import defaults
from tablee.core.engine.constants import freeze_constants
from tablee.core.errors import InvalidMove, InvalidOption, InvalidPosition, InvalidRulebook
from tablee.core.fields import Field, Layout, layout_of
from tablee.core.header import EVERYTHING, SPECTATOR
from tablee.core.notation import Notation
from tablee.core.posed import POSITION, begin_at, read_position
from tablee.core.registry import find_game
from tablee.core.rules.languages import say_in_all
from tablee.core.rules.numbers import USUAL, Numbers
from tablee.core.rules.rulebook import Rulebook
from tablee.core.rules.variant import Difference, Settings, read_toml
from tablee.core.rules.words import Words
from tablee.core.state.observation import Spec, spec_of
from tablee.core.state.position import Move, Outcome, State, View
from tablee.core.state.text import HIDDEN, Fields, is_whole, write_fields

MOST_KEPT = 64
"""Variants whose sentences are kept."""
LONGEST = 10_000_000
"""Decisions of a match, where a game knows no better bound."""


@dataclass(frozen=True)
class Option:
    """A choice that is made when a table is opened; the first value is the usual one."""

    name: str
    values: tuple[str, ...]
    clause: str
    players: tuple[int, ...] | None = None
    """The player counts at which another value than the first makes sense; None for all."""


class Game:
    """One game of the house. Everything here holds for every game."""

    name: str
    contract: int | None = None
    """The version of `registry.CONTRACT` that an installed game was made for."""
    version = 1
    older: tuple[int, ...] = ()
    """Earlier versions whose records still replay, as far as `keeps_to` says so."""
    players: range
    options: tuple[Option, ...] = ()
    rules: ModuleType
    """The compiled rules: `STATE` (a declared record's type), `MOST_MOVES` and the verbs."""
    advice: ModuleType | None = None
    """What a sensible player would do: verbs for bots, which have defaults, and reasons."""
    folder: Path
    """The game's own package, where its rule book lies."""
    pauses: frozenset[int] = frozenset()
    """Events of `step` before which the table is worth a look: a full trick before it is taken."""
    scored: frozenset[int] = frozenset()
    """Events of `step` after which the score sheet of a round can be read."""

    def __init__(self) -> None:
        own = (self.rules, self.advice) if self.advice else (self.rules,)
        compiled.register(self.rules.STATE, *own, defaults)
        freeze_constants(self.package)
        self._usuals: dict[tuple[int, tuple[int, ...]], Records] = {}
        self._numbers: dict[bytes, Numbers] = {}
        self._words_with = lru_cache(MOST_KEPT)(self._make_words_with)

    def keeps_to(self, version: int, state: Any) -> bool:
        """Return whether an older version of the rules leads to this record of a state too."""
        return version == self.version

    @property
    def package(self) -> str:
        """The package of the game's modules: where `rules` lies, `art`, `table`, `pad` do too."""
        return self.rules.__package__ or self.rules.__name__.rpartition(".")[0]

    def check_texts(self) -> None:
        """Raise an error if the rule book or the texts of moves cannot be used."""
        self.rulebook.check_names(self.rules, self.rules.STATE.names)
        words = type(self.words)
        usual = words.ending is Words.ending and words.ending_clause is Words.ending_clause
        if usual and "ending" not in self.rulebook.about:
            raise InvalidRulebook("rulebook.toml: [about] has no ending: the clause that ends it.")
        _ = self.notation, self.players[0]

    @property
    def move_codes(self) -> int:
        """How many different moves there are; inside the compiled rules a move is a number."""
        return len(self.notation.moves)

    @property
    def fields(self) -> Layout:
        """The declared fields of the game's record."""
        return layout_of(self.rules.STATE)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The game's clauses."""
        return Rulebook.load(self.folder / "rulebook.toml")

    def read_texts(self, file: str) -> dict[str, Any]:
        """Return what a TOML file of the game says, in all languages; nothing if there is none."""
        path = self.folder / file
        data = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        told: dict[str, Any] = say_in_all(data, self.rulebook.languages)
        return told

    def __repr__(self) -> str:
        return f"find_game({self.name!r})"

    def __reduce__(self) -> str | tuple[Any, ...]:
        return find_game, (self.name,)

    # What a game may bring beside its rules and its book

    @cached_property
    def notation(self) -> Notation:
        """The texts of moves and positions; by default what the declared fields make of them."""
        return Notation(self.fields, self.rules.MOVES)

    def make_words(self, book: Rulebook) -> Words:
        """Return the game's sentences from a rule book; by default those of the book alone."""
        return Words(self, book)

    @cached_property
    def words(self) -> Words:
        """The game's sentences with the usual numbers."""
        return self.make_words(self.rulebook)

    def with_deck(self, path: Path) -> Game:
        """Return the same game with the cards of another deck file, where a game allows that."""
        raise InvalidOption(
            f"{self.name} is played with its own cards only: it takes no deck file."
        )

    # Dealing

    def deal(
        self,
        players: int | None = None,
        seed: int | None = None,
        *,
        key: str | bytes | None = None,
        **options: object,
    ) -> State:
        """Deal a new match. The key is secret and new unless a seed or a key is given.

        With a `position` it begins there: what one seat sees of it, the rest dealt by the key.
        """
        records, raw = self.blank(players, **options), key_of(seed, key)
        if text := options.get(POSITION):
            count = int(records["players"][0])
            return begin_at(read_position(self, count, self.options_of(records[0]), text), raw)
        records["key"][0] = np.frombuffer(raw, dtype="<u8")
        compiled.begin_first(records)
        return State(self, records)

    def blank(self, players: int | None = None, **options: object) -> Records:
        """Make the record of a match that is still to be dealt, as an array of one."""
        players = self.check_players(players)
        chosen = self.check_options(players, options)
        records = compiled.copy_of(self._usual(players, self._places(chosen)))
        if "variant" in chosen:
            self.settings.put(records[0], self.settings.read(chosen["variant"]))
            self.check_variant(records[0])
        return records

    def _places(self, chosen: Mapping[str, str]) -> tuple[int, ...]:
        """Return the place of each option's chosen value."""
        return tuple(option.values.index(chosen[option.name]) for option in self.options)

    def _usual_of(self, state: Any) -> Any:
        """Return the blank record of the same table with the usual numbers."""
        places = tuple(int(state[option.name]) for option in self.options)
        return self._usual(int(state["players"]), places)[0]

    def _usual(self, players: int, places: tuple[int, ...]) -> Records:
        """Return the blank record of a table with the usual numbers; not to be changed."""
        if (players, places) not in self._usuals:
            self._usuals[players, places] = self._make_usual(players, places)
        return self._usuals[players, places]

    def _make_usual(self, players: int, places: tuple[int, ...]) -> Records:
        records = np.zeros(1, self.rules.STATE)
        records["players"] = players
        records["viewer"] = EVERYTHING
        for option, place in zip(self.options, places, strict=True):
            records[option.name] = place
        for field in self.fields.settings.values():
            usual = field.usual(records[0]) if callable(field.usual) else field.usual
            records[field.columns[0].name] = usual
        self.fill(records[0])
        return records

    def fill(self, record: Any) -> None:
        """Write into a blank record what else the rules want to find there."""

    def check_players(self, players: int | None) -> int:
        """Return a number of players that the game can be played by: by default the fewest."""
        if players is None:
            return self.players[0]
        if not is_whole(players) or players not in self.players:
            few, many = self.players[0], self.players[-1]
            raise InvalidOption(f"{self.name} is for {few} to {many} players, not {players!r}.")
        return int(players)

    def option(self, name: str) -> Option:
        """Find an option by its name."""
        for option in self.options:
            if option.name == name:
                return option
        have = ", ".join(option.name for option in self.options) or "none"
        raise InvalidOption(f"{self.name} has no option {name!r}; its options: {have}.")

    def check_options(self, players: int, chosen: Mapping[str, object]) -> dict[str, str]:
        """Return every option's value, as text; refuse what does not exist."""
        values = {option.name: option.values[0] for option in self.options}
        changed, position = chosen.get("variant"), chosen.get(POSITION)
        for name, value in chosen.items():
            if name in ("variant", POSITION):
                continue
            option = self.option(name)
            text = (
                {True: "yes", False: "no"}.get(value, str(value))
                if isinstance(value, bool)
                else str(value)
            )
            if text not in option.values:
                raise InvalidOption(f"option {name}={text}: choose {' or '.join(option.values)}.")
            if text != option.values[0] and option.players and players not in option.players:
                right = " or ".join(map(str, option.players))
                raise InvalidOption(f"option {name}={text} is for {right} players, not {players}.")
            values[name] = text
        if changed:
            record = compiled.copy_of(self._usual(players, self._places(values)))[0]
            self.settings.put(record, self.settings.read(changed))
            self.check_variant(record)
            if line := self.variant_of(record):
                values["variant"] = line
        if position:
            values[POSITION] = str(read_position(self, players, values, position))
        return values

    def options_of(self, state: Any) -> dict[str, str]:
        """Return the options that a record was dealt with, its variant among them if it has one."""
        chosen = {option.name: option.values[int(state[option.name])] for option in self.options}
        line = self.variant_of(state)
        return {**chosen, "variant": line} if line else chosen

    # Variants

    @cached_property
    def settings(self) -> Settings:
        """The numbers of the rules that a variant may change."""
        return Settings(self.fields.settings, self.keys_of)

    def keys_of(self, field: Field) -> tuple[str, ...]:
        """Return the names of the parts of a setting."""
        return field.keys

    def read_variant(self, text: str) -> dict[str, Any]:
        """Read the text of a variant file: what `deal` takes as `variant`."""
        data = read_toml(text, self.name, self.version)
        self.settings.read(data)
        return data

    def sample_variant(self) -> str:
        """Return the text of a variant file in which every number is as usual."""
        options = self.check_options(self.players[0], {})
        return self.settings.sample(self._usual(self.players[0], self._places(options))[0])

    def check_variant(self, record: Any) -> None:
        """Refuse a blank record that cannot be played; fill in what follows from its numbers."""

    def variant_of(self, state: Any) -> str:
        """Return the line of the numbers that are not as usual in a record; empty if all are."""
        return self.settings.line(state, self._usual_of(state))

    def numbers_of(self, state: Any) -> Numbers:
        """Return the numbers of a record for its sentences; equal ones are the same object."""
        raw = state.tobytes()
        key = b"".join([raw[place] for place in self._setting_places])
        if key not in self._numbers:
            if len(self._numbers) >= MOST_KEPT:
                self._numbers.clear()
            usual = self._usual(self.players[0], (0,) * len(self.options))[0]
            mine, theirs = self.settings.numbers(state), self.settings.numbers(usual)
            self._numbers[key] = USUAL if mine == theirs else Numbers(mine, theirs)
        return self._numbers[key]

    @cached_property
    def _setting_places(self) -> tuple[slice, ...]:
        """Where the settings lie in a record."""
        places = self.rules.STATE.fields
        found = [places[field.columns[0].name] for field in self.fields.settings.values()]
        return tuple(slice(at, at + dtype.itemsize) for dtype, at in found)

    def words_of(self, state: Any) -> Words:
        """Return the sentences of the game with the numbers of a record."""
        return self._words_with(self.numbers_of(state))

    def _make_words_with(self, numbers: Numbers) -> Words:
        return (
            self.words if numbers is USUAL else self.make_words(self.rulebook.with_numbers(numbers))
        )

    def differences(self, state: Any, lang: str = "en") -> list[Difference]:
        """Return what a record's variant changes, number by number, in words."""
        found = self.settings.differences(state, self._usual_of(state), lang)
        return [replace(one, name=self.setting_name(one.name, lang)) for one in found]

    def setting_name(self, name: str, lang: str) -> str:
        """Return what people call a setting, or a part of one."""
        told = self.rulebook.names.get("settings", {})
        return str(told[name][lang]) if name in told else name

    # Texts

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """All moves that the game knows, by their number."""
        return tuple(Move(self, code) for code in range(self.move_codes))

    def move(self, code: int) -> Move:
        """Return the move of a number; numbers stay for as long as the game's `version` stays."""
        if not is_whole(code) or not 0 <= code < self.move_codes:
            raise InvalidMove(
                f"{code!r} is no number of a move: {self.name} has 0 to {self.move_codes - 1}."
            )
        return self.moves[code]

    def observation_spec(self, players: int | None = None) -> Spec:
        """Return the named parts of an observation at a table of so many players."""
        return spec_of(self.fields, self.check_players(players))

    def longest(self, players: int | None = None) -> int:
        """Return a number of decisions that no match exceeds; most are far shorter."""
        return LONGEST

    def parse_move(self, text: str) -> Move:
        """Read a move."""
        if not isinstance(text, str):
            raise InvalidMove(f"a move is a text, not a {type(text).__name__}.")
        return self.moves[self.notation.read_move(text)]

    def parse_state(self, text: str) -> State:
        """Read a position in which nothing is hidden."""
        records = self._parse(text)
        if records["viewer"][0] != EVERYTHING:
            raise InvalidPosition("this is a view, with hidden cards: read it with parse_view.")
        return State(self, records)

    def parse_view(self, text: str) -> View:
        """Read what one seat, or a spectator, may know of a position."""
        records = self._parse(text)
        if records["viewer"][0] == EVERYTHING:
            raise InvalidPosition(
                "nothing is hidden here (no field 'view'): read it with parse_state."
            )
        return View(self, records)

    def write(self, state: Any) -> str:
        """Write a record as one line."""
        fields: dict[str, object] = {"players": int(state["players"]), **self.options_of(state)}
        if state["viewer"] != EVERYTHING:
            fields["view"] = "table" if state["viewer"] == SPECTATOR else int(state["viewer"])
        fields.update(self.notation.write_table(state))
        key = state["key"].astype("<u8").tobytes().hex()
        whole = state["viewer"] == EVERYTHING
        fields["key"] = f"{key}:{int(state['draws'])}" if whole else HIDDEN
        return write_fields(self.name, fields)

    def as_dict(self, state: Any) -> dict[str, Any]:
        """Return a record as plain data for JSON, as far as its viewer may know it."""
        viewer, seat = int(state["viewer"]), int(state["seat"])
        seen = {} if viewer == EVERYTHING else {"view": None if viewer < 0 else viewer}
        return {
            "game": self.name,
            "version": self.version,
            "players": int(state["players"]),
            "options": self.options_of(state),
            **seen,
            "seat": None if seat < 0 else seat,
            "table": self.notation.as_dict(state),
        }

    def _parse(self, text: str) -> Records:
        fields = Fields(text)
        if fields.game != self.name:
            raise InvalidPosition(
                f"a position of {self.name} begins with {self.name!r}, not {fields.game!r}."
            )
        players = fields.number("players", self.players[0], self.players[-1])
        chosen = {
            option.name: option.values[fields.choice(option.name, option.values)]
            for option in self.options
        }
        if "variant" in fields:
            chosen["variant"] = fields.text("variant")
        records = self.blank(players, **chosen)
        self._read_viewer(fields, records)
        self.notation.read_table(fields, records[0])
        fields.finish()
        return records

    def _read_viewer(self, fields: Fields, records: Records) -> None:
        key = fields.text("key")
        if "view" not in fields:
            records["key"][0], records["draws"] = self._read_key(key)
            return
        viewer = fields.text("view")
        seats = [str(seat) for seat in range(int(records["players"][0]))]
        if viewer not in ["table", *seats]:
            raise InvalidPosition(f"view={viewer}: it must be table, or a seat 0 to {seats[-1]}.")
        if key != HIDDEN:
            raise InvalidPosition("a view never holds the key: write key=?.")
        records["viewer"] = SPECTATOR if viewer == "table" else int(viewer)

    def _read_key(self, text: str) -> tuple[Any, int]:
        digits, _, draws = text.partition(":")
        if (
            len(digits) != 2 * KEY_BYTES
            or not draws.isascii()
            or not draws.isdigit()
            or len(draws) > 9
        ):
            raise InvalidPosition(f"key={text}: write 32 hexadecimal digits, a colon and a number.")
        return np.frombuffer(key_of(key=digits), dtype="<u8"), int(draws)

    def partners(self, options: Mapping[str, Any]) -> int:
        """Return how many seats win together by these options: 1, unless there are teams."""
        return 1

    def outcome(self, records: Records) -> Outcome | None:
        """Return how a match ended, or None while it goes on."""
        winners = int(compiled.winners_first(records))
        if not winners:
            return None
        state = records[0]
        players = int(state["players"])
        points = np.zeros(players, np.int64)
        compiled.scores_first(records, points)
        return Outcome(
            winners=tuple(seat for seat in range(players) if winners >> seat & 1),
            scores=tuple(int(p) for p in points),
            reason=self.words_of(state).ending_clause(state),
            sheet=self.words.sheet(state),
        )
