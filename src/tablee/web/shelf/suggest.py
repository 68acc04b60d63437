"""Which game to play tonight: by how many people there are, the youngest's age, and the time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tablee.core.game import Game
from tablee.look.boxes import boxes
from tablee.web.http.requests import read_number

MINUTES = (20, 30, 45, 60)
AGES = (6, 7, 8, 10, 12)


@dataclass(frozen=True)
class Company:
    """What a company says of itself."""

    people: int
    age: int
    minutes: int


@dataclass(frozen=True)
class Advice:
    """A game, and what of it does not fit: people, age, minutes; nothing if all does."""

    game: Game
    amiss: tuple[str, ...] = ()


def read_wish(form: Mapping[str, str]) -> Company | None:
    """Return the wish that an address holds; None if it holds none, or no number."""
    texts = [form.get(name, "") for name in ("people", "age", "minutes")]
    numbers = [number for text in texts if (number := read_number(text, 3)) is not None]
    return Company(*numbers) if len(numbers) == len(texts) else None


def companies() -> list[int]:
    """Return for how many people there is a game."""
    return sorted({players for box in boxes().values() for players in box.game.players})


def suggest(wish: Company) -> list[Advice]:
    """Return all games that so many can play, those first that fit best."""
    found = [_judge(box.game, wish) for box in boxes().values()]
    fit = [one for one in found if "people" not in one.amiss]
    return sorted(fit, key=lambda one: (len(one.amiss), abs(_minutes(one.game) - wish.minutes)))


def _judge(game: Game, wish: Company) -> Advice:
    wrong = {
        "people": wish.people not in game.players,
        "age": wish.age < int(game.rulebook.about["age"]),
        "minutes": wish.minutes < _minutes(game),
    }
    return Advice(game, tuple(what for what, is_wrong in wrong.items() if is_wrong))


def _minutes(game: Game) -> int:
    return int(game.rulebook.about["minutes"])
