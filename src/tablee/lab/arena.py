"""Bots against bots: every deal is played once for each way round the table, so luck cancels."""

from __future__ import annotations

import math
import signal
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from tablee.bots.bot import Bot, Clock
from tablee.bots.levels import find_bot, warm_up
from tablee.core.errors import InvalidOption
from tablee.core.game import Game
from tablee.core.state.position import Move, State
from tablee.lab.intervals import Interval, of_shares
from tablee.lab.spread import HERE, Workers
from tablee.lab.variance_reduction import Luck, subtract_luck

GRACE = 0.25
"""Seconds by which a decision may exceed its clock: a busy machine is not a bot's fault."""


class Forfeit(Exception):
    """A bot cannot go on: it raised, played what is not allowed, or took too long."""

    def __init__(self, bot: str, why: str) -> None:
        self.bot = bot
        self.why = why
        super().__init__(f"{bot}: {why}")


@dataclass(frozen=True)
class Contest:
    """Who plays what against whom. The last bot takes all seats that are left."""

    game: Game
    bots: tuple[str, ...]
    players: int
    options: Mapping[str, str]
    seed: int = 0
    seconds: float = 5.0
    less_luck: bool = False
    """Whether luck is measured, and subtracted from the results."""

    @property
    def seats(self) -> tuple[str, ...]:
        """A bot for every seat."""
        return self.bots + self.bots[-1:] * (self.players - len(self.bots))


@dataclass(frozen=True)
class DealResult:
    """What one deal came to, all ways round: per bot its mean share of the win and its points."""

    games: int
    shares: Mapping[str, float]
    points: Mapping[str, float]
    forfeits: Mapping[tuple[str, str], int]
    luck: Mapping[str, tuple[float, float]]
    """Per bot what the cards and choices brought it, in shares of the win; 0 on average."""
    seats: tuple[float, ...]
    """Per seat its mean share of the win, for all bots together."""


@dataclass(frozen=True)
class Standing:
    """How a bot did: its share of the wins beside a fair one, with a 95 % interval."""

    bot: str
    share: float
    interval: tuple[float, float]
    points: float
    fair: float
    forfeits: Mapping[str, int]
    saves: float | None = None
    """How many times fewer games the interval needs than if luck were not subtracted."""

    @property
    def times_fair(self) -> float:
        """The share as a multiple of what everyone would have if all were equal."""
        return self.share / self.fair

    def as_dict(self) -> dict[str, Any]:
        """Return everything in plain types, for JSON."""
        saves = {} if self.saves is None else {"times_fewer_games": self.saves}
        return {
            "bot": self.bot,
            "share": self.share,
            "interval": list(self.interval),
            "times_fair": self.times_fair,
            "mean_points": self.points,
            "forfeits": dict(self.forfeits),
            **saves,
        }


@dataclass(frozen=True)
class SeatShare:
    """How often a seat won, for all bots together, with a 95 % interval."""

    share: float
    interval: Interval


@dataclass(frozen=True)
class Result:
    """How each bot did, in the order they were named, and each seat."""

    bots: list[Standing]
    seats: list[SeatShare]


# One deal


def play_deal(contest: Contest, number: int) -> DealResult:
    """Play one deal once for each way round the table."""
    warm_up(contest.game)
    shares: dict[str, list[float]] = {bot: [] for bot in contest.bots}
    points: dict[str, list[float]] = {bot: [] for bot in contest.bots}
    cards: dict[str, list[float]] = {bot: [] for bot in contest.bots}
    choices: dict[str, list[float]] = {bot: [] for bot in contest.bots}
    forfeits: Counter[tuple[str, str]] = Counter()
    seats = [0.0] * contest.players
    for turn in range(contest.players):
        names = contest.seats[turn:] + contest.seats[:turn]
        luck = Luck(contest.game, contest.players, contest.seed, number, turn)
        try:
            with _alarm_set_up():
                won, scores = _play_match(contest, number, turn, names, luck)
        except Forfeit as forfeit:
            forfeits[forfeit.bot, forfeit.why] += 1
            won, scores = _won_by_the_others(names, forfeit.bot), []
        for seat, name in enumerate(names):
            shares[name].append(won[seat])
            seats[seat] += won[seat] / contest.players
            points[name] += scores[seat : seat + 1]
            cards[name].append(float(luck.cards[seat]))
            choices[name].append(float(luck.choices[seat]))
    lucky = {bot: (statistics.fmean(cards[bot]), statistics.fmean(choices[bot])) for bot in cards}
    means = _means(shares), _means(points)
    return DealResult(contest.players, *means, dict(forfeits), lucky, tuple(seats))


def _means(values: Mapping[str, Sequence[float]]) -> dict[str, float]:
    return {bot: statistics.fmean(v) if v else math.nan for bot, v in values.items()}


def _won_by_the_others(names: Sequence[str], bot: str) -> list[float]:
    others = sum(name != bot for name in names)
    return [0.0 if name == bot else 1 / others for name in names]


def _play_match(
    contest: Contest, number: int, turn: int, names: Sequence[str], luck: Luck
) -> tuple[list[float], list[float]]:
    """Play a match; return each seat's share of the win and its points."""
    seed = contest.seed * 1_000_003 + number
    state = contest.game.deal(contest.players, seed, **contest.options)
    bots = [
        _seated(name, contest.game, (seed * 8 + turn) * 8 + seat) for seat, name in enumerate(names)
    ]
    if contest.less_luck:
        luck.deal(state)
    while state.seat is not None:
        move = _decide(state, bots[state.seat], names[state.seat], contest.seconds)
        if contest.less_luck:
            luck.follow(state, move, bots[state.seat])
        state = state.play(move)
    outcome = state.outcome()
    assert outcome is not None
    won = [(seat in outcome.winners) / len(outcome.winners) for seat in range(contest.players)]
    return won, [float(score) for score in outcome.scores]


def _seated(name: str, game: Game, seed: int) -> Bot:
    try:
        return find_bot(name, game, seed)
    except Exception as error:
        raise Forfeit(name, f"cannot be seated: {error}") from error


def _decide(state: State, bot: Bot, name: str, seconds: float) -> Move:
    """Return a bot's move; raise Forfeit if anything is wrong with it."""
    assert state.seat is not None
    view = state.view(state.seat)
    try:
        move = _within(seconds + GRACE, lambda: bot.choose(view, Clock(seconds)))
    except _TooLong:
        raise Forfeit(name, f"took longer than {seconds:g} s") from None
    except Exception as error:
        raise Forfeit(name, f"raised {type(error).__name__}: {error}") from error
    if not isinstance(move, Move) or move not in view.legal_moves():
        raise Forfeit(name, f"chose {move}, which is not allowed")
    return move


class _TooLong(BaseException):
    """The alarm: no bot catches it by accident."""


@contextmanager
def _alarm_set_up() -> Iterator[None]:
    """Make the timer interrupt the bot that thinks, where the system can do that."""
    if not _can_interrupt():
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, before)


def _can_interrupt() -> bool:
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def _ring(*_: object) -> None:
    raise _TooLong


def _within(seconds: float, choose: Callable[[], Move]) -> Move:
    """Return the bot's decision.

    Raises if it takes too long (at once where signals allow, else after).
    """
    start = time.perf_counter()
    interrupts = _can_interrupt()
    if interrupts:
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        move = choose()
    finally:
        if interrupts:
            signal.setitimer(signal.ITIMER_REAL, 0)
    if time.perf_counter() - start > seconds:
        raise _TooLong
    return move


# Many deals


def hold(
    contest: Contest,
    games: int,
    workers: Workers = HERE,
    progress: Callable[[int], None] = lambda games: None,
) -> Result:
    """Play at least this many games; return how each bot and each seat did."""
    if games < 1:
        raise InvalidOption("play at least one game.")
    if not 1 <= len(contest.bots) <= contest.players:
        raise InvalidOption(f"name 1 to {contest.players} bots; the last one fills the table.")
    contest.game.blank(contest.players, **contest.options)
    deals = range(-(-games // contest.players))
    played = []
    for deal in workers.spread(partial(play_deal, contest), deals):
        played.append(deal)
        progress(deal.games)
    bots = [_standing(contest, bot, played) for bot in dict.fromkeys(contest.bots)]
    return Result(bots, [_seat_share(played, seat) for seat in range(contest.players)])


def _seat_share(played: Sequence[DealResult], seat: int) -> SeatShare:
    shares = [deal.seats[seat] for deal in played]
    return SeatShare(statistics.fmean(shares), of_shares(shares))


def _standing(contest: Contest, bot: str, played: Sequence[DealResult]) -> Standing:
    plain = [deal.shares[bot] for deal in played]
    shares = (
        subtract_luck(plain, [deal.luck[bot] for deal in played]) if contest.less_luck else plain
    )
    points = [deal.points[bot] for deal in played if not math.isnan(deal.points[bot])]
    share = statistics.fmean(shares)
    forfeits: Counter[str] = Counter()
    for deal in played:
        for (who, why), times in deal.forfeits.items():
            forfeits[why] += times if who == bot else 0
    return Standing(
        bot,
        share,
        of_shares(shares),
        statistics.fmean(points) if points else math.nan,
        1 / contest.players,
        +forfeits,
        _times_fewer(plain, shares) if contest.less_luck else None,
    )


def _times_fewer(plain: Sequence[float], less: Sequence[float]) -> float:
    """Return by what factor subtracting luck reduces the variance of the results."""
    if len(plain) < 2 or not statistics.variance(less):
        return 1.0
    return statistics.variance(plain) / statistics.variance(less)
