"""What a review tells on a page: its verdict, its key moments, its figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from markupsafe import Markup

from tablee.bots.review.moments import CARDS, DEAL, OTHERS, PARTS
from tablee.bots.review.result import Choice, SeatReview, restored
from tablee.core.state.position import Move
from tablee.house.live.sentences import name_gesture
from tablee.house.render import templating
from tablee.house.render.render_table import look_at
from tablee.house.render.scenes import scene
from tablee.house.replay.finished_match import FinishedMatch, Marks, Viewpoint
from tablee.house.replay.verdict import Tart, Verdict, close, cut, whole, worst_round
from tablee.table.kit import Table as Laid
from tablee.table.laying import lay
from tablee.table.sights import sights_of

if TYPE_CHECKING:
    from tablee.house.replay.reviews import Reviews

LUCK = (DEAL, CARDS)
CELLS = 10
"""Matches in which a chance is told: so many of ten."""


@dataclass(frozen=True)
class Deed:
    """A move as a page tells it: what it takes in words and in pictures, and how often it wins."""

    move: str
    told: str
    picture: Markup
    sight: Markup
    chance: float
    """In slices of the tart."""
    cells: int


@dataclass(frozen=True)
class KeyMoment:
    """A choice that cost much, or was found: the move made, others, and how they differ."""

    number: int
    moment: int
    """The moment of the match, as its replay counts."""
    choice: Choice
    status: str
    deeds: tuple[Deed, ...]
    """The move made, the best one if it is another, and perhaps a third."""
    lies: Markup
    """What lay there before the choice."""
    reason: str

    @property
    def made(self) -> Deed:
        """The move that was made."""
        return self.deeds[0]

    @property
    def best(self) -> Deed:
        """The move that would have been best."""
        return next(deed for deed in self.deeds if deed.move == str(self.choice.best))

    @property
    def offered(self) -> list[Deed]:
        """The moves to choose from, in an order that tells nothing."""
        return sorted(self.deeds, key=lambda deed: deed.told)

    def deed(self, move: str) -> Deed | None:
        """Return one of the moves to choose from."""
        return next((deed for deed in self.deeds if deed.move == move), None)

    def short_of(self, deed: Deed) -> int:
        """Return how many slices a move brings less than the best one."""
        return round(self.best.chance - deed.chance)


@dataclass(frozen=True)
class Row:
    """A round in figures: what each part came to in it, and the chance at its end."""

    round: int
    parts: dict[str, int]
    chance: int


class ReviewTold:
    """A seat's review, in one language; partners who win together count as one."""

    def __init__(self, past: FinishedMatch, review: SeatReview) -> None:
        self.past, self.review, self.seat = past, review, review.seat
        self.scale = 100 * past.game.partners(past.record.options)

    def percent(self, chance: float) -> int:
        """Return a chance in whole points, between 0 and 100."""
        return min(100, max(0, round(self.scale * chance)))

    # The verdict

    @cached_property
    def tart(self) -> Tart:
        """What came and what went, in slices."""
        partners = self.past.game.partners(self.past.record.options)
        return cut(tart_of(self.past, self.seat), partners, self.review.parts)

    def verdict(self, who: str = "") -> Verdict:
        """Return what three sentences are made from; `who` if it is told to another person."""
        costs = [choice.cost for choice in self.review.key_moments]
        rounds = {row.round: row.parts[OTHERS] / self.scale for row in self.rows()}
        return Verdict(
            self.tart,
            self.tart.total * self.scale / 100 * costs[0] if costs else None,
            bool(self.review.found),
            worst_round(rounds),
            who,
        )

    # In figures

    @cached_property
    def points(self) -> dict[str, int]:
        """The parts in whole points, so that they add up."""
        exact = {part: self.scale * self.review.parts[part] for part in PARTS}
        return close(exact, self.end - self.start)

    @property
    def start(self) -> int:
        """The fair share in whole points."""
        return round(self.scale * self.review.fair)

    @property
    def end(self) -> int:
        """The result in whole points."""
        return round(self.scale * self.review.result)

    def error(self, part: str) -> int:
        """Return twice the standard error of a part, in whole points."""
        return round(2 * self.scale * self.review.errors[part])

    def rows(self) -> list[Row]:
        """Return the curve in figures, round by round."""
        rounds = sorted({change.round for change in self.review.curve})
        return [self._row(number, round_) for number, round_ in enumerate(rounds, 1)]

    def _row(self, number: int, round_: int) -> Row:
        changes = [change for change in self.review.curve if change.round == round_]
        parts = {
            part: round(self.scale * sum(c.change for c in changes if c.part == part))
            for part in PARTS
        }
        return Row(number, parts, self.percent(changes[-1].value))

    # Moments

    def key_moments(self) -> list[KeyMoment]:
        """Return the dearest choices in the order in which they were made, or the best find."""
        choices = self.review.key_moments
        if not choices:
            choices = sorted(self.review.found, key=lambda choice: -choice.lead)[:1]
        return tell_choices(self.past, choices)

    def is_costly(self, choice: Choice) -> bool:
        """Return whether a choice is one of those that a page speaks of."""
        return choice in self.review.key_moments

    @cached_property
    def _choices(self) -> dict[int, Choice]:
        return {choice.ply: choice for choice in self.review.choices}

    def choice_at(self, number: int, eyes: Viewpoint) -> Choice | None:
        """Return the choice that was made next, if these eyes made it."""
        at = self.past.moments[number]
        return None if at.back or eyes.seat != self.seat else self._choices.get(at.ply)

    def marks(self, number: int, eyes: Viewpoint) -> Marks:
        """Return what to mark on the table: the move made next, and the better one."""
        choice = self.choice_at(number, eyes)
        if choice is None:
            return {}
        better = {str(choice.best): "better"} if self.is_costly(choice) else {}
        return {str(choice.move): "made", **better}

    def say(self, number: int, eyes: Viewpoint) -> tuple[str, dict[str, object]] | None:
        """Return which phrase tells the choice that was made next, and what fills its places."""
        choice = self.choice_at(number, eyes)
        if choice is None:
            return None
        laid = lay_choice(self.past, choice)
        places: dict[str, object] = {"move": name_gesture(laid, str(choice.move), self.past.lang)}
        if not self.is_costly(choice):
            return "choice_good" if choice.is_found else "choice_fine", places
        return "choice_better", {
            **places,
            "best": name_gesture(laid, str(choice.best), self.past.lang),
        }


def tart_of(past: FinishedMatch, seat: int) -> Tart:
    """Return the tart of a seat of a match: what is known of it at once."""
    outcome = past.end.outcome()
    assert outcome is not None
    partners, winners = past.game.partners(past.record.options), outcome.winners
    return whole(past.record.players, partners, len(winners), seat in winners)


def lay_choice(past: FinishedMatch, choice: Choice) -> Laid:
    """Return the table as it lay before the seat that had to choose."""
    return lay(look_at(choice.view, past.lang, past.people))


def tell_choices(past: FinishedMatch, choices: Sequence[Choice]) -> list[KeyMoment]:
    """Tell choices as a page does, in the order in which they were made."""
    ordered = sorted(choices, key=lambda choice: choice.ply)
    return [_tell(past, choice, number) for number, choice in enumerate(ordered, 1)]


def _tell(past: FinishedMatch, choice: Choice, number: int) -> KeyMoment:
    laid, moves = lay_choice(past, choice), {choice.move: choice.chance}
    moves.setdefault(choice.best, choice.best_chance)
    if choice.third:
        moves.setdefault(*choice.third)
    deeds = tuple(_deed(past, choice, laid, move, chance) for move, chance in moves.items())
    at, ui = past.find(choice.ply), templating.speak(past.lang)
    of_match = ui("replay_move", n=choice.ply + 1)
    many = len(past.rounds) > 1
    status = f"{ui('replay_round', n=round_of(past, at))} · {of_match}" if many else of_match
    lies = draw(past, sights_of(past.game).lies(choice.view.record))
    return KeyMoment(number, at, choice, status, deeds, lies, choice.reason(past.lang))


def round_of(past: FinishedMatch, number: int) -> int:
    """Return which round of the match a moment belongs to, counted from 1."""
    return [round_ for round_, _ in past.rounds].index(past.moments[number].round) + 1


def _deed(past: FinishedMatch, choice: Choice, laid: Laid, move: Move, chance: float) -> Deed:
    told = name_gesture(laid, str(move), past.lang)
    sights, record = sights_of(past.game), choice.view.record
    partners = past.game.partners(past.record.options)
    slices = tart_of(past, choice.seat).total
    return Deed(
        str(move),
        told,
        draw(past, sights.picture(record, move.code)),
        draw(past, sights.sight(record, move.code)),
        slices * partners * chance,
        min(CELLS, max(0, round(CELLS * partners * chance))),
    )


def draw(past: FinishedMatch, text: str) -> Markup:
    """Draw a picture of a move, if it has one."""
    return scene(past.game, text) if text else Markup()


async def told_of(reviews: Reviews, past: FinishedMatch, seat: int | None) -> ReviewTold | None:
    """Return a review that was made from a seat, ready to be told."""
    kept = await reviews.kept(past.name, seat) if seat is not None else None
    if kept is None or seat is None:
        return None
    return ReviewTold(past, restored(kept, lambda ply: past.view(ply, seat)))
