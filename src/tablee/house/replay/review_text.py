"""What a review tells on a page: where the result came from, its key moments, its figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from markupsafe import Markup

from tablee.bots.review.moments import CARDS, DEAL, OWN, PARTS
from tablee.bots.review.result import Choice, SeatReview
from tablee.house.live.last_turn import mini
from tablee.house.live.sentences import name_gesture
from tablee.house.render import templating
from tablee.house.render.render_table import look_at
from tablee.house.replay.finished_match import FinishedMatch, Marks, Viewpoint
from tablee.table.kit import Table as Laid
from tablee.table.kit import spots
from tablee.table.laying import lay

LUCK = (DEAL, CARDS)
LONG = 60
"""The length of the longest bar, in the steps that a stylesheet knows."""
EVEN = 5
"""Points of chance below which nothing is called luck or judgement."""


@dataclass(frozen=True)
class Deed:
    """A move as a page tells it: what it takes in words, and a small picture of that."""

    told: str
    picture: Markup


@dataclass(frozen=True)
class KeyMoment:
    """A choice that cost much: the move made, the better one and its reason."""

    number: int
    moment: int
    """The moment of the match, as its replay counts."""
    choice: Choice
    status: str
    made: Deed
    better: Deed
    reason: str
    cost: int


@dataclass(frozen=True)
class Bar:
    """A part of the result, and where its bar begins and how long it is."""

    part: str
    points: int
    begins: int
    long: int
    error: int = 0


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

    # Where the result came from

    @cached_property
    def points(self) -> dict[str, int]:
        """The parts in whole points, so that they add up."""
        exact = {part: self.scale * self.review.parts[part] for part in PARTS}
        whole = {part: int(value // 1) for part, value in exact.items()}
        left = round(self.scale * self.review.result) - self.start - sum(whole.values())
        nearest = sorted(PARTS, key=lambda part: whole[part] - exact[part])
        return {part: whole[part] + (part in nearest[:left]) for part in PARTS}

    @property
    def start(self) -> int:
        """The fair share in whole points."""
        return round(self.scale * self.review.fair)

    @property
    def end(self) -> int:
        """The result in whole points."""
        return round(self.scale * self.review.result)

    @property
    def luck(self) -> int:
        """What the cards brought in all."""
        return sum(self.points[part] for part in LUCK)

    @property
    def verdict(self) -> str:
        """Which phrase sums it up: what weighed most."""
        luck, own = self.luck, self.points[OWN]
        if max(abs(luck), abs(own)) < EVEN:
            return "verdict_others"
        what, by = ("own", own) if abs(own) >= abs(luck) else ("luck", luck)
        return f"verdict_{what}_{'plus' if by > 0 else 'minus'}"

    def bars(self) -> list[Bar]:
        """Start, parts and end, each bar where the one before it ended."""
        shown = [part for part in PARTS if part != CARDS or self.review.parts[CARDS]]
        stands = [0, self.start]
        for part in shown:
            stands.append(stands[-1] + self.points[part])
        low, high = min(stands), max(100, *stands)
        unit = LONG / (high - low)
        bars = [Bar("start", self.start, round(-low * unit), round(self.start * unit))]
        for part, (before, after) in zip(shown, pairwise(stands[1:]), strict=True):
            begins, long = round((min(before, after) - low) * unit), abs(after - before) * unit
            error = round(2 * self.scale * self.review.errors[part])
            bars.append(Bar(part, self.points[part], begins, round(long), error))
        return [*bars, Bar("end", self.end, round(-low * unit), round(self.end * unit))]

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
        """Return the dearest choices, in the order in which they were made."""
        dearest = [choice for choice in self.review.key_moments if self.cost(choice)]
        return tell_choices(self.past, dearest, self.scale)

    def cost(self, choice: Choice) -> int:
        """Return what a mistake cost in whole points; 0 for any other choice."""
        return round(self.scale * choice.cost) if choice.is_mistake else 0

    def found(self) -> list[int]:
        """Return the moments of choices that were best by far."""
        return [self.past.find(choice.ply) for choice in self.review.found]

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
        better = {str(choice.best): "better"} if self.cost(choice) else {}
        return {str(choice.move): "made", **better}

    def say(self, number: int, eyes: Viewpoint) -> tuple[str, dict[str, object]] | None:
        """Return which phrase tells the choice that was made next, and what fills its places."""
        choice = self.choice_at(number, eyes)
        if choice is None:
            return None
        laid = lay_choice(self.past, choice)
        places: dict[str, object] = {"move": name_gesture(laid, str(choice.move), self.past.lang)}
        if not self.cost(choice):
            return "review_good" if choice.is_found else "review_fine", places
        best = name_gesture(laid, str(choice.best), self.past.lang)
        return "review_better", {**places, "best": best, "n": self.cost(choice)}


def lay_choice(past: FinishedMatch, choice: Choice) -> Laid:
    """Return the table as it lay before whoever had to choose."""
    return lay(look_at(choice.view, past.lang, past.people))


def tell_choices(
    past: FinishedMatch, choices: Sequence[Choice], scale: int = 100
) -> list[KeyMoment]:
    """Choices that cost something as a page tells them, in the order in which they were made."""
    ordered = sorted(choices, key=lambda choice: choice.ply)
    return [_tell(past, choice, number, scale) for number, choice in enumerate(ordered, 1)]


def _tell(past: FinishedMatch, choice: Choice, number: int, scale: int) -> KeyMoment:
    laid = lay_choice(past, choice)
    made, better = (_deed(past, laid, str(move)) for move in (choice.move, choice.best))
    cost, reason = round(scale * choice.cost), choice.reason(past.lang)
    at = past.find(choice.ply)
    ui, status = templating.speak(past.lang), laid.status
    if len(past.rounds) > 1:
        of_match = ui("replay_move", n=choice.ply + 1)
        status = f"{ui('replay_round', n=past.moments[at].round)} · {of_match}"
    return KeyMoment(number, at, choice, status, made, better, reason, cost)


def _deed(past: FinishedMatch, laid: Laid, move: str) -> Deed:
    gesture = next(one for one in laid.gestures if one.move == move)
    thing = next(spot for spot, _ in spots(laid.parts) if spot.id == gesture.thing)
    told = name_gesture(laid, move, past.lang)
    return Deed(told[:1].upper() + told[1:], Markup(mini(thing, past.game)))
