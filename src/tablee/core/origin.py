"""Where the key of a deal comes from, so that nobody can have chosen it.

When a table is opened the house makes a secret of 32 bytes and shows its fingerprint, the
promise. Then everyone who sits down adds some luck, a short text. The key of the deal is the
SHA-256 of all that together, with the table, the game and its options. The house cannot change
its secret after the promise, and nobody else knows it: so neither can choose among keys.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tablee.core.errors import InvalidRecord

if TYPE_CHECKING:
    from tablee.core.game import Game

NO_LUCK = "-"
"""What is written for a seat without luck of its own: a bot's."""


@dataclass(frozen=True)
class Origin:
    """What the key of a deal is made of, beside the game."""

    table: str
    secret: bytes
    luck: tuple[str, ...] = ()
    """What each seat has added."""

    @property
    def promise(self) -> str:
        """What is shown of the secret when the table is opened."""
        return _hash(["tablee promise 1", *self._own()]).hex()

    def key(
        self, game: Game, players: int, options: Mapping[str, Any], version: int | None = None
    ) -> bytes:
        """Return the key of the deal, by today's rules or an older version of them."""
        chosen = game.check_options(players, options)
        lines = ["tablee deal 1", *self._own(), f"game: {game.name} {version or game.version}"]
        lines += [f"players: {players}", *(f"{name}: {value}" for name, value in chosen.items())]
        return _hash([*lines, *self._luck()])[:16]

    def lines(self) -> list[str]:
        """Return the lines of a record, from the table to the luck of the last seat."""
        return [*self._own(), *self._luck()]

    def _own(self) -> list[str]:
        return [f"table: {self.table}", f"secret: {self.secret.hex()}"]

    def _luck(self) -> Iterator[str]:
        return (f"luck {seat}: {luck or NO_LUCK}" for seat, luck in enumerate(self.luck))


def take_origin(head: dict[str, str], players: int) -> Origin | None:
    """Take the origin out of the head of a record; None where an older one has none."""
    luck = {seat: head.pop(f"luck {seat}", None) for seat in range(players)}
    table, secret = head.pop("table", None), head.pop("secret", None)
    if table is None and secret is None and not any(luck.values()):
        return None
    if table is None or secret is None or None in luck.values():
        raise InvalidRecord("a record that tells its origin has lines table, secret and luck.")
    try:
        raw = bytes.fromhex(secret)
    except ValueError:
        raise InvalidRecord(f"secret: {secret[:80]!r} are not hexadecimal digits.") from None
    return Origin(table, raw, tuple("" if one == NO_LUCK else str(one) for one in luck.values()))


def _hash(lines: list[str]) -> bytes:
    return hashlib.sha256("\n".join([*lines, ""]).encode()).digest()
