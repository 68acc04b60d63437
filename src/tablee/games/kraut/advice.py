"""What a sensible gardener would do, and who is likely to win.

A garden is worth what it shows on one's own contract, and what its empty beds may still bring.
The contracts of the others are secret: a vegetable that is already often in a garden
is taken for one that its owner wants, one that is missing for one that hurts.
"""

from __future__ import annotations

import math
from typing import Any

from tablee.core.arrays import np
from tablee.core.bits import count, int64, lowest
from tablee.core.chance import next_word, pick
from tablee.core.compiled import Moves, Rng, StateRecord, Values, compiled
from tablee.core.header import NOBODY
from tablee.games.kraut.gardens.choices import DRAW, MOLES, PLACES, TAKES, WAIT, distinct, owed
from tablee.games.kraut.gardens.garden import EVERY_VEGETABLE, shows, small_points
from tablee.games.kraut.material import BEDS, CLOVER, DANDELION, MOLE, ROLES, SNAIL
from tablee.games.kraut.rules import first_taken, winners
from tablee.games.kraut.state import MOST_GARDENS, NO_CARD, OVER, PLACING, TAKING

WEIGHTS = np.array(
    [
        0.2,  # 0 of each empty bed: a high and a low vegetable still to come
        0.25,  # 1 what a garden that one may still take counts, beside one's own
        0.57,  # 2 what a card does to another's garden, beside one's own
        1.3,  # 3 a vegetable that lies there often enough is wanted there
        0.24,  # 4 a wasted bed of another's garden
        0.68,  # 5 drawing, beside playing the mole
        1.2,  # 6 less so when one's garden is nearly full
        13.6,  # 7 what a garden should promise before it is taken
        0.57,  # 8 and less for each garden that is taken already
        0.06,  # 9 a bed of a garden that is nobody's, once one has one's own
    ]
)
Shown = tuple[int, int, int, int]
SMOOTH = 0.8  # of a result: by how many points, not only whether it was won
MAIN, HIGH, LOW, MINUS = 0, 1, 2, 3
ROLE_OF = np.array([[*np.argsort(roles), CLOVER, DANDELION, SNAIL, MOLE] for roles in ROLES])


@compiled
def weigh(state: StateRecord, moves: Moves, worths: Values) -> int:
    """Write what each distinct move seems worth, in points."""
    return weigh_by(state, moves, worths, WEIGHTS)


@compiled
def weigh_by(state: StateRecord, moves: Moves, worths: Values, w: Values) -> int:
    """Weigh the distinct moves by given weights."""
    n = distinct(state, moves)
    if n == 1:
        worths[0] = 0.0
        return n
    if state.phase == TAKING:
        return _weigh_takes(state, moves, worths, n, w)
    owes = owed(state, state.seat) > 0
    favourite = _favourite(state, w) if owes else -1
    contract = int64(state.contracts[state.seat])
    garden, shown = -1, (0, 0, 0, 0)
    for i in range(n):
        if moves[i] == DRAW:
            worths[i] = w[5] - w[6] * _is_nearly_done(state)
            continue
        place = moves[i] - MOLES if moves[i] >= MOLES else moves[i]
        card = MOLE if moves[i] >= MOLES else int64(state.drawn)
        if place // BEDS != garden:
            garden = place // BEDS
            shown = _shown(state, garden, contract)
        bed = place - BEDS * garden
        worths[i] = _card_worth(state, garden, bed, card, shown, favourite, owes, w)
    return n


@compiled
def promise(state: StateRecord, garden: int, contract: int, w: Values) -> float:
    """Return what a garden promises on a contract."""
    others = state.negative * count(shows(state, garden, ROLES[contract, MINUS]))
    others += small_points(state, garden)
    return _promised(state, _shown(state, garden, contract), others, w)


@compiled
def _shown(state: StateRecord, garden: int, contract: int) -> Shown:
    """Count the mains, highs and lows in a garden, by a contract, and its empty beds."""
    roles = ROLES[contract]
    return (
        count(shows(state, garden, roles[MAIN])),
        count(shows(state, garden, roles[HIGH])),
        count(shows(state, garden, roles[LOW])),
        count(state.empty[garden]),
    )


@compiled
def _promised(state: StateRecord, shown: Shown, others: int, w: Values) -> float:
    mains, highs, lows, empty = shown
    coming = w[0] * empty
    mains = min(mains, len(state.high) - 1)
    points = state.high[mains] * (highs + coming) + state.low[mains] * (lows + coming)
    return float(points + others)


@compiled
def _gain(state: StateRecord, shown: Shown, role: int, gone: int, w: Values) -> float:
    """Return by how much a card changes what a garden promises the seat to move.

    `role` and `gone`, what comes and what is covered, are roles of the seat's contract (or a
    clover and so on), -1 for none.
    """
    mains, highs, lows, empty = shown
    before = _promised(state, shown, 0, w)
    small = int64(state.worth[role - CLOVER]) if role >= CLOVER else int64(0)
    others = state.negative * (int64(role == MINUS) - int64(gone == MINUS)) + small
    after = (
        mains + (role == MAIN) - (gone == MAIN),
        highs + (role == HIGH) - (gone == HIGH),
        lows + (role == LOW) - (gone == LOW),
        empty - (role >= 0 and gone < 0),
    )
    return _promised(state, after, others, w) - before


@compiled
def _favourite(state: StateRecord, w: Values) -> int:
    """Return the most promising garden without an owner."""
    best, most = -1, -1e9
    for garden in range(MOST_GARDENS):
        if state.owner[garden] == NOBODY:
            promised = promise(state, garden, state.contracts[state.seat], w)
            if promised > most:
                best, most = garden, promised
    return best


@compiled
def _card_worth(
    state: StateRecord,
    garden: int,
    bed: int,
    card: int,
    shown: Shown,
    favourite: int,
    owes: bool,
    w: Values,
) -> float:
    """Return what a card on a bed is worth, whether the garden is one's own, free or another's."""
    owner = state.owner[garden]
    if owner == NOBODY and not owes:
        return float(w[9])
    covered = covers(state, garden, bed)
    if owner >= 0 and owner != state.seat:
        return float(w[2] * _harm(state, garden, card, covered, w))
    role_of = ROLE_OF[state.contracts[state.seat]]
    gain = _gain(state, shown, role_of[card], role_of[covered] if covered >= 0 else -1, w)
    if owner == state.seat:
        return gain
    return float(w[1] * gain if garden == favourite else w[9] + w[9] * gain)


@compiled
def covers(state: StateRecord, garden: int, bed: int) -> int:
    """Return the vegetable on a bed, or -1."""
    here = (state.tops[garden, 0] >> bed) & EVERY_VEGETABLE
    return lowest(here) // BEDS if here else NO_CARD


@compiled
def _harm(state: StateRecord, garden: int, card: int, covered: int, w: Values) -> float:
    """Guess how much a card hurts the owner of a garden, whose contract is secret."""
    if covered >= 0:
        return float(w[3] * (count(shows(state, garden, covered)) - 1) + (card == SNAIL))
    if card == CLOVER:
        return float(w[4] - 1)
    if card >= DANDELION:
        return float(w[4] + (card == SNAIL))
    return float(w[4] + w[3] * (0.5 - count(shows(state, garden, card))))


@compiled
def _is_nearly_done(state: StateRecord) -> int:
    """Return whether a seat may not get another chance for its mole."""
    left = 0
    for garden in range(MOST_GARDENS):
        if state.owner[garden] == state.seat:
            left += count(state.empty[garden])
    return int64(left <= 2 and owed(state, state.seat) == 0)


@compiled
def _weigh_takes(state: StateRecord, moves: Moves, worths: Values, n: int, w: Values) -> int:
    """Weigh the gardens that may be taken, beside waiting."""
    taken = 0
    for garden in range(MOST_GARDENS):
        taken += state.owner[garden] >= 0
    for i in range(n):
        worths[i] = 0.0
        if moves[i] != WAIT:
            garden = moves[i] - TAKES
            promised = promise(state, garden, state.contracts[state.seat], w)
            worths[i] = promised - w[7] + w[8] * taken
    return n


# Chances to win


@compiled
def stage(state: StateRecord) -> int:
    """Return the number of the game in the match."""
    return int64(state.game)


@compiled
def estimate(state: StateRecord, viewer: int, values: Values) -> None:
    """Write each seat's chance to win, from the points of the games that are scored."""
    best = int64(state.totals[0])
    for seat in range(state.players):
        best = max(best, state.totals[seat])
    left = state.games - state.game + 1.0 if state.phase != OVER else 0.5
    total = 0.0
    for seat in range(state.players):
        values[seat] = math.exp((state.totals[seat] - best) / (6 * math.sqrt(left)))
        total += values[seat]
    mask = winners(state)
    for seat in range(state.players):
        values[seat] /= total
        if mask:
            values[seat] = SMOOTH * values[seat] + (1 - SMOOTH) * (mask >> seat & 1)


@compiled
def glimpse(state: StateRecord, seat: int) -> int:
    """Return a number for the card that was drawn; everyone sees it."""
    return int64(state.drawn) + 1 if state.phase == PLACING else 0


@compiled
def forget(view: StateRecord, rng: Rng, share: float) -> None:
    """Miscount the cards that are still to come."""
    for kind in range(SNAIL + 1):
        other = pick(rng, SNAIL + 1)
        if view.stock[kind] and pick(rng, 1024) < share * 1024:
            view.stock[kind] -= 1
            view.stock[other] += 1


@compiled
def suppose(state: StateRecord, seat: int, rng: Rng, trust: float) -> None:
    """Give the others contracts that fit the gardens they have taken.

    A contract is e^(trust × points) times as likely, by the points that the garden promises on it.
    """
    rest = int64(state.pack)
    for other in range(state.players):
        if other == seat or not _owns(state, other):
            rest &= ~(1 << int64(state.contracts[other]))
    for other in range(state.players):
        if other != seat and _owns(state, other):
            state.contracts[other] = _likely_contract(state, other, rest, rng, trust)
            rest &= ~(1 << int64(state.contracts[other]))


@compiled
def _owns(state: StateRecord, seat: int) -> bool:
    return first_taken(state, seat) <= MOST_GARDENS


@compiled
def _likely_contract(state: StateRecord, seat: int, rest: int, rng: Rng, trust: float) -> int:
    """Pick one of some contracts, rather one on which a seat's gardens promise much."""
    best, most = 0, -1e9
    for contract in range(len(ROLES)):
        if rest >> contract & 1:
            promised = 0.0
            for garden in range(MOST_GARDENS):
                if state.owner[garden] == seat:
                    promised += promise(state, garden, contract, WEIGHTS)
            luck = (int64(next_word(rng) >> np.uint64(11)) + 1.0) / 2.0**53
            worth = trust * promised - math.log(-math.log(luck) + 1e-300)
            if worth > most:
                best, most = contract, worth
    return best


# In words


def reason(state: Any, move: int) -> tuple[str, int, int]:
    """Return the sentence that says why a move is sensible, with the garden and card it names."""
    if move == WAIT:
        return "waits", -1, -1
    if move == DRAW:
        return "draws", -1, -1
    if move >= TAKES:
        return "takes", move - TAKES, -1
    garden, bed = divmod(move % PLACES, BEDS)
    card = MOLE if move >= MOLES else int(state.drawn)
    covered, owner = int(covers(state, garden, bed)), int(state.owner[garden])
    mine = owner == state.seat
    if covered >= 0:
        return ("covers_mine" if mine else "covers_theirs"), garden, covered
    if owner not in (state.seat, NOBODY):
        return "spoils", garden, card
    contract = int(state.contracts[state.seat])
    shown = _shown(state, garden, contract)
    gains = _gain(state, shown, ROLE_OF[contract][card], -1, WEIGHTS) > 0
    if mine:
        return ("grows" if gains else "fills"), garden, card
    prepares = gains and owed(state, state.seat) > 0
    return ("prepares" if prepares else "dumps"), garden, card
