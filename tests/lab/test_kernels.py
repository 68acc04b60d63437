"""What a card would do is done by a warp without one, and costs what it is known to cost."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

from tablee import GAMES
from tablee.core.chance import new_rng
from tablee.lab.cuda import ptx_of, rows_of, signatures_of
from tablee.lab.kernels import advance, choose_all, deal_all, see_all, seed_all
from tablee.lab.playout import play_many
from tests.effort import NIGHT

if find_spec("numba_cuda"):
    from tests.lab.kernels import MARGIN, compilers, cost, kept, rolled
    from tests.lab.warp import Warp

    @pytest.mark.parametrize("kernel", signatures_of(GAMES["fourmis"]) if NIGHT else ["roll"])
    @pytest.mark.parametrize("name", GAMES)
    def test_a_kernel_costs_a_card_what_is_written_down(name: str, kernel: str) -> None:
        """Making the set of a trick for each card compared made a warp's steps 7 % more."""
        before, now = kept()[name][kernel], cost(GAMES[name], kernel)
        assert before.keys() == now.keys()
        other = [
            f"{what}: {before[what]} before, now {figure}"
            for what, figure in now.items()
            if abs(figure - before[what]) > MARGIN * before[what]
        ]
        assert not other, (
            f"the kernel {kernel} of {name} has changed: {'; '.join(other)}. If it is meant, or if"
            f" it comes from another compiler ({kept()['compilers']} before, now {compilers()}):"
            " python -m tests.lab.kernels"
        )

    @pytest.mark.parametrize("name", GAMES if NIGHT else ["fourmis"])
    def test_a_warp_deals_chooses_plays_and_sees_as_the_processor(name: str) -> None:
        game, players = GAMES[name], 3
        games, words = rows_of(game), game.observation_spec(players).size // 8
        blank, views = game.blank(players), game.blank(players)
        lucks, dice = np.zeros((games, 1), np.uint64), np.zeros((games, 1), np.uint64)
        seed_all(lucks, np.uint64(1))
        seed_all(dice, np.uint64(2))
        mask = np.zeros((games, -(-game.move_codes // 8)), np.uint64)
        here = {
            "states": np.repeat(blank, games),
            "lucks": lucks,
            "dice": dice,
            "seats": np.zeros(games, np.int8),
            "mask": mask,
            "out": np.zeros((games, words), np.uint64),
            "actions": np.zeros(games, np.int64),
            "returns": np.zeros((games, players), np.float32),
            "ended": np.zeros(games, np.bool),
        }
        there = {part: array.copy() for part, array in here.items()}
        moves, wrong = np.zeros(int(game.rules.MOST_MOVES), np.int64), np.array([games])
        warps = {
            kernel: Warp(ptx_of(game, kernel))
            for kernel in ("deal", "see", "watch", "choose", "check", "step")
        }

        def see() -> None:
            see_all(here["states"], views, moves, here["seats"], here["mask"], here["out"])
            warps["see"].play(there["states"], there["seats"], there["mask"])
            warps["watch"].play(there["states"], there["out"])
            for part, array in here.items():
                assert array.tobytes() == there[part].tobytes(), part

        deal_all(here["states"], blank, here["lucks"])
        warps["deal"].play(there["states"], blank, there["lucks"])
        see()
        for _ in range(60):
            choose_all(here["mask"], here["dice"], here["actions"])
            warps["choose"].play(there["mask"], there["dice"], there["actions"])
            warps["check"].play(there["mask"], there["actions"], game.move_codes, wrong)
            assert wrong[0] == games
            for i, action in enumerate(here["actions"]):
                args = here["states"], i, action, blank, here["lucks"], here["returns"], True
                here["ended"][i] = advance(*args)
            first = there["states"], there["actions"], blank, there["lucks"]
            warps["step"].play(*first, there["returns"], there["ended"], 1)
            see()

    def test_a_warp_refuses_the_first_action_that_is_not_legal() -> None:
        mask, wrong = np.full((5, 2), 0x0101, np.uint64), np.array([5])
        actions = np.array([0, 9, 1, 2, 16])
        Warp(ptx_of(GAMES["fourmis"], "check")).play(mask, actions, 16, wrong)
        assert wrong[0] == 3

    def test_a_warp_counts_as_the_processor() -> None:
        game, games = GAMES["fourmis"], 40
        blank, start = game.blank(2), new_rng(5)[0]
        sums, lengths = np.zeros((10, 8), np.int64), np.zeros(2, np.int64)
        theirs = sums.copy(), lengths.copy()
        room = np.zeros(int(game.rules.MOST_MOVES), np.int64), np.zeros(8, np.int64)
        state, luck = np.repeat(blank, 1), np.zeros(1, np.uint64)
        play_many(blank, state, luck, start, (0, games, 1), *room, sums, lengths)
        Warp(ptx_of(game, "tally")).play(blank, start, 0, games, *theirs)
        assert sums.tobytes() == theirs[0].tobytes()
        assert lengths.tobytes() == theirs[1].tobytes()

    if NIGHT:

        @pytest.mark.parametrize("name", GAMES)
        def test_a_warp_plays_all_tables_as_the_processor(name: str) -> None:
            game = GAMES[name]
            warp = Warp(ptx_of(game, "roll"))
            for players in game.players:
                rolled(game, warp, players, 1000)
