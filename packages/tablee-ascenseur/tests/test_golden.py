"""Whole matches as text: what was played once is played so for ever."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tablee import find_game
from tablee.games import parse_record

GAME = find_game("ascenseur")
GOLDEN = sorted(Path(__file__).with_name("golden").glob("*.record"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_match_ends_as_it_did(path: Path) -> None:
    text = path.read_text("utf-8")
    state = parse_record(text).replay()
    assert state.outcome() is not None
    told = Path(path).with_suffix(".scores").read_text("utf-8").split()
    assert [str(points) for points in state.scores] == told


def test_there_are_golden_matches_of_every_player_count() -> None:
    assert {path.stem[0] for path in GOLDEN} == {str(n) for n in GAME.players}


@pytest.mark.parametrize("players", GAME.players)
def test_what_is_imagined_fits_what_was_seen(players: int) -> None:
    luck, state = random.Random(players), GAME.deal(players, seed=players)
    while state.seat is not None:
        view = state.view(state.seat)
        assert view.redeal(luck.randrange(99)).view(state.seat) == view
        state = state.play(luck.choice(state.legal_moves()))
