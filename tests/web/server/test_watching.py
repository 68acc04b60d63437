"""What counts as an edit while somebody makes a game, and what is done about it."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablee.core.errors import InvalidOption
from tablee.house.settings import Settings
from tablee.web import serve
from tablee.web.server import watching


def test_edits_new_files_and_removed_ones_are_seen_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    book, style, old = (tmp_path / name for name in ("rulebook.toml", "art/a.css", "old.py"))
    for file in (book, style, old):
        file.write_text("one")
    before = watching.times([tmp_path])
    (tmp_path / "__pycache__").mkdir()
    for passing in ("__pycache__/rules.pyc", ".rules.py.swp", "rules.py~", "#rules.py#"):
        (tmp_path / passing).write_text("written by the way")
    assert watching.changed(before, watching.times([tmp_path])) == []
    old.unlink()
    (tmp_path / "table.py").write_text("new")
    after = watching.times([tmp_path]) | {book: 1}
    assert watching.changed(before, after) == sorted([book, old, tmp_path / "table.py"])


def test_the_games_of_the_house_are_looked_at() -> None:
    assert any((folder / "fourmis" / "rulebook.toml").exists() for folder in watching.folders())


class House:
    """A house that only counts how often it is begun and ended."""

    def __init__(self, told: list[str]) -> None:
        self.told = told
        told.append("begun")

    def terminate(self) -> None:
        self.told.append("ended")

    def join(self) -> None:
        self.told.append("gone")


def test_the_house_begins_anew_after_an_edit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    book, told = tmp_path / "rulebook.toml", list[str]()
    book.write_text("old")
    handlers: dict[int, Callable[..., Any]] = {}
    monkeypatch.setattr(watching, "folders", lambda: [tmp_path])
    monkeypatch.setattr(watching, "LOOK_EVERY", 0.001)
    monkeypatch.setattr(signal, "signal", handlers.__setitem__)

    def start() -> Any:
        if "gone" in told:
            handlers[signal.SIGTERM]()
        return House(told)

    looks = iter([{book: 1}])
    usual = watching.times
    monkeypatch.setattr(watching, "times", lambda places: next(looks, None) or usual(places))
    watching.watch(start)
    assert told == ["begun", "ended", "gone", "begun", "ended", "gone"]
    assert f"Changed: {tmp_path.name}/rulebook.toml" in capsys.readouterr().out


def test_several_workers_are_not_watched() -> None:
    settings = Settings("postgresql://x@localhost/none")
    with pytest.raises(InvalidOption, match="with it there is one worker"):
        serve.serve(settings, "127.0.0.1", 0, 2, watched=True)
