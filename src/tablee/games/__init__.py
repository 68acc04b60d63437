"""The games of the house: every package in this folder is one, and is found."""

from __future__ import annotations

from tablee.core.record import Record, read_record
from tablee.core.registry import GAMES, find_game

__all__ = ["GAMES", "find_game", "parse_record"]

GAMES.put_house_games(__name__)


def parse_record(text: str) -> Record:
    """Read the record of a match; `replay` plays it again."""
    return read_record(text, GAMES)
