"""A batch plays what states play, one by one; the same for the same seed; and refuses the rest."""

from __future__ import annotations

import numpy as np
import pytest

from tablee import GAMES, InvalidMove, InvalidOption, State
from tablee.batch import Batch
from tests.games.fourth import FOURTH

SIZES = [(game, n) for game in (*GAMES.values(), FOURTH) for n in game.players]
every_size = pytest.mark.parametrize(("game", "players"), SIZES, ids=lambda v: str(v))


def check(batch: Batch, state: State, i: int) -> None:
    """What a batch says of a game is what the state says."""
    assert bytes(batch.state(i)) == bytes(state)
    assert batch.seat[i] == state.seat
    assert (batch.mask[i] == state.legal_mask()).all()
    assert (batch.observation[i] == state.observation()).all()


@every_size
def test_a_batch_plays_what_states_play_one_by_one(game: object, players: int) -> None:
    batch = Batch(game, 3, players, seed=5)  # type: ignore[arg-type]
    states = [batch.state(i) for i in range(3)]
    for _ in range(70):
        actions = batch.choose()
        states = [state.play(code) for state, code in zip(states, actions, strict=True)]
        batch.step(actions)
        for i, state in enumerate(states):
            assert batch.ended[i] == (state.seat is None)
            assert tuple(batch.returns[i]) == pytest.approx(state.returns())
            if state.seat is None:
                states[i] = batch.state(i)
            check(batch, states[i], i)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_games_that_end_are_counted_and_dealt_anew(game: object) -> None:
    batch = Batch(game, 2, seed=1, observe=False)  # type: ignore[arg-type]
    ended = 0
    while ended < 3:
        last = [batch.state(i) for i in range(2)]
        actions = batch.choose()
        batch.step(actions)
        for i in np.flatnonzero(batch.ended).tolist():
            over = last[i].play(actions[i])
            assert over.outcome() is not None
            assert tuple(batch.returns[i]) == pytest.approx(over.returns())
            key = batch.states[i]["key"].astype("<u8").tobytes()
            assert batch.state(i) == over.game.deal(over.players, key=key)
            ended += 1


def test_one_round_ends_when_it_has_been_counted() -> None:
    batch = Batch("fourmis", 4, players=4, seed=3, one_round=True)
    for _ in range(47):
        batch.step(batch.choose())
        assert not batch.ended.any() and not batch.returns.any()
    batch.step(batch.choose())
    assert batch.ended.all()
    assert (
        np.allclose(batch.returns.sum(axis=1), 0, atol=1e-6)
        and (batch.returns.max(axis=1) > 0).all()
    )


def test_equal_seeds_are_equal_games() -> None:
    one, same, other = (Batch("kraut", 5, 3, seed=seed) for seed in (4, 4, 5))
    for _ in range(30):
        for batch in (one, same, other):
            batch.step(batch.choose())
    assert one.states.tobytes() == same.states.tobytes() != other.states.tobytes()
    assert len({bytes(one.state(i)) for i in range(5)}) == 5
    assert Batch("kraut", 2, 3, seed=4).state(1) == Batch("kraut", 5, 3, seed=4).state(1)


def test_rolling_plays_many_decisions_at_random() -> None:
    batch = Batch("fourmis", 3, players=2, seed=1)
    assert (batch.roll(2000) >= 1).all()
    for i in range(3):
        check(batch, batch.state(i), i)


def test_numbers_of_numpy_and_options_by_name() -> None:
    batch = Batch("fourmis", np.int64(2), np.int8(4), np.uint16(3), teams=True)  # type: ignore[arg-type]
    assert batch.state(0).options["teams"] == "yes"
    batch.step(batch.choose().astype(np.uint8))


def test_arrays_are_handed_on_without_a_copy() -> None:
    batch = Batch("kraut", 3, 4, seed=2)
    for name in ("seat", "mask", "observation", "returns", "ended"):
        theirs, ours = np.from_dlpack(batch.dlpack(name)), getattr(batch, name)
        assert np.shares_memory(theirs, ours)
        assert np.array_equal(theirs[..., : ours.shape[-1]], ours)
    assert not np.from_dlpack(batch.dlpack("mask"))[:, batch.game.move_codes :].any()
    with pytest.raises(InvalidOption, match="'states': choose seat, mask"):
        batch.dlpack("states")
    with pytest.raises(InvalidOption, match="observe=False"):
        Batch("kraut", 3, 4, observe=False).dlpack("observation")


def test_what_cannot_be_is_refused_in_one_sentence() -> None:
    for games in (0, -1, 2.5):
        with pytest.raises(InvalidOption, match="play at least one"):
            Batch("fourmis", games)  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="'tpu': choose cpu or cuda"):
        Batch("fourmis", 1, device="tpu")
    with pytest.raises(InvalidOption, match="not 9"):
        Batch("fourmis", 1, players=9)
    with pytest.raises(InvalidOption, match="whole number"):
        Batch("fourmis", 1, seed="x")  # type: ignore[arg-type]


def test_an_action_that_is_not_legal_plays_nothing() -> None:
    batch = Batch("fourmis", 3, players=4, seed=1)
    before = batch.states.tobytes()
    right = batch.choose()
    for action, why in ((int((~batch.mask[1]).argmax()), "not legal in game 1"), (46, "0 to 45")):
        wrong = right.copy()
        wrong[1] = action
        with pytest.raises(InvalidMove, match=why):
            batch.step(wrong)
    with pytest.raises(InvalidMove, match="give one each"):
        batch.step(right[:2])
    with pytest.raises(InvalidMove, match="not float64"):
        batch.step(right * 0.5)
    assert batch.states.tobytes() == before
