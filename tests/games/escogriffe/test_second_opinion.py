"""The engine and the independent referee agree, move by move, on many matches."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablee import State
from tablee.games.escogriffe import Escogriffe
from tablee.games.escogriffe.notation import figure_of, of_seat, pile_of
from tests.cases import play_at_random
from tests.effort import often
from tests.games.escogriffe.referee import DECK, Kind, Referee
from tests.games.escogriffe.styles import STYLES
from tests.games.escogriffe.tables import GAME, ring_game

WAYS = {"random": play_at_random, **STYLES}


def codes(game: Escogriffe, kinds: list[int]) -> list[str]:
    return [game.notation.codes[kind] for kind in kinds]


def hand(game: Escogriffe, state: State, seat: int) -> list[str]:
    counts = of_seat(state.record.hands, seat)
    return [code for code, n in zip(game.notation.codes, counts, strict=False) for _ in range(n)]


def piles(game: Escogriffe, state: State, referee: Referee) -> list[list[str]]:
    return [codes(game, pile_of(state.record, pile)) for pile in range(len(referee.piles))]


def catch_up(game: Escogriffe, referee: Referee, state: State) -> None:
    """Tells the referee what the engine's chance did."""
    while referee.wants in ("deal", "card", "piles"):
        if referee.wants == "card":
            referee.turn(game.notation.codes[state.record.took - 1])
        elif referee.wants == "piles":
            referee.reshuffle([pile[-1] for pile in piles(game, state, referee)])
        else:
            hands = [hand(game, state, seat) for seat in range(state.players)]
            tops = [pile[-1] for pile in piles(game, state, referee)]
            referee.deal(int(state.record.target), hands, tops)


def compare(game: Escogriffe, referee: Referee, state: State) -> None:
    assert referee.wants == ("over" if state.seat is None else "move")
    assert referee.seat == state.seat
    assert referee.legal() == {str(move) for move in state.legal_moves()}
    assert referee.totals == list(state.scores)


def compare_all(game: Escogriffe, referee: Referee, state: State) -> None:
    """Compares everything that lies on the table."""
    record = state.record
    assert (referee.round, referee.target) == (record.rounds, record.target)
    assert referee.stock.total() == record.left
    assert piles(game, state, referee) == referee.piles
    for seat in range(state.players):
        assert sorted(hand(game, state, seat)) == sorted(referee.hands[seat])
        assert codes(game, figure_of(record, seat)) == referee.figures[seat]


def play_match(
    game: Escogriffe, referee: Referee, seed: int, way: str, most: int, **options: Any
) -> set[str]:
    luck, plies = random.Random(seed), 0
    state = game.deal(referee.players, seed, **(options or {"points": referee.points}))
    catch_up(game, referee, state)
    while state.seat is not None and plies < most:
        compare(game, referee, state)
        move = WAYS[way](state, luck)
        ends_turn = referee.drawn is not None or str(move).startswith("lay")
        referee.play(str(move))
        state = state.play(move)
        catch_up(game, referee, state)
        plies += 1
        if ends_turn and state.seat is not None and plies % 7 == 0:
            compare_all(game, referee, state)
    compare(game, referee, state)
    outcome = state.outcome()
    if outcome is not None:
        assert referee.winners == set(outcome.winners)
        assert [
            codes(game, figure_of(state.record, s)) for s in range(state.players)
        ] == referee.figures
        assert sum(line.points for line in outcome.sheet) == sum(referee.gained)
    return referee.fired


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("points", [50, 30, 100])
@pytest.mark.parametrize("players", range(3, 9))
def test_engine_and_referee_agree(players: int, points: int, way: str) -> None:
    fired: set[str] = set()
    for seed in range(1 if way == "random" else often(1, 4)):
        referee = Referee(players, points, DECK)
        fired |= play_match(GAME, referee, 100 * seed + players, way, most=4000)
    assert fired >= ({"E7", "E16"} if way == "lazy" else {"E7"})


def test_engine_and_referee_agree_on_a_variant() -> None:
    copies = {"neck": 4, "hat": 7, "boots": 9}
    changes = {"goal": 25, "bonus": 5, "smallest": 4, "die": 4, "idle_limit": 2, "copies": copies}
    deck = [replace(kind, copies=copies.get(kind.code, kind.copies)) for kind in DECK]
    numbers: dict[str, Any] = {"targets": (4, 7), "bonus": 5, "idle_limit": 2}
    fired: set[str] = set()
    for seed, way in enumerate(WAYS):
        referee = Referee(3 + seed, 25, deck, **numbers)
        fired |= play_match(GAME, referee, seed, way, most=4000, variant=changes)
    assert {"E7", "E16"} <= fired


@pytest.mark.clause("E3")
def test_engine_and_referee_agree_on_another_deck(tmp_path: Path) -> None:
    ring = ("ring", "grey")
    deck = [
        Kind("top", None, ring, 20, False),
        Kind("plain", ring, ring, 20, False),
        Kind("orange", ring, ring, 20, True),
        Kind("foot", ring, None, 20, False),
    ]
    fired: set[str] = set()
    for seed in range(often(6, 12)):
        game = ring_game(tmp_path)
        way = ("random", "sensible")[seed % 2]
        fired |= play_match(game, Referee(3 + seed % 4, 30, deck), seed, way, most=4000)
    assert {"E3", "E8", "E9", "E17"} <= fired
