"""The very same rules compile for a graphics card; without the compiler one is told what to do."""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest

from tablee import GAMES, TableeError
from tablee.batch import Batch
from tablee.lab.cuda import ptx_of, signatures_of

WHOLE = bool(os.environ.get("TABLEE_NIGHT"))

if find_spec("numba_cuda"):

    @pytest.mark.parametrize("name", GAMES if WHOLE else ["fourmis"])
    def test_every_kernel_compiles_for_a_card(name: str) -> None:
        game = GAMES[name]
        for kernel in signatures_of(game) if WHOLE else ("choose", "see"):
            ptx = ptx_of(game, kernel)
            assert ".target sm_90" in ptx
            assert ".visible .entry" in ptx


def test_a_card_that_cannot_be_used_is_refused_in_one_sentence() -> None:
    with pytest.raises(TableeError, match=r"tablee\[cuda\]|no graphics card"):
        Batch("fourmis", 1, device="cuda")
