"""What lessons are held against: how their positions came about, and a quiz for those who learnt.

Beside a game's tests lie `lesson-past.txt`, two lines for each position of a step or an example:
a fresh deal, and the moves that lead from it to the position (`drawn=T` is what chance brought);
and `quiz.toml`, ten questions or a few more, each with the step that answers it, its clause, and
the words that do.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from tablee import GAMES, State
from tablee.table.posed.lesson import Lesson, Step, lesson_of

TESTS = Path(__file__).parent / "games"
TAUGHT = {game.name: lesson_of(game) for game in GAMES.values()}
CHANCE = ("key", "hands", "contracts", "piles", "target", "plus", "minus", "drawn", "phase")
"""What differs from one fresh deal to the next."""


def past_of(lesson: Lesson, step: Step) -> tuple[str, list[str]]:
    """The deal and the moves that lead to a step."""
    lines = (TESTS / lesson.game.name / "lesson-past.txt").read_text("utf-8").splitlines()
    number = step.number + (len(lesson.steps) if step.show else 0)
    start, moves = lines[2 * number - 2 : 2 * number]
    return start, moves.split()


def replay(lesson: Lesson, start: str, moves: list[str]) -> State:
    """Plays what led to a position; chance may have brought any card that was left."""
    state = lesson.game.parse_state(start)
    for move in moves:
        if move.startswith("drawn="):
            text = re.sub(r"phase=\S+", "phase=place", str(state))
            state = lesson.game.parse_state(re.sub(r"drawn=\S+", move, text))
        else:
            state = state.play(move)
    return state


def blurred(text: str) -> str:
    """A position without what chance decides."""
    return " ".join(word for word in text.split() if word.partition("=")[0] not in CHANCE)


def quiz_of(game: str) -> list[dict[str, Any]]:
    """The questions of a game."""
    found = tomllib.loads((TESTS / game / "quiz.toml").read_text("utf-8"))
    questions: list[dict[str, Any]] = found["question"]
    return questions


def texts_of(step: Step, lang: str) -> str:
    """What a step says to everyone, whatever else they try."""
    return " ".join(texts[lang] for texts in (step.say, step.done)).replace("*", "")
