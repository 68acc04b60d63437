"""What was played stays played: golden games replay, and the ways onwards are as many as ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee import GAMES, Game, parse_record
from tablee.lab.counts import count_ways
from tests.archive import ENDS, HERE, counts_path, golden_cases, golden_path

GOLDEN = sorted(HERE.glob("*/golden/*.record"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_game_replays_to_its_last_position(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    (ends,) = [line.removeprefix(ENDS) for line in text.splitlines() if line.startswith(ENDS)]
    last = parse_record(text).replay()
    assert str(last) == ends
    assert last.outcome() is not None


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_kind_of_table_has_a_golden_game(game: Game) -> None:
    assert {golden_path(case) for case in golden_cases(game)} <= set(GOLDEN)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_there_are_as_many_ways_onwards_as_ever(game: Game) -> None:
    lines = counts_path(game).read_text(encoding="utf-8").splitlines()
    assert lines
    for line in lines:
        ways, position = line.split(" ", 1)
        state = game.parse_state(position)
        for depth, expected in enumerate(ways.split(","), 1):
            assert count_ways(state, depth) == int(expected), f"depth {depth} of {position}"


def test_equal_moves_are_counted_once_and_a_finished_match_has_no_way_on() -> None:
    for game in GAMES.values():
        state = game.deal(game.players[-1], seed=1)
        assert count_ways(state, 1) == len(state.distinct_moves())
        two = sum(len(state.play(move).distinct_moves()) for move in state.distinct_moves())
        assert count_ways(state, 2) == two
