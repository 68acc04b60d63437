"""Information-set Monte-Carlo tree search, written once for all games, on the compiled verbs.

Each simulation deals anew what the seat cannot know, walks down one common tree of moves as
far as it is known, adds one node, and plays on by advice and chance to the end of the round
(`stage`) or a horizon. Every seat prefers the moves that were best for itself; partners are
valued alike by their game's `estimate`. A move is judged by how often it could be chosen at
all ("offers"), since not every deal allows it. What chance shows between two moves
(`glimpse`) leads to a branch of its own.

In a common tree the others choose as if they did not know their own cards, which differ from
deal to deal. A style that `guesses` lets them choose by advice instead, each with the cards
imagined for it; only the thinker's own moves are then searched for.

All moves of the seat that thinks meet the same deals in the same order, so that luck cancels.

The tree lives in one array of fixed size; when it is full, no node is added. It is made anew
for every decision: what was imagined for an earlier one may contradict what is known by now.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from tablee.bots.search.playout import Buffers, Style, guess, imagine, play_on
from tablee.core.arrays import np
from tablee.core.bits import int64
from tablee.core.compiled import (
    Moves,
    Records,
    StateRecord,
    Values,
    compiled,
    distinct,
    estimate,
    glimpse,
    play,
    stage,
    weigh,
)

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("what", "i8"),  # the move that leads here, or what chance showed
                ("total", "f8"),  # the values for the seat that chose it
                ("visits", "i4"),
                ("offers", "i4"),
                ("first", "i4"),  # the first child, and the next child of the same parent
                ("next", "i4"),
                ("seat", "i4"),
                ("passes", "i4"),  # walks that came by
                ("charm", "f4"),  # how sensible it seemed, beside the best: up to 1
                ("hope", "f4"),  # what a network expected of it, beside the best: up to 0
            ],
            align=True,
        ),
    )
)
DEEPEST = 64
SURE = 2.0
"""How many likely errors apart two means must be to be thought different."""


class Tree(NamedTuple):
    """A common tree of moves, in arrays of fixed size."""

    nodes: Records
    used: Moves
    """How many nodes there are, and the last mark."""
    marks: Moves
    path: Moves
    spread: Values
    """How results differ: their number, mean, and squared distances from it."""
    priors: Values
    """What a network says to each move of the thinker, if it is asked."""


def tree_for(move_codes: int, nodes: int) -> Tree:
    """Make the arrays for a game's moves."""
    return Tree(
        np.zeros(nodes, NODE),
        np.zeros(2, np.int64),
        np.zeros(move_codes, np.int64),
        np.zeros(DEEPEST, np.int64),
        np.zeros(3),
        np.zeros(move_codes),
    )


@compiled
def think(view: Records, tree: Tree, buffers: Buffers, simulations: int, style: Style) -> None:
    """Run some simulations, and add what they say to the tree."""
    viewer, first, nodes = view[0].seat, stage(view[0]), tree.nodes
    for _ in range(simulations):
        # Curiosity is measured in the spread of results, so it fits games of any scale.
        curious = style.explore * math.sqrt(tree.spread[2] / tree.spread[0])
        buffers.state[0] = view[0]
        state = buffers.state[0]
        tree.path[0], known = _choose(state, 0, tree, buffers, curious, style)
        imagine(view, buffers, style, nodes[tree.path[0]].visits)
        play(state, nodes[tree.path[0]].what)
        depth = 1
        while known and depth < DEEPEST and state.seat >= 0 and stage(state) == first:
            node = _moment(tree, tree.path[depth - 1], glimpse(state, viewer))
            if node < 0:
                break
            if style.guesses and state.seat != viewer:
                child, known = _follow(tree, node, guess(state, style, buffers), state.seat)
            else:
                child, known = _choose(state, node, tree, buffers, curious, style)
            if child < 0:
                break
            tree.path[depth] = child
            depth += 1
            play(state, nodes[child].what)
        play_on(state, viewer, first, style, buffers)
        estimate(state, viewer, buffers.values)
        _learn(tree, depth, viewer, buffers.values)


@compiled
def _learn(tree: Tree, depth: int, viewer: int, values: Values) -> None:
    """Add what a simulation came to."""
    spread, nodes = tree.spread, tree.nodes
    off = values[viewer] - spread[1]
    spread[0] += 1
    spread[1] += off / spread[0]
    spread[2] += off * (values[viewer] - spread[1])
    for i in range(depth):
        node = tree.path[i]
        nodes[node].visits += 1
        nodes[node].total += values[nodes[node].seat]


@compiled
def _follow(tree: Tree, parent: int, move: int, seat: int) -> tuple[int, bool]:
    """Return the child for a move that another seat makes, and whether it was there before."""
    nodes = tree.nodes
    node = nodes[parent].first
    while node and (nodes[node].what != move or nodes[node].seat < 0):
        node = nodes[node].next
    return (node, True) if node else (_add(tree, parent, move, seat), False)


@compiled
def _choose(
    state: StateRecord, node: int, tree: Tree, buffers: Buffers, curious: float, style: Style
) -> tuple[int, bool]:
    """Return a child to go on with (-1 if the tree is full), and whether it was there before."""
    n = distinct(state, buffers.moves)
    child, tried = _best_child(tree, node, n, buffers.moves, curious, style)
    # Few moves first, more as walks come by: good ones are then known well in a short time.
    known = tried == n or tried > style.widen * math.sqrt(tree.nodes[node].passes)
    tree.nodes[node].passes += 1
    if known:
        return child, True
    fresh = _expand(state, tree, node, buffers, style)
    return (child, True) if fresh < 0 else (fresh, False)


@compiled
def _best_child(
    tree: Tree, parent: int, n: int, moves: Moves, curious: float, style: Style
) -> tuple[int, int]:
    """Return the most promising child that can be chosen now, and how many moves are known.

    The marks of the others stay; `_expand` looks at them.
    """
    nodes, marks = tree.nodes, tree.marks
    prior = style.prior if parent == 0 else 0.0
    tree.used[1] += 1
    mark = tree.used[1]
    for i in range(n):
        marks[moves[i]] = mark
    best, most, tried = -1, -1.0, 0
    node = nodes[parent].first
    while node:
        if nodes[node].seat >= 0 and marks[nodes[node].what] == mark:
            marks[nodes[node].what] = 0
            tried += 1
            nodes[node].offers += 1
            visits = max(1, nodes[node].visits)
            bonus = curious * nodes[node].charm * math.sqrt(math.log(nodes[node].offers) / visits)
            bonus += mean_of(nodes, node, prior, tree.spread[1])
            if bonus > most:
                best, most = node, bonus
        node = nodes[node].next
    return best, tried


@compiled
def mean_of(nodes: Records, node: int, prior: float, mean: float) -> float:
    """Return what a move comes to; what a network expected of it counts as so many visits."""
    visits = max(1, nodes[node].visits)
    if prior == 0:
        return float(nodes[node].total / visits)
    return float((nodes[node].total + prior * (mean + nodes[node].hope)) / (visits + prior))


@compiled
def _expand(state: StateRecord, tree: Tree, parent: int, buffers: Buffers, style: Style) -> int:
    """Add the most sensible of the moves that are still unknown; return -1 in a full tree."""
    moves, worths = buffers.moves, buffers.worths
    top, best, scale, hope = 0, -1, style.scale, 0.0
    n = weigh(state, moves, worths)
    if parent == 0 and style.prior > 0:
        scale, hope = 1.0, style.hope
        for i in range(n):
            worths[i] = tree.priors[moves[i]]
    for i in range(n):
        if worths[i] > worths[top]:
            top = i
        if tree.marks[moves[i]] == tree.used[1] and (best < 0 or worths[i] > worths[best]):
            best = i
    node = _add(tree, parent, moves[best], state.seat)
    if node >= 0:
        tree.nodes[node].charm = 0.3 + 0.7 * math.exp((worths[best] - worths[top]) / scale)
        tree.nodes[node].hope = hope * (worths[best] - worths[top])
    return node


@compiled
def _add(tree: Tree, parent: int, what: int, seat: int) -> int:
    nodes, node = tree.nodes, tree.used[0]
    if node == len(nodes):
        return -1
    tree.used[0] += 1
    nodes[node].what = what
    nodes[node].seat = seat
    nodes[node].total = 0.0
    nodes[node].visits = 0
    nodes[node].offers = 1
    nodes[node].first = 0
    nodes[node].passes = 0
    nodes[node].hope = 0.0
    nodes[node].next = nodes[parent].first
    nodes[parent].first = node
    return int64(node)


@compiled
def _moment(tree: Tree, parent: int, shown: int) -> int:
    """Return the branch for what chance has shown after a move; the move itself for nothing."""
    if shown == 0:
        return parent
    nodes = tree.nodes
    node = nodes[parent].first
    while node and (nodes[node].what != shown or nodes[node].seat >= 0):
        node = nodes[node].next
    return node if node else _add(tree, parent, shown, -1)


@compiled
def lead(nodes: Records) -> int:
    """Return by how many visits the first move is ahead of all others."""
    most, second = 0, 0
    node = nodes[0].first
    while node:
        second = max(second, min(most, nodes[node].visits))
        most = max(most, nodes[node].visits)
        node = nodes[node].next
    return int64(most - second)


@compiled
def is_settled(nodes: Records, spread: Values) -> bool:
    """Return whether the most visited move is better than every other one, beyond doubt."""
    best, node = nodes[0].first, nodes[0].first
    while node:
        if nodes[node].visits > nodes[best].visits:
            best = node
        node = nodes[node].next
    doubt = SURE * math.sqrt(spread[2] / spread[0])
    visits = max(1, nodes[best].visits)
    least = nodes[best].total / visits - doubt / math.sqrt(visits)
    node = nodes[0].first
    while node:
        visits = max(1, nodes[node].visits)
        most = nodes[node].total / visits + doubt / math.sqrt(visits)
        if node != best and most > least:
            return False
        node = nodes[node].next
    return True
