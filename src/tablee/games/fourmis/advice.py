"""What a sensible player of Fourmis would do, and who is likely to win.

A card is worth what its trick would bring, times the chance of taking that trick, less what
the others would gain, less what the card could still do later. Everything is in aphids. Only
the seat's own hand and what lay open on the table are read.
"""

from __future__ import annotations

import math
from typing import Any

from tablee.core.arrays import np
from tablee.core.bits import count, int64, lowest
from tablee.core.cards import nth
from tablee.core.chance import next_word, pick
from tablee.core.compiled import Moves, Rng, StateRecord, Values, compiled
from tablee.games.fourmis.material import ALL_QUEENS, ANTS, LADYBIRD, NINJA, QUEENS, SOLDIERS
from tablee.games.fourmis.rules import (
    MINUS,
    PLUS,
    QUEEN_RACE,
    after,
    as_moves,
    duty,
    force_of,
    hands_at,
    legal,
    not_won,
    of_colour,
    size_of,
    strength,
    stronger_than,
    strongest,
    tally,
    trick_of,
    winners,
)

WEIGHTS = np.array(
    [
        0.44,  # 0 a card of the Plus colour
        -0.32,  # 1 a card of the Minus colour
        1.65,  # 2 a queen
        0.25,  # 3 how much less each is worth per card of lead or lag
        0.16,  # 4 what another player's gain costs
        0.07,  # 5 of the cards still to come into the trick
        0.24,  # 6 the chance of a queen who is not the last to play
        0.105,  # 7 keeping a soldier, per force above 4
        0.28,  # 8 keeping a ninja
        0.33,  # 9 keeping a queen
        0.165,  # 10 keeping a ladybird
        -0.21,  # 11 leading next
    ]
)

STRONG = 8
"""The force from which a card that is led takes the trick more often than not, by counting."""


@compiled
def weigh(state: StateRecord, moves: Moves, worths: Values) -> int:
    """Write what each legal card seems worth, in aphids."""
    n = legal(state, moves)
    if n == 1:
        worths[0] = 0.0
        return n
    trick, hidden = trick_of(state), _hidden_from(state)
    others = hands_at(state) - 1
    later = others - state.played
    mine = _priced(state, PLUS), _priced(state, MINUS), _priced(state, QUEEN_RACE)
    theirs = WEIGHTS[0], WEIGHTS[1], WEIGHTS[2]
    coming = WEIGHTS[5] * later / max(1, size_of(hidden))
    more, less = coming * _price(hidden, mine, state), coming * _price(hidden, theirs, state)
    share = _gain_of_partner(state, later)
    best, rivals = _best_strength(trick), _rivals(state, hidden, later)
    miss, kept, chance = 1 - later / others, 0, 1.0
    for i in range(n - 1, -1, -1):  # from strong to weak: ever more rivals
        card = moves[i]
        odds = 0.0
        if _gets_ahead(trick, best, card):
            if card < QUEENS:
                for _ in range(kept, count(rivals & stronger_than(force_of(card)))):
                    chance *= miss
                    kept += 1
                odds = chance
            else:
                odds = _queens_chance(rivals, miss, later)
        cards = trick + (int64(1) << card)
        gain, loss = _price(cards, mine, state) + more, _price(cards, theirs, state) + less
        worths[i] = odds * (gain + WEIGHTS[11]) + (1 - odds) * share * loss - _keep(card)
    return n


@compiled
def _hidden_from(state: StateRecord) -> int:
    """Return the cards that the seat to move sees nowhere."""
    return not_won(state) - trick_of(state) - int64(state.hands[state.seat])


@compiled
def _priced(state: StateRecord, objective: int) -> float:
    """Return what a card for an objective brings: the less the more the race is decided."""
    mine = tally(state, objective, state.won[state.seat])
    left = (5 if objective == QUEEN_RACE else 9) - mine
    rival = -1
    for seat in range(state.players):
        if seat != state.seat:
            theirs = tally(state, objective, state.won[seat])
            left -= theirs
            if rival < 0 or (theirs < rival if objective == MINUS else theirs > rival):
                rival = theirs
    gap = abs(mine - rival)
    usual = state.worth[objective] / 3  # the weights were found with three aphids
    return 0.0 if gap > left else usual * WEIGHTS[objective] / (1 + WEIGHTS[3] * gap)


@compiled
def _price(cards: int, prices: tuple[float, float, float], state: StateRecord) -> float:
    """Return what a set of cards is worth to the seat that wins it."""
    plus, minus = of_colour(cards, state.plus), of_colour(cards, state.minus)
    queens = count(cards & ALL_QUEENS)
    ladybirds = (cards >> LADYBIRD) * state.worth[3]
    return prices[0] * plus + prices[1] * minus + prices[2] * queens + ladybirds  # type: ignore[no-any-return]


# The chance to take a trick


@compiled
def _best_strength(trick: int) -> int:
    """Return how strong the strongest card of a trick is; 0 if nothing counts."""
    best, cards = 0, trick & ANTS
    while cards:
        best = max(best, strength(trick, lowest(cards)))
        cards &= cards - 1
    return best


@compiled
def _gets_ahead(trick: int, best: int, card: int) -> bool:
    """Return whether a card would be the strongest; no soldier is beside a queen she lifts."""
    lifts = card < QUEENS and trick >> (QUEENS + card % 5) & 1
    return strength(trick, card) > best and not lifts


@compiled
def _rivals(state: StateRecord, hidden: int, later: int) -> int:
    """Return the unseen soldiers and ninjas that seats still to play in the trick may hold."""
    cap = 0
    for place in range(1, later + 1):
        cap = max(cap, state.cap[after(state, int64(state.seat), place)])
    return hidden & SOLDIERS & ~stronger_than(cap)


@compiled
def _queens_chance(rivals: int, miss: float, later: int) -> float:
    """Guess the chance that a queen who is ahead stays so; the last one does."""
    if later == 0:
        return 1.0
    chance = 1.0
    for _ in range(count(rivals)):
        chance *= miss
    return WEIGHTS[6] * (0.5 + 0.5 * chance)  # type: ignore[no-any-return]


@compiled
def _chance_to_win(state: StateRecord, card: int) -> float:
    """Guess the chance that a card takes the trick; exactly, if it is the last."""
    trick = trick_of(state)
    later = hands_at(state) - 1 - state.played
    if not _gets_ahead(trick, _best_strength(trick), card):
        return 0.0
    rivals, miss = _rivals(state, _hidden_from(state), later), 1 - later / (hands_at(state) - 1)
    if card >= QUEENS:
        return _queens_chance(rivals, miss, later)
    return miss ** count(rivals & stronger_than(force_of(card)))  # type: ignore[no-any-return]


@compiled
def _gain_of_partner(state: StateRecord, later: int) -> float:
    """Return what another seat's trick is worth: a loss, or a gain if it goes to the partner."""
    if state.teams and later == 0:
        winner = after(state, int64(state.leader), max(strongest(state), 0))
        if winner == state.seat ^ 2:
            return 1.0
    return -WEIGHTS[4]  # type: ignore[no-any-return]


@compiled
def _keep(card: int) -> float:
    """Return what a card may still be good for."""
    if card == LADYBIRD:
        return float(WEIGHTS[10])
    if card >= QUEENS:
        return float(WEIGHTS[9])
    force = force_of(card)
    return float(WEIGHTS[8] if force == NINJA else WEIGHTS[7] * max(0, force - 4))


# Chances to win


@compiled
def stage(state: StateRecord) -> int:
    """Return the number of the round."""
    return int64(state.rounds)


@compiled
def estimate(state: StateRecord, viewer: int, values: Values) -> None:
    """Write each seat's chance to win: surer the nearer the end."""
    best = 0
    for seat in range(state.players):
        best = max(best, state.aphids[seat])
    left = 1.0 + state.team_rounds - state.rounds
    if not state.teams:
        left = max(1.0, (state.goal - best) / 3)
    total = 0.0
    for seat in range(state.players):
        values[seat] = math.exp((state.aphids[seat] - best) / (2.2 * math.sqrt(left)))
        total += values[seat]
    total /= 2 if state.teams else 1
    mask = winners(state)
    sides = count(mask) / (2 if state.teams else 1)
    for seat in range(state.players):
        values[seat] /= total
        if mask:
            values[seat] = 0.1 * values[seat] + 0.9 * (mask >> seat & 1) / sides


@compiled
def glimpse(state: StateRecord, seat: int) -> int:
    """Return what the ghost has played, which is all that chance shows within a round."""
    if state.players != 2:
        return 0
    seen = state.won[0] * 3 + state.won[1] * 5 + state.aside * 7
    for i in range(state.played):
        seen = seen * 64 + state.trick[i] + 1
    return int64(seen)


@compiled
def forget(view: StateRecord, rng: Rng, share: float) -> None:
    """Forget who could not beat what, and take some face-down won cards for others."""
    limit = int64(share * 1024)
    hidden = _hidden_from(view) & SOLDIERS
    for who in range(hands_at(view)):
        if int64(next_word(rng) >> np.uint64(54)) < limit:
            view.cap[who] = NINJA
        won = view.won[who] & SOLDIERS if hidden else int64(0)
        while won:
            card = lowest(won)
            won &= won - 1
            if pick(rng, 1024) < limit:
                other = nth(hidden, pick(rng, count(hidden)))
                view.won[who] += (int64(1) << other) - (int64(1) << card)
                hidden += (int64(1) << card) - (int64(1) << other)


# In words


def reason(state: Any, card: int) -> tuple[str, int]:
    """Return the rule book's sentence on why a card is sensible, and the card it names."""
    held = int(as_moves(duty(state)[0]))
    if held == 1 << card:
        return "only", card
    trick = trick_of(state) + (1 << card)
    if _chance_to_win(state, card) > 0.5 or (state.played == 0 and force_of(card) >= STRONG):
        return _reason_to_take(state, card, trick), card
    return _reason_to_duck(state, card, trick, held)


def _reason_to_take(state: Any, card: int, trick: int) -> str:
    if card >= QUEENS:
        return "queen_takes"
    if trick & ALL_QUEENS:
        return "takes_queen"
    if of_colour(trick, state.plus) > of_colour(trick, state.minus):
        return "takes_plus"
    return "takes" if state.played == hands_at(state) - 1 else "likely_takes"


def _reason_to_duck(state: Any, card: int, trick: int, held: int) -> tuple[str, int]:
    if card == LADYBIRD:
        return "ladybird", card
    if state.played and trick >> LADYBIRD:
        return "ducks_ladybird", card
    if card % 5 == state.minus != state.plus:
        return "sheds_minus", card
    queens = held & ALL_QUEENS
    if queens and card < QUEENS:
        return "keeps_queen", queens.bit_length() - 1
    if held > 1 << (card // 5 + 1) * 5:
        return "keeps_strong", card
    return "last_resort", card
