"""A position draws itself in a notebook, with nothing but itself, and in a terminal."""

from __future__ import annotations

import re

import pytest
from rich.console import Console

from tablee import GAMES, Game


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_notebook_shows_the_table_and_nothing_from_elsewhere(game: Game) -> None:
    state = game.deal(seed=3)
    html = state._repr_html_()
    assert html.startswith("<iframe") and html.count("<iframe") == 1
    assert html == state.view(state.seat)._repr_html_() != state.view(None)._repr_html_()
    assert not re.search(r"(?:href|src)=&quot;(?!#)|url\((?!&quot;?#|#|&quot;data|data)", html)
    assert "/look/" not in html and "<script" not in html
    drawn = set(re.findall(r"href=&quot;#([\w-]+)", html))
    assert drawn and all(f"id=&quot;{one}&quot;" in html for one in drawn)


def test_a_view_shows_nothing_of_other_hands() -> None:
    view = GAMES["fourmis"].deal(3, seed=3).view(0)
    assert view._repr_html_() == view.redeal(5).view(0)._repr_html_()


def test_a_terminal_shows_the_table() -> None:
    console = Console(width=100, record=True, quiet=True)
    view = GAMES["kraut"].deal(2, seed=1).view(0)
    console.print(view)
    assert view.__rich__() == view.show()
