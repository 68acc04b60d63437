"""The folders whose templates, phrases, styles and scripts make up the pages.

Each room keeps what belongs to it in its own folder: `*.html`, `*.toml`, `*.css`, and of the
script that all pages load `1-….js` to `9-….js`, put together in the order of their names. The rooms
of this package are known from the start; a package of pages adds its own when it is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

ROOMS: list[Path] = [Path(__file__).parents[1] / "live"]


F = TypeVar("F", bound=Callable[..., object])
_KEPT: list[Callable[[], None]] = []


def add_rooms(package: Path) -> None:
    """Add every folder of a package of pages."""
    ROOMS.extend(path for path in sorted(package.iterdir()) if path.is_dir() and path not in ROOMS)
    for forget in _KEPT:
        forget()


def kept(function: F) -> F:
    """Keep what a function returns as long as the rooms stay the same."""
    made = cache(function)
    _KEPT.append(made.cache_clear)
    return made  # type: ignore[return-value]


def found(pattern: str) -> dict[str, Path]:
    """Return the files of all rooms that match a pattern, by their stems, in alphabetical order."""
    paths = [path for room in ROOMS for path in room.glob(pattern)]
    return {path.stem: path for path in sorted(paths, key=lambda path: path.name)}
