"""What programs that learn are promised: numbers of moves, observations, returns, what was seen."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace

import numpy as np
import pytest

from tablee import GAMES, Game, InvalidMove, Move, Record
from tablee.core.chance import key_of
from tablee.core.state.observation import _WRITERS, planes
from tablee.lab.simulate import simulate
from tests.cases import CASES, Case
from tests.games.fourth import FOURTH

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)

PROMISED = {  # a change here needs a new `version` of the game: programs have learned these numbers
    ("fourmis", 1): (46, "503e2a29"),
    ("kraut", 1): (152, "4f2d7d97"),
    ("escogriffe", 2): (118, "bda056af"),
}


@every_game
def test_moves_keep_their_numbers(game: Game) -> None:
    texts = " ".join(map(str, game.moves))
    digest = hashlib.sha256(texts.encode()).hexdigest()[:8]
    assert (game.move_codes, digest) == PROMISED[game.name, game.version]
    assert [move.code for move in game.moves] == list(range(game.move_codes))


@every_case
def test_a_mask_says_which_numbers_are_legal(case: Case) -> None:
    for state in case.sample(5, odd=3):
        mask = state.legal_mask()
        assert mask.shape == (case.game.move_codes,)
        assert [case.game.move(code) for code in np.flatnonzero(mask).tolist()] == sorted(
            state.legal_moves()
        )
        if state.seat is not None:
            code = np.flatnonzero(mask)[0]
            assert state.play(code) == state.play(case.game.move(code))


@every_game
def test_a_number_that_is_no_move_is_refused(game: Game) -> None:
    state = game.deal(seed=1)
    for code in (-1, game.move_codes):
        with pytest.raises(InvalidMove, match=f"has 0 to {game.move_codes - 1}"):
            state.play(code)


@every_case
def test_an_observation_tells_apart_what_a_seat_can_tell_apart(case: Case) -> None:
    spec = case.game.observation_spec(case.players)
    told: dict[bytes, str] = {}
    for state in case.sample(8, odd=4):
        for seat in range(case.players):
            view = state.view(seat)
            seen = view.observation()
            assert seen.shape == (spec.size,) and seen.dtype == np.uint8
            if state.seat is not None:
                assert told.setdefault(seen.tobytes() + bytes([seat]), str(view)) == str(view)
                assert (state.observation(seat) == seen).all()


@every_case
def test_an_observation_shows_nothing_that_is_hidden(case: Case) -> None:
    for state in case.sample(4, odd=5):
        for seat in range(case.players):
            view = state.view(seat)
            other = view.redeal(3).view(seat)
            assert (other.observation() == view.observation()).all()


def test_an_observation_is_seen_from_the_seat() -> None:
    game = GAMES["fourmis"]
    state = game.deal(3, seed=5)
    state = state.play(state.legal_moves()[0])
    seen = [game.observation_spec(3).unpack(state.observation(seat)) for seat in range(3)]
    assert [part["seat"].argmax() for part in seen] == [1, 0, 2]
    assert [part["leader"].argmax() for part in seen] == [0, 2, 1]
    hand = seen[2]["hands"][0]
    cards = [str(move) for move, has in zip(game.moves, hand, strict=True) if has]
    assert cards == state.as_dict()["table"]["hands"][2]
    assert not set(seen[0]) & {"key", "draws", "room"}


def test_what_is_secret_from_all_is_not_in_an_observation() -> None:
    names = {part.name for part in GAMES["escogriffe"].observation_spec(4).parts}
    assert "stock" not in names and "spare" not in names
    assert {"hands", "known", "figures", "piles"} <= names


@every_case
def test_returns_are_shared_among_the_winners_and_add_up_to_nothing(case: Case) -> None:
    first, *_, last = case.sample(3)
    outcome = last.outcome()
    assert outcome is not None
    assert set(first.returns()) == {0.0}
    best = max(last.returns())
    assert [seat for seat, n in enumerate(last.returns()) if n == best] == list(outcome.winners)
    assert abs(sum(last.returns())) < 1e-6
    assert best == 1.0 or len(outcome.winners) > 1


@every_game
def test_no_match_is_longer_than_its_bound(game: Game) -> None:
    for players in game.players:
        assert simulate(game, players, 3).tally.longest <= game.longest(players)


@pytest.mark.parametrize("game", [*GAMES.values(), FOURTH], ids=lambda game: game.name)
def test_what_a_seat_saw_and_did_is_a_sequence(game: Game) -> None:
    luck, key = random.Random(4), key_of(seed=4)
    state = game.deal(key=key)
    moves: list[Move] = []
    mine: list[Move] = []
    while state.seat is not None and len(moves) < 25:
        moves.append(luck.choice(state.legal_moves()))
        mine += [moves[-1]] * (state.seat == 1)
        state = state.play(moves[-1])
    record = Record(game, state.players, key, moves=tuple(moves))
    seen = list(record.seen_by(1))
    assert [sight.move for sight in seen if sight.move] == mine
    assert len(seen) == len(moves) + 1 and seen[-1].view == state.view(1)
    assert all(sight.view.viewer == 1 for sight in seen)
    assert str(seen[0]) == str(seen[0].view)


def test_a_row_at_the_end_of_a_record_is_not_read_beyond_it() -> None:
    """Entry by entry it says what it says where whole eights can be read."""
    game = GAMES["escogriffe"]
    state = game.deal(3, seed=1)
    while max(state.record["sizes"]) < 3:  # who can lay, lays
        lays = [move for move in state.legal_moves() if str(move).startswith("lay")]
        state = state.play((*lays, *state.legal_moves())[0])
    plane, written = next(p for p in planes(game.fields) if p.name == "figures"), []
    for roomy in (True, False):
        lines = ["def write(state, me, players, out):", "    at = 0"]
        made = dict(_WRITERS)
        exec("\n".join([*lines, *replace(plane, roomy=roomy).write()]), made)
        written.append(np.full(6, 255, np.uint64))
        made["write"](state.record, 0, 3, written[-1])
    assert written[0].any() and (written[0] == written[1]).all()
