"""`tablee new-game` writes a game that keeps the laws; docs/make/new-game.md builds one."""

from __future__ import annotations

import ast
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablee import GAMES
from tablee.bots.levels import find_bot
from tablee.cli import app
from tablee.laws import test_rules
from tablee.new_game import SKELETON
from tests.cases import Case
from tests.games import latin
from tests.table import test_default
from tests.test_cli import refused

NAME = "red_snapper"
EXAMPLE = Path(__file__).parents[1] / "packages" / "tablee-ascenseur"
PAGE = Path(__file__).parents[1] / "docs" / "make" / "new-game.md"
PROMISED = {
    "tablee.core.bits": {"count", "highest", "int64", "lowest"},
    "tablee.core.cards": {"deal_anew", "deal_out", "leaders", "nth"},
    "tablee.core.chance": {"below", "rekey"},
    "tablee.core.compiled": {
        "Moves",
        "Points",
        "Rng",
        "StateRecord",
        "Values",
        "compiled",
        "decides",
    },
    "tablee.core.errors": {"InvalidPosition", "InvalidVariant"},
    "tablee.core.fields": {
        "Deck",
        "Layout",
        "OTHERS",
        "Per",
        "cards",
        "choice",
        "last_seat",
        "number",
        "option",
        "row",
        "scratch",
        "switch",
        "setting",
    },
    "tablee.core.game": {"Game", "Option"},
    "tablee.core.header": {"EVERYTHING", "NOBODY"},
    "tablee.core.notation": {"Notation"},
    "tablee.core.rules.rulebook": {"Rulebook", "Told", "capital"},
    "tablee.core.rules.words": {"Words"},
    "tablee.core.state.position": {"ScoreLine"},
    "tablee.table.default": {"MIDDLE", "TableLayout"},
    "tablee.table.kit": {
        "Box",
        "Face",
        "Table",
        "Voice",
        "box",
        "card",
        "listed",
        "place",
        "thing",
        "words",
    },
    "tablee.table.look": {"Look"},
    "tablee.table.pad": {"Answers", "Ask", "Count", "Flaw", "Pad", "Panel"},
}
LAWS = [
    law
    for module in (test_rules, test_default)
    for name, law in vars(module).items()
    if name.startswith("test_") and list(inspect.signature(law).parameters) == ["case"]
]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Has a game written, and puts it on the shelf."""
    folder = tmp_path_factory.mktemp("own")
    result = CliRunner().invoke(app, ["new-game", NAME, "--out", str(folder)])
    assert result.exit_code == 0, result.output
    sys.path.insert(0, str(folder / NAME))
    GAMES[NAME] = import_module(f"tablee_{NAME}").GAME
    yield folder / NAME
    del GAMES[NAME]
    sys.path.remove(str(folder / NAME))


def test_its_files_bear_the_name_and_nothing_of_the_skeleton(package: Path) -> None:
    files = sorted(path for path in package.rglob("*") if path.suffix in (".py", ".toml"))
    assert [path.relative_to(package).as_posix() for path in files] == [
        "pyproject.toml",
        "tablee_red_snapper/__init__.py",
        "tablee_red_snapper/rulebook.toml",
        "tablee_red_snapper/rules.py",
        "test_red_snapper.py",
    ]
    text = "".join(path.read_text("utf-8") for path in files)
    assert "class RedSnapper(Game)" in text and 'en = "Red snapper"' in text
    assert not re.search("my.?game", text, re.IGNORECASE)


def test_its_package_is_installed_and_its_test_passes(package: Path) -> None:
    """By pip, as the command says, into a folder of its own; and the test finds it on the shelf."""
    place = package.parent / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", place, package], check=True)
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", package],
        env=os.environ | {"PYTHONPATH": f"{place}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"},
        capture_output=True,
        text=True,
        check=False,
        cwd=package,
    )
    assert tested.returncode == 0, tested.stdout


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_it_keeps_the_laws_of_games_and_tables(package: Path, law: object) -> None:
    for players in GAMES[NAME].players:
        law(Case(GAMES[NAME], players, ()))  # type: ignore[operator]


def imported(code: str) -> dict[str, set[str]]:
    """The names that some code imports from Tablée, by module."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tablee."):
            found.setdefault(str(node.module), set()).update(name.name for name in node.names)
    return found


def test_what_an_author_imports_stays_where_it_is() -> None:
    """The skeleton and the worked example import exactly this; a game that was written so goes on.

    The page shows no other names: its blocks are those of the example.
    """
    told: dict[str, set[str]] = {}
    for path in (*SKELETON.glob("[!t]*.py"), *(EXAMPLE / "tablee_ascenseur").glob("*.py")):
        for module, names in imported(path.read_text("utf-8")).items():
            told.setdefault(module, set()).update(names)
    assert told == PROMISED
    for module, wanted in PROMISED.items():
        assert wanted <= vars(import_module(module)).keys()


def test_a_bot_of_a_level_decides(package: Path) -> None:
    state = GAMES[NAME].deal(3, seed=1)
    while state.seat is not None:
        state = state.play(find_bot("casual", GAMES[NAME], 1).choose(state.view(state.seat)))
    assert sum(state.scores) == 4


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("fourmis", "there is a game 'fourmis' already"),
        ("two words", "cannot name a package"),
        ("Loup", "small letters"),
        ("class", "no word of Python's own"),
        ("taken", "exists already"),
    ],
)
def test_a_name_that_cannot_be_had_is_refused(name: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    assert sentence in " ".join(refused("new-game", name, "--out", str(tmp_path)).split())
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
    assert not list((tmp_path / "taken").iterdir())


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot be made" in refused("new-game", NAME, "--out", str(tmp_path / "file"))


def test_the_page_shows_the_worked_example_line_by_line() -> None:
    """Its rules and its class are shown whole, in their order; of its book some parts are."""
    shown: dict[str, list[str]] = {}
    for section in re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE):
        file, _, rest = section.partition(":")
        blocks = re.findall(r"```(?:python|toml)\n(.*?)```", rest, re.DOTALL)
        shown.setdefault(file.strip("`"), []).extend(blocks if file.startswith("`") else [])
    folder = EXAMPLE / "tablee_ascenseur"
    for name in ("rules.py", "__init__.py"):
        left = (folder / name).read_text("utf-8")
        for block in shown[name]:
            assert left.lstrip("\n").startswith(block), f"{name} goes on: {left[:200]}"
            left = left.lstrip("\n").removeprefix(block)
        assert not left, f"the page leaves out of {name}: {left}"
    book = (folder / "rulebook.toml").read_text("utf-8")
    assert len(shown["rulebook.toml"]) > 3
    for block in shown["rulebook.toml"]:
        assert block in book


def test_the_verbs_that_the_page_teaches_are_those_of_the_small_game() -> None:
    page, rules = PAGE.read_text("utf-8"), Path(latin.rules.__file__).read_text("utf-8")
    taught = re.findall(r"```python\n(@compiled\ndef (?:standing|weigh).*?)```", page, re.DOTALL)
    assert len(taught) == 2
    assert all(block in rules for block in taught)


def test_nothing_that_is_shipped_knows_the_worked_example() -> None:
    source = Path(__file__).parents[1] / "src"
    assert not [path for path in source.rglob("*.py") if "ascenseur" in path.read_text("utf-8")]
