"""Dealing the hidden cards anew: consistent with all that was seen, and evenly."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from scipy.stats import chisquare

from tablee import Move, State
from tests.cases import CASES, Case
from tests.games.fourmis.tables import GAME, table

FOURMIS = [case for case in CASES if case.game.name == "fourmis"]


def hands(state: State) -> list[list[str]]:
    field = str(state).split(" hands=")[1].split()[0]
    return [[] if hand == "-" else hand.split(",") for hand in field.split("/")]


def play_some(case: Case, seed: int, plies: int) -> tuple[list[tuple[State, Move]], State]:
    """Plays at random; gets the decisions of the round that is going on, and how it stands."""
    luck, state = random.Random(seed), case.deal(seed)
    decisions: list[tuple[State, Move]] = []
    for _ in range(plies):
        if state.seat is None:
            break
        before, move = state, luck.choice(state.legal_moves())
        state = before.play(move)
        new_round = state.record.rounds != before.record.rounds
        decisions = [] if new_round else [*decisions, (before, move)]
    return decisions, state


@pytest.mark.parametrize("case", FOURMIS, ids=str)
def test_a_redealt_hand_could_have_made_every_play_of_the_round(case: Case) -> None:
    """Gives everyone the redealt cards from the start of the round and plays it all again."""
    forced = 0
    for seed in range(25):
        decisions, now = play_some(case, seed, 20 + 3 * seed)
        if now.seat is None:
            continue
        forced += any(int(cap) < 9 for cap in now.record.cap[: case.players])
        for seat in [None, *range(case.players)]:
            new = now.view(seat).redeal(seed)
            assert [len(hand) for hand in hands(new)] == [len(hand) for hand in hands(now)]
            for earlier, move in decisions:
                assert could_have_played(earlier, move, now, new)
    assert forced > 5


def could_have_played(earlier: State, move: Move, now: State, new: State) -> bool:
    """Checks one decision of the round with the redealt hands in place of the true ones."""
    seat = earlier.seat
    assert seat is not None
    true, other = hands(now)[seat], hands(new)[seat]
    held = list((Counter(hands(earlier)[seat]) - Counter(true) + Counter(other)).elements())
    words = str(earlier.view(seat)).split()
    place = next(i for i, word in enumerate(words) if word.startswith("hands="))
    field = words[place].removeprefix("hands=").split("/")
    field[seat] = ",".join(held)
    words[place] = "hands=" + "/".join(field)
    imagined = " ".join(words)
    return move in GAME.parse_view(imagined).legal_moves()


def test_who_could_not_beat_a_7_holds_nothing_above_it() -> None:
    state = table("7b 2v 3r", "5v 4r 4j", "8p 8r 3j", "Nb Nj 6r", trick="-", rest=0)
    after = state.play("7b").play("5v")
    assert " caps=9,7,9,9 " in str(after)
    for n in range(200):
        bob = hands(after.view(0).redeal(n))[1]
        assert not [card for card in bob if card[0] in "8N"]


def test_who_did_not_follow_a_ninja_holds_none() -> None:
    state = table("Nb 2v 3r", "Qv 4r 8j", "8p 8r 3j", "Nv Nj 6r")
    after = state.play("Nb").play("Qv")
    assert " caps=9,8,9,9 " in str(after)
    for n in range(200):
        assert not [card for card in hands(after.view(0).redeal(n))[1] if card[0] == "N"]


def test_what_a_hand_has_shown_is_forgotten_with_the_round() -> None:
    state = table("5b", "2b", "3b", "4b", won=("2v 3v 4v 5v",), rest=1)
    for card in ("5b", "2b", "3b", "4b"):
        state = state.play(card)
    assert " caps=9,9,9,9 " in str(state)


def deals(state: State, seat: int) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Enumerates, one by one, the physical deals that a seat must hold possible."""
    true = hands(state)
    others = [who for who in range(len(true)) if who != seat]
    caps = [int(cap) for cap in state.record.cap]
    unseen = [card for who in others for card in true[who]]
    for order in itertools.permutations(range(len(unseen))):
        cards, deal, fits = [unseen[i] for i in order], [], True
        for who in others:
            hand, cards = cards[: len(true[who])], cards[len(true[who]) :]
            fits &= all(force(card) <= caps[who] for card in hand)
            deal.append(tuple(sorted(hand)))
        if fits:
            yield tuple(deal)


def force(card: str) -> int:
    return 9 if card[0] == "N" else int(card[0]) if card[0].isdigit() else 0


@pytest.mark.parametrize(
    "state",
    [
        table("2b 3b", "4r 5r", "6r Nr", "8v Qj", caps="9,6,9,8"),
        table("2b 3b 4b", "L L 5r", "6r Nr Qv"),
        table("2b 3b", "L 5r", "6r L", "L Nr", caps="9,9,8,9"),
        table("7b 2v 3r", "5v L 4r", "3v Nr Qp", players=2, rest=2),
    ],
    ids=["caps", "three players", "ladybirds", "ghost"],
)
def test_redeal_is_even_over_all_possible_deals(state: State) -> None:
    expected = Counter(deals(state, 0))
    draws = 6000
    seen = Counter(
        tuple(tuple(sorted(hand)) for hand in hands(state.view(0).redeal(n))[1:])
        for n in range(draws)
    )
    assert set(seen) == set(expected)
    total = sum(expected.values())
    result = chisquare(
        [seen[deal] for deal in expected], [n * draws / total for n in expected.values()]
    )
    assert result.pvalue > 0.001
