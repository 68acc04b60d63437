"""The lessons: `/learn/GAME` is a real table with a fixed deal, step by step.

The address holds the step and the gestures of it that are done. A cookie remembers the step for
the next visit, so that nothing is stored here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tablee.core.errors import InvalidMove
from tablee.core.state.position import State
from tablee.games import find_game
from tablee.house.errors import NothingThere
from tablee.house.live.seat_page import answers
from tablee.house.render import templating
from tablee.house.render.render_table import look_at, show
from tablee.table import render
from tablee.table.flights import flights
from tablee.table.kit import Gesture
from tablee.table.laying import lay
from tablee.table.lights import Focus, press
from tablee.table.people import Person
from tablee.table.posed.laid import find_laid
from tablee.table.posed.lesson import LEARNER, Lesson, Step, lesson_of
from tablee.table.rendered import Rendered, Showing
from tablee.web.frame.first_tips import (
    ALL,
    LEARNT,
    _enough_cookie,
    _minute_cookie,
    _told,
    cookie_of,
    has_learnt,
)
from tablee.web.frame.teaching import stressed
from tablee.web.http.context import form_of, house_of, lang_of, number_in, post, text_in
from tablee.web.http.requests import cookies_of, read_number, whole_number
from tablee.web.http.responses import go, keep, own_path, page, usual_name
from tablee.web.lessons.at_laid import step_at

PATIENCE = 2
"""Wrong tries after which the host offers to show the move."""
MOST_LIT = 12
"""Places that glow; where a thing may go to more of them, it alone is the light."""
GLANCE, LOOK = 700, 1_700
"""Milliseconds that a neighbour's card is shown, and a trick before it is taken."""
KEPT = "kept"
"""Asked for by the service worker, which keeps the pages of a lesson."""
LONGEST = 200
"""Characters of the gestures in an address."""


@dataclass(frozen=True)
class Attempt:
    """How far a learner is: at a step of a lesson, after some of its gestures and wrong tries."""

    lesson: Lesson
    step: Step
    lang: str
    name: str
    played: tuple[str, ...] = ()
    wrong: int = 0
    answer: str = ""
    """What the host says to a wrong try."""

    @property
    def is_done(self) -> bool:
        """Whether the step has all its gestures."""
        return len(self.played) == len(self.step.expect)

    @property
    def base(self) -> str:
        """The address of the lesson, or of the examples, to which a number is added."""
        return f"/learn/{self.lesson.game.name}/{'example/' if self.step.show else ''}"

    @property
    def path(self) -> str:
        """The address of the step."""
        return self.base + self.step.address

    @property
    def many(self) -> int:
        """How many steps there are."""
        return len(self.lesson.examples if self.step.show else self.lesson.steps)

    @cached_property
    def state(self) -> State:
        """The position to look at."""
        return self.step.end(self.played) if self.is_done else self.step.state(self.played)

    @cached_property
    def people(self) -> list[Person]:
        """The learner and the neighbours."""
        company = self.lesson.company[: self.step.start.players - 1]
        names = [self.name, *company]
        return [Person(n, name, bot=n != LEARNER) for n, name in enumerate(names)]

    def gestures(self) -> Sequence[Gesture]:
        """Return the gestures that can be made now."""
        if self.is_done:
            return ()
        return lay(look_at(self.state.view(LEARNER), self.lang, self.people)).gestures

    @cached_property
    def focus(self) -> Focus:
        """The one light of the step, and its answer to what may not be done."""
        found = self.gestures()
        right = [g for g in found if self.step.is_right(len(self.played), g.move)]
        places = {g.place for g in right}
        lit = {g.thing for g in right} | (places if len(places) <= MOST_LIT else set())
        glow = self.step.light.split() or lit
        return Focus(
            frozenset([] if self.is_done else glow),
            lambda trial: self.step.answer(trial, self.lang),
            self.is_done,
        )

    def show(self, held: str = "", asked: str = "", inline: bool = True) -> Rendered:
        """Write the table."""
        return self.show_state(self.state, Showing(self.people, self.lang, held, asked, "", inline))

    def show_state(self, state: State, showing: Showing) -> Rendered:
        """Write the table at a moment of the step."""
        slots = {"ribbon": f'<div id="ribbon" hidden>{escape(plain(self.sentence))}</div>'}
        return show(state.view(LEARNER), replace(showing, focus=self.focus, slots=slots))

    @property
    def sentence(self) -> str:
        """What the host says."""
        return (self.step.done if self.is_done else self.step.say)[self.lang]

    def shell(self, shown: Rendered) -> dict[str, str]:
        """Return the parts of the page around the table."""
        ui = templating.speak(self.lang)
        status = ui("learn_status", idea=self.step.idea[self.lang])
        return {
            "status": render.status(status),
            "answers": answers(len(self.played)),
            "attempt": (
                f'<span id="attempt"><input type="hidden" name="played" value="'
                f'{",".join(self.played)}"><input type="hidden" name="wrong" value="{self.wrong}">'
                "</span>"
            ),
            "lesson": self._bar(shown),
        }

    def _bar(self, shown: Rendered) -> str:
        lit = [spot for spot, _ in shown.spots.values() if spot.id in self.focus.glow]
        things = [spot for spot in lit if not spot.place]
        template = templating.environment().get_template("_lesson.html")
        return template.render(
            attempt=self,
            ui=templating.speak(self.lang),
            host=templating.host_of(self.lesson.game.name),
            sentence=stressed(self.sentence),
            last=self.step.number == self.many,
            gesture=_short(things[0].name) if len(things) == 1 else "",
            shown=self.step.shown(self.played) if self.wrong >= PATIENCE else "",
        ).strip()


def _short(name: str) -> str:
    """Return what a thing is, without what else a reader says of it."""
    short = re.split(r"[;:,(]", name)[0].strip()
    return short[:1].upper() + short[1:]


def plain(sentence: str) -> str:
    """Return a sentence without its stress."""
    return sentence.replace("*", "")


def attempt_of(request: Request, number: int, played: str = "", wrong: int = 0) -> Attempt:
    """Return the attempt of a request; raise NothingThere where a lesson has no such step."""
    game, lang = request.path_params["game"], lang_of(request)
    lesson = lesson_of(find_game(game))
    step = _step_of(request, lesson, number)
    if step is None:
        raise NothingThere(f"the lesson of {game} has no step {number}.")
    moves = tuple(played.split(",")) if played else ()
    try:
        step.state(moves)
    except InvalidMove as error:
        raise NothingThere(str(error)) from error
    return Attempt(lesson, step, lang, usual_name(request, lang), moves, min(wrong, 9))


def _step_of(request: Request, lesson: Lesson, number: int) -> Step | None:
    if "laid" not in request.path_params:
        return lesson.step(number, "/example/" in request.url.path)
    laid = find_laid(lesson.game, request.path_params["laid"])
    return step_at(laid) if laid else None


async def resume(request: Request) -> Response:
    """Show the step at which the learner left, or the first; without a lesson lead to the rules."""
    game = request.path_params["game"]
    lesson = lesson_of(find_game(game))
    if not lesson.steps:
        return go(f"/rules/{game}")
    number = read_number(cookies_of(request.scope).get(cookie_of(game), ""), 2) or 1
    return _page(request, attempt_of(request, number if lesson.step(number) else 1))


async def seen(request: Request) -> Response:
    """Put the rules in one minute away."""
    answer = go(own_path(form_of(request).get("back", "/")))
    game = find_game(request.path_params["game"])
    keep(request, answer, _minute_cookie(game.name), "seen")
    return answer


async def told(request: Request) -> Response:
    """Remember what a player has been told for the first time, or that enough has been said."""
    game, form = request.path_params["game"], form_of(request)
    answer = go(own_path(form.get("back", "/")))
    firsts = lesson_of(find_game(game)).firsts
    if form.get("name") == ALL:
        keep(request, answer, _enough_cookie(game), ALL)
    else:
        heard = {form.get("name", ""), *_told(request, game)} & {one.name for one in firsts}
        keep(request, answer, f"told-{game}", ".".join(sorted(heard)))
    return answer


async def at_step(request: Request) -> Response:
    """Show a step of a lesson; without a script also what is held, and what was answered."""
    number, wrong = (
        number_in(request, "number", usual=1),
        number_in(request, "wrong", 0, 99, usual=0),
    )
    names = ("played", "tried", "hold", "ask")
    played, tried, hold, ask = (text_in(request, name, LONGEST) for name in names)
    attempt = attempt_of(request, number, played, wrong)
    return _page(request, _answered(attempt, tried) if tried else attempt, hold, ask)


def _page(request: Request, attempt: Attempt, hold: str = "", ask: str = "") -> Response:
    game, lang = attempt.lesson.game, attempt.lang
    shown = attempt.show(hold, ask)
    shown.parts |= attempt.shell(shown)
    answer = page(
        request,
        "learn.html",
        lang,
        game=game,
        attempt=attempt,
        title=game.rulebook.about["title"][lang],
        game_title=templating.title_of(game, lang),
        sentence=plain(attempt.sentence),
        shown=shown,
        action=attempt.path,
        table_id="",
        minute=bool(attempt.lesson.minute),
    )
    return _remember(request, answer, attempt)


def _remember(request: Request, answer: Response, attempt: Attempt) -> Response:
    """Keep where the learner is, unless the page is only kept for later."""
    if KEPT in request.query_params:
        return answer
    game, number = attempt.lesson.game.name, attempt.step.number + attempt.is_done
    left = str(number) if number <= attempt.many else LEARNT
    if number and not attempt.step.show and not (has_learnt(request, game) and left != LEARNT):
        if left == LEARNT and not has_learnt(request, game):
            house_of(request).spawn(house_of(request).facts.count_lesson(game))
        keep(request, answer, cookie_of(game), left)
    return answer


async def gesture(request: Request) -> Response:
    """Judge a gesture: right ones lead on, others are answered; a script gets JSON."""
    number, form = number_in(request, "number", usual=1), form_of(request)
    wrong = whole_number(form.get("wrong", "0") or "0", "wrong")
    attempt = attempt_of(request, number, form.get("played", ""), wrong)
    if attempt.is_done:
        return go(f"{attempt.path}?{urlencode({'played': ','.join(attempt.played)})}")
    move = form.get("move", "")
    if "press" in form:
        laid = lay(look_at(attempt.state.view(LEARNER), attempt.lang, attempt.people))
        laid.gestures = attempt.gestures()
        what, move = press(laid, form["press"], form.get("held", ""))
        if what != "play":
            return go(_address(attempt, **{what: move}))
    if move not in [one.move for one in attempt.gestures()]:
        raise InvalidMove(f"{move[:20]!r} cannot be done here.")
    is_right = attempt.step.is_right(len(attempt.played), move)
    if "application/json" in request.headers.get("accept", ""):
        told = JSONResponse(judge(attempt, move))
        return _remember(request, told, played_on(attempt, move)) if is_right else told
    if is_right:
        return go(_address(played_on(attempt, move)))
    return go(_address(replace(attempt, wrong=attempt.wrong + 1), tried=move))


def _address(attempt: Attempt, **more: str) -> str:
    facts = {"played": ",".join(attempt.played), "wrong": str(attempt.wrong or ""), **more}
    query = urlencode({name: value for name, value in facts.items() if value})
    return f"{attempt.path}?{query}" if query else attempt.path


def _answered(attempt: Attempt, move: str) -> Attempt:
    """Return an attempt with what the host says to a wrong move."""
    step, lang = attempt.step, attempt.lang
    return replace(attempt, answer=step.answer(move, lang) or step.otherwise[lang])


def judge(attempt: Attempt, move: str) -> dict[str, Any]:
    """Return what a script shows after a gesture."""
    if attempt.step.is_right(len(attempt.played), move):
        return _right(attempt, move)
    tried = _answered(replace(attempt, wrong=attempt.wrong + 1), move)
    shell = tried.shell(tried.show(inline=False))
    regions = {name: shell[name] for name in ("attempt", "lesson")}
    return {"answer": tried.answer, "regions": regions}


def played_on(attempt: Attempt, move: str) -> Attempt:
    """Return an attempt after a right gesture."""
    return replace(attempt, played=(*attempt.played, move), wrong=0)


def _right(attempt: Attempt, move: str) -> dict[str, Any]:
    """Return what a script shows after a right gesture, moment by moment."""
    after = played_on(attempt, move)
    names = [person.name for person in attempt.people]
    frames = attempt.step.frames(attempt.played, move, attempt.lang, names)
    before = attempt.show(inline=False)
    sent: list[dict[str, Any]] = []
    for number, frame in enumerate(frames, 1):
        last = number == len(frames)
        showing = Showing(attempt.people, attempt.lang, inline=False)
        shown = after.show_state(frame.state, showing) if not last else after.show(inline=False)
        pause = 0 if last else LOOK if frame.state.seat is None else GLANCE
        moved = [(one.id, one.source, one.target) for one in flights(before, shown)]
        told = [one.sentence for one in frame.told]
        facts = {"regions": shown.changed_since(before), "flights": moved}
        sent.append({**facts, "pause": pause, "told": told})
        before = shown
    sent[-1]["regions"].update(after.shell(before))
    sent[-1]["told"].append(plain(after.sentence))
    return {"frames": sent, "path": _address(after)}


ROUTES = [
    Route("/learn/{game}", resume),
    post("/learn/{game}/seen", seen),
    post("/learn/{game}/told", told),
    Route("/learn/{game}/example/{number}", at_step),
    post("/learn/{game}/example/{number}", gesture),
    Route("/learn/{game}/table/{laid}", at_step),
    post("/learn/{game}/table/{laid}", gesture),
    Route("/learn/{game}/{number}", at_step),
    post("/learn/{game}/{number}", gesture),
]
