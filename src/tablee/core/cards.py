"""What many card games do with sets of cards, compiled: deal them, and deal them anew."""

from __future__ import annotations

from tablee.core.bits import count, int64, lowest
from tablee.core.chance import below, pick
from tablee.core.compiled import Moves, Rng, StateRecord, compiled

TRIES = 200


@compiled
def nth(cards: int, n: int) -> int:
    """Return the card of a set that has n others below it."""
    for _ in range(n):
        cards &= cards - 1
    return lowest(cards)


@compiled
def deal_out(state: StateRecord, hands: Moves, cards: int, players: int) -> None:
    """Deal a set of cards evenly, each to a random one of the places that are still free."""
    left = count(cards)
    each = left // players
    for who in range(players):
        hands[who] = 0
    while cards:
        place, who = below(state, left), 0
        while place >= each - count(hands[who]):
            place -= each - count(hands[who])
            who += 1
        hands[who] |= int64(1) << lowest(cards)
        cards &= cards - 1
        left -= 1


@compiled
def deal_anew(hands: Moves, room: Moves, barred: Moves, cards: int, rng: Rng) -> None:
    """Deal unseen cards to hands with room for so many, none to a hand that it is barred from.

    A true deal is possible, so a random one is found sooner or later. After many tries a hand that
    is barred from nearly everything may get a barred card all the same.
    """
    for attempt in range(TRIES):
        rest, fits = cards, True
        for who in range(len(room)):
            hands[who] = hands[who] if room[who] == 0 else 0
        while rest and fits:
            card = int64(1) << lowest(rest)
            rest ^= card
            fits = _give(hands, room, barred, card, attempt == TRIES - 1, rng)
        if fits:
            return


@compiled
def _give(hands: Moves, room: Moves, barred: Moves, card: int, anyhow: bool, rng: Rng) -> bool:
    """Put a card on a random free place of a hand that may hold it; return whether it fits."""
    places = 0
    for who in range(len(room)):
        places += _free(hands[who], room[who], barred[who], card, anyhow)
    place = pick(rng, places) if places > 0 else -1
    for who in range(len(room)):
        free = _free(hands[who], room[who], barred[who], card, anyhow)
        if 0 <= place < free:
            hands[who] |= card
        place -= free
    return places > 0


@compiled
def _free(hand: int, room: int, barred: int, card: int, anyhow: bool) -> int:
    """Count the free places that a hand has for a card."""
    return max(0, room - count(hand)) if anyhow or barred & card == 0 else 0


@compiled
def leaders(points: Moves, players: int) -> int:
    """Return the seats with the most points, as a mask."""
    mask, most = int64(1), points[0]
    for seat in range(1, players):
        if points[seat] >= most:
            mask = int64(1) << seat | (mask if points[seat] == most else 0)
            most = points[seat]
    return mask
