"""Seats, hands and places that cover each other are seen by a browser."""

from __future__ import annotations

import pytest

from tablee import State, find_game
from tablee.laws import screens
from tablee.look.picture import find_browser
from tablee.table.rendered import Rendered

STYLES = {
    "": [],
    ".guest { position: absolute !important; inset: 0 auto auto 0 !important;"
    " translate: none !important; transform: none !important }": [
        "4 players, 360 pixels wide: seat-1 and seat-2 cover each other",
        "4 players, 1280 pixels wide: seat-2 and seat-3 cover each other",
    ],
    ".table { width: 1500px !important }": [
        "4 players, 360 pixels wide: hand goes beyond the edge of the page",
    ],
}


@pytest.mark.parametrize("style", STYLES)
def test_what_a_style_hides_is_told(style: str, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = screens.page_of

    def page_of(state: State, shown: Rendered) -> str:
        return usual(state, shown).replace("</head>", f"<style>{style}</style></head>")

    monkeypatch.setattr(screens, "page_of", page_of)
    found = screens.faults(find_browser(), screens.moments(find_game("fourmis"), 4, (0, 9)))
    assert set(STYLES[style]) <= set(found)
    assert bool(found) == bool(STYLES[style])
