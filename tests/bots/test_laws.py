"""What holds for the bots of every game, at every kind of table."""

from __future__ import annotations

import numpy as np
import pytest

from tablee import State, View
from tablee.bots.bot import Clock, records_of
from tablee.bots.levels import NAMES, find_bot, glance, levels_of
from tablee.bots.search.playout import MOST_SEATS, Style
from tablee.bots.search.search import Search
from tablee.core.chance import new_rng
from tablee.core.compiled import Moves, Values, weigh_first
from tablee.core.rules.rulebook import LANGUAGES
from tests.bots.matches import estimate_first, share_of_advice
from tests.cases import CASES, Case

PLAIN = [case for case in CASES if case.style == "random"]
every_case = pytest.mark.parametrize("case", PLAIN, ids=str)
every_advised_case = pytest.mark.parametrize("case", [c for c in PLAIN if c.game.advice], ids=str)
QUICK = Clock(simulations=60)


def choices(case: Case, seed: int, n: int) -> list[State]:
    """Some states in which somebody has to decide."""
    return [state for state in case.sample(n, odd=seed) if state.seat is not None]


def own_view(state: State) -> View:
    assert state.seat is not None
    return state.view(state.seat)


def weighed(position: State | View) -> tuple[Moves, Values]:
    size = position.game.rules.MOST_MOVES
    moves, worths = np.zeros(size, np.int64), np.zeros(size)
    records = records_of(position)
    n = weigh_first(records, moves, worths)
    return moves[:n], worths[:n]


@every_case
def test_advice_reads_only_what_the_seat_may_know(case: Case) -> None:
    for n, state in enumerate(choices(case, 31, 12)):
        view = own_view(state)
        moves, worths = weighed(view)
        for other in (state, view.redeal(n), view.redeal(n + 100)):
            assert np.array_equal(weighed(other)[0], moves)
            assert np.array_equal(weighed(other)[1], worths)


@every_case
def test_advice_weighs_the_distinct_moves(case: Case) -> None:
    for state in choices(case, 32, 12):
        moves, worths = weighed(state)
        assert {case.game.moves[move] for move in moves} == set(state.distinct_moves())
        assert np.isfinite(worths).all()


@every_case
def test_weighing_changes_nothing(case: Case) -> None:
    for state in choices(case, 33, 6):
        records = records_of(state)
        size = case.game.rules.MOST_MOVES
        weigh_first(records, np.zeros(size, np.int64), np.zeros(size))
        assert records.tobytes() == bytes(state)


@every_case
@pytest.mark.parametrize("name", [*NAMES, "advice"])
def test_what_a_seat_cannot_know_never_changes_a_decision(case: Case, name: str) -> None:
    for n, state in enumerate(choices(case, 34, 4)):
        view = own_view(state)
        chosen = find_bot(name, case.game, n).choose(view, QUICK)
        other = view.redeal(n + 7)
        assert find_bot(name, case.game, n).choose(own_view(other), QUICK) == chosen


@every_case
@pytest.mark.parametrize("name", NAMES)
def test_every_level_chooses_legal_moves_everywhere(case: Case, name: str) -> None:
    bot = find_bot(name, case.game, 5)
    for state in choices(case, 35, 12):
        assert bot.choose(own_view(state), QUICK) in state.legal_moves()


@every_case
def test_the_same_seed_and_simulations_decide_the_same(case: Case) -> None:
    for state in choices(case, 36, 3):
        first, second = (
            Search(case.game).think(own_view(state), new_rng(3), Clock(simulations=300))
            for _ in range(2)
        )
        assert first == second


@every_case
def test_a_search_stays_within_its_memory(case: Case) -> None:
    search = Search(case.game, nodes=50)
    thoughts = search.think(own_view(case.deal(1)), new_rng(1), Clock(simulations=2_000))
    assert search.nodes == 50
    assert thoughts[0].visits > 0


@every_case
def test_a_search_ends_when_its_time_is_up(case: Case) -> None:
    search = Search(case.game)
    search.think(own_view(case.deal(1)), new_rng(1), Clock(simulations=1))
    assert search.think(own_view(case.deal(2)), new_rng(1), Clock(seconds=0.01))


@every_case
def test_values_are_chances_to_win(case: Case) -> None:
    for state in choices(case, 37, 4):
        for thought in Search(case.game).think(own_view(state), new_rng(1), QUICK):
            assert -0.001 <= thought.value <= 1.001


@every_case
def test_who_has_won_is_valued_most(case: Case) -> None:
    *_, last = case.walk(38)
    outcome, values = last.outcome(), np.zeros(MOST_SEATS)
    assert outcome is not None
    for viewer in range(case.players):
        estimate_first(records_of(last), viewer, values)
        assert max(range(case.players), key=lambda seat: values[seat]) in outcome.winners
        assert (values <= 1.001).all()


@every_case
def test_forgetting_leaves_a_position_that_can_be_imagined(case: Case) -> None:
    """The forgetful imagine other deals than those who remember, and play on in them."""
    style = Style(forgets=1.0)
    for state in choices(case, 39, 5):
        view = own_view(state)
        assert glance(view, new_rng(1), 0.5, forgets=1.0) in state.legal_moves()
        thoughts = Search(case.game).think(view, new_rng(1), QUICK, style)
        assert thoughts[0].move in state.legal_moves()


@every_advised_case
def test_every_move_has_a_reason_in_every_language(case: Case) -> None:
    for state in choices(case, 40, 10):
        view = own_view(state)
        for move in view.distinct_moves():
            for lang in LANGUAGES:
                sentence = case.game.words.explain(view.record, move.code, lang)
                assert sentence
                assert "{" not in sentence


@every_advised_case
def test_advice_beats_chance(case: Case) -> None:
    """One advice player among random ones wins more than its share."""
    assert share_of_advice(case, 8 * case.players) > 1 / case.players


def test_every_game_has_five_levels_from_weak_to_strong() -> None:
    for game in {case.game.name: case.game for case in CASES}.values():
        levels = list(levels_of(game).values())
        assert [level.name for level in levels] == list(NAMES)
        assert levels[-1].simulations == max(level.simulations for level in levels)
        assert levels[-1].seconds <= 1.0
