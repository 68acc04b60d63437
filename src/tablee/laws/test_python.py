"""The laws of rules that Python itself runs: a house does so until a game has been compiled."""

from __future__ import annotations

import itertools
import random
import re
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tablee import Game
from tablee.core import compiled
from tablee.core.arrays import np
from tablee.core.engine import interpreted
from tablee.core.engine.jit import INTERPRETED
from tablee.laws.cases import Case, slow

PLIES = 150
NOTHING = "nothing is compiled here"
Reading = tuple[str, Callable[..., Any], tuple[Any, ...]]


def readings(game: Game, state: Any) -> Iterator[Reading]:
    """What only looks at a record: verbs with their names, and what they are handed."""
    rules, players = game.rules, int(state.players)
    moves = np.zeros(max(rules.MOST_MOVES, 1), np.int64)
    worths, points = np.zeros(len(moves)), np.zeros(players, np.int64)
    yield "winners", compiled.winners, ()
    yield "scores", compiled.scores, (points,)
    yield "stage", compiled.stage, ()
    yield "candid", compiled.candid, ()
    yield "legal", compiled.legal, (moves,)
    if state.seat >= 0:
        yield "distinct", compiled.distinct, (moves,)
        yield "weigh", compiled.weigh, (moves, worths)
    for seat in range(players):
        yield "estimate", compiled.estimate, (seat, np.zeros(players))
        yield "glimpse", compiled.glimpse, (seat,)
    if state.seat >= 0 and hasattr(rules, "refusal"):
        for move in range(0, game.move_codes, max(1, game.move_codes // 20)):
            yield "refusal", rules.refusal, (move,)


def played(case: Case, plies: int) -> Iterator[compiled.Records]:
    """A match of plain Python in records that may be written to, whatever a verb does to them."""
    luck, moves = random.Random(3), np.zeros(max(case.game.rules.MOST_MOVES, 1), np.int64)
    legal, play = map(interpreted.python_version_of, (compiled.legal, compiled.play_first))
    records = compiled.copy_of(np.frombuffer(bytes(case.deal(3)), case.game.rules.STATE))
    for _ in range(plies):
        yield records
        n = legal(compiled.copy_of(records)[0], moves)
        if n == 0:
            break
        play(records, int(moves[luck.randrange(n)]), moves.copy())


def fault_of(name: str, error: ValueError) -> str:
    """Which verb writes to which field, and in which line of which file."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    field = re.search(r"\b\w+\.(\w+)", last.line or "")
    what = f"state.{field[1]}" if field else "the state"
    return f"{name} may not write: {what} ({last.filename}, line {last.lineno}: {last.line})"


@slow
def test_verbs_that_read_a_state_do_not_write_to_it(case: Case) -> None:
    with np.errstate(over="ignore"):  # words of chance wrap around
        read_only(case)


def read_only(case: Case) -> None:
    for records in itertools.islice(played(case, PLIES), 0, None, 7):
        frozen = np.frombuffer(records.tobytes(), records.dtype)
        for name, verb, places in readings(case.game, records[0]):
            try:
                interpreted.python_version_of(verb)(frozen[0], *places)
            except ValueError as error:
                if "read-only" not in str(error):
                    raise
                pytest.fail(fault_of(name, error), pytrace=False)


@slow
@pytest.mark.skipif(INTERPRETED, reason=NOTHING)
def test_python_itself_plays_the_same_match_as_compiled_rules(case: Case) -> None:
    def told() -> list[str]:
        lines, state = [], case.deal(7)
        for ply in range(60):
            if state.seat is None:
                break
            view = state.view(state.seat)
            moves = [str(move) for move in state.legal_moves()]
            lines.append(f"{state} {view.redeal(ply)} {moves} {state.scores}")
            state = state.play(moves[ply % len(moves)])
        return [*lines, str(state)]

    fast = told()
    interpreted.wait_for(case.game.rules.STATE)
    try:
        slow = told()
    finally:
        interpreted.release(case.game.rules.STATE)
    for ply, (one, other) in enumerate(zip(fast, slow, strict=True)):
        assert one == other, f"after {ply} moves"
