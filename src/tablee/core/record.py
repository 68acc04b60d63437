"""The text of a whole game, and its replay.

    tablee record 1
    game: fourmis 1
    players: 3
    beat: highest
    teams: no
    seat 0: Ada
    key: 00112233445566778899aabbccddeeff

    7r 8v Qb
    2j …

A move that was taken back is followed by `!back` and then by what was played in its place. The
number after the game is the version of its rules; records of older ones replay as long as those
say the same. Lines that begin with # are comments. Names of seats may be left out. A line
`commitment:` holds what was shown before, `table:`, `secret:` and `luck 0:` … where the key comes
from (`origin.py`); `verify` checks both. In older records the commitment is the SHA-256 of the key
itself.
"""

from __future__ import annotations

import hashlib
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tablee.core.chance import key_of
from tablee.core.errors import IllegalMove, InvalidMove, InvalidOption, InvalidRecord
from tablee.core.game import Game
from tablee.core.origin import Origin, take_origin
from tablee.core.state.position import Move, State, View

FIRST_LINE = "tablee record 1"
BACK = "!back"
"""Follows a move that was taken back."""


@dataclass(frozen=True)
class SeatStep:
    """One moment of a match as a seat lived it: its own move, if it made one, and what it saw."""

    view: View
    move: Move | None

    def __str__(self) -> str:
        return str(self.view) if self.move is None else f"{self.move} {self.view}"


@dataclass(frozen=True)
class Record:
    """All that is needed to play a match again: game, options, key, moves; and who played."""

    game: Game
    players: int
    key: bytes
    options: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    moves: tuple[Move, ...] = ()
    commitment: str | None = None
    origin: Origin | None = None
    taken: tuple[tuple[int, Move], ...] = ()
    """The moves that were taken back, in order, each with the number of moves before it."""
    version: int | None = None
    """The version of the rules, if it is an older one."""

    def taken_at(self, ply: int) -> list[Move]:
        """Return the moves that were taken back before the move of a ply was played."""
        return [move for at, move in self.taken if at == ply]

    def states(self) -> Iterator[State]:
        """Replay the match: the deal, then the state after each move."""
        state = self.game.deal(self.players, key=self.key, **self.options)
        yield state
        for ply, move in enumerate(self.moves):
            state = _play(state, move, ply)
            self._check_rules(state, ply)
            yield state

    def _check_rules(self, state: State, ply: int) -> None:
        """Refuse a match of older rules from where they differ from today's."""
        if self.version is not None and not self.game.keeps_to(self.version, state.record):
            raise InvalidRecord(
                f"move {ply + 1} was played by rules {self.version} of {self.game.name}, which"
                f" say something else from here on than today's, {self.game.version}.",
                "rules",
            )

    def seen_by(self, seat: int) -> Iterator[SeatStep]:
        """Yield all that a seat saw and did, in order: its information state.

        The first is the deal; then comes what it saw after each move of any seat.
        """
        moves = (None, *self.moves)
        decided: int | None = None
        for state, move in zip(self.states(), moves, strict=True):
            yield SeatStep(state.view(seat), move if decided == seat else None)
            decided = state.seat

    def replay(self) -> State:
        """Return the state after the last move."""
        *_, last = self.states()
        return last

    def play(self, *moves: Move | str) -> Record:
        """Return the record with more moves; they are judged when it is replayed."""
        read = [self.game.parse_move(move) if isinstance(move, str) else move for move in moves]
        return replace(self, moves=(*self.moves, *read))

    def verify(self, shown: str | None = None) -> State:
        """Check the key against what was shown at the deal, and every move; return the end."""
        for promised in {shown, self.commitment} - {None}:
            if promised != self.fingerprint:
                of = "key" if self.origin is None else "secret"
                raise InvalidRecord(
                    f"the commitment {promised} is not of this {of}, whose SHA-256 is"
                    f" {self.fingerprint}: these are not the cards that were promised."
                )
        origin = self.origin
        made_for = (self.game, self.players, self.options, self.version)
        if origin is not None and self.key != origin.key(*made_for):
            raise InvalidRecord(
                f"the key {self.key.hex()} does not come from this table, secret and luck:"
                " somebody has chosen it, or changed the record."
            )
        *_, last = self._checked()
        return last

    def _checked(self) -> Iterator[State]:
        """Replay the match, and try what was taken back too."""
        for ply, state in enumerate(self.states()):
            for move in self.taken_at(ply) if self.taken else ():
                _play(state, move, ply)
            yield state

    @property
    def fingerprint(self) -> str:
        """What must have been shown: of the secret, or in older records of the key."""
        return commitment_of(self.key) if self.origin is None else self.origin.promise

    def __str__(self) -> str:
        chosen = self.game.check_options(self.players, self.options)
        lines = [
            FIRST_LINE,
            f"game: {self.game.name} {self.version or self.game.version}",
            f"players: {self.players}",
        ]
        lines += [f"{name}: {value}" for name, value in chosen.items()]
        lines += [f"seat {seat}: {name}" for seat, name in sorted(self.names.items())]
        lines += [f"commitment: {self.commitment}"] if self.commitment else []
        lines += self.origin.lines() if self.origin is not None else []
        lines += [f"key: {self.key.hex()}", ""]
        wrapped = textwrap.wrap(" ".join(self._words()), 80, break_on_hyphens=False)
        return "\n".join([*lines, *wrapped, ""])

    def _words(self) -> Iterator[str]:
        for ply in range(len(self.moves) + 1):
            for taken in self.taken_at(ply) if self.taken else ():
                yield from (str(taken), BACK)
            yield from map(str, self.moves[ply : ply + 1])


def _play(state: State, move: Move, ply: int) -> State:
    try:
        return state.play(move)
    except IllegalMove as error:
        raise InvalidRecord(f"move {ply + 1} does not replay. {error}", "move") from error


def commitment_of(key: bytes) -> str:
    """Return what older records showed of a key when the cards were dealt: its hash."""
    return hashlib.sha256(key).hexdigest()


def read_record(text: str, games: Mapping[str, Game]) -> Record:
    """Read a record of one of these games, without replaying it."""
    head, words = _split(text)
    game, version = _game(_take(head, "game"), games)
    players = _number("players", _take(head, "players"))
    key = _take(head, "key")
    commitment = head.pop("commitment", None)
    names = {seat: head.pop(f"seat {seat}") for seat in range(players) if f"seat {seat}" in head}
    origin = take_origin(head, players)
    try:
        game.blank(players, **head)
        options = game.check_options(players, head)
        raw = key_of(key=key)
    except InvalidOption as error:
        raise InvalidRecord(f"in the head of the record: {error}") from None
    moves, taken = _moves(game, words)
    return Record(game, players, raw, options, names, moves, commitment, origin, taken, version)


def _split(text: str) -> tuple[dict[str, str], list[tuple[int, str]]]:
    """Return the head's lines by name, and the words after it with their line numbers."""
    if not isinstance(text, str):
        raise InvalidRecord(f"a record is a text, not a {type(text).__name__}.")
    lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1)]
    lines = [(n, line) for n, line in lines if not line.startswith("#")]
    if not lines or lines[0][1] != FIRST_LINE:
        raise InvalidRecord(f"a record begins with the line {FIRST_LINE!r}.", "none")
    head: dict[str, str] = {}
    blank = next((i for i, (_, line) in enumerate(lines) if not line), len(lines))
    for n, line in lines[1:blank]:
        name, colon, value = line.partition(":")
        if not colon or name in head:
            fault = "appears twice" if colon else "has no colon"
            raise InvalidRecord(f"line {n}: {line!r} {fault}: write each name: value once.")
        head[name] = value.strip()
    return head, [(n, word) for n, line in lines[blank:] for word in line.split()]


def _take(head: dict[str, str], name: str) -> str:
    if name not in head:
        raise InvalidRecord(f"the head of the record has no line {name!r}.")
    return head.pop(name)


def _number(name: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise InvalidRecord(f"{name}: {text!r} is not a number.")
    return int(text)


def _game(text: str, games: Mapping[str, Game]) -> tuple[Game, int | None]:
    """Return the game that a head names, and the version of its rules if it is an older one."""
    name, _, version = text.partition(" ")
    if name not in games:
        raise InvalidRecord(
            f"game: there is no game {name!r} here; there are {', '.join(games)}. If a package"
            " brings it, install that: the record can be read again then.",
            "game",
        )
    if version in map(str, games[name].older):
        return games[name], int(version)
    if version != str(games[name].version):
        raise InvalidRecord(
            f"game: rules {version!r} of {name} are not known; these are {games[name].version}.",
            "rules",
        )
    return games[name], None


def _moves(
    game: Game, words: list[tuple[int, str]]
) -> tuple[tuple[Move, ...], tuple[tuple[int, Move], ...]]:
    """Return the moves that count, and those that were taken back."""
    moves: list[Move] = []
    taken: list[tuple[int, Move]] = []
    before = BACK
    for line, word in words:
        where = f"line {line}, move {len(moves) + 1}"
        if word == BACK and before == BACK:
            raise InvalidRecord(f"{where}: {BACK} stands after the move it takes back.", "move")
        if word == BACK:
            taken.append((len(moves) - 1, moves.pop()))
        else:
            try:
                moves.append(game.parse_move(word))
            except InvalidMove as error:
                raise InvalidRecord(f"{where}: {error}", "move") from None
        before = word
    return tuple(moves), tuple(taken)
