"""How one seat's review is made: a value for every moment, a judgement for every choice."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from tablee.bots.bot import records_of
from tablee.bots.review.moments import DEAL, OTHERS, OWN, PARTS, Moment, moments_of
from tablee.bots.review.result import Change, Choice, SeatReview
from tablee.bots.review.values import (
    NO_MOVE,
    Buffers,
    Regular,
    ask_regular,
    buffers_for,
    play_outs,
)
from tablee.core.arrays import np
from tablee.core.chance import new_rng, next_word
from tablee.core.compiled import Records, Values, weigh_first
from tablee.core.record import Record

CONFIRM = 2
"""How many times as many deals compare the move made with the best other one."""
SELDOM = 4
"""How many times fewer deals try a move that tempts no regular."""
MEETING = 4
"""How many times as many deals value a moment between two parts; at a deal it is `DEALT`."""
DEALT = 8
ASKED = 1
"""Marks the luck by which a regular is asked: play-outs have another, or they would agree."""


@dataclass(frozen=True)
class Value:
    """What was found out about a moment."""

    before: float
    after: float
    """The same, or the value after one's own move."""
    variance: float
    choice: Choice | None = None


@dataclass(frozen=True)
class _Option:
    """A move that could be made, how often a regular makes it, and whether it was made."""

    code: int
    odds: float
    made: bool

    def plays(self, plays: int) -> int:
        """Return how many deals try the move; never decided by a result, which would bias it."""
        return plays if self.odds > 0 or self.made else max(2, plays // SELDOM)


@dataclass(frozen=True)
class _Task:
    """A moment that needs a value, and how much work that is."""

    moment: Moment
    options: tuple[_Option, ...]
    work: float
    doubt: float
    """By how much the move made looks worse than the best at first sight; -1 if there was none."""


class ReviewBuilder:
    """Makes one seat's review, moment by moment, so that it can be interrupted."""

    def __init__(self, record: Record, seat: int, regular: Regular, seed: int) -> None:
        self._record, self._seat, self._regular, self._seed = record, seat, regular, seed
        self._buffers: Buffers = buffers_for(record.game)
        self._moments = list(moments_of(record, seat, regular))
        parts = [moment.part for moment in self._moments[1:]] + [OTHERS]
        self._tasks = list(map(self._task, self._moments, parts))
        self.values: dict[int, Value] = {}
        """What was found out about each moment so far."""
        self.work = sum(task.work for task in self._tasks)

    def _task(self, moment: Moment, after: str) -> _Task:
        if moment.known is not None:
            return _Task(moment, (), 0, -1)
        options = self._options(moment)
        if len(options) > 1:
            work = sum(option.plays(SELDOM) for option in options) / SELDOM + 2 * CONFIRM
            return _Task(moment, options, work, self._doubt(moment))
        meeting = MEETING if moment.part != after else 1
        return _Task(moment, (), DEALT if moment.part == DEAL else meeting, -1)

    def _options(self, moment: Moment) -> tuple[_Option, ...]:
        """Return the distinct moves, plus the one made if it merely equals one of them."""
        if moment.move is None:
            return ()
        odds, made = np.zeros(len(self._buffers.worths)), moment.move.code
        word = self._word(moment, ASKED)
        n = ask_regular(records_of(moment.view), word, self._regular, odds, self._buffers)
        codes = self._buffers.moves[:n].tolist()
        found = [_Option(code, odds[i], code == made) for i, code in enumerate(codes)]
        return (*found, *([] if made in codes else [_Option(made, 0.0, True)]))

    def _word(self, moment: Moment, *use: int) -> np.uint64:
        """Return the seed of a moment's play-outs, independent of the cards that were dealt."""
        return np.uint64(next_word(new_rng(self._seed, self._seat, moment.ply, *use)))

    def evaluate(self, plays: int) -> Generator[tuple[float, Choice | None]]:
        """Value all moments, the most doubtful choices first; yield work and choices."""
        for i in self.order:
            value = self.values[i] = self.value(i, plays)
            yield self.work_of(i), value.choice

    @property
    def order(self) -> list[int]:
        """The numbers of all moments, the most doubtful choices first."""
        return sorted(range(len(self._tasks)), key=lambda i: (-self._tasks[i].doubt, i))

    def work_of(self, number: int) -> float:
        """Return how much work a moment takes."""
        return self._tasks[number].work

    def value(self, number: int, plays: int) -> Value:
        """Value one moment; the others do not matter."""
        task = self._tasks[number]
        if task.moment.known is not None:
            return Value(task.moment.known, task.moment.known, 0.0)
        return self._value_choice(task, plays) if task.options else self._value_event(task, plays)

    def _doubt(self, moment: Moment) -> float:
        assert moment.move is not None
        moves, worths = self._buffers.moves, self._buffers.worths
        n = weigh_first(records_of(moment.view), moves, worths)
        made = worths[:n][moves[:n] == moment.move.code]
        return float(worths[:n].max() - made[0]) if len(made) else 0.0

    def _play_outs(
        self, view: Records, move: int, word: np.uint64, first: int, plays: int
    ) -> Values:
        shares = np.empty(plays)
        play_outs(view, self._seat, move, word, first, shares, self._regular, self._buffers)
        return shares

    def _value_event(self, task: _Task, plays: int) -> Value:
        """Value a moment at which the seat had nothing to choose."""
        view, word = records_of(task.moment.view), self._word(task.moment)
        shares = self._play_outs(view, NO_MOVE, word, 0, round(plays * task.work))
        mean = float(shares.mean())
        return Value(mean, mean, _variance(shares))

    def _value_choice(self, task: _Task, plays: int) -> Value:
        """Value a choice: all moves on the same deals, then two of them on fresh ones."""
        view, word = records_of(task.moment.view), self._word(task.moment)
        shares = [
            self._play_outs(view, option.code, word, 0, option.plays(plays))
            for option in task.options
        ]
        made = next(i for i, option in enumerate(task.options) if option.made)
        tempting = [(o.odds, s) for o, s in zip(task.options, shares, strict=True) if o.odds > 0]
        own = shares[made] - sum(odds * one for odds, one in tempting)
        best = _best_other(shares, made)
        rival, third = task.options[best].code, _third(task.options, shares, made, best)
        fresh, other = (
            self._play_outs(view, code, word, plays, CONFIRM * plays)
            for code in (task.options[made].code, rival)
        )
        pooled = np.concatenate([shares[made], fresh])
        choice = self._choice(task.moment, rival, pooled, fresh - other, own, third)
        return Value(choice.chance - choice.own, choice.chance, _variance(pooled), choice)

    def _choice(
        self,
        moment: Moment,
        rival: int,
        chances: Values,
        lead: Values,
        own: Values,
        third: tuple[int, float] | None,
    ) -> Choice:
        assert moment.move is not None
        moves, chance, ahead = self._record.game.moves, float(chances.mean()), float(lead.mean())
        most = min(1.0, chance + max(0.0, -ahead))
        return Choice(
            self._seat,
            moment.ply,
            moment.round,
            moment.view,
            moment.move,
            chance,
            moment.move if ahead >= 0 else moves[rival],
            most,
            math.sqrt(_variance(lead)),
            ahead,
            float(own.mean()),
            math.sqrt(_variance(own)),
            third and (moves[third[0]], min(most, max(0.0, chance + third[1]))),
        )

    def build(self) -> SeatReview:
        """Return the review, once all moments have their value."""
        fair = 1 / self._record.players
        values = [self.values[i] for i in range(len(self._moments))]
        curve = tuple(_curve(fair, self._moments, values))
        parts = {
            part: math.fsum(change.change for change in curve if change.part == part)
            for part in PARTS
        }
        choices = tuple(value.choice for value in values if value.choice is not None)
        errors = _errors(self._moments, values)
        return SeatReview(self._seat, fair, values[-1].after, parts, errors, curve, choices)


def _best_other(shares: Sequence[Values], made: int) -> int:
    """Return the most promising other move, preferring those with a different outcome."""
    promises = []
    for i, one in enumerate(shares):
        ahead = one - shares[made][: len(one)]
        promise = float(ahead.mean()) - math.sqrt(_variance(ahead)) / 2
        promises.append(-3.0 if i == made else promise if ahead.any() else -2.0)
    return promises.index(max(promises))


def _third(
    options: Sequence[_Option], shares: Sequence[Values], made: int, best: int
) -> tuple[int, float] | None:
    """Return what tempts a regular most beside two moves, and its lead over the first of them.

    It is not chosen by its result, which would flatter it; a move equal to one of the two is none.
    """
    tempting = [i for i, one in enumerate(options) if one.odds > 0 and i not in (made, best)]
    for i in sorted(tempting, key=lambda i: -options[i].odds):
        n = len(shares[i])
        leads = [shares[i] - shares[other][:n] for other in (made, best) if len(shares[other]) >= n]
        if all(lead.any() for lead in leads):
            return options[i].code, float(leads[0].mean())
    return None


def _variance(samples: Values) -> float:
    """Return the squared standard error of a mean."""
    return float(samples.var(ddof=1) / len(samples))


def _curve(fair: float, moments: Sequence[Moment], values: Sequence[Value]) -> Generator[Change]:
    """Yield the change made by each event and by each choice."""
    last = fair
    for moment, value in zip(moments, values, strict=True):
        yield Change(moment.part, moment.ply, moment.round, value.before, value.before - last)
        last = value.after
        if value.choice is not None:
            change = value.after - value.before
            yield Change(OWN, moment.ply + 1, moment.round, value.after, change)


def _errors(moments: Sequence[Moment], values: Sequence[Value]) -> dict[str, float]:
    """Return the standard error of each part; a value counts in both parts that it separates."""
    variances = dict.fromkeys(PARTS, 0.0)
    for i, value in enumerate(values):
        own = value.choice.own_error**2 if value.choice is not None else 0.0
        variances[OWN] += own
        variances[moments[i].part] += own
        if i + 1 < len(values) and moments[i].part != moments[i + 1].part:
            variances[moments[i].part] += value.variance
            variances[moments[i + 1].part] += value.variance
    return {part: math.sqrt(variance) for part, variance in variances.items()}
