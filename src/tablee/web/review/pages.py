"""The page that tells what decided a match, from one seat; it is made while the visitor waits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tablee.bots.review.result import restored_choice
from tablee.house.errors import StillPlaying
from tablee.house.render import templating
from tablee.house.replay.finished_match import FinishedMatch
from tablee.house.replay.review_text import (
    Deed,
    KeyMoment,
    ReviewTold,
    draw,
    tart_of,
    tell_choices,
    told_of,
)
from tablee.house.replay.reviews import PendingReview
from tablee.table.sights import sights_of
from tablee.web.frame.matches import match_of, own_seat, read_seat, reviews_of
from tablee.web.http.buckets import buckets_of
from tablee.web.http.context import lang_of, number_in, text_in, visitor_of
from tablee.web.http.requests import client_of
from tablee.web.http.responses import page

OPEN = "yes"
"""What `try` says while nothing has been tried; else the move that was."""


async def review(request: Request) -> Response:
    """Tell where the result of a seat came from, or how far the review of it is."""
    visitor, lang = visitor_of(request), lang_of(request)
    ply, tried = number_in(request, "ply", 0, 10**6, usual=None), text_in(request, "try")
    seat, anew = text_in(request, "as", 8), text_in(request, "anew", 8) == "yes"
    past = await match_of(request)
    if past.end.outcome() is None:
        raise StillPlaying("this match has no end: only one that is over can be reviewed.")
    own = own_seat(request, visitor)
    stand = Stand(past, read_seat(past, seat, own), own)
    told = await told_of(reviews_of(request), past, stand.seat)
    job = None if told else ask(request, past, stand.seat, anew)
    found = tell(told, stand) if told else so_far(request, stand, job)
    chosen = choose(found["keys"], ply)
    return page(
        request,
        "review.html",
        lang,
        **_about(stand, lang),
        **found,
        key=chosen,
        again=Trial.of(chosen, tried),
        opened=tried == OPEN,
        told=told,
        job=job,
    )


@dataclass(frozen=True)
class Stand:
    """From which seat a match is looked back at, and which was the visitor's own."""

    past: FinishedMatch
    seat: int
    own: int | None

    @property
    def who(self) -> str:
        """The name of the seat, unless it is told to that very person."""
        return "" if self.seat == self.own else self.past.names[self.seat]

    def at(self, key: KeyMoment | None = None, tried: str = "") -> str:
        """Return the address of this review, at one of its moments, with a move to try."""
        more = {"ply": key.choice.ply} if key else {}
        query = {"as": self.seat, **more, **({"try": tried} if tried else {})}
        return f"/replay/{self.past.name}/review?{urlencode(query)}{'#key' if key else ''}"

    def by(self, seat: int) -> str:
        """Return the address of the review from another seat."""
        return f"/replay/{self.past.name}/review?as={seat}"

    @property
    def last(self) -> Markup:
        """The last move of the match, as its player saw it."""
        past = self.past
        state = past.moments[past.find(len(past.record.moves) - 1)].state
        view, move = state.view(state.seat), past.record.moves[-1]
        return draw(past, sights_of(past.game).sight(view.record, move.code))


@dataclass(frozen=True)
class Trial:
    """A move that was tried where another had been made, and what would have come of it."""

    key: KeyMoment
    deed: Deed

    @classmethod
    def of(cls, key: KeyMoment | None, tried: str) -> Trial | None:
        """Return what was tried at a moment, if that can be tried there."""
        deed = key.deed(tried) if key else None
        return cls(key, deed) if key and deed else None

    @property
    def answer(self) -> str:
        """Which phrase answers it first."""
        if self.deed is self.key.best:
            return "try_yes"
        return "try_same" if self.deed is self.key.made else "try_not_yet"

    @property
    def outcome(self) -> str:
        """Which phrase tells the outcome in slices."""
        little = "" if self.slices else "_little"
        return f"try_{'gains' if self.deed is self.key.best else 'lacks'}{little}"

    @property
    def slices(self) -> int:
        """How many slices it brings more than the move made, or less than the best one."""
        other = self.key.made if self.deed is self.key.best else self.deed
        return self.key.short_of(other)

    @property
    def odds(self) -> list[Deed]:
        """The moves whose odds are worth a look: those that differ in whole matches of ten."""
        other = self.key.made if self.deed is self.key.best else self.key.best
        return (
            []
            if other.cells == self.deed.cells or self.answer == "try_same"
            else [
                self.deed,
                *([other] if self.deed is self.key.best else []),
            ]
        )


def choose(keys: list[KeyMoment], ply: int | None) -> KeyMoment | None:
    """Return the moment of an address, or the dearest one."""
    found = next((key for key in keys if key.choice.ply == ply), None)
    return found or max(keys, key=lambda key: key.choice.cost, default=None)


def ask(request: Request, past: FinishedMatch, seat: int, anew: bool = False) -> PendingReview:
    """Return the review in the making; one that was not asked for before costs something."""
    reviews = reviews_of(request)
    if reviews.job(past.name, seat) is None:
        buckets_of(request).costly.take(client_of(request.scope))
    return reviews.ask(past.name, seat, past.record, anew)


def _about(stand: Stand, lang: str) -> dict[str, Any]:
    """Return what is known at once: the match, the result, the last move."""
    past, outcome = stand.past, stand.past.end.outcome()
    return {
        "past": past,
        "stand": stand,
        "game": past.game,
        "title": past.game.rulebook.about["title"][lang],
        "host": templating.host_of(past.game.name),
        "winners": outcome.winners if outcome else (),
        "scores": past.end.scores,
        "path": f"/replay/{past.name}",
    }


def tell(told: ReviewTold, stand: Stand) -> dict[str, Any]:
    """Return what the page says of a review that is made."""
    said = told.verdict(stand.who).tell(templating.speak(stand.past.lang))
    return {"keys": told.key_moments(), "tart": told.tart, "said": said, "before": 0}


def so_far(request: Request, stand: Stand, job: PendingReview | None) -> dict[str, Any]:
    """Return what the page says while a review is being made: the key moments found so far."""
    assert job is not None
    past, ui = stand.past, templating.speak(stand.past.lang)
    choices = [
        restored_choice(kept, job.seat, lambda ply: past.view(ply, job.seat))
        for kept in job.choices
    ]
    dearest = sorted(choices, key=lambda choice: -choice.cost)[:3]
    tart = tart_of(past, stand.seat)
    head = ui(f"verdict_{tart.result}")
    if stand.who:
        head = ui("verdict_of", who=stand.who, what=head[:1].lower() + head[1:])
    before = 0 if job.failed else reviews_of(request).before(job)
    return {"keys": tell_choices(past, dearest), "tart": tart, "said": (head,), "before": before}


ROUTES = [Route("/replay/{name}/review", review)]
