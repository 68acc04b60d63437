"""What is played at a table: the game, its options, who may join, and how fast."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablee.core.game import Game
from tablee.core.posed import POSITION
from tablee.core.state.position import State
from tablee.games import find_game
from tablee.house.daily.day import DayTry
from tablee.house.tables.pace import LIVE
from tablee.table.look import rules_address


@dataclass(frozen=True)
class Setup:
    """What is played at a table; it may change until the deal."""

    game: Game
    rules_version: int
    """The version of the rules by which the match began."""
    players: int
    options: dict[str, Any]
    who_may_join: str
    pace: int
    """Days that a move may take; none at a live table."""
    opener: str
    """The visitor who opened the table."""
    opened_at: int
    code: str
    """By which the table is found until the deal; tables of older versions have none."""
    seat_rotation: int
    """By how many seats everyone has moved on since the first of a row of rematches."""
    day: DayTry
    evening: str | None
    """The evening at which it is played."""
    club: str | None
    """The club within which it was opened."""

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Setup:
        """Read the setup of a stored table."""
        return cls(
            find_game(row["game"]),
            row["version"],
            row["players"],
            json.loads(row["options"]),
            row["who_may_join"],
            row["pace"],
            row["opener"],
            row["opened_at"],
            row["code"] or "",
            row["turned"],
            DayTry(row["day"], bool(row["first_try"])),
            row["evening"],
            row["club"],
        )

    @property
    def position(self) -> str:
        """Where the match begins, if the house has laid the table; usually with a deal."""
        return str(self.options.get(POSITION, ""))

    @property
    def own_options(self) -> dict[str, Any]:
        """The options of the game alone, for another match by the same rules."""
        return {name: value for name, value in self.options.items() if name != POSITION}

    @property
    def by_the_day(self) -> bool:
        """Whether a move may take days, and nobody needs to be here."""
        return self.pace != LIVE

    @property
    def blank(self) -> Any:
        """A record with the options and the numbers of the rules that are played here."""
        return self.game.blank(self.players, **self.options)[0]

    @property
    def rules(self) -> str:
        """The address of the rule book with those numbers."""
        return rules_address(self.game, self.blank)

    def deal(self, key: bytes | None) -> State:
        """Return the state in which a match begins."""
        return self.game.deal(self.players, key=key, **self.options)
