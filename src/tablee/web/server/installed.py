"""Installed games on trial: whatever of one cannot be read would break a page that shows all."""

from __future__ import annotations

from tablee.bots.levels import levels_of
from tablee.core.game import Game
from tablee.games import GAMES
from tablee.look.boxes import read_box
from tablee.look.gallery import art_of
from tablee.table.laying import game_phrases, layer_of
from tablee.table.pad import pad_of, phrases_of
from tablee.table.posed.laid import laid_tables
from tablee.table.posed.lesson import lesson_of
from tablee.table.posed.situations import situations
from tablee.table.sights import sights_of

PARTS = (
    *(art_of, read_box, layer_of, game_phrases, sights_of, lesson_of),
    *(pad_of, phrases_of, situations, levels_of, laid_tables),
)


def leave_out_what_fails() -> None:
    """Leave out installed games of which some part cannot be read."""
    GAMES.try_out(*PARTS, _read_styles)


def _read_styles(game: Game) -> None:
    for style in game.folder.glob("*.css"):
        style.read_text(encoding="utf-8")
