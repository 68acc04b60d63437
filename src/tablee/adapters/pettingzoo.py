"""The games as PettingZoo's turn-based environments.

from tablee.adapters import pettingzoo

env = pettingzoo.env("fourmis", players=4)
env.reset(seed=7)
for agent in env.agent_iter():
observation, reward, ended, cut, info = env.last()
env.step(None if ended or cut else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from tablee.core.extras import need

need("pettingzoo", "rl")

from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402

from tablee.adapters import returns_of  # noqa: E402
from tablee.core.game import Game  # noqa: E402
from tablee.core.state.position import State  # noqa: E402
from tablee.games import find_game  # noqa: E402


class TableEnv(AECEnv):  # type: ignore[misc]
    """One match; agents are seats, actions are the numbers of moves."""

    metadata = {"render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: Game,
        players: int,
        options: dict[str, Any],
        one_round: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game, self.players, self.options = game, players, options
        self.one_round, self.render_mode = one_round, render_mode
        self.metadata = {**self.metadata, "name": f"tablee_{game.name}_v{game.version}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._luck = np.random.default_rng()
        self._state: State | None = None

    @cache  # noqa: B019
    def observation_space(self, agent: str) -> spaces.Dict:
        """Return what a seat sees, and which moves it may make."""
        size = self.game.observation_spec(self.players).size
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (size,), np.uint8),
                "action_mask": spaces.Box(0, 1, (self.game.move_codes,), np.int8),
            }
        )

    @cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the numbers of all moves."""
        return spaces.Discrete(self.game.move_codes)

    @property
    def match(self) -> State:
        """The match as it is now."""
        assert self._state is not None, "call reset() first"
        return self._state

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a match."""
        if seed is not None:
            self._luck = np.random.default_rng(seed)
        self._state = self.game.deal(self.players, int(self._luck.integers(2**62)), **self.options)
        self._first = self._state.stage
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._whose()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what a seat may know."""
        view = self.match.view(self.possible_agents.index(agent))
        return {
            "observation": view.observation(),
            "action_mask": view.legal_mask().astype(np.int8),
        }

    def step(self, action: int | None) -> None:
        """Play a move, by its number."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self._state = self.match.play(int(action))  # type: ignore[arg-type]
        self._clear_rewards()
        if self._is_over():
            returns = returns_of(self.match)
            self.rewards = dict(zip(self.possible_agents, returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._whose()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the table as everyone sees it, as text."""
        return self.match.view(None).show() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _is_over(self) -> bool:
        return self.match.seat is None or (self.one_round and self.match.stage != self._first)

    def _whose(self) -> str:
        seat = self.match.seat
        return self.agents[0] if seat is None else self.possible_agents[seat]


def raw_env(
    game: Game | str,
    players: int | None = None,
    *,
    one_round: bool = False,
    render_mode: str | None = None,
    **options: object,
) -> TableEnv:
    """Return a match as a turn-based environment; illegal moves are refused with their clause."""
    found = find_game(game) if isinstance(game, str) else game
    seats = found.check_players(players)
    found.check_options(seats, options)
    return TableEnv(found, seats, dict(options), one_round, render_mode)


def env(game: Game | str, players: int | None = None, **more: Any) -> AECEnv:
    """Return the same in PettingZoo's usual wrapper, which refuses steps in the wrong order."""
    from pettingzoo.utils import OrderEnforcingWrapper

    return OrderEnforcingWrapper(raw_env(game, players, **more))
