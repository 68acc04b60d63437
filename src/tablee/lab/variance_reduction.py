"""The luck in a match between bots, measured so that it can be subtracted from the result.

Whenever chance decides something, it brings each seat the value after it less the value before
it: the chance to win with the true cards, if everyone went on as a regular would. So does a bot
that decides at first sight, between moves that tempt it: the value of its move less that of all
of them, each as often as it would be made. Such luck is 0 on average, for any players and however
rough the values are, because the value before is that of the same luck left open. So a result
less its luck has the same mean as the result, and differs less.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tablee.bots.bot import Bot, records_of
from tablee.bots.levels import LevelBot
from tablee.bots.review.values import (
    NO_MOVE,
    Regular,
    ask_regular,
    buffers_for,
    regular_of,
    review_settings,
    true_shares,
)
from tablee.bots.search.playout import MOST_SEATS
from tablee.core.chance import new_rng, next_word
from tablee.core.compiled import (
    Records,
    Rng,
    Values,
    copy_of,
    deal_first,
    put_first,
    stage,
    step_first,
)
from tablee.core.game import Game
from tablee.core.state.position import Move, State

ENOUGH = 16
"""From so many deals on the part of the luck to subtract is estimated; with fewer it is all."""
FOLDS = 10


class Luck:
    """What luck has brought each seat in a match so far: by the cards, and by choices."""

    def __init__(self, game: Game, players: int, *seeds: int) -> None:
        words = review_settings(game)
        self.cards: Values = np.zeros(players)
        self.choices: Values = np.zeros(players)
        self._game = game
        self._deal_plays, self._draw_plays = int(words["deal_plays"]), int(words["draw_plays"])
        self._choice_plays = int(words["choice_plays"])
        self._regular = regular_of(game, players)._replace(forgets=0.0)
        self._buffers = buffers_for(game)
        self._rng: Rng = new_rng(*seeds)

    def deal(self, state: State) -> None:
        """Add the luck of the first deal of a match, given the state after it."""
        records = self._game.blank(state.players, **state.options)
        records["key"] = state.record.key
        deal_first(records)
        self._settle(records)

    def follow(self, state: State, move: Move, bot: Bot) -> None:
        """Add the luck of a bot's choice, and of what follows the move by itself."""
        records = records_of(state)
        habits = _habits_of(bot, state.players)
        if habits is not None and self._choice_plays:
            self._add_choice(state, records, move, habits)
        put_first(records, move.code)
        self._settle(records)

    def _add_choice(self, state: State, records: Records, move: Move, habits: Regular) -> None:
        asked, word = np.uint64(next_word(self._rng)), np.uint64(next_word(self._rng))
        odds = np.zeros(self._game.rules.MOST_MOVES)
        n = ask_regular(records_of(state.view(state.seat)), asked, habits, odds, self._buffers)
        codes = self._buffers.moves[:n].tolist()
        tempting = {c: o for c, o in zip(codes, odds.tolist(), strict=False) if o or c == move.code}
        if len(tempting) > 1:
            plays = self._choice_plays
            values = {code: self._value(records, code, word, 0, plays) for code in tempting}
            mean = sum(odds * values[code] for code, odds in tempting.items())
            self.choices += (values[move.code] - mean)[: len(self.choices)]

    def _settle(self, records: Records) -> None:
        while True:
            before = copy_of(records)
            if not step_first(records):
                return
            if int(records["draws"][0]) != int(before["draws"][0]):
                is_deal = stage(records[0]) != stage(before[0])
                self.add_event(before, records, self._deal_plays if is_deal else self._draw_plays)

    def add_event(self, before: Records, after: Records, plays: int) -> None:
        """Add what chance has just brought, by so many play-outs."""
        if plays:
            word = np.uint64(next_word(self._rng))
            drawn = int(after["draws"][0]) - int(before["draws"][0])
            gain = self._value(after, NO_MOVE, word, drawn, plays)
            gain -= self._value(before, NO_MOVE, word, 0, plays)
            self.cards += gain[: len(self.cards)]

    def _value(
        self, records: Records, move: int, word: np.uint64, drawn: int, plays: int
    ) -> Values:
        sums = np.zeros(MOST_SEATS)
        true_shares(records, move, word, drawn, plays, sums, self._regular, self._buffers)
        return sums / plays


def _habits_of(bot: Bot, players: int) -> Regular | None:
    """Return how a bot chooses, if it plays without search and with a temperature."""
    level = bot.level.at(players) if isinstance(bot, LevelBot) else None
    if level is None or level.simulations or not level.temperature:
        return None
    return Regular(level.temperature, level.style.forgets, 0.0)


def subtract_luck(results: Sequence[float], luck: Sequence[tuple[float, ...]]) -> list[float]:
    """Return the results minus their luck, or minus the part of it that leaves least variance.

    That part is estimated for each tenth of the deals from the other nine, so that no result
    changes its own correction: the mean stays what it is.
    """
    won, lucky = np.array(results), np.array(luck)
    less = won - lucky.sum(axis=1)
    if len(won) >= ENOUGH:
        fold = np.arange(len(won)) % FOLDS
        for one in range(FOLDS):
            mine, others = fold == one, fold != one
            less[mine] = won[mine] - lucky[mine] @ _coefficients(won[others], lucky[others])
    return [float(one) for one in less]


def _coefficients(results: Values, luck: Values) -> Values:
    """Return how much results rise with each kind of luck, shrunk where that is doubtful."""
    off, by = results - results.mean(), luck - luck.mean(axis=0)
    much: Values = np.linalg.lstsq(by, off)[0]
    explained, kinds = by @ much, by.shape[1]
    doubt = ((off - explained) ** 2).sum() / (len(off) - kinds - 1) * kinds
    much *= max(0.0, 1 - doubt / max(1e-12, (explained**2).sum()))
    return much
