"""The engine and the independent referee agree, move by move, on many random matches."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablee import State
from tablee.core.rules.variant import read_line
from tablee.games.fourmis.material import COLOURS, LADYBIRD
from tablee.games.fourmis.notation import CARD_TEXTS, write_cards
from tests.cases import CASES, Case
from tests.effort import often
from tests.games.fourmis.referee import Referee

FOURMIS = [case for case in CASES if case.game.name == "fourmis"]
MATCHES = often(40, 300)


def cards_of(mask: Any) -> list[str]:
    text = write_cards(int(mask))
    return [] if text == "-" else text.split(",")


def hands_of(state: State) -> list[list[str]]:
    hands = 3 if state.players == 2 else state.players
    return [cards_of(state.record.hands[who]) for who in range(hands)]


def deal_to(referee: Referee, state: State, ghost_card: str | None) -> None:
    """Tells the referee the deal; the ghost has already turned up its first card."""
    hands = hands_of(state)
    if ghost_card is not None:
        hands[2].append(ghost_card)
    record = state.record
    referee.deal(hands, COLOURS[record.plus], COLOURS[record.minus])


def catch_up(referee: Referee, before: State | None, after: State) -> None:
    """Tells the referee what the engine's chance did: cards the ghost turned, a new deal."""
    turned = ghost_cards(before, after)
    while referee.wants in ("ghost", "deal"):
        if referee.wants == "deal":
            first = CARD_TEXTS[after.record.trick[0]] if after.players == 2 else None
            deal_to(referee, after, first)
            turned = [first] if first else []
        else:
            referee.ghost_turns(turned.pop(0))
    assert not turned


def ghost_cards(before: State | None, after: State) -> list[str]:
    """Finds, in order, what the ghost turned up within a round."""
    if before is None or after.players != 2:
        return []
    left = before.record.hands[2] - after.record.hands[2]
    if before.record.rounds != after.record.rounds:
        left = before.record.hands[2]
    cards = cards_of(left)
    lying = [CARD_TEXTS[card] for card in after.record.trick[: after.record.played]]
    own = [card for card in cards if card in lying] if after.record.leader == 2 else []
    if before.record.rounds != after.record.rounds:
        own = []
    return sorted(cards, key=lambda card: card in own[:1])


def compare(referee: Referee, state: State) -> None:
    assert referee.wants == ("over" if state.seat is None else "move")
    assert referee.totals == list(state.scores)
    if state.seat is None:
        outcome = state.outcome()
        assert outcome is not None
        assert referee.winners == set(outcome.winners)
        return
    assert referee.seat == state.seat
    assert referee.legal() == {str(move) for move in state.legal_moves()}
    lying = [CARD_TEXTS[card] for card in state.record.trick[: state.record.played]]
    assert [card for _, card in referee.trick] == lying
    if len(lying) < 2:
        compare_piles(referee, state)


def compare_piles(referee: Referee, state: State) -> None:
    """Compares every hand and every pile of won cards."""
    assert [sorted(hand) for hand in referee.hands] == [sorted(hand) for hand in hands_of(state)]
    assert [sorted(won) for won in referee.won] == [
        sorted(cards_of(state.record.won[who])) for who in range(len(referee.won))
    ]
    assert len(referee.aside) == int(state.record.aside) >> LADYBIRD


@pytest.mark.parametrize("case", FOURMIS, ids=str)
def test_engine_and_referee_agree(case: Case) -> None:
    options = dict(case.options)
    numbers = read_line(options["variant"]) if "variant" in options else {}
    for seed in range(MATCHES):
        luck = random.Random(seed)
        referee = Referee(case.players, options["teams"] == "yes", options["beat"], **numbers)
        state = case.deal(seed)
        catch_up(referee, None, state)
        compare(referee, state)
        while state.seat is not None:
            before, move = state, luck.choice(state.legal_moves())
            state = state.play(move)
            referee.play(str(move))
            catch_up(referee, before, state)
            compare(referee, state)
