"""The games as OpenSpiel's Python games: `pyspiel.load_game("tablee_fourmis", {"players": 4})`.

    import pyspiel
    from tablee.adapters import openspiel  # makes the games known

    game = pyspiel.load_game("tablee_kraut", {"players": 3})

Chance decides once, at the root, which of `seeds` matches is dealt; later draws follow from that.
`resample_from_infostate` deals anew what a seat cannot see, which is what IS-MCTS asks for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tablee.core.extras import need

need("pyspiel", "rl")

import pyspiel  # noqa: E402

from tablee.adapters import returns_of  # noqa: E402
from tablee.core.game import Game  # noqa: E402
from tablee.core.state.position import State  # noqa: E402
from tablee.games import GAMES  # noqa: E402

SEEDS = 1000


def game_type(game: Game) -> Any:
    """Return what OpenSpiel wants to know of a game before it is made."""
    return pyspiel.GameType(
        short_name=f"tablee_{game.name}",
        long_name=f"Tablée: {game.rulebook.about['title']['en']}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.players[0],
            "seeds": SEEDS,
            "one_round": False,
            **{option.name: _plain(option.values[0]) for option in game.options},
        },
    )


def _plain(value: str) -> str | int:
    """Return an option's value as OpenSpiel writes it: what looks like a number is one."""
    return int(value) if value.isdigit() else value


class Table(NamedTuple):
    """What is played, by how many and how."""

    game: Game
    players: int
    seeds: int
    one_round: bool
    options: dict[str, Any]


class Match(pyspiel.Game):  # type: ignore[misc]
    """A game at a table of so many players; `register` makes a class of it for each game."""

    rules: Game
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        table = self._read(params or {})
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.move_codes,
            max_chance_outcomes=table.seeds,
            num_players=table.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=min(self.rules.longest(table.players), 2**31 - 1),
        )
        super().__init__(self.kind, info, params or {})

    def _read(self, params: dict[str, Any]) -> Table:
        chosen = {**self.kind.parameter_specification, **params}
        players = self.rules.check_players(int(chosen["players"]))
        options = {option.name: chosen[option.name] for option in self.rules.options}
        self.rules.check_options(players, options)
        return Table(self.rules, players, int(chosen["seeds"]), bool(chosen["one_round"]), options)

    @property
    def table(self) -> Table:
        """What is played; from the parameters, which are all that OpenSpiel keeps of a game."""
        return self._read(self.get_parameters())

    def new_initial_state(self) -> MatchState:
        """Return a match that is still to be dealt."""
        return MatchState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """Return what seats see of a match."""
        return Observer(self, kind)


class Trail:
    """How a match came to where it is: a chain that is never changed, and so never copied."""

    def __init__(self, before: Trail | None, state: State, mover: int, code: int) -> None:
        self.before, self.state, self.mover, self.code = before, state, mover, code
        self._digests: dict[int, bytes] = {}

    def digest(self, seat: int) -> bytes:
        """Return a hash of all that a seat saw and did."""
        links = [self]
        while seat not in links[-1]._digests and links[-1].before is not None:
            links.append(links[-1].before)
        for link in reversed(links):
            if seat not in link._digests:
                last = link.before._digests[seat] if link.before else b""
                own = bytes(str(link.code), "ascii") if link.mover == seat else b""
                seen = bytes(link.state.view(seat))
                link._digests[seat] = hashlib.sha256(last + own + seen).digest()[:12]
        return self._digests[seat]

    def __deepcopy__(self, memo: object) -> Trail:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        digests = {seat: self.digest(seat) for seat in range(self.state.players)}
        return _end_of_trail, (self.state, self.mover, self.code, digests)


def _end_of_trail(state: State, mover: int, code: int, digests: dict[int, bytes]) -> Trail:
    """Return the last link of a chain, which knows what was seen before by its hash."""
    trail = Trail(None, state, mover, code)
    trail._digests.update(digests)
    return trail


class MatchState(pyspiel.State):  # type: ignore[misc]
    """A match as OpenSpiel walks through it."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.table = match.table
        self.trail: Trail | None = None
        self._first = 0

    @property
    def state(self) -> State | None:
        """The match as it is now; None before it is dealt."""
        return self.trail.state if self.trail else None

    def current_player(self) -> int:
        """Return the seat that decides, or chance, or the end."""
        if self.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else int(self.state.seat or 0)

    def is_terminal(self) -> bool:
        """Return whether the match, or its only round, is over."""
        if self.state is None:
            return False
        left = self.table.one_round and self.state.stage != self._first
        return self.state.seat is None or left

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals, each as likely."""
        return [(seed, 1 / self.table.seeds) for seed in range(self.table.seeds)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.state is not None
        return [] if self.is_terminal() else sorted(move.code for move in self.state.legal_moves())

    def _apply_action(self, action: int) -> None:
        if self.state is None:
            dealt = self.table.game.deal(self.table.players, action, **self.table.options)
            self.trail, self._first = Trail(None, dealt, -1, -1), dealt.stage
        else:
            mover = self.state.seat
            assert mover is not None
            self.trail = Trail(self.trail, self.state.play(action), mover, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player < 0 else str(self.table.game.move(action))

    def returns(self) -> list[float]:
        """Return what the match has come to for each seat; 0 while it goes on."""
        if self.state is None or not self.is_terminal():
            return [0.0] * self.table.players
        return list(returns_of(self.state))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> MatchState:
        """Return the same match with what a seat cannot see dealt anew."""
        assert self.state is not None
        assert self.trail is not None
        other = MatchState(self.get_game())
        imagined = self.state.view(player).redeal(int(sampler() * 2**53))
        other.trail = Trail(self.trail.before, imagined, self.trail.mover, self.trail.code)
        other._first = self._first
        return other

    def __str__(self) -> str:
        return "to be dealt" if self.state is None else str(self.state)


class Observer:
    """What a seat sees: an array (now), or a text (now, or all that it has seen)."""

    def __init__(self, match: Match, kind: Any) -> None:
        size = match.rules.observation_spec(match.table.players).size
        self.recalls = kind is not None and bool(kind.perfect_recall)
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: MatchState, player: int) -> None:
        """Write what a seat sees now."""
        self.tensor[:] = 0 if state.state is None else state.state.observation(player)

    def string_from(self, state: MatchState, player: int) -> str:
        """Return what a seat sees now, after a hash of all that it has seen and done before."""
        if state.trail is None:
            return "to be dealt"
        view = str(state.trail.state.view(player))
        return f"{state.trail.digest(player).hex()} {view}" if self.recalls else view


def register() -> None:
    """Make all games known to OpenSpiel, each with a class of its own in this module."""
    for game in GAMES.values():
        name, kind = f"Match_{game.name}", game_type(game)
        own = {"rules": game, "kind": kind, "__module__": __name__}
        globals()[name] = type(name, (Match,), own)
        pyspiel.register_game(kind, globals()[name])


register()
