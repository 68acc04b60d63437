"""Luck that is taken off a result is nothing on average: by construction, and counted."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from statistics import fmean, stdev

import numpy as np
import pytest

from tablee import GAMES, Game, find_game
from tablee.bots.bot import records_of
from tablee.bots.levels import glance, levels_of, settings_of
from tablee.bots.review.values import Regular, ask_regular, buffers_for
from tablee.core.chance import new_rng, next_word
from tablee.core.compiled import Records, copy_of, deal_first, put_first, step_first
from tablee.lab.arena import Contest, play_deal
from tablee.lab.variance_reduction import Luck, subtract_luck
from tests.cases import CASES, Case
from tests.effort import NIGHT, often

FOURMIS, KRAUT = find_game("fourmis"), find_game("kraut")
OURS = [case for case in CASES if case.game in GAMES.values()]
TRIES = 2_000


def measure_with(monkeypatch: pytest.MonkeyPatch, game: Game, plays: int) -> None:
    for word in ("deal_plays", "draw_plays", "choice_plays"):
        monkeypatch.setitem(settings_of(game)["review"], word, plays)


def events(records: Records) -> Iterator[tuple[Records, Records, int]]:
    """What chance decides up to the next decision, before and after it, each with a seed.

    It is decided by the dice that a measuring with this seed throws in its first play-out.
    """
    for seed in itertools.count():
        luck = np.array([next_word(new_rng(seed))], np.uint64)
        luck[0] = next_word(luck)
        records["key"] = next_word(luck), next_word(luck)
        records["draws"] = 0
        before = copy_of(records)
        if not step_first(records):
            return
        if records["draws"][0]:
            yield before, copy_of(records), seed


def beginnings(case: Case, n: int) -> Iterator[Records]:
    """A match that is still to be dealt, and some of its moments after a move."""
    records = case.game.blank(case.players, **case.chosen)
    deal_first(records)
    yield records
    chosen = random.Random(1)
    for state in case.sample(n)[:-1]:
        records = records_of(state)
        put_first(records, chosen.choice(state.legal_moves()).code)
        yield records


@pytest.mark.parametrize("case", OURS, ids=str)
def test_luck_left_open_meets_the_dice_that_fell(case: Case) -> None:
    """With the same dice the value before chance decides is exactly the value after it.

    So with dice of its own it is the mean of the latter: what chance brings is 0 on average,
    whatever a value is worth.
    """
    brought = 0.0
    for records in beginnings(case, often(12, 60)):
        for before, after, seed in events(records):
            same, other = Luck(case.game, case.players, seed), Luck(case.game, case.players, -1)
            same.add_event(before, after, 1)
            other.add_event(before, after, 4)
            assert not any(same.cards)
            brought += abs(other.cards).max()
    assert brought


@pytest.mark.parametrize("level", ["casual", "regular"])
@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_a_bot_chooses_as_often_as_it_is_said_to(game: Game, level: str) -> None:
    """What a choice brings is 0 on average if each move counts as often as it is made."""
    habits = levels_of(game)[level].at(4)
    regular = Regular(habits.temperature, habits.style.forgets, 0.0)
    squares, free = 0.0, 0
    for state in Case(game, 4, ()).sample(often(8, 60))[:-1]:
        assert state.seat is not None
        view, rng, buffers = state.view(state.seat), new_rng(7), buffers_for(game)
        made = Counter(
            glance(view, rng, habits.temperature, habits.style.forgets).code for _ in range(TRIES)
        )
        odds, said = np.zeros(game.rules.MOST_MOVES), np.zeros(game.rules.MOST_MOVES)
        for word in range(TRIES):
            n = ask_regular(records_of(view), np.uint64(word << 40), regular, odds, buffers)
            said += odds / TRIES
        codes = buffers.moves[:n].tolist()
        assert set(made) <= set(codes)
        for code, share in zip(codes, said.tolist(), strict=False):
            if 0.005 < share < 0.995:
                squares += (made[code] - share * TRIES) ** 2 / (share * (1 - share) * TRIES)
                free += 1
    assert free > 4
    assert squares / free < 1 + 4 * (2 / free) ** 0.5


def test_luck_only_moves_between_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the cards or a choice bring to one, they take from another."""
    measure_with(monkeypatch, KRAUT, 4)
    deal = play_deal(Contest(KRAUT, ("regular", "novice"), 2, {}, 4, less_luck=True), 0)
    for kind in range(2):
        first, second = (deal.luck[bot][kind] for bot in ("regular", "novice"))
        assert first == pytest.approx(-second)
        assert first != 0


@pytest.mark.parametrize("game", GAMES.values() if NIGHT else [FOURMIS, KRAUT], ids=str)
def test_less_luck_leaves_the_mean_as_it_is(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over repeated arenas what is taken off is nothing on average; twenty of them at night."""
    words = settings_of(game)["review"]
    for word in ("deal_plays", "draw_plays", "choice_plays"):
        monkeypatch.setitem(words, word, min(4, words[word]))
    players, off = game.players[0], []
    for run in range(often(4, 20)):
        contest = Contest(game, ("casual", "regular"), players, {}, run, less_luck=True)
        played = [play_deal(contest, number) for number in range(often(2, 16))]
        shares = [deal.shares["casual"] for deal in played]
        less = subtract_luck(shares, [deal.luck["casual"] for deal in played])
        off.append(fmean(shares) - fmean(less))
    assert any(off)
    assert abs(fmean(off)) <= 3 * stdev(off) / len(off) ** 0.5


def test_luck_that_explains_all_is_taken_off_whole() -> None:
    luck = [(0.1 * (i % 5) - 0.2, 0.05 * (i % 3) - 0.05) for i in range(30)]
    results = [0.25 + cards + choices for cards, choices in luck]
    assert subtract_luck(results, luck) == pytest.approx([0.25] * 30)
    assert subtract_luck(results[:3], luck[:3]) == pytest.approx([0.25] * 3)


def test_luck_that_explains_nothing_is_left_alone() -> None:
    results = [float(i % 2) for i in range(32)]
    luck = [(float(i // 2 % 2), float(i // 4 % 2)) for i in range(32)]
    assert subtract_luck(results, luck) == pytest.approx(results)
