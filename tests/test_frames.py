"""Frames: what there is to see after a move, moment by moment, and no more than that."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tablee.core.errors import IllegalMove
from tablee.core.state.position import Frame
from tests.cases import CASES, Case, styles_of


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_last_frame_is_the_state_after_the_move(case: Case) -> None:
    for state in case.sample(40):
        if state.seat is None:
            continue
        move = random.Random(7).choice(state.legal_moves())
        assert state.frames(move)[-1].state == state.play(move)


def all_frames(case: Case, seed: int, most: int = 5_000) -> Iterator[tuple[bool, Frame]]:
    """Plays a match in the case's style; gets every frame, and whether it stands in between."""
    choose, luck = styles_of(case.game)[case.style], random.Random(seed)
    state = case.deal(seed)
    for _ in range(most):
        if state.seat is None:
            return
        frames = state.frames(choose(state, luck))
        yield from ((frame is not frames[-1], frame) for frame in frames)
        state = frames[-1].state


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_moment_in_between_waits_for_nobody_and_hides_the_key(case: Case) -> None:
    between = [frame for inner, frame in all_frames(case, 3, 600) if inner]
    for frame in between[:10]:
        assert frame.state.seat is None
        assert frame.state.outcome() is None
        for seat in (None, *range(case.players)):
            view = frame.state.view(seat)
            assert not view.record["key"].any() and view.record["draws"] == 0
            assert not view.legal_moves()


ROUNDS = [case for case in CASES if case.game.pauses and case.style != "random"]
ROUNDS += [case for case in CASES if case.game.name == "fourmis"]


@pytest.mark.parametrize("case", ROUNDS, ids=str)
def test_a_scored_round_shows_its_sheet(case: Case) -> None:
    scores, rounds = case.deal(3).scores, 0
    for _, frame in all_frames(case, 3):
        if frame.state.scores != scores:
            assert frame.sheet
            rounds += 1
        scores = frame.state.scores
    assert rounds


@pytest.mark.parametrize("case", [case for case in ROUNDS if case.game.name == "fourmis"], ids=str)
def test_a_full_trick_is_seen_before_it_is_taken(case: Case) -> None:
    full = [frame.state.record for inner, frame in all_frames(case, 3, 40) if inner]
    hands = 3 if case.players == 2 else case.players
    assert full and full[0]["played"] == hands


def test_a_move_that_is_not_allowed_has_no_frames() -> None:
    state = CASES[0].deal(1)
    wrong = next(move for move in state.game.moves if move not in state.legal_moves())
    with pytest.raises(IllegalMove):
        state.frames(wrong)
