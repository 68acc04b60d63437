"""Nothing is kept that nobody says or sees: phrases of pages and tables, classes of styles."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from itertools import accumulate
from pathlib import Path

import pytest

import tablee
from tablee.core.rules.rulebook import LANGUAGES
from tablee.house.render.templating import script_words
from tablee.web.application import pages as _pages  # noqa: F401 (its rooms have the script)

SOURCE = Path(tablee.__file__).parent
PHRASES = [
    *sorted((*SOURCE.glob("web/*/*.toml"), *SOURCE.glob("house/*/*.toml"))),
    SOURCE / "look/house.toml",
    *sorted(SOURCE.glob("games/*/table.toml")),
    *sorted(SOURCE.glob("games/*/pad.toml")),
]
STYLES = sorted(SOURCE.rglob("*.css"))


@cache
def written() -> str:
    """All that may name a phrase or a class."""
    kinds = ("*.py", "*.html", "*.js", "*.svg")
    return "\n".join(path.read_text("utf-8") for kind in kinds for path in SOURCE.rglob(kind))


@cache
def pieces() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """How names that are put together begin, and how they end: f"level_{level}", f"{end}_told"."""
    begin = re.findall(r"""([a-zA-Z][\w-]*[_-])(?:\{|["'])""", written())
    end = re.findall(r"""(?:\}|["'])([_-][\w-]*[a-zA-Z])\b""", written())
    return tuple(set(begin)), tuple(set(end))


@cache
def names() -> frozenset[str]:
    return frozenset(re.findall(r"[a-zA-Z][\w-]*", written()))


def is_named(name: str) -> bool:
    begin, end = pieces()
    return name in names() or name.startswith(begin) or name.endswith(end)


@pytest.mark.parametrize("path", PHRASES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_phrase_is_said_somewhere(path: Path) -> None:
    phrases = tomllib.loads(path.read_text("utf-8"))
    assert [name for name in phrases if not is_named(name)] == []


@pytest.mark.parametrize("path", STYLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_class_of_a_style_is_written_somewhere(path: Path) -> None:
    selectors = re.sub(r"/\*.*?\*/|\{[^{}]*\}", " ", path.read_text("utf-8"), flags=re.DOTALL)
    found = set(re.findall(r"\.([a-zA-Z][\w-]*)", selectors))
    counted = re.compile(r"[a-z]+\d+")
    assert sorted(n for n in found if not is_named(n) and not counted.fullmatch(n)) == []


def selectors(path: Path) -> list[str]:
    text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
    return [one.strip() for found in re.findall(r"([^{}]*)\{", text) for one in found.split(",")]


@pytest.mark.parametrize("name", ["play/first.css", "lessons/learn.css", "replay/replay.css"])
def test_no_style_around_a_table_dresses_what_a_game_draws(name: str) -> None:
    """The rulers of Le Grand Escogriffe fell apart in replays: a sign was called a mark too."""
    games = " ".join(one for path in SOURCE.glob("games/*/table.css") for one in selectors(path))
    drawn = set(re.findall(r"\.([a-zA-Z][\w-]*)", games))
    bare = [re.fullmatch(r"\.([\w-]+)", one) for one in selectors(SOURCE / "web" / name)]
    assert {found[1] for found in bare if found} & drawn == set()


TEXTS = sorted(SOURCE.rglob("*.toml"))


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_line_can_break_before_a_sign(path: Path) -> None:
    text = path.read_text("utf-8")
    french = re.findall(r'\bfr = "((?:[^"\\]|\\.)*)"', text)
    assert [one for one in french if re.search(r" [;:!?%»]|« ", one)] == []
    assert re.findall(r"\b\w+ = \"[^\"]* %[ .;,)]", text) == []


def test_every_phrase_that_a_page_names_is_there() -> None:
    found = (*SOURCE.glob("web/*/*.html"), *SOURCE.glob("house/*/*.html"))
    pages = "\n".join(path.read_text("utf-8") for path in found)
    named = set(re.findall(r"""\bui\(["'](\w+)["'][,)]""", pages))
    known = {name for path in PHRASES for name in tomllib.loads(path.read_text("utf-8"))}
    assert sorted(named - known) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_that_the_script_says_is_handed_to_it(lang: str) -> None:
    """The second look at a move offered itself as "undefined": its words stayed at home."""
    script = "\n".join(path.read_text("utf-8") for path in SOURCE.glob("web/*/*.js"))
    said = set(re.findall(r"\bwords\.(\w+)", script))
    assert said and said <= set(json.loads(script_words(lang)))


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_every_block_of_a_style_is_closed(path: Path) -> None:
    """One that is not would swallow all that follows, in whatever sheet it is joined to."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
    depth = [1 if sign == "{" else -1 for sign in re.findall(r"[{}]", text)]
    assert sum(depth) == 0 and min(accumulate(depth), default=0) >= 0
