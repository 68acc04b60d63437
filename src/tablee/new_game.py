"""`tablee new-game`: the smallest whole game, under a name of one's own, to start from."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from tablee.core.errors import InvalidOption
from tablee.games import GAMES

SKELETON = Path(__file__).parent / "skeleton"
GAME_FILES = ("__init__.py", "rules.py", "rulebook.toml")
PACKAGE_FILES = ("pyproject.toml", "test_my_game.py")
_NAME = re.compile(r"[a-z][a-z0-9_]{1,29}")


def write_new_game(name: str, folder: Path) -> Path:
    """Write a package with a new game into a folder and return its path.

    Raise InvalidOption, and write nothing, if the name or the place cannot be used.
    """
    package = folder / _check_name(name)
    if package.exists():
        raise InvalidOption(f"{package} exists already: choose another name or --out.")
    game = package / f"tablee_{name}"
    try:
        game.mkdir(parents=True)
    except OSError as error:
        raise InvalidOption(f"{package} cannot be made: {error.strerror}.") from None
    for file in GAME_FILES:
        _write(file, game, name)
    for file in PACKAGE_FILES:
        _write(file, package, name)
    return package


def _write(file: str, folder: Path, name: str) -> None:
    text = (SKELETON / file).read_text(encoding="utf-8")
    (folder / file.replace("my_game", name)).write_text(_rename(text, name), encoding="utf-8")


def _check_name(name: str) -> str:
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise InvalidOption(
            f"{name!r} cannot name a package: write 2 to 30 small letters, digits or _,"
            " a letter first, and no word of Python's own."
        )
    if name in GAMES:
        raise InvalidOption(f"there is a game {name!r} already: choose another name.")
    return name


def _rename(text: str, name: str) -> str:
    """Return the skeleton's text with the name of the game in its three spellings."""
    words = [word for word in name.split("_") if word]
    text = text.replace("MyGame", "".join(word.capitalize() for word in words))
    text = text.replace("my-game", "-".join(words))
    text = text.replace("my_game", name).replace("My game", " ".join(words).capitalize())
    return text.replace("my game", " ".join(words).capitalize())
