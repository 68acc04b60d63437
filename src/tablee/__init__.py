"""Tablée: card games, their rules at compiled speed, and a table to play them at."""

from tablee.bots.review.match_review import Review, review
from tablee.core.errors import (
    IllegalMove,
    InvalidDeck,
    InvalidError,
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    InvalidVariant,
    StaleMove,
    TableeError,
    UnknownGame,
)
from tablee.core.game import Game, Option
from tablee.core.record import Record
from tablee.core.rules.rulebook import Clause, Refusal, Told
from tablee.core.state.position import (
    Move,
    Outcome,
    ScoreLine,
    State,
    View,
    register_renderer,
)
from tablee.games import GAMES, find_game, parse_record
from tablee.notebook import html_of

register_renderer(html_of)

__version__ = "0.1.0"
__all__ = [
    "GAMES",
    "Clause",
    "Game",
    "IllegalMove",
    "InvalidDeck",
    "InvalidError",
    "InvalidMove",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidVariant",
    "Move",
    "Option",
    "Outcome",
    "Record",
    "Refusal",
    "Review",
    "ScoreLine",
    "StaleMove",
    "State",
    "TableeError",
    "Told",
    "UnknownGame",
    "View",
    "find_game",
    "parse_record",
    "review",
]
