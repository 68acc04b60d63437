"""The README and the pages are true: their examples run, their links lead somewhere."""

from __future__ import annotations

import fnmatch
import re
import runpy
import sys
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from typer.main import get_command

from tablee import GAMES
from tablee.cli import app

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", ["README.md", "docs/research/research.md", "docs/package.md"])
def test_a_page_runs_and_prints_what_it_says(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    said = re.findall(r"print\(.*?\) +# (.*)", code)
    exec(compile(code, page, "exec"), {})
    assert capsys.readouterr().out.splitlines() == said
    assert len(said) >= 4


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.stem)
def test_every_example_runs(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("--seconds", "0.5", "--matches", "4") if path.stem == "train" else ()
    monkeypatch.setattr(sys, "argv", [str(path), *words])
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out


def test_what_a_package_index_shows_links_to_nothing_beside_it() -> None:
    """The links of the README are addresses inside the repository, which an index has not."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shown = (ROOT / project["readme"]).read_text(encoding="utf-8")
    assert not re.findall(r"\]\((?!https?://)", shown)
    extras = set(re.findall(r"tablee\[(\w+)\]", shown))
    assert extras <= set(project["optional-dependencies"]) and len(extras) >= 5


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


QUOTED = re.compile(r"`([\w.<>{},*/-]*(?:\.(?:py|toml|css|html|js|svg|md)|\w/))`")
MADE_LATER = {"test_red_snapper.py", "data/", "DIR/index.html"}


def quoted_paths(text: str) -> Iterator[str]:
    """Every path in back quotes as a pattern, with <game> for any and {a,b} for both."""
    for quoted in QUOTED.findall(text):
        parts = re.split(r"\{([^}]*)\}", re.sub(r"<\w+>", "*", quoted))
        choices = [part.split(",") if n % 2 else [part] for n, part in enumerate(parts)]
        yield from map("".join, product(*choices))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_quoted_path_exists(page: Path) -> None:
    """The map of CONTRIBUTING named files that had long been renamed."""
    folders = [ROOT / name for name in ("src", "tests", "docs", "examples", "benchmarks")]
    found = [*ROOT.iterdir(), *(path for folder in folders for path in folder.rglob("*"))]
    known = [f"{path}/" if path.is_dir() else str(path) for path in found]
    for path in set(quoted_paths(page.read_text(encoding="utf-8"))) - MADE_LATER:
        assert fnmatch.filter(known, f"*/{path}"), path


def test_every_command_and_option_is_documented() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    for name, command in get_command(app).commands.items():  # type: ignore[attr-defined]
        assert f"`tablee {name}" in page
        for option in command.params:
            for flag in option.opts:
                if flag.startswith("--"):
                    assert flag in page, f"{name} {flag}"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_game_has_its_page_with_its_options(game: object) -> None:
    name = game.name  # type: ignore[attr-defined]
    page = (ROOT / "docs" / "play" / f"{name}.md").read_text(encoding="utf-8")
    for option in GAMES[name].options:
        assert f"`{option.name}`" in page
        assert all(f"`{value}`" in page for value in option.values)
    assert f"(play/{name}.md)" in (ROOT / "docs" / "index.md").read_text(encoding="utf-8")


def test_the_changelog_names_the_version() -> None:
    from tablee import __version__

    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f'version = "{__version__}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
