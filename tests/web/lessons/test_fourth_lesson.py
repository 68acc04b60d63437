"""A lesson for a game of three files: one more file, and it is on the shelf and the pages."""

from __future__ import annotations

import re
import shutil
from html import unescape
from pathlib import Path

import pytest

from tablee import GAMES
from tablee.table.posed.lesson import lesson_of
from tests.games.fourth import FOURTH, Slobberhannes
from tests.test_cli import tablee
from tests.web.browsing import Browser
from tests.web.guests import open_house, story
from tests.web.lessons.test_pages import do

LESSON = """
company = ["Basile", "Chloé", "Dédé"]

[[step]]
idea = {{fr = "ouvrir", en = "leading", de = "ausspielen"}}
clauses = ["{clause}"]
position = "{position}"
say = {{fr = "*Ouvre* avec cette carte.", en = "*Lead* this card.", de = "*Spiel* die hier."}}
expect = ["{right}"]
done = {{fr = "Bien ouvert !", en = "Well led!", de = "Gut ausgespielt!"}}
otherwise = {{fr = "Plutôt l’autre.", en = "Rather the other one.", de = "Lieber die andere."}}

[[step]]
idea = {{fr = "à toi", en = "your turn", de = "du bist dran"}}
clauses = ["{clause}"]
position = "{position}"
say = {{fr = "Joue ce que tu veux.", en = "Play what you like.", de = "Spiel, was du willst."}}
expect = ["*"]
done = {{fr = "Tu sais jouer.", en = "You know how.", de = "Du kannst es."}}
otherwise = {{fr = "", en = "", de = ""}}
"""


@pytest.fixture
def taught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Slobberhannes:
    """The fourth game with a lesson beside its rule book."""
    state = next(s for s in (FOURTH.deal(4, seed) for seed in range(9)) if s.seat == 0)
    right, clause = state.legal_moves()[0], next(iter(FOURTH.rulebook.clauses))
    text = LESSON.format(position=state, right=right, clause=clause)
    (tmp_path / "lesson.toml").write_text(text, encoding="utf-8")
    shutil.copy(FOURTH.folder / "rulebook.toml", tmp_path)
    where = {"folder": tmp_path, "__module__": Slobberhannes.__module__}
    game = type("Taught", (Slobberhannes,), where)()
    monkeypatch.setitem(GAMES, FOURTH.name, game)
    assert isinstance(game, Slobberhannes)
    return game


def test_a_lesson_costs_its_file_and_nothing_else(sqlite_url: str, taught: Slobberhannes) -> None:
    base = f"/learn/{taught.name}"
    right, wrong = map(str, lesson_of(taught).steps[0].start.legal_moves()[:2])

    @story
    async def learnt() -> None:
        async with open_house(sqlite_url) as place:
            browser = Browser(place, "en")
            assert f'href="{base}"' in await browser.get(f"/?table={taught.name}")
            page = await browser.get(base)
            assert "<em>Lead</em> this card." in page and "Basile" in page
            tried = await browser.get(await browser.go(f"{base}/1", move=wrong))
            assert "Rather the other one." in tried
            assert "Well led!" in await browser.get(await browser.go(f"{base}/1", move=right))
            page = unescape(await browser.get(await do(browser, f"{base}/2")))
            assert "You know how." in page and f'formaction="/play/{taught.name}"' in page
            assert not re.search(r"Traceback|\{\w+\}", page)

    learnt()


def test_the_terminal_teaches_it_too(taught: Slobberhannes) -> None:
    printed = tablee("learn", taught.name, "--lang", "en", typed="?\n" * 4)
    assert "Lead this card." in printed
