"""How the search spends its simulations."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from tablee import GAMES, Game, find_game
from tablee.bots.bot import Clock
from tablee.bots.levels import Level, LevelBot, find_bot, levels_of
from tablee.bots.search.playout import DOUBTS, Style, buffers_for, guess, shuffle
from tablee.bots.search.search import Search
from tablee.core.chance import new_rng
from tablee.core.compiled import weigh_first

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def test_every_move_meets_the_same_deals_in_the_same_order() -> None:
    luck = np.array([0, 12345], np.uint64)
    deals = []
    for number in (0, 1, 2, 0, 1, 2):
        shuffle(luck, number)
        deals.append(int(luck[0]))
    assert deals[:3] == deals[3:]
    assert len(set(deals)) == 3
    assert luck[1] == 12345


@every_game
def test_a_search_ends_when_no_doubt_is_left(game: Game) -> None:
    """Of many decisions of a match some are plain, and none takes more than it is given."""
    style, most = levels_of(game)["master"].style, 8_000
    search = Search(game)
    spent: list[int] = []
    state = game.deal(4, seed=3)
    while state.seat is not None and len(spent) < 30:
        view = state.view(state.seat)
        if len(view.distinct_moves()) > 1:
            thoughts = search.think(view, new_rng(1), Clock(simulations=most), style)
            spent.append(sum(thought.visits for thought in thoughts))
        state = state.play(find_bot("advice", game).choose(view))
    assert max(spent) <= most
    assert min(spent) < most / 2


def guesses(game: Game, doubt: float, times: int) -> tuple[list[float], list[int]]:
    """How much worse the moves of a first decision seem than the best, and how often each is
    guessed, the best first."""
    state = game.deal(4, seed=8)
    records = np.frombuffer(bytearray(bytes(state)), game.rules.STATE)
    moves, worths = (np.zeros(game.rules.MOST_MOVES, kind) for kind in (np.int64, np.float64))
    n = weigh_first(records, moves, worths)
    order = sorted(range(n), key=lambda i: (-worths[i], i))
    below, codes = [worths[order[0]] - worths[i] for i in order], [int(moves[i]) for i in order]
    buffers, style = (
        buffers_for(game.rules.STATE, game.rules.MOST_MOVES),
        Style(chance=0, doubt=doubt),
    )
    buffers.luck[0] = new_rng(5)[0]
    made = [int(guess(records[0], style, buffers)) for _ in range(times)]
    return below, [made.count(code) for code in codes]


@every_game
def test_imagined_players_doubt_the_more_the_nearer_a_move_is_to_the_best(game: Game) -> None:
    below, surely = guesses(game, 0.0, 50)
    assert surely[0] == 50
    assert below[-1] > 0
    best = sum(math.isclose(less, 0.0, abs_tol=1e-9) for less in below)
    often = [50.0]
    for doubt in (below[-1] / 12, below[-1] / 3, below[-1]):
        _, made = guesses(game, doubt, 4_000)
        often.append(sum(made[:best]) / 80)
        for (less, times), (more, rarer) in pairwise(zip(below, made, strict=True)):
            assert rarer <= times + 6 * math.sqrt(times) or math.isclose(less, more, abs_tol=1e-9)
        for less, times in zip(below, made, strict=True):
            assert times == 0 or less <= doubt * DOUBTS.max()
    assert often == sorted(often, reverse=True)
    assert often[-1] < 50


def test_between_two_moves_the_worse_is_made_so_often() -> None:
    """With exponential doubts it is half of e to the minus distance over doubt."""
    less = 0.8
    noise = np.sort(DOUBTS)
    beaten = np.searchsorted(noise, noise - less).sum() / len(noise) ** 2
    assert math.isclose(beaten, 0.5 * math.exp(-less), rel_tol=0.02)


def test_a_level_may_play_otherwise_at_another_table() -> None:
    novice = levels_of(find_game("escogriffe"))["novice"]
    assert novice.at(4) is novice
    assert novice.at(8).temperature == novice.tables["8"]["temperature"] < novice.temperature
    plain = levels_of(find_game("kraut"))["novice"]
    assert plain.at(2) is plain.at(5) is plain


def test_what_is_changed_in_a_level_is_changed_at_every_table() -> None:
    level = Level("own", simulations=5, tables={"7": {"simulations": 9, "horizon": 3}})
    assert (level.at(7).simulations, level.at(7).style.horizon) == (9, 3)
    changed = level.changed(simulations=40)
    assert changed.at(4).simulations == changed.at(7).simulations == 40
    assert changed.at(4).style.horizon == Style().horizon
    assert changed.at(7).style.horizon == 3


@every_game
def test_levels_err_less_and_see_further_at_every_table(game: Game) -> None:
    for players in game.players:
        levels = [level.at(players) for level in levels_of(game).values()]
        temperatures = [level.temperature for level in levels[:3]]
        assert temperatures == sorted(set(temperatures), reverse=True)
        assert min(temperatures) > 0
        simulations = [level.simulations for level in levels[2:]]
        assert simulations == sorted(set(simulations))


def test_a_budget_of_simulations_has_no_other_limit() -> None:
    bot = find_bot("master@70000", find_game("kraut"))
    assert isinstance(bot, LevelBot)
    assert bot.level.clock(Clock()) == Clock(math.inf, 70_000)
    assert bot.level.clock(Clock(2.0)) == Clock(2.0, 70_000)
