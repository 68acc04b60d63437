"""Thousands of games as one vector environment of Gymnasium, each stepped by its seat in turn.

    from tablee.adapters.gymnasium import VectorEnv

    env = VectorEnv("kraut", 1024, players=4)
    observations, info = env.reset(seed=1)
    observations, rewards, ended, cut, info = env.step(actions)

`info["seat"]` says who decides, `info["action_mask"]` what they may do. A reward is what the match
came to for the seat that made the last move; `info["returns"]` has it for every seat. A game that
ends is dealt anew in the same step.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from tablee.core.extras import need

need("gymnasium", "rl")

import gymnasium  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

from tablee.batch import Batch  # noqa: E402
from tablee.core.game import Game  # noqa: E402


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """A batch of games."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self, game: Game | str, games: int, players: int | None = None, **more: Any
    ) -> None:
        self._dealt = partial(Batch, game, games, players, **more)
        self.batch: Batch = self._dealt(seed=0)
        self.num_envs = games
        self.single_observation_space = spaces.Box(0, 255, (self.batch.spec.size,), np.uint8)
        self.single_action_space = spaces.Discrete(self.batch.game.move_codes)
        self.observation_space = batch_space(self.single_observation_space, games)
        self.action_space = batch_space(self.single_action_space, games)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all games."""
        super().reset(seed=seed)
        self.batch = self._dealt(seed=int(self.np_random.integers(2**62)))
        return self.batch.observation.copy(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play a move in every game."""
        movers = self.batch.seat.copy()
        self.batch.step(actions)
        rewards = np.take_along_axis(self.batch.returns, movers[:, None].astype(np.intp), 1)[:, 0]
        ended = self.batch.ended.copy()
        cut = np.zeros(self.num_envs, np.bool)
        return self.batch.observation.copy(), rewards, ended, cut, self._info()

    def _info(self) -> dict[str, Any]:
        batch = self.batch
        return {
            "seat": batch.seat.copy(),
            "action_mask": batch.mask.copy(),
            "returns": batch.returns.copy(),
        }
