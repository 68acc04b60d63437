"""The page that tells what decided a match, from one seat; it is made while the visitor waits."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tablee.bots.review.result import restored_choice
from tablee.house.errors import StillPlaying
from tablee.house.render import templating
from tablee.house.replay.finished_match import FinishedMatch, Viewpoint
from tablee.house.replay.review_curve import draw_curve
from tablee.house.replay.review_text import KeyMoment, ReviewTold, tell_choices
from tablee.house.replay.reviews import Job
from tablee.web.http.buckets import buckets_of
from tablee.web.http.context import lang_of, text_in, visitor_of
from tablee.web.http.requests import client_of
from tablee.web.http.responses import page
from tablee.web.replay.pages import (
    Where,
    match_of,
    own_seat,
    player,
    ply_in,
    reviews_of,
    told_of,
    viewer_in,
)


async def review(request: Request) -> Response:
    """Tell where the result of a seat came from, or how far the review of it is."""
    visitor, lang, moment = visitor_of(request), lang_of(request), ply_in(request)
    seat, laid_open = viewer_in(request, usual="1")
    anew = text_in(request, "anew", 8) == "yes"
    past = await match_of(request)
    if past.end.outcome() is None:
        raise StillPlaying("this match has no end: only one that is over can be reviewed.")
    own = own_seat(request, visitor)
    eyes = Viewpoint(read_seat(past, seat, own), laid_open == "1")
    assert eyes.seat is not None
    where = Where(past, past.find(*moment), eyes, request.url.path, usual=True)
    told = await told_of(request, past, eyes.seat)
    job = None if told else ask(request, past, eyes.seat, anew)
    facts = await player(request, where, lang, told)
    found = tell(told, lang) if told else so_far(request, past, job, lang)
    return page(request, "review.html", lang, **facts, **found, mine=own == eyes.seat)


def read_seat(past: FinishedMatch, text: str, own: int | None) -> int:
    """Return the seat to look back from: as the address says, one's own, or the winner's."""
    if text in [str(person.seat) for person in past.people]:
        return int(text)
    outcome = past.end.outcome()
    return own if own is not None else outcome.winners[0] if outcome and outcome.winners else 0


def ask(request: Request, past: FinishedMatch, seat: int, anew: bool = False) -> Job:
    """Return the review in the making; one that was not asked for before costs something."""
    reviews = reviews_of(request)
    if reviews.job(past.name, seat) is None:
        buckets_of(request).costly.take(client_of(request.scope))
    return reviews.ask(past.name, seat, past.record, anew)


def tell(told: ReviewTold, lang: str) -> dict[str, Any]:
    """Return what the page says of a review that is made."""
    keys = told.key_moments()
    ui = templating.speak(lang)
    label = ui("review_curve_is", start=told.start, end=told.end)
    return {
        "told": told,
        "keys": keys,
        "curve": draw_curve(told, keys, label),
        "job": None,
        "before": 0,
    }


def so_far(request: Request, past: FinishedMatch, job: Job | None, lang: str) -> dict[str, Any]:
    """Return what the page says while a review is being made: the key moments found so far."""
    assert job is not None
    choices = [
        restored_choice(kept, job.seat, lambda ply: past.view(ply, job.seat))
        for kept in job.choices
    ]
    dearest = sorted(choices, key=lambda choice: -choice.cost)[:3]
    keys: list[KeyMoment] = tell_choices(past, dearest)
    before = 0 if job.failed else reviews_of(request).before(job)
    return {"told": None, "keys": keys, "curve": "", "job": job, "before": before}


ROUTES = [Route("/replay/{name}/review", review)]
