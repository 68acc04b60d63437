"""The page of the public names is what the docstrings say today."""

from __future__ import annotations

from pathlib import Path

from tablee import api_page

PAGE = Path(__file__).parents[1] / "docs" / "api.md"


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == api_page.page(), (
        "write it anew: python -m tablee.api_page > docs/api.md"
    )


def test_every_public_name_is_there() -> None:
    import tablee

    text = api_page.page()
    assert all(f"### `{name}" in text for name in tablee.__all__ if name != "GAMES")
    assert "### `Batch(game, games, players=None, seed=0" in text
