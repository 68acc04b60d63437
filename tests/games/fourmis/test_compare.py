"""What a review says of two cards is true of both, however the hidden cards lie."""

from __future__ import annotations

from collections import Counter

from tablee import GAMES, Move, State
from tablee.core.bits import count
from tablee.games.fourmis import rules
from tablee.games.fourmis.compare import difference
from tablee.games.fourmis.material import LADYBIRD, QUEENS, SOLDIERS
from tests.games.comparisons import told

FOURMIS = GAMES["fourmis"]


def holds(state: State, card: Move) -> bool:
    """Plays a card by the rules; says whether it holds the trick as it then lies."""
    record = state.record.copy()
    rules.lay(record, card.code)
    return int(rules.strongest(record)) == int(record.played) - 1


def above(state: State, card: Move) -> int:
    """Counts stronger soldiers and ninjas in all other hands."""
    mine = int(state.seat or 0)
    hands = [h for who, h in enumerate(state.record.hands) if who != mine]
    stronger = int(rules.stronger_than(rules.force_of(card.code)))
    return sum(int(count(int(hand) & SOLDIERS & stronger)) for hand in hands)


def test_a_comparison_is_true_of_both_cards() -> None:
    seen: Counter[str] = Counter()
    for state, made, best, sentence, places in told(FOURMIS, difference):
        seen[sentence] += 1
        record = state.record
        last = int(record.played) == int(rules.hands_at(record)) - 1
        ahead = holds(state, made), holds(state, best)
        assert LADYBIRD not in (made.code, best.code)
        if sentence.startswith(("both", "easier", "takes")):
            assert ahead == (True, True)
        if sentence.startswith(("best", "made")):
            assert ahead == ((False, True) if sentence.startswith("best") else (True, False))
        if sentence.endswith(("_take", "_takes")) or sentence[:6] == "takes_":
            assert last
        if sentence.startswith("neither"):
            assert ahead == (False, False)
            assert last or max(made.code, best.code) < QUEENS
        if sentence in ("both_ahead", "both_take", "neither_kept"):
            assert made.code >= QUEENS or rules.force_of(made.code) > rules.force_of(best.code)
        if sentence == "easier_to_beat":
            assert (above(state, made), above(state, best)) == (places["n"], places["fewer"])
            assert places["fewer"] < places["n"]
        colours = made.code % 5, best.code % 5
        if sentence == "takes_minus":
            assert colours[0] == record.minus != colours[1]
        if sentence == "takes_for_plus":
            assert colours[1] == record.plus != colours[0]
        if sentence == "neither_minus":
            assert colours[1] == record.minus != colours[0]
        if sentence == "takes_as_queen":
            assert best.code >= QUEENS > made.code
    assert len(seen) >= 10, seen


def test_an_eight_that_is_enough_keeps_the_ninja() -> None:
    """Moment 3 of a match that was lost: a ninja (9) was played where the green 8 was enough."""
    for state, made, best, sentence, _ in told(FOURMIS, difference):
        if sentence == "both_take" and str(made).startswith("N"):
            said = FOURMIS.words.compare(state.record, made.code, best.code, "fr")
            assert said.startswith("Les deux gagnent le pli\u202f: ")
            assert "suffit, et tu gardes la ninja" in said
            return
    raise AssertionError("no such moment was met")
