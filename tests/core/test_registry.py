"""Games of other packages come to the shelf, and a broken one takes nothing down."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.core.registry import CONTRACT
from tests.plugins import change, install, run

pytestmark = pytest.mark.process
SHELF = (
    "import tablee\nprint(json.dumps([list(tablee.GAMES), list(map(str, tablee.GAMES.left_out))]))"
)


WAYS = [("tablee", "tablee_scopa"), ("tablee_scopa", "tablee_scopa"), ("tablee_scopa", ":GAME")]


@pytest.mark.parametrize(("first", "point"), WAYS)
def test_an_installed_game_is_found_whatever_is_imported_first(
    tmp_path: Path, first: str, point: str
) -> None:
    install(tmp_path, "scopa", point=first + point if point == ":GAME" else point)
    names, left_out = run(tmp_path, f"import {first}\n{SHELF}")
    assert "scopa" in names and not left_out


def test_an_installed_game_is_played_pickled_and_replayed(tmp_path: Path) -> None:
    install(tmp_path, "scopa")
    told = run(
        tmp_path,
        "import pickle, tablee\n"
        "game = tablee.find_game('scopa')\n"
        "state = game.deal(3, seed=1)\n"
        "first = game.deal(3, key=bytes(16)).legal_moves()[0]\n"
        "record = tablee.Record(game, 3, bytes(16)).play(first)\n"
        "again = tablee.parse_record(str(record)).replay()\n"
        "print(json.dumps([pickle.loads(pickle.dumps(state)) == state, again.game is game,"
        " tablee.GAMES.sources]))",
    )
    assert told == [True, True, {"scopa": "tablee-scopa 1.0"}]


FAULTS = {
    "raises": ("__init__.py", "class", "1 / 0\nclass", "ZeroDivisionError"),
    "exits": ("__init__.py", "class", "raise SystemExit(3)\nclass", "SystemExit: 3"),
    "no_python": ("rules.py", "def deal", "deaf deal", "SyntaxError"),
    "too_old": ("__init__.py", "contract = 1", "contract = 0", "contract 0, which is too old"),
    "too_new": ("__init__.py", "contract = 1", f"contract = {CONTRACT + 1}", "a newer Tablée"),
    "silent": ("__init__.py", "    contract = 1\n", "", f"write contract = {CONTRACT} in Silent"),
    "namesake": ("__init__.py", '"namesake"', '"kraut"', "there is a game 'kraut' already"),
    "empty": ("__init__.py", "GAME = Empty()", "", "has no GAME: write GAME = Empty()"),
    "no_verb": ("rules.py", "def scores", "def points", "does not say scores: every game"),
    "bad_moves": ("rules.py", "str(n) for", "f'+{n}' for", "'+1' cannot be the text of a move"),
    "bad_book": ("rulebook.toml", "[about]", "[about", "rulebook.toml cannot be read"),
    "no_clause": ("rulebook.toml", '"X4"', '"X9"', "about.ending cites X9, which is no clause"),
    "no_event": ("rulebook.toml", '"TRICK_WON"', '"WON"', "log.trick: no event 'WON'"),
}


@pytest.fixture(scope="module")
def left_out(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the house says of a good game and many broken ones, by the package's name."""
    folder = tmp_path_factory.mktemp("games")
    for name, (file, old, new, _) in FAULTS.items():
        change(install(folder, name) / file, old, new)
    install(folder, "whist")
    names, told = run(folder, SHELF)
    assert names == ["escogriffe", "fourmis", "kraut", "whist"]
    return {line.split(" of tablee-")[1].split()[0]: line for line in told}


@pytest.mark.parametrize("name", FAULTS)
def test_a_game_that_cannot_be_played_is_named_and_left_out(
    left_out: dict[str, str], name: str
) -> None:
    assert "1.0 is left out: " in left_out[name]
    assert FAULTS[name][3] in left_out[name]


def test_of_two_games_with_the_same_record_one_is_left_out(tmp_path: Path) -> None:
    install(tmp_path, "scopa", own_field=False)
    install(tmp_path, "whist", own_field=False)
    names, (told,) = run(tmp_path, SHELF)
    assert "scopa" in names
    assert told.startswith("whist of tablee-whist 1.0 is left out: ")
    assert "tablee_whist.rules and tablee_scopa.rules have the same record" in told


def test_the_house_lists_where_its_games_come_from(tmp_path: Path) -> None:
    install(tmp_path, "scopa")
    told = run(
        tmp_path,
        "from typer.testing import CliRunner\nfrom tablee.cli import app\n"
        "print(json.dumps(CliRunner().invoke(app, ['games']).output.split()))",
    )
    assert "tablee-scopa" in told
