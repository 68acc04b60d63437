"""What a review says of two moves is counted on the own contract, and true in every deal."""

from __future__ import annotations

from collections import Counter

from tablee import GAMES, Move, State
from tablee.core.header import NOBODY
from tablee.games.kraut.compare import difference
from tablee.games.kraut.gardens.choices import PLACES, TAKES, WAIT
from tablee.games.kraut.gardens.garden import garden_points
from tablee.games.kraut.material import BEDS
from tests.games.comparisons import told

KRAUT = GAMES["kraut"]


def points(state: State, garden: int, seat: int) -> int:
    return int(garden_points(state.record, garden, int(state.record.contracts[seat])))


def change(state: State, move: Move, seat: int) -> tuple[int, int]:
    """Plays a move by the rules; returns its garden, and by how much that changed in worth."""
    garden = move.code % PLACES // BEDS
    after = next(iter(state.frames(move, "en"))).state
    if after.record.game != state.record.game or after.seat is None:
        return garden, 10**6
    return garden, points(after, garden, seat) - points(state, garden, seat)


def test_a_comparison_is_true_of_both_moves() -> None:
    seen: Counter[str] = Counter()
    for state, made, best, sentence, at in told(KRAUT, difference, 6, 200):
        seen[sentence] += 1
        seat = state.seat
        assert seat is not None
        if sentence.startswith("is_worth"):
            take = made if sentence == "is_worth_nothing" else best
            garden = take.code - TAKES
            assert at["garden"] == garden + 1 and points(state, garden, seat) == at["n"]
            assert (at["n"] > 0) if sentence == "is_worth" else True
            if sentence == "is_worth_more":
                other = made.code - TAKES
                assert points(state, other, seat) == at["less"] < at["n"]
            else:
                assert WAIT in (made.code, best.code)
            continue
        for move, place, said in ((best, "garden", "n"), (made, "other", "less")):
            garden, more = change(state, move, seat)
            owner = int(state.record.owner[garden])
            assert garden + 1 == at[place]
            if "could" in sentence:
                assert owner == NOBODY
            if owner == seat or "could" in sentence:
                assert more in (at[said], 10**6)
            else:
                assert at[said] == 0
        assert at["n"] > at["less"]
        assert (at["garden"] == at["other"]) == sentence.endswith("here")
    assert len(seen) >= 6, seen
