"""How a network learns: what may be chosen, and what has proved good for each game."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from tablee.core.errors import InvalidOption
from tablee.core.game import Game


@dataclass(frozen=True)
class Sitting:
    """A kind of table that a network learns at."""

    players: int
    options: tuple[tuple[str, str], ...] = ()

    def chosen(self) -> dict[str, Any]:
        """Return the options as a game takes them."""
        return dict(self.options)


@dataclass(frozen=True)
class Settings:
    """How a network learns."""

    games: int = 65_536
    """How many are played at once."""
    steps: int = 64
    """Decisions of each game between two lessons."""
    batch: int = 262_144
    """Decisions learned from together."""
    width: int = 448
    blocks: int = 2
    rate: float = 1e-3
    """How far a lesson moves the weights, at first."""
    curious: float = 0.03
    """How much it is worth to leave open what to do, at first."""
    far: float = 0.9
    """How much a decision has to do with what comes after the next one."""
    swing: float = 6.0
    """Points of lead that make a match likely won: what the value is thought to be at first."""
    trust: float = 0.15
    """The part of the time in which that is still believed, ever less."""
    advised: float = 0.0
    """Seconds of learning from advice before it plays against itself."""
    sittings: tuple[Sitting, ...] = ()
    """The tables it learns at, one after the other; some more often."""
    seed: int = 1

    def as_dict(self) -> dict[str, Any]:
        """Return everything in plain types."""
        return asdict(self)


SMALL = {"games": 512, "steps": 32, "batch": 4_096, "width": 64, "blocks": 1}
"""For a processor: to try it out."""
_SIZES = {
    "fourmis": (4, 2, 4, 3, 4),
    "kraut": (4, 2, 4, 3, 4, 5),
    "escogriffe": (4, 3, 4, 5, 4, 6, 4, 7, 4, 8),
}
_BY_GAME: dict[str, dict[str, Any]] = {
    "fourmis": {"width": 544, "curious": 0.02, "swing": 3.8},
    "kraut": {"width": 448, "curious": 0.05, "rate": 6e-4, "swing": 7.0},
    "escogriffe": {"width": 448, "curious": 0.01, "far": 0.95, "swing": 12.0, "rate": 5e-4},
}
_OPTIONS = {"fourmis": ({"beat": "previous"}, {"teams": "yes"}), "kraut": ({"match": "three"},)}


def settings_for(game: Game, **changes: Any) -> Settings:
    """Return what has proved good for a game, with changes."""
    usual = {**_BY_GAME.get(game.name, {}), "sittings": _sittings(game)}
    unknown = changes.keys() - Settings.__dataclass_fields__
    if unknown:
        raise InvalidOption(f"there is no setting {', '.join(sorted(unknown))} for learning.")
    return Settings(**{**usual, **changes})


def _sittings(game: Game) -> tuple[Sitting, ...]:
    """Return the tables of a game: all sizes, and its options at the size played most."""
    sizes = _SIZES.get(game.name, tuple(game.players))
    plain = [Sitting(players) for players in sizes]
    usual = max(sizes, key=sizes.count)
    others = [
        Sitting(usual, tuple(sorted(options.items()))) for options in _OPTIONS.get(game.name, ())
    ]
    return (*plain, *others)
