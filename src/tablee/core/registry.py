"""The shelf: all games that are found, those of the house and those that are installed.

A package puts its game on the shelf by an entry point:

    [project.entry-points."tablee.games"]
    scopa = "tablee_scopa"

which names the module whose `GAME` it is. Entry points are read when the shelf is first looked at,
so it does not matter whether a package or Tablée is imported first. What cannot be put on the
shelf is named in `GAMES.left_out`, and takes nothing else down.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tablee.core.errors import UnknownGame

if TYPE_CHECKING:
    from tablee.core.game import Game

log = logging.getLogger("tablee.games")
GROUP = "tablee.games"
CONTRACT = 1
"""The version of what a game may import and must say, as docs/make/new-game.md has it."""
OLDEST_CONTRACT = 1
"""Games made for this version of the contract, or a newer one up to today's, can be played."""
HOUSE = "tablee"


@dataclass(frozen=True)
class LeftOut:
    """A game that was found and cannot be played here."""

    name: str
    source: str
    """The package that brings it, and its version."""
    why: str

    def __str__(self) -> str:
        return f"{self.name} of {self.source} is left out: {self.why}"


class Shelf(MutableMapping[str, "Game"]):
    """The games by their names."""

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}
        self._points: Iterable[EntryPoint] | None = None
        self._lock = RLock()
        self.sources: dict[str, str] = {}
        """Which package brings each game, with its version; those of the house are not named."""
        self.left_out: list[LeftOut] = []
        """What was found and cannot be played."""

    def put_house_games(self, package: str) -> None:
        """Put the games that lie in a package on the shelf."""
        found = iter_modules(sys.modules[package].__path__)
        for name in sorted(f"{package}.{one.name}" for one in found if one.ispkg):
            game: Game = import_module(name).GAME
            self._games[game.name] = game

    def look(self) -> dict[str, Game]:
        """Return all games; find those that are installed when asked for the first time."""
        if self._points is None:
            with self._lock:
                if self._points is None:
                    self._points = sorted(entry_points(group=GROUP), key=_source_of)
                    self._put_installed(self._points)
        return self._games

    def _put_installed(self, points: Iterable[EntryPoint]) -> None:
        """Put what packages offer on the shelf, each by itself, and say what cannot be."""
        games: list[tuple[Game, str]] = []
        for point in points:
            name, source = point.name, _source_of(point)
            try:
                game = _load(point)
                name = game.name
                self._check(game, [one.name for one, _ in games])
            except (Exception, SystemExit) as error:
                self._leave_out(LeftOut(name, source, say_fault(error)))
            else:
                games.append((game, source))
        for game, source in sorted(games, key=lambda one: one[0].name):
            self._games[game.name] = game
            self.sources[game.name] = source

    def _check(self, game: Game, taken: Iterable[str]) -> None:
        check_contract(game)
        if game.name in self._games or game.name in taken:
            whose = self.sources.get(game.name, "this house")
            raise ValueError(f"there is a game {game.name!r} already, of {whose}.")
        game.check_texts()

    def try_out(self, *trials: Callable[[Game], object]) -> None:
        """Leave out installed games with which one of these fails, so that no page does."""
        for name in list(self.sources):
            try:
                for trial in trials:
                    trial(self._games[name])
            except (Exception, SystemExit) as error:
                del self._games[name]
                self._leave_out(LeftOut(name, self.sources.pop(name), say_fault(error)))

    def _leave_out(self, one: LeftOut) -> None:
        log.error("%s", one)
        self.left_out.append(one)

    def __getitem__(self, name: str) -> Game:
        return self.look()[name]

    def __setitem__(self, name: str, game: Game) -> None:
        self.look()[name] = game

    def __delitem__(self, name: str) -> None:
        del self.look()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.look())

    def __len__(self) -> int:
        return len(self.look())


def _source_of(point: EntryPoint) -> str:
    """Return which package an entry point is of, as `name version`."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value


def _load(point: EntryPoint) -> Game:
    """Return the game that an entry point names: an object, or a module with a `GAME`."""
    found: Any = point.load()
    if isinstance(found, ModuleType):
        if not hasattr(found, "GAME"):
            raise AttributeError(f"{point.value} has no GAME: write GAME = {point.name.title()}().")
        found = found.GAME
    game: Game = found() if isinstance(found, type) else found
    return game


def check_contract(game: Game) -> None:
    """Raise ValueError for a game that was made for another version of the contract."""
    made_for, name = getattr(game, "contract", None), type(game).__name__
    if made_for is None:
        raise ValueError(
            f"it does not say for which contract: write contract = {CONTRACT} in {name}."
        )
    if made_for < OLDEST_CONTRACT:
        raise ValueError(
            f"it was made for contract {made_for}, which is too old: this house plays"
            f" {OLDEST_CONTRACT} to {CONTRACT}; look for a newer version of the game."
        )
    if made_for > CONTRACT:
        raise ValueError(
            f"it was made for contract {made_for}, which is too new: this house plays"
            f" {OLDEST_CONTRACT} to {CONTRACT}; install a newer Tablée."
        )


def say_fault(error: BaseException) -> str:
    """Return in one line what an error says, and in which line of whose file it was raised."""
    told = " ".join(str(error).split()) or "no word"
    if isinstance(error, UnknownGame | ValueError):
        return told
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" ({trace.tb_frame.f_code.co_filename}, line {trace.tb_lineno})" if trace else ""
    return f"{type(error).__name__}: {told}{where}"


GAMES = Shelf()


def find_game(name: str) -> Game:
    """Find a game by its name."""
    if not isinstance(name, str) or name not in GAMES:
        for one in GAMES.left_out:
            if one.name == name:
                raise UnknownGame(str(one))
        raise UnknownGame(f"there is no game {name!r}; there are {', '.join(GAMES)}.")
    return GAMES[name]
