"""The games of the house. A new one is a package here and a line in `GAMES`."""

from __future__ import annotations

from tablee.core.record import Record, read_record
from tablee.core.registry import GAMES, find_game
from tablee.games.escogriffe import Escogriffe
from tablee.games.fourmis import Fourmis
from tablee.games.kraut import Kraut

__all__ = ["GAMES", "find_game", "parse_record"]

GAMES.update({game.name: game for game in (Fourmis(), Kraut(), Escogriffe())})


def parse_record(text: str) -> Record:
    """Read the record of a match; `replay` plays it again."""
    return read_record(text, GAMES)
