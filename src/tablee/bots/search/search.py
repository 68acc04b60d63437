"""What a search finds out about a view within its time; the tree itself is in `tree.py`."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from tablee.bots.bot import NO_CLOCK, Clock, records_of
from tablee.bots.network import adviser_of
from tablee.bots.search.playout import Style, buffers_for
from tablee.bots.search.tree import NODE, is_settled, lead, think, tree_for
from tablee.core.arrays import np
from tablee.core.chance import next_word
from tablee.core.compiled import Rng
from tablee.core.game import Game
from tablee.core.state.position import Move, View

NODES = 1 << 17
CHUNK = 128
"""Simulations between two looks at the clock."""
FIRST_SPREAD = (4.0, 0.25, 4 * 0.1**2)
"""How results are thought to differ before any is known: as if there had been four."""


@dataclass(frozen=True)
class Thought:
    """What a search found out about a move."""

    move: Move
    visits: int
    value: float
    """The mean of what it came to: about the chance to win the match."""


class Search:
    """The arrays of one search at a time: some megabytes, however long it thinks."""

    def __init__(self, game: Game, nodes: int = NODES) -> None:
        self._game = game
        self._tree = tree_for(game.move_codes, nodes)
        self._buffers = buffers_for(game.rules.STATE, game.rules.MOST_MOVES)

    @property
    def nodes(self) -> int:
        """How many nodes the last search has made."""
        return int(self._tree.used[0])

    def think(
        self, view: View, rng: Rng, clock: Clock = NO_CLOCK, style: Style | None = None
    ) -> list[Thought]:
        """Search until the clock runs out; return the moves, the most promising first."""
        tree, buffers, style = self._tree, self._buffers, style or Style()
        tree.nodes[0] = np.zeros(1, NODE)[0]
        tree.used[0] = 1
        tree.spread[:] = FIRST_SPREAD
        style = self._ask_network(view, style)
        buffers.luck[1] = next_word(rng)
        records = records_of(view)
        seconds = math.inf if clock.seconds is None else clock.seconds
        most = math.inf if clock.simulations is None else clock.simulations
        assert seconds < math.inf or most < math.inf, "a search needs some limit"
        start, done = time.perf_counter(), 0
        while done < most:
            n = int(min(most - done, CHUNK))
            think(records, tree, buffers, n, style)
            done += n
            spent = time.perf_counter() - start
            in_time = done * (seconds - spent) / spent  # simulations that may still follow
            if spent >= seconds or lead(tree.nodes) > min(most - done, in_time):
                break
            if is_settled(tree.nodes, tree.spread):
                break
        return self.thoughts(style.prior)

    def _ask_network(self, view: View, style: Style) -> Style:
        """Write what the game's network says to each move; without one, search by advice alone."""
        if not style.prior:
            return style
        adviser = adviser_of(self._game)
        if adviser is None or adviser.network.why_not(self._game, view):
            return style._replace(prior=0.0)
        self._tree.priors[:] = adviser.look(view)[: len(self._tree.priors)] / adviser.parts
        return style

    def thoughts(self, prior: float = 0.0) -> list[Thought]:
        """Return what the search knows of each move, the most visited first.

        With a network's opinion, which counts as visits, those that come to most stand first.
        """
        if prior:
            return sorted(self._found(prior), key=lambda t: (-t.value, t.move.code))
        return sorted(self._found(), key=lambda t: (-t.visits, -t.value, t.move.code))

    def _found(self, prior: float = 0.0) -> list[Thought]:
        found, mean = [], float(self._tree.spread[1])
        node = (
            self._tree.nodes[int(self._tree.nodes[0].first)] if self._tree.nodes[0].first else None
        )
        while node is not None:
            visits = max(1, int(node.visits))
            worth = (float(node.total) + prior * (mean + float(node.hope))) / (visits + prior)
            found.append(Thought(self._game.moves[int(node.what)], int(node.visits), worth))
            node = self._tree.nodes[int(node.next)] if node.next else None
        return found
