"""Information-set Monte-Carlo tree search, written once for all games, on the compiled verbs.

Each simulation deals anew what the seat cannot know, walks down one common tree of moves as
far as it is known, adds one node, and plays on by advice and chance to the end of the round
(`stage`) or a horizon. Every seat prefers the moves that were best for itself; partners are
valued alike by their game's `estimate`. A move is judged by how often it could be chosen at
all ("offers"), since not every deal allows it. What chance shows between two moves
(`glimpse`) leads to a branch of its own.

In a common tree the others choose as if they did not know their own cards, which differ from
deal to deal. A style that `guesses` lets them choose by advice instead, each with the cards
imagined for it; only the thinker's own moves are then searched for. Nobody plays by advice to
the letter, so imagined players may be in doubt: the less a move is worth beside the best, the
more rarely they make it. Without that, a search relies on what others will surely not do.

All moves of the seat that thinks meet the same deals in the same order, so that luck cancels.

The tree lives in one array of fixed size; when it is full, no node is added. It is made anew
for every decision: what was imagined for an earlier one may contradict what is known by now.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tablee.bots.bot import NO_CLOCK, Clock
from tablee.core.bits import int64
from tablee.core.chance import GOLDEN, next_word, pick
from tablee.core.compiled import (
    Moves,
    Records,
    Rng,
    StateRecord,
    Values,
    compiled,
    distinct,
    estimate,
    forget,
    glimpse,
    play,
    redeal,
    stage,
    suppose,
    weigh,
)
from tablee.core.game import Game
from tablee.core.position import Move, View

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
            ],
            align=True,
        ),
    )
)
NODES = 1 << 17
DEEPEST = 64
MOST_SEATS = 8
CHUNK = 128
"""Simulations between two looks at the clock."""
FIRST_SPREAD = (4.0, 0.25, 4 * 0.1**2)
"""How results are thought to differ before any is known: as if there had been four."""
SURE = 2.0
"""How many times its likely error a mean must be away from another to be thought different."""
ALWAYS = 1024
"""Chances are parts of this."""
DOUBTS = -np.log((np.arange(256) + 0.5) / 256)
"""How much less a move may seem worth, by a byte of luck: one more is e times as rare."""
BYTE, LAST_BYTE = np.uint64(8), np.uint64(255)


class Style(NamedTuple):
    """How a search thinks."""

    explore: float = 2.0
    """How curious it is, in units of how much results differ."""
    chance: int = 100
    """How many of 1024 moves of a play-out are made at random, the others by advice."""
    doubt: float = 0.0
    """How much worse, in the game's points, a move may look and still be made in a play-out."""
    horizon: int = 400
    """After how many turns of its own, beyond the tree, an imagined game is judged as it stands."""
    forgets: float = 0.0
    widen: float = 2.0
    """At a node that n walks have come by, about this times the root of n moves are tried."""
    scale: float = 1.0
    """By how much less worth, in the game's points, a move loses most of its charm."""
    trust: float = 0.0
    """How much it concludes from what the others have done to what they hold."""
    guesses: bool = False
    """Whether the others choose by advice, with the cards imagined for them, or by search too."""


@compiled
def think(
    view: Records,
    state: Records,
    tree: Records,
    used: Moves,
    marks: Moves,
    path: Moves,
    moves: Moves,
    worths: Values,
    values: Values,
    spread: Values,
    luck: Rng,
    simulations: int,
    style: Style,
) -> None:
    """Runs some simulations, and adds what they say to the tree.

    Curiosity is in units of how much results differ at all: `spread` holds their number, mean,
    and squared distances from it.
    """
    viewer, first = view[0].seat, stage(view[0])
    for _ in range(simulations):
        curious = style.explore * math.sqrt(spread[2] / spread[0])
        state[0] = view[0]
        path[0], known = _choose(state[0], 0, tree, used, marks, moves, worths, curious, style)
        shuffle(luck, tree[path[0]].visits)
        if style.forgets > 0:
            forget(state[0], luck, style.forgets)
        redeal(state[0], luck)
        if style.trust > 0:
            suppose(state[0], viewer, luck, style.trust)
        play(state[0], tree[path[0]].what)
        depth = 1
        while known and depth < DEEPEST and state[0].seat >= 0 and stage(state[0]) == first:
            node = _moment(tree, used, path[depth - 1], glimpse(state[0], viewer))
            if node < 0:
                break
            if style.guesses and state[0].seat != viewer:
                move = _guess(state[0], style, luck, moves, worths)
                child, known = _follow(tree, used, node, move, state[0].seat)
            else:
                child, known = _choose(
                    state[0], node, tree, used, marks, moves, worths, curious, style
                )
            if child < 0:
                break
            path[depth] = child
            depth += 1
            play(state[0], tree[child].what)
        play_on(state[0], viewer, first, style, luck, moves, worths)
        estimate(state[0], viewer, values)
        _learn(tree, path, depth, viewer, values, spread)


@compiled
def _learn(
    tree: Records, path: Moves, depth: int, viewer: int, values: Values, spread: Values
) -> None:
    """Adds what a simulation came to."""
    off = values[viewer] - spread[1]
    spread[0] += 1
    spread[1] += off / spread[0]
    spread[2] += off * (values[viewer] - spread[1])
    for i in range(depth):
        node = path[i]
        tree[node].visits += 1
        tree[node].total += values[tree[node].seat]


@compiled
def shuffle(luck: Rng, number: int) -> None:
    """Takes up the luck of the deal of a number: every move at the root meets the same deals."""
    luck[0] = luck[1] + np.uint64(number) * GOLDEN
    luck[0] = next_word(luck)


@compiled
def _guess(state: StateRecord, style: Style, luck: Rng, moves: Moves, worths: Values) -> int:
    """Gets a move that a sensible player may make: by advice, in doubt, or by chance."""
    if style.chance == ALWAYS or pick(luck, ALWAYS) < style.chance:
        return int64(moves[pick(luck, distinct(state, moves))])
    n = weigh(state, moves, worths)
    if style.doubt > 0 and n > 1:
        word = np.uint64(0)
        for i in range(n):
            word = word >> BYTE if i % 8 else next_word(luck)
            worths[i] -= style.doubt * DOUBTS[int64(word & LAST_BYTE)]
    return int64(moves[_best_of(n, worths)])


@compiled
def _follow(tree: Records, used: Moves, parent: int, move: int, seat: int) -> tuple[int, bool]:
    """Gets the child for a move that somebody else makes, and whether it was there before."""
    node = tree[parent].first
    while node and (tree[node].what != move or tree[node].seat < 0):
        node = tree[node].next
    return (node, True) if node else (_add(tree, used, parent, move, seat), False)


@compiled
def _choose(
    state: StateRecord,
    node: int,
    tree: Records,
    used: Moves,
    marks: Moves,
    moves: Moves,
    worths: Values,
    curious: float,
    style: Style,
) -> tuple[int, bool]:
    """Gets a child to go on with (-1 if the tree is full), and whether it was there before."""
    n = distinct(state, moves)
    child, tried = _best_child(tree, used, node, n, moves, marks, curious)
    known = tried == n or tried > style.widen * math.sqrt(tree[node].passes)
    tree[node].passes += 1
    if known:
        return child, True
    fresh = _expand(state, tree, used, node, marks, moves, worths, style)
    return (child, True) if fresh < 0 else (fresh, False)


@compiled
def _best_child(
    tree: Records,
    used: Moves,
    parent: int,
    n: int,
    moves: Moves,
    marks: Moves,
    curious: float,
) -> tuple[int, int]:
    """Gets the most promising child that can be chosen now, and how many of the moves are known.

    The marks of the others stay; `_expand` looks at them.
    """
    used[1] += 1
    mark = used[1]
    for i in range(n):
        marks[moves[i]] = mark
    best, most, tried = -1, -1.0, 0
    node = tree[parent].first
    while node:
        if tree[node].seat >= 0 and marks[tree[node].what] == mark:
            marks[tree[node].what] = 0
            tried += 1
            tree[node].offers += 1
            visits = max(1, tree[node].visits)
            bonus = curious * tree[node].charm * math.sqrt(math.log(tree[node].offers) / visits)
            if tree[node].total / visits + bonus > most:
                best, most = node, tree[node].total / visits + bonus
        node = tree[node].next
    return best, tried


@compiled
def _expand(
    state: StateRecord,
    tree: Records,
    used: Moves,
    parent: int,
    marks: Moves,
    moves: Moves,
    worths: Values,
    style: Style,
) -> int:
    """Adds the most sensible of the moves that are still unknown, or gets -1 in a full tree."""
    top, best = 0, -1
    for i in range(weigh(state, moves, worths)):
        if worths[i] > worths[top]:
            top = i
        if marks[moves[i]] == used[1] and (best < 0 or worths[i] > worths[best]):
            best = i
    node = _add(tree, used, parent, moves[best], state.seat)
    if node >= 0:
        tree[node].charm = 0.3 + 0.7 * math.exp((worths[best] - worths[top]) / style.scale)
    return node


@compiled
def _add(tree: Records, used: Moves, parent: int, what: int, seat: int) -> int:
    node = used[0]
    if node == len(tree):
        return -1
    used[0] += 1
    tree[node].what = what
    tree[node].seat = seat
    tree[node].total = 0.0
    tree[node].visits = 0
    tree[node].offers = 1
    tree[node].first = 0
    tree[node].passes = 0
    tree[node].next = tree[parent].first
    tree[parent].first = node
    return int64(node)


@compiled
def _moment(tree: Records, used: Moves, parent: int, shown: int) -> int:
    """Gets the branch for what chance has shown after a move; the move itself if it was nothing."""
    if shown == 0:
        return parent
    node = tree[parent].first
    while node and (tree[node].what != shown or tree[node].seat >= 0):
        node = tree[node].next
    return node if node else _add(tree, used, parent, shown, -1)


@compiled
def play_on(
    state: StateRecord,
    viewer: int,
    first: int,
    style: Style,
    luck: Rng,
    moves: Moves,
    worths: Values,
) -> None:
    """Plays to the end of the round or the horizon, as sensible players may.

    The horizon is where so many turns of the viewer begin, so that no way of using a turn is
    judged earlier than another.
    """
    left = style.horizon
    while state.seat >= 0 and stage(state) == first:
        before = state.seat
        play(state, _guess(state, style, luck, moves, worths))
        if before != viewer and state.seat == viewer:
            left -= 1
            if left == 0:
                return


@compiled
def _best_of(n: int, worths: Values) -> int:
    """Gets the place of the greatest worth."""
    best = 0
    for i in range(1, n):
        if worths[i] > worths[best]:
            best = i
    return best


@compiled
def lead(tree: Records) -> int:
    """Gets by how many visits the first move is ahead of all others."""
    most, second = 0, 0
    node = tree[0].first
    while node:
        second = max(second, min(most, tree[node].visits))
        most = max(most, tree[node].visits)
        node = tree[node].next
    return int64(most - second)


@compiled
def is_settled(tree: Records, spread: Values) -> bool:
    """Checks that the most visited move is better than every other one, beyond doubt."""
    best, node = tree[0].first, tree[0].first
    while node:
        if tree[node].visits > tree[best].visits:
            best = node
        node = tree[node].next
    doubt = SURE * math.sqrt(spread[2] / spread[0])
    visits = max(1, tree[best].visits)
    least = tree[best].total / visits - doubt / math.sqrt(visits)
    node = tree[0].first
    while node:
        visits = max(1, tree[node].visits)
        most = tree[node].total / visits + doubt / math.sqrt(visits)
        if node != best and most > least:
            return False
        node = tree[node].next
    return True


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
        self._tree = np.zeros(nodes, NODE)
        self._state = np.zeros(1, game.rules.STATE)
        self._used = np.zeros(2, np.int64)  # nodes, and the last mark
        self._marks = np.zeros(game.move_codes, np.int64)
        self._path = np.zeros(DEEPEST, np.int64)
        self._moves = np.zeros(game.rules.MOST_MOVES, np.int64)
        self._worths = np.zeros(game.rules.MOST_MOVES)
        self._values = np.zeros(MOST_SEATS)
        self._spread = np.zeros(3)
        self._luck = np.zeros(2, np.uint64)  # of the deal at hand, and where all deals come from

    @property
    def nodes(self) -> int:
        """Gets how many nodes the last search has made."""
        return int(self._used[0])

    def think(
        self, view: View, rng: Rng, clock: Clock = NO_CLOCK, style: Style | None = None
    ) -> list[Thought]:
        """Searches until the clock runs out; gets the moves, the most promising first."""
        self._tree[0] = np.zeros(1, NODE)[0]
        self._used[0] = 1
        self._spread[:] = FIRST_SPREAD
        self._luck[1] = next_word(rng)
        records = np.frombuffer(bytearray(bytes(view)), view.game.rules.STATE)
        style = style or Style()
        seconds = math.inf if clock.seconds is None else clock.seconds
        most = math.inf if clock.simulations is None else clock.simulations
        assert seconds < math.inf or most < math.inf, "a search needs some limit"
        start, done = time.perf_counter(), 0
        while done < most:
            n = int(min(most - done, CHUNK))
            self._run(records, n, style)
            done += n
            spent = time.perf_counter() - start
            in_time = done * (seconds - spent) / spent  # simulations that may still follow
            if spent >= seconds or lead(self._tree) > min(most - done, in_time):
                break
            if is_settled(self._tree, self._spread):
                break
        return self.thoughts()

    def _run(self, records: Records, n: int, style: Style) -> None:
        think(
            records,
            self._state,
            self._tree,
            self._used,
            self._marks,
            self._path,
            self._moves,
            self._worths,
            self._values,
            self._spread,
            self._luck,
            n,
            style,
        )

    def thoughts(self) -> list[Thought]:
        """Gets what is known of every move, the most visited first."""
        found = []
        node = self._tree[int(self._tree[0].first)] if self._tree[0].first else None
        while node is not None:
            visits = max(1, int(node.visits))
            move = self._game.moves[int(node.what)]
            found.append(Thought(move, int(node.visits), float(node.total) / visits))
            node = self._tree[int(node.next)] if node.next else None
        return sorted(found, key=lambda t: (-t.visits, -t.value, t.move.code))
