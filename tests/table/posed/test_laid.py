"""Tables that are laid before anybody sits down: each of them is a good one."""

from __future__ import annotations

import json

import pytest

from tablee.bots.loading import warm_up
from tablee.core.rules.rulebook import LANGUAGES
from tablee.games import GAMES
from tablee.house.render.laid import scene_of
from tablee.table.posed.laid import OWN_SEAT, LaidTable, find_laid, greets, laid_tables

TABLES = [table for game in GAMES.values() for table in laid_tables(game)]
MOST_STORED = 500
"""Letters of a table's options that a database keeps."""


def named(table: LaidTable) -> str:
    return f"{table.game.name} {table.name}"


def test_every_game_of_the_house_lays_some_and_one_greets() -> None:
    assert all(len(laid_tables(game)) >= 3 for game in GAMES.values())
    assert sum(map(greets, GAMES.values())) == 1


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_a_table_waits_for_a_choice_of_whoever_comes(table: LaidTable) -> None:
    view = table.view
    assert view.seat == view.viewer == OWN_SEAT and view.players == 3, "two bots wait"
    assert str(view) == table.position
    assert 2 <= len(table.choices) <= 4
    assert set(table.choices) <= {str(move) for move in view.legal_moves()}
    assert find_laid(table.game, table.name) is table
    stored = {**view.options, "position": table.position}
    assert len(json.dumps(stored)) <= MOST_STORED


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_each_choice_is_drawn_as_one_button(table: LaidTable) -> None:
    warm_up(table.game.name)
    for lang in LANGUAGES:
        scene = scene_of(table, lang, ("Ada", "Björn"))
        for choice in table.choices:
            assert scene.html.count(f'name="move" value="{choice}"') == 1
        assert scene.html.count("<button") == len(table.choices)
        assert "style=" not in scene.html and scene.voice.lead
        assert scene is scene_of(table, lang, ("Ada", "Björn")), "drawn once, then kept"
