"""What people ask at a real table: every situation is decided by clauses of the book."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tablee import GAMES, Game
from tablee.core.errors import InvalidRulebook
from tablee.core.rules.rulebook import LANGUAGES
from tablee.table.posed.situations import situations
from tests.games.fourth import FOURTH

UNASKED = {"aim", "material", "deck", "small-print"}
"""Sections that describe what is in the box, or what nobody asks about at a table."""
FEWEST = 10


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_section_that_a_table_asks_about_is_reached(game: Game) -> None:
    found = situations(game)
    assert len(found) >= FEWEST
    cited = {clause.id for one in found for clause in one.clauses}
    for section in game.rulebook.sections:
        reached = cited & {clause.id for clause in section.clauses}
        assert reached or section.id in UNASKED, f"nobody asks about {section.id}"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_situation_is_short_and_whole_in_every_language(game: Game) -> None:
    for lang in LANGUAGES:
        asked = [one.ask[lang] for one in situations(game)]
        assert len(set(asked)) == len(asked)
        for one in situations(game):
            assert one.clauses and one.ask[lang][-1] in ".?" and one.say[lang][-1] in ".?"
            assert len(one.ask[lang]) <= 70 and len(one.say[lang]) <= 70


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            'x.ask = {fr = "a", en = "b"}\nx.say = {fr = "a", en = "b", de = "c"}',
            "lacks a language",
        ),
        ('x.ask = {fr = "a", en = "b", de = "c"}', "'x' lacks a language"),
        ('x.say = {clauses = ["S99"]}', "no clause 'S99'"),
    ],
)
def test_a_situation_with_a_gap_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    shutil.copy(FOURTH.folder / "rulebook.toml", tmp_path)
    (tmp_path / "ask.toml").write_text(text, encoding="utf-8")
    game = type(FOURTH)()
    game.folder = tmp_path
    with pytest.raises(InvalidRulebook, match=fault):
        situations(game)


def test_a_game_without_situations_shows_its_sections() -> None:
    found = situations(FOURTH)
    assert [one.ask for one in found] == [one.title for one in FOURTH.rulebook.sections]
    assert [clause.id for one in found for clause in one.clauses] == list(FOURTH.rulebook.clauses)
