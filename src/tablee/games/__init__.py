"""The games of the house. A new one is a package here and a line in `GAMES`."""

from __future__ import annotations

from tablee.core.errors import UnknownGame
from tablee.core.game import Game
from tablee.core.record import Record, read_record
from tablee.games.escogriffe import Escogriffe
from tablee.games.fourmis import Fourmis
from tablee.games.kraut import Kraut

GAMES: dict[str, Game] = {game.name: game for game in (Fourmis(), Kraut(), Escogriffe())}


def find_game(name: str) -> Game:
    """Find a game by its name."""
    if not isinstance(name, str) or name not in GAMES:
        raise UnknownGame(f"there is no game {name!r}; there are {', '.join(GAMES)}.")
    return GAMES[name]


def parse_record(text: str) -> Record:
    """Read the record of a match; `replay` plays it again."""
    return read_record(text, GAMES)
