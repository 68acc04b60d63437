"""The very same rules play on a graphics card; where there is none, they compile for one."""

from __future__ import annotations

import os
from importlib.util import find_spec

import numpy as np
import pytest

from tablee import GAMES, TableeError
from tablee.batch import Batch
from tablee.lab.cuda import ptx_of, signatures_of
from tablee.lab.simulate import simulate

WHOLE = bool(os.environ.get("TABLEE_NIGHT"))
TABLES = [(name, players) for name, game in GAMES.items() for players in game.players]


def a_card_is_here() -> bool:
    """Whether a graphics card can be used."""
    if not find_spec("numba_cuda"):
        return False
    from numba import cuda

    return bool(cuda.is_available())


if find_spec("numba_cuda"):

    @pytest.mark.parametrize("name", GAMES if WHOLE else ["fourmis"])
    def test_every_kernel_compiles_for_a_card(name: str) -> None:
        game = GAMES[name]
        for kernel in signatures_of(game) if WHOLE else ("choose", "watch", "tally"):
            ptx = ptx_of(game, kernel)
            assert ".target sm_90" in ptx
            assert ".visible .entry" in ptx


if a_card_is_here():

    @pytest.mark.parametrize("one_round", [False, True])
    @pytest.mark.parametrize(("name", "players"), TABLES)
    def test_a_card_plays_bit_for_bit_as_the_processor(
        name: str, players: int, one_round: bool
    ) -> None:
        here, there = (
            Batch(name, 500, players, seed=7, one_round=one_round, device=device)
            for device in ("cpu", "cuda")
        )
        compare(here, there)
        for _ in range(400):
            actions = here.choose()
            assert np.array_equal(actions, there.choose().copy_to_host())
            here.step(actions)
            there.step(actions)
            compare(here, there)
        assert np.array_equal(here.roll(700), there.roll(700).copy_to_host())
        compare(here, there)

    def compare(here: Batch, there: Batch) -> None:
        for part in ("states", "seat", "mask", "observation", "returns", "ended"):
            assert getattr(here, part).tobytes() == getattr(there, part).copy_to_host().tobytes()

    @pytest.mark.parametrize(("name", "players"), TABLES)
    def test_a_card_counts_as_the_processor(name: str, players: int) -> None:
        games = 300 if name == "escogriffe" else 20_000
        here, there = (
            simulate(GAMES[name], players, games, seed=5, device=device)
            for device in ("cpu", "cuda")
        )
        assert here.tally == there.tally

    @pytest.mark.parametrize("library", ["torch", "jax.dlpack"])
    def test_arrays_are_handed_on_without_a_copy(library: str) -> None:
        take = pytest.importorskip(library).from_dlpack
        batch = Batch("fourmis", 1000, 4, seed=1, device="cuda")
        batch.step(batch.choose())
        for name in ("seat", "mask", "observation", "returns", "ended"):
            theirs, ours = take(batch.dlpack(name)), getattr(batch, name)
            where = "data_ptr" if library == "torch" else "unsafe_buffer_pointer"
            assert getattr(theirs, where)() == ours.__cuda_array_interface__["data"][0]
            seen = theirs.cpu() if library == "torch" else theirs
            cut = np.asarray(seen)[..., : ours.shape[-1]]
            assert cut.tobytes() == np.ascontiguousarray(ours.copy_to_host()).tobytes()

else:

    def test_a_card_that_cannot_be_used_is_refused_in_one_sentence() -> None:
        for work in (
            lambda: Batch("fourmis", 1, device="cuda"),
            lambda: simulate(GAMES["fourmis"], 4, 1, device="cuda"),
        ):
            with pytest.raises(TableeError, match=r"tablee\[cuda\]|no graphics card"):
                work()
