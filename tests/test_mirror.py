"""Tests mirror the tree: a test lies where its module lies and has its stem, or says why not."""

from __future__ import annotations

from pathlib import Path

import tablee

HERE = Path(__file__).parent
SRC = Path(tablee.__file__).parent
ROOMS = ("adapters", "bots", "core", "house", "lab", "look", "store", "table", "web")
OTHERS = {
    "bots/test_laws.py": "what holds for the bots of every game",
    "bots/test_measuring.py": "the commands of benchmarks/",
    "core/test_bad_input.py": "what `Game` and `find_game` refuse",
    "lab/test_cluster.py": "simulate, arena and report on several machines",
    "look/test_drawings.py": "the drawings of all games",
    "look/test_joints.py": "how the drawn parts of a game meet",
    "store/test_contract.py": "the Protocols of house/ports.py, by all stores",
    "web/lessons/test_fourth_lesson.py": "a lesson of a game that is never shipped",
    "web/lobby/test_arranging.py": "a table before the deal: lobby, seating and messages",
    "web/lobby/test_variants.py": "numbers of a variant, from the lobby to the record",
    "web/play/test_fourth_game.py": "a table of a game that is never shipped",
    "web/play/test_one_screen.py": "several people at one screen: curtain, streams and pages",
    "web/test_secrecy.py": "all that the server says",
}
"""The tests of more than one module, and of what."""


def is_a_mirror(test: Path) -> bool:
    """Whether there is a module of its stem, or a feature for its browser."""
    folder, stem = SRC / test.parent, test.stem.removeprefix("test_")
    if stem.startswith("browser") and test.parts[0] == "web":
        return (folder / "__init__.py").exists()
    return (folder / f"{stem}.py").exists()


def test_every_test_lies_where_its_module_lies() -> None:
    tests = {file.relative_to(HERE) for room in ROOMS for file in HERE.glob(f"{room}/**/test_*.py")}
    lost = {test.as_posix() for test in tests if not is_a_mirror(test)}
    assert lost == OTHERS.keys()
