"""A game is its rules and its book: three files and one place, and all the rest works.

The laws of games, tables and bots run on this game too (`tests/cases.py`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee import GAMES
from tablee.bots.hints import hints
from tablee.lab.arena import Contest, hold
from tablee.terminal import play_in_terminal
from tests.games import fourth
from tests.games.fourth import FOURTH

FOLDER = Path(fourth.__file__).parent
MOST_LINES = 250


@pytest.fixture(autouse=True)
def _on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, FOURTH.name, FOURTH)


def test_it_is_three_files_and_few_lines() -> None:
    files = [path for path in FOLDER.iterdir() if path.is_file()]
    assert {path.name for path in files} == {"__init__.py", "rules.py", "rulebook.toml"}
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= MOST_LINES


def test_nothing_that_is_shipped_knows_it() -> None:
    source = Path(__file__).parents[1] / "src"
    assert not [p for p in source.rglob("*.py") if FOURTH.name in p.read_text("utf-8")]


def test_bots_play_it_and_search_beats_chance() -> None:
    better, novice = hold(Contest(FOURTH, ("regular", "novice"), 4, {}, seed=1), 24).bots
    assert better.times_fair > 1 > novice.times_fair
    assert not better.forfeits and not novice.forfeits


def test_a_hint_says_a_chance_in_three_languages() -> None:
    view = FOURTH.deal(seed=2).view(0)
    for lang, word in (("fr", "Gagne"), ("en", "Wins"), ("de", "Gewinnt")):
        (best, *_) = hints(view, lang, seconds=0.05)
        assert best.reason.startswith(word)


def test_it_is_played_in_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    record = play_in_terminal(FOURTH, 4, {}, "en", 3, True, "Alix", "novice")
    assert record.replay().outcome() is not None
    assert "takes the trick" in capsys.readouterr().out
