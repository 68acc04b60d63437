"""A lesson: steps on real positions, read from the `lesson.toml` beside a game's rules.

A step is one idea. It has a position, a sentence of the game's host, the moves that count as
understood, and kind answers to what else may be tried; the neighbours' moves are given:

    [[step]]
    idea = {fr = "la reine", en = "the queen", de = "die Königin"}
    clauses = ["F51"]
    position = "fourmis players=4 …"
    say = {…}                # at most 14 words; *words* are stressed
    expect = ["Qr"]          # one text a gesture: moves, or patterns such as `lay-*`
    light = "c-Qr trick"     # what glows; the first move that is expected, if left out
    after = "5b 3v"          # what the others play then
    done = {…}               # what has come of it
    otherwise = {…}          # the answer to any other move
    answers = {8j = {…}}     # and to some of them
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property, lru_cache
from typing import Any

from tablee.core.errors import InvalidMove, InvalidRulebook
from tablee.core.game import MOST_KEPT, Game
from tablee.core.rules.numbers import USUAL, Numbers
from tablee.core.rules.rulebook import LANGUAGES, Texts
from tablee.core.state.position import Frame, State

LEARNER = 0
"""The seat of the learner."""
THOUGHTS = ("aim", "turn", "twist", "danger", "end")
"""What a game is in one minute."""


@dataclass(frozen=True)
class Step:
    """One idea of a lesson."""

    game: Game
    number: int
    idea: Texts
    clauses: tuple[str, ...]
    position: str
    say: Texts
    done: Texts
    expect: tuple[str, ...]
    otherwise: Texts
    answers: Mapping[str, Texts] = field(default_factory=dict)
    light: str = ""
    after: str = ""
    section: str = ""
    """The section of the rule book that an example belongs to."""
    show: str = ""
    """What is drawn of an example, as `house/render/scenes.py` reads it."""

    @property
    def address(self) -> str:
        """Where it is, after the address of the lesson."""
        return str(self.number)

    @cached_property
    def start(self) -> State:
        """The position that the step begins with."""
        return self.game.parse_state(self.position)

    def state(self, played: Sequence[str]) -> State:
        """Return the position after some gestures of the step; raise InvalidMove at a wrong one."""
        state = self.start
        for number, move in enumerate(played):
            if number >= len(self.expect) or not self.is_right(number, move):
                raise InvalidMove(f"{move[:20]!r} is not what this step asks for.")
            state = state.play(move)
        return state

    def is_right(self, number: int, move: str) -> bool:
        """Return whether a move is the expected gesture of this number."""
        return any(fnmatchcase(move, pattern) for pattern in self.expect[number].split())

    def shown(self, played: Sequence[str]) -> str:
        """Return a right move after some gestures, which the host shows after wrong tries."""
        legal = [str(move) for move in self.state(played).legal_moves()]
        return next(move for move in legal if self.is_right(len(played), move))

    def answer(self, move: str, lang: str) -> str:
        """Return what the host says to a move; nothing if the step has no words for it."""
        found = [texts for pattern, texts in self.answers.items() if fnmatchcase(move, pattern)]
        return found[0][lang] if found else ""

    def frames(
        self, played: Sequence[str], move: str, lang: str = "en", names: Sequence[str] = ()
    ) -> list[Frame]:
        """Return what is seen after a right gesture; after the last one the others play too.

        It ends with a round that is counted, so that there is time to look at it.
        """
        last = len(played) + 1 == len(self.expect)
        state, frames = self.state(played), []
        for one in [move, *(self.after.split() if last else ())]:
            frames += state.frames(one, lang, names or None)
            state = frames[-1].state
        counted = [number for number, frame in enumerate(frames) if frame.sheet]
        return frames[: counted[0] + 1] if counted else frames

    def end(self, played: Sequence[str]) -> State:
        """Return the position that the step ends with, after all its gestures."""
        return self.frames(played[:-1], played[-1])[-1].state


@dataclass(frozen=True)
class Thought:
    """One of the five thoughts of a game's rules in one minute, with its picture."""

    what: str
    show: str
    """What is drawn, as `house/render/scenes.py` reads it."""
    say: Texts


@dataclass(frozen=True)
class First:
    """What the host says the first time that a person sees something at a table."""

    name: str
    sees: str
    """A selector of what is seen on the page of a seat, and so nothing that is hidden from it."""
    say: Texts


@dataclass(frozen=True)
class Lesson:
    """The lesson of a game: its steps, and its rules in one minute; either may be missing."""

    game: Game
    company: tuple[str, ...]
    """The names of the neighbours, clockwise."""
    steps: tuple[Step, ...]
    minute: tuple[Thought, ...]
    firsts: tuple[First, ...]
    examples: tuple[Step, ...]
    """The examples of the rule book: steps by themselves, each with a picture."""

    def step(self, number: int, example: bool = False) -> Step | None:
        """Return the step or the example of a number, from 1 on; None if there is none."""
        steps = self.examples if example else self.steps
        return steps[number - 1] if 0 < number <= len(steps) else None


@lru_cache(MOST_KEPT)
def lesson_of(game: Game, numbers: Numbers = USUAL) -> Lesson:
    """Return the lesson of a game; an empty one for a game without a `lesson.toml`.

    With the numbers of a table, its minute and its first sights say those.
    """
    data = numbers.fill_all(game.read_texts("lesson.toml"))
    steps, examples = [
        tuple(_step(game, n, found) for n, found in enumerate(data.get(name, ()), 1))
        for name in ("step", "example")
    ]
    minute = tuple(_thought(game, found) for found in data.get("minute", ()))
    firsts = tuple(_first(game, found) for found in data.get("first", ()))
    return Lesson(game, tuple(data.get("company", ())), steps, minute, firsts, examples)


def _first(game: Game, data: Mapping[str, Any]) -> First:
    _check_languages(game, data)
    return First(**data)


def _thought(game: Game, data: Mapping[str, Any]) -> Thought:
    if data["what"] not in THOUGHTS:
        raise InvalidRulebook(f"{game.name} in one minute: {data['what']!r} is none of {THOUGHTS}.")
    _check_languages(game, data)
    return Thought(**data)


def _check_languages(game: Game, data: Mapping[str, Any]) -> None:
    for name, texts in data.items():
        if isinstance(texts, dict) and name != "answers" and set(texts) != set(LANGUAGES):
            raise InvalidRulebook(f"the lesson of {game.name}: {name!r} lacks a language.")


def _step(game: Game, number: int, data: Mapping[str, Any]) -> Step:
    _check_languages(game, {**data, **data.get("answers", {})})
    lists = {name: tuple(data[name]) for name in ("clauses", "expect")}
    return Step(game, number, **{**data, **lists})
