"""What a sensible builder would do, and who is likely to win.

All the ways in which a figure may still come about are looked at (`completion_odds.py`), and each
move is asked how many turns it saves: a card that is taken, the stock's next card on average, a
lay, which must come sooner or later but narrows the choice. It drops the card that it misses least
and the next player needs least. Only the seat's own hand and what lies on the table are read.
"""

from __future__ import annotations

import math
from typing import Any

from tablee.core.arrays import np
from tablee.core.bits import count
from tablee.core.chance import pick
from tablee.core.compiled import Moves, Rng, StateRecord, Values, compiled
from tablee.games.escogriffe.figures.completion_odds import (
    ANY,
    AT_FOOT,
    AT_TOP,
    GATES,
    ONLY_HELD,
    UNSEEN,
    WAIT,
    gain,
    held_by,
    look,
    loss,
)
from tablee.games.escogriffe.knowledge import newest_draw, swap
from tablee.games.escogriffe.material import MOST_PILES, MOST_TYPES
from tablee.games.escogriffe.rules import (
    AT_FEET,
    AT_HEAD,
    BEGIN,
    DRAW,
    DROP,
    FIRST_CARD_MOVE,
    TAKE,
    card_of,
    distinct,
    way_of,
    winners,
)
from tablee.games.escogriffe.state import (
    DROPPING,
    FEET,
    HEAD,
    STOCK,
    after,
    at_height,
    bit,
    joining,
    piles_at,
    place,
    top_of,
    wide,
)

LAID = 1.0  # a lay
NARROWED = 0.6  # what it narrows
NEXT_CARD = 1.0  # the stock's next card
FINISHED = 0.5  # being able to end the figure when another seat wins
WANTED = 0.15  # a card that the next seat could use
COVERED = 0.05  # covering a top that the next seat could use
BURIED = 0.06  # covering a top that one could use oneself

# Found by regression on some thousand rounds of advice against advice at three to eight
# players: who wins a round, what the others get, and who wins the match. Second numbers are for
# each player beyond four, where the seat that is ahead is the surer to win the round.
LACK = 1.76, 0.11  # what the hand lacks
LAY, LONGER = (1.99, 0.48), 0.06  # cards still to be laid; more so in a longer figure
SHOWN = 0.42  # turns that a pile's top would save
THEIR_LAY, THEIR_LONGER = (2.58, 0.56), 0.086  # the same of the others
HIDDEN, LESS = (1.26, -0.14), (-0.26, -0.026)  # what hands lack that nobody sees
TAKEN = 0.49  # cards that they took for all to see
LATER = 0.1  # seats that play before them
ASIDE = 1.4  # points of a seat that does not win a round
SOON = 0.8  # what a last chance loses with each lay that is still to come before it
MOST_DRAWS = 8.0  # after which an imagined hand gets no better
LUCK = 7.0  # points of lead that make a match likely won, a round before its end


# What a move is worth


@compiled
def weigh(state: StateRecord, moves: Moves, worths: Values) -> int:
    """Write what each distinct move seems worth, in turns."""
    n = distinct(state, moves)
    if n == 1:
        worths[0] = 0.0
        return n
    facts, _ = look(state, state.seat, GATES)
    if state.phase == DROPPING:
        _weigh_drops(state, n, moves, worths, facts)
        return n
    spare = _least_loss(state, state.seat, facts)
    for i in range(n):
        worths[i] = _turn_worth(state, moves[i], spare, facts)
    return n


@compiled
def _least_loss(state: StateRecord, seat: int, facts: Values) -> float:
    """Return what it costs to give away the card that is missed least."""
    least = 1e9
    for kind in range(MOST_TYPES):
        if wide(state.held[seat]) >> kind & 1:
            least = min(least, loss(kind, facts))
    return least


@compiled
def _turn_worth(state: StateRecord, move: int, spare: float, facts: Values) -> float:
    if move == DRAW:
        return NEXT_CARD * _draw_worth(spare, facts)
    if move < FIRST_CARD_MOVE:
        return gain(top_of(state, move - TAKE), facts) - spare
    kind, way = card_of(move), way_of(move)
    kept = max(1e-6, _kept(kind, way, facts))
    ready = _ready_after(state, kind, way)
    return LAID + NARROWED * WAIT * math.log(kept) + FINISHED * ready


@compiled
def _draw_worth(spare: float, facts: Values) -> float:
    """Return how many turns the next card of the stock saves on average."""
    total, cards = 0.0, 0.0
    for kind in range(MOST_TYPES):
        unseen = facts[kind, UNSEEN]
        if unseen > 0:
            cards += unseen
            total += unseen * max(0.0, gain(kind, facts) - spare)
    return total / max(1.0, cards)


@compiled
def _kept(kind: int, way: int, facts: Values) -> float:
    """Return the share of all odds that remains after a lay."""
    return float(facts[kind, ANY if way == BEGIN else AT_TOP if way == AT_HEAD else AT_FOOT])


@compiled
def _ready_after(state: StateRecord, kind: int, way: int) -> bool:
    """Return whether a hand holds the card that ends the figure after a lay."""
    seat = state.seat
    held = wide(state.held[seat])
    if held_by(state, seat, kind) == 1:
        held &= ~bit(kind)
    above, below = wide(state.head_ends[seat]), wide(state.foot_ends[seat])
    if way != AT_FEET:
        above = wide(state.tops[kind])
    if way != AT_HEAD:
        below = wide(state.bottoms[kind])
    if above and below:
        return False
    if above:
        return bool(held & wide(state.heads) & wide(state.above[above]))
    return bool(held & wide(state.feet) & wide(state.below[below]))


@compiled
def _weigh_drops(state: StateRecord, n: int, moves: Moves, worths: Values, facts: Values) -> None:
    """Weigh the drops: what a card is worth, and what covering a pile's top does to whom."""
    after_me = after(state, state.seat)
    wanted = joining(state, after_me, HEAD) | joining(state, after_me, FEET)
    losses, covers = np.empty(MOST_TYPES), np.zeros(MOST_PILES)
    for kind in range(MOST_TYPES):
        if wide(state.held[state.seat]) >> kind & 1:
            losses[kind] = loss(kind, facts) + WANTED * (wanted >> kind & 1)
    for pile in range(piles_at(state)):
        if state.heights[pile]:
            top = top_of(state, pile)
            covers[pile] = COVERED * (wanted >> top & 1) - BURIED * gain(top, facts)
    for i in range(n):
        worths[i] = covers[way_of(moves[i]) - DROP] - losses[card_of(moves[i])]


# Chances to win


@compiled
def stage(state: StateRecord) -> int:
    """Return the number of the round."""
    return wide(state.rounds)


@compiled
def estimate(state: StateRecord, viewer: int, values: Values) -> None:
    """Write each seat's chance to win: by its points, and how near its figure is to the end."""
    mask = winners(state)
    if mask or _is_fresh(state):
        for seat in range(state.players):
            values[seat] = 0.0
    else:
        _hope_for_points(state, viewer, values)
    best = 0.0
    for seat in range(state.players):
        values[seat] += state.totals[seat]
        best = max(best, values[seat])
    left = max(1.0, (state.goal - best) / 8)
    _shares(values, wide(state.players), best, LUCK * math.sqrt(left))
    if mask:
        for seat in range(state.players):
            values[seat] = 0.1 * values[seat] + 0.9 * (mask >> seat & 1) / count(mask)


@compiled
def _is_fresh(state: StateRecord) -> bool:
    """Return whether a round has only just been dealt."""
    laid = 0
    for seat in range(state.players):
        laid += state.sizes[seat]
    return bool(laid == 0 and state.given == 0 and state.idle == 0 and state.drawn == 0)


@compiled
def _hope_for_points(state: StateRecord, viewer: int, values: Values) -> None:
    """Write how many points each seat may expect of the round."""
    ways = foretell(state, viewer, values)
    for seat in range(state.players):
        aside = _last_chance(state, seat, ways) if seat == viewer else ASIDE
        values[seat] = values[seat] * (state.target + state.bonus) + (1 - values[seat]) * aside


@compiled
def foretell(state: StateRecord, viewer: int, values: Values) -> Values:
    """Write each seat's chance to win the round; the viewer's ways to end a figure.

    Of the others only what lies on the table is believed: the cards that the viewer imagines
    in their hands are worse than those that they have chosen to keep.
    """
    (facts, ways), best = look(state, viewer, GATES), -1e9
    for seat in range(state.players):
        if seat == viewer:
            values[seat] = _own_odds(state, viewer, facts, ways)
        else:
            values[seat] = _their_odds(state, viewer, seat)
        best = max(best, values[seat])
    _shares(values, wide(state.players), best, 1.0)
    return ways


@compiled
def _own_odds(state: StateRecord, seat: int, facts: Values, ways: Values) -> float:
    """Return the log probability that a seat that knows its hand wins the round."""
    more, beyond = wide(state.players) - 4, wide(state.target) - 9
    lays = wide(state.target) - wide(state.sizes[seat])
    lack = max(0.0, -math.log(max(ways[lays], 1e-12)))
    odds = -(LACK[0] + LACK[1] * more) * math.sqrt(lack)
    odds -= (LAY[0] + LAY[1] * more) * math.sqrt(lays) + LONGER * beyond * lays
    return odds + SHOWN * _best_top(state, seat, facts)


@compiled
def _best_top(state: StateRecord, seat: int, facts: Values) -> float:
    """Return how many turns the best card on top of a pile saves."""
    spare, best = _least_loss(state, seat, facts), 0.0
    for pile in range(piles_at(state)):
        if state.heights[pile]:
            best = max(best, gain(top_of(state, pile), facts) - spare)
    return best


@compiled
def _their_odds(state: StateRecord, viewer: int, seat: int) -> float:
    """Return the log probability that another seat wins the round."""
    more, beyond = wide(state.players) - 4, wide(state.target) - 9
    lays = wide(state.target) - wide(state.sizes[seat])
    taken = wide(0)
    for kind in range(MOST_TYPES):
        taken += wide(state.known[place(seat, kind)])
    before = (seat - viewer - 1) % wide(state.players)
    odds = -(THEIR_LAY[0] + THEIR_LAY[1] * more) * math.sqrt(lays) - THEIR_LONGER * beyond * lays
    odds -= HIDDEN[0] + HIDDEN[1] * more + (LESS[0] + LESS[1] * more) * beyond
    return odds + TAKEN * taken - LATER * before


@compiled
def _last_chance(state: StateRecord, seat: int, ways: Values) -> float:
    """Return how many points a figure may bring when another seat wins."""
    size, best, soon = wide(state.sizes[seat]), 0.0, 1.0
    for n in range(1, wide(state.target) - size + 1):
        best = max(best, soon * min(1.0, ways[n]) * (size + n))
        soon *= SOON
    return best


@compiled
def _shares(values: Values, players: int, best: float, scale: float) -> None:
    """Turn values into shares that add up to 1, more for the higher ones."""
    total = 0.0
    for seat in range(players):
        values[seat] = math.exp((values[seat] - best) / scale)
        total += values[seat]
    for seat in range(players):
        values[seat] /= total


@compiled
def glimpse(state: StateRecord, seat: int) -> int:
    """Return a number for the card that the seat itself drew from the stock."""
    shown = state.drawn == STOCK and state.turn == seat and state.phase == DROPPING
    return wide(state.took) if shown else wide(0)


@compiled
def forget(view: StateRecord, rng: Rng, share: float) -> None:
    """Forget which cards the others were seen to take."""
    for seat in range(view.players):
        if seat == view.viewer:
            continue
        for kind in range(MOST_TYPES):
            where = place(seat, kind)
            if view.known[where] and pick(rng, 1024) < share * 1024:
                view.hands[where] -= view.known[where]
                view.known[where] = 0
                if view.hands[where] == 0:
                    view.held[seat] = wide(view.held[seat]) & ~bit(kind)


@compiled
def suppose(state: StateRecord, seat: int, rng: Rng, trust: float) -> None:
    """Give the others better cards than chance does, since they have chosen what to keep.

    Each draws from the stock, and keeps what is worth more to it than another card, about as
    often as it has done in this round, times the trust.
    """
    draws = min(MOST_DRAWS, trust * wide(state.given) / wide(state.players))
    for other in range(state.players):
        if other == seat:
            continue
        for _ in range(wide(draws + pick(rng, 1024) / 1024)):
            if state.left:
                _choose_again(state, other, rng)


@compiled
def _choose_again(state: StateRecord, seat: int, rng: Rng) -> None:
    """Exchange a hidden card for the stock's next one, if that is worth more to a seat."""
    drawn = at_height(state.stock, pick(rng, wide(state.left)))
    facts, _ = look(state, seat, GATES)
    spare, least = -1, gain(drawn, facts)
    for kind in range(MOST_TYPES):
        if _may_be_new(state, seat, kind) and loss(kind, facts) < least:
            spare, least = kind, loss(kind, facts)
    if spare >= 0:
        swap(state, seat, spare, drawn)


@compiled
def _may_be_new(state: StateRecord, seat: int, kind: int) -> bool:
    """Return whether a hand may have got a card of a type from the present stock, unseen."""
    where = place(seat, kind)
    return bool(
        state.hands[where] > state.known[where]
        and (state.reshuffles == 0 or newest_draw(state, seat, kind) >= 0)
    )


# In words


def reason(state: Any, move: int) -> tuple[str, int]:
    """Return the sentence that says why a move is sensible, and the type of card it names."""
    seat = int(state.seat)
    complete = look(state, seat, ONLY_HELD)[1][int(state.target) - int(state.sizes[seat])] > 0
    facts, _ = look(state, seat, GATES)
    if move == DRAW:
        return ("waits" if complete else "draws"), 0
    if move < FIRST_CARD_MOVE:
        kind = int(top_of(state, move - TAKE))
        return ("takes" if gain(kind, facts) > 0.5 else "takes_anyway"), kind
    kind, way = int(card_of(move)), int(way_of(move))
    if way >= DROP:
        return ("drops" if loss(kind, facts) < 1 else "gives_up"), kind
    if _kept(kind, way, facts) < 0.2:
        return "lays_anyway", kind
    return ("lays_ready" if complete else "lays"), kind
