"""Looking back: what each decision of a match was worth, and how much of its result was luck.

One value serves all: a seat's chance to win, over the deals that are possible for all it knows,
if everyone goes on as a regular would. Before the deal it is the fair share, at the end the
result, so its changes add up to the difference of the two: those by the deals, by the cards that
came, by the others, and by the seat's own choices.

Before a decision the value is the mean of what each move comes to, as often as a regular would
make it; so a regular's own choices are worth nothing on average, however rough the values are.
Whether another move was better is judged on fresh deals, since those that made it look best
would flatter it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass

from tablee.bots.review.builder import ReviewBuilder
from tablee.bots.review.result import SURE, Choice, Review, SeatReview
from tablee.bots.review.values import regular_of, review_settings
from tablee.core.errors import InvalidOption, InvalidRecord
from tablee.core.record import Record

__all__ = ["SURE", "Choice", "Progress", "Review", "SeatReview", "check_reviewable", "review"]
__all__ += ["reviewing"]

FEWEST = 2
"""Deals on which every move is tried at least."""


@dataclass(frozen=True)
class Progress:
    """How far a review has come, in play-outs; and the choice that has just been judged."""

    done: int
    total: int
    choice: Choice | None = None


def review(
    record: Record,
    seat: int | None = None,
    *,
    plays: int | None = None,
    seed: int = 0,
    progress: Callable[[Progress], None] = lambda step: None,
) -> Review:
    """Look back at a match that is over, from one seat or from all of them."""
    steps = reviewing(record, seat, plays=plays, seed=seed)
    while True:
        try:
            progress(next(steps))
        except StopIteration as end:
            found: Review = end.value
            return found


def reviewing(
    record: Record, seat: int | None = None, *, plays: int | None = None, seed: int = 0
) -> Generator[Progress, None, Review]:
    """Look back step by step, for a job in the background; return the review.

    The choices furthest from advice come first, so that a key moment is found soon. `plays` is
    the number of play-outs in all, about; by default what the game's `levels.toml` says.
    """
    check_reviewable(record, seat)
    seats = range(record.players) if seat is None else [seat]
    builders = [review_builder(record, one, seed) for one in seats]
    work = sum(builder.work for builder in builders)
    each = plays_each(record, work, plays)
    done = 0.0
    reviews = []
    for builder in builders:
        for part, choice in builder.evaluate(each):
            done += part
            yield Progress(round(done * each), round(work * each), choice)
        reviews.append(builder.build())
    return Review(record, tuple(reviews), each)


def review_builder(record: Record, seat: int, seed: int = 0) -> ReviewBuilder:
    """Return what makes one seat's review; no moment has its value yet."""
    return ReviewBuilder(record, seat, regular_of(record.game, record.players), seed)


def plays_each(record: Record, work: float, plays: int | None = None) -> int:
    """Return how a number of play-outs is shared among moves and events."""
    budget = review_settings(record.game)["plays"] if plays is None else plays
    return max(FEWEST, int(budget / work))


def check_reviewable(record: Record, seat: int | None = None) -> None:
    """Refuse a match that is not over or does not replay, and a seat that it does not have."""
    if seat is not None and seat not in range(record.players):
        raise InvalidOption(f"there is no seat {seat!r}: seats are 0 to {record.players - 1}.")
    if record.replay().outcome() is None:
        raise InvalidRecord("the match is not over: only one that is over can be looked back at.")
