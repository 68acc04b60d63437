"""A whole lesson as one file: what is answered to every gesture of its steps, without a network."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tablee.core import as_json
from tablee.core.game import Game
from tablee.games import find_game
from tablee.house.render import templating
from tablee.table.posed.lesson import Step, lesson_of
from tablee.web.http.context import house_of, lang_of, take_costly
from tablee.web.lessons.pages import PATIENCE, Attempt, judge


async def answers(request: Request) -> Response:
    """Return all answers of a lesson, for the service worker of a browser that has opened it."""
    take_costly(request)
    game, lang = find_game(request.path_params["game"]), lang_of(request)
    body = await house_of(request).thinking.offload(write_answers, game, lang)
    return Response(body, media_type="application/json")


@lru_cache(16)
def write_answers(game: Game, lang: str) -> bytes:
    """Write the language of a lesson, its number of steps, and its answers by gesture."""
    lesson, name = lesson_of(game), templating.speak(lang)("guest")
    found = {
        f"{step.number} {','.join(played)} {move}": judge(
            Attempt(lesson, step, lang, name, played, PATIENCE - 1), move
        )
        for step in lesson.steps
        for played, move in gestures(step)
    }
    return as_json.dumps({"lang": lang, "steps": len(lesson.steps), "answers": found})


def gestures(step: Step, played: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every gesture that can be made in a step, with the right ones before it."""
    if len(played) == len(step.expect):
        return
    for move in map(str, step.state(played).legal_moves()):
        yield played, move
        if step.is_right(len(played), move):
            yield from gestures(step, (*played, move))


ROUTES = [Route("/learn/{game}/answers", answers)]
