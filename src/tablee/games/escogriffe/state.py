"""What lies on the table of Le Grand Escogriffe: the record of a state, and its small changes.

Hands and stock are counts of each type; the stock's order is drawn by the state's chance when
a card is turned up: the same luck, and nothing to leak. A figure lies from its head end to its
foot end, a discard pile from the bottom to the top. The deck itself is part of the record.
"""

from __future__ import annotations

from typing import Any

from tablee.core.bits import int64
from tablee.core.compiled import StateRecord, compiled
from tablee.core.fields import (
    ALL,
    AMOUNT,
    AMOUNTS,
    OTHERS,
    Layout,
    Per,
    bits,
    column,
    counts,
    last_seat,
    number,
    one_of,
    option,
    row,
    setting,
    special,
)
from tablee.core.header import NOBODY
from tablee.games.escogriffe.material import (
    BONUS,
    DIE,
    GOALS,
    IDLE_LIMIT,
    LONGEST,
    MOST_CARDS,
    MOST_JOINTS,
    MOST_PILES,
    MOST_PLAYERS,
    MOST_TYPES,
    SCORELESS_LIMIT,
    SMALLEST,
    STOCK_LIMIT,
)


def longest_target(state: Any) -> int:
    """Return the greatest target that the die can give (E2)."""
    return int(state["smallest"]) + int(state["die"]) - 1


def best_round(state: Any) -> int:
    """Return the most points that a round can bring."""
    return longest_target(state) + int(state["bonus"])


def most_reshuffles(state: Any) -> int:
    """Return how often the stock can have been made anew in this round (E11)."""
    if state["phase"] == OVER:
        return 0
    most = int(state["stock_limit"]) * int(state["players"]) - 1
    return max(1, most // int(first_stock(state)))


DEALING, CHOOSING, DRAWING, DROPPING, RESHUFFLING, RUN_DRY, IDLE, WON, LAST_CHANCES, OVER = range(
    10
)
STOCK = MOST_PILES + 1  # as a source of the card drawn
MOST_SHUFFLED = STOCK_LIMIT * MOST_PLAYERS  # cards of all stocks that reshuffles made (E11)
LONGEST_HISTORY = 2 * MOST_SHUFFLED + LONGEST * MOST_PLAYERS
DRAWN = 64  # in an event: a card was drawn, not given away
HEAD, FEET = 0, 1  # the ends of a figure

SEATS = Per(MOST_PLAYERS)
PILES = Per(MOST_PILES, lambda state: int(piles_at(state)), first=1, turns=False)
FIELDS = Layout(
    option("points"),
    setting("goal", "i2", lambda state: GOALS[state["points"]], (1, 500), "E14"),
    setting("bonus", "u1", BONUS, (0, 50), "E13"),
    setting("smallest", "u1", SMALLEST, (2, LONGEST), "E2"),
    setting("die", "u1", DIE, (1, DIE), "E2"),
    setting("stock_limit", "u1", STOCK_LIMIT, (1, STOCK_LIMIT), "E11"),
    setting("idle_limit", "u1", IDLE_LIMIT, (1, 30), "E16"),
    setting("scoreless_limit", "u1", SCORELESS_LIMIT, (1, 100), "E19"),
    setting("copies", "u1", (0,) * MOST_TYPES, (1, 60), "E34"),  # of each type of the deck
    number("rounds", "u2", 1, 60_000, text="round"),
    number("target", "u1", lambda state: int(state["smallest"]), longest_target),
    number("turn", "i1", 0, last_seat, none=NOBODY, seat=True),  # the seat whose turn it is
    special(
        "drawn",
        # where this turn's card came from: a pile's number, STOCK, or 0
        column("drawn", "u1", seen=one_of(STOCK + 1)),
        # the type of that card, plus one; 0 where it is hidden
        column("took", "u1", seen=one_of(MOST_TYPES + 1)),
    ),
    number("totals", "i2", 0, lambda state: int(state["goal"]) + best_round(state) - 1, SEATS),
    counts(
        "hands",
        MOST_TYPES,
        SEATS,
        secret=OTHERS,
        size=lambda state, seat: int(hand_size(state, seat)),
    ),
    counts("known", MOST_TYPES, SEATS, lies=False),  # what everyone knows is in a hand
    row("figures", LONGEST, "sizes", SEATS),
    row("piles", MOST_CARDS, "heights", PILES),
    # turns since a card was laid or drawn from the stock (E16)
    number("idle", "u1", 0, lambda state: int(state["idle_limit"]) * int(state["players"]) - 1),
    number("reshuffles", "u1", 0, most_reshuffles),  # in this round
    # the stocks that they made, seen by all, one behind the other, each sorted
    special(
        "shuffled",
        column("pool", "u1", MOST_SHUFFLED),
        column("pooled", "u1"),
        when=lambda state: bool(state["reshuffles"]),
    ),
    # what was drawn since the first one, and which hidden cards were given away: see `note`
    special(
        "happened",
        column("happened", "u2"),
        column("events", "u2", LONGEST_HISTORY),
        text="since",
        optional=True,
    ),
    number(
        "round_winner",
        "i1",
        0,
        last_seat,
        text="winner",
        none=NOBODY,
        seat=True,
        when=lambda state: bool(state["phase"] == OVER),
    ),
    # rounds in a row (E19)
    number("scoreless", "u1", 1, lambda state: int(state["scoreless_limit"]), optional=True),
    column("phase", "u1"),
    column("given", "u2", seen=AMOUNT),  # cards that the stock gave in this round (E11)
    column("left", "u1", seen=AMOUNT),  # cards in the stock
    counts("stock", MOST_TYPES, secret=ALL, text=""),
    column("held", "u4", MOST_PLAYERS),  # the types in each hand
    # the types in each figure; its open joints, 0 where closed or nothing lies
    column("built", "u4", MOST_PLAYERS, seen=bits(MOST_TYPES, seats=True)),
    column("head_ends", "u1", MOST_PLAYERS, seen=AMOUNTS),
    column("foot_ends", "u1", MOST_PLAYERS, seen=AMOUNTS),
    column("orange", "u4"),  # the deck: sets of types, a bit each
    column("heads", "u4"),
    column("feet", "u4"),
    column("above", "u4", MOST_JOINTS + 1),  # the types that fit above a joint
    column("below", "u4", MOST_JOINTS + 1),
    column("cards", "u1"),  # the deck again: how many cards
    column("tops", "u1", MOST_TYPES),  # joints; 0 is none
    column("bottoms", "u1", MOST_TYPES),
)
STATE = FIELDS.dtype


@compiled
def wide(number: Any) -> int:
    """Make a field's small number a 64-bit one, which does not wrap around."""
    return int64(number)


@compiled
def piles_at(state: StateRecord) -> int:
    """Return the number of discard piles (E1)."""
    return 2 if state.players <= 5 else 3


@compiled
def first_stock(state: StateRecord) -> int:
    """Return the size of the stock after each shuffle of a round."""
    return wide(state.cards) - wide(state.players) * wide(state.target) - piles_at(state)


@compiled
def first_seat(state: StateRecord) -> int:
    """Return the first player of the round: the first seat, then the next one clockwise (E2)."""
    return (wide(state.rounds) - 1) % wide(state.players)


@compiled
def after(state: StateRecord, seat: int) -> int:
    """Return the next seat clockwise."""
    return wide(seat) + 1 if seat + 1 < state.players else wide(0)


@compiled
def hand_size(state: StateRecord, seat: int) -> int:
    """Return how many cards a hand holds: with its figure it makes the target (E56)."""
    if state.phase == OVER:
        return 0
    extra = state.drawn > 0 and seat == state.turn
    return wide(state.target) - wide(state.sizes[seat]) + wide(extra)


@compiled
def bit(kind: int) -> int:
    """Return the set of one type."""
    return wide(1) << wide(kind)


@compiled
def place(seat: int, kind: int) -> int:
    """Return the place of a type in the counts of a seat."""
    return wide(seat) * MOST_TYPES + wide(kind)


@compiled
def note(state: StateRecord, seat: int, kind: int, drawn: int) -> None:
    """Write down that a seat drew a card (`DRAWN`), or gave a hidden one away (0)."""
    if state.happened < LONGEST_HISTORY:
        state.events[state.happened] = wide(seat) * 2 * DRAWN + drawn + kind + 1
        state.happened += 1


@compiled
def was_drawn(event: int) -> bool:
    """Return whether an event is a draw."""
    return event & DRAWN > 0


@compiled
def seat_in(event: int) -> int:
    """Return whose event it is."""
    return event // (2 * DRAWN)


@compiled
def card_in(event: int) -> int:
    """Return the type of card in an event; -1 where it is hidden."""
    return event % DRAWN - 1


@compiled
def give(state: StateRecord, seat: int, kind: int) -> None:
    """Put a card into a hand."""
    state.hands[place(seat, kind)] += 1
    state.held[seat] |= bit(kind)


@compiled
def give_away(state: StateRecord, seat: int, kind: int) -> None:
    """Take a card out of a hand; if one of its type was known to be there, it was this one."""
    where = place(seat, kind)
    left = wide(state.hands[where]) - 1
    known = wide(state.known[where])
    if state.reshuffles and known == 0:
        note(state, seat, kind, 0)
    state.hands[where] = left
    state.known[where] = known - (known > 0)
    if left == 0:
        state.held[seat] = wide(state.held[seat]) & ~bit(kind)


@compiled
def at_height(counts: StateRecord, height: int) -> int:
    """Return the type of the card at a height, if all cards lay sorted on one heap."""
    kind, seen = 0, 0
    for i in range(MOST_TYPES):
        seen += wide(counts[i])
        kind += seen <= height
    return kind


@compiled
def pile_up(state: StateRecord, pile: int, kind: int) -> None:
    """Lay a card on a discard pile."""
    state.piles[wide(pile) * MOST_CARDS + wide(state.heights[pile])] = kind
    state.heights[pile] += 1


@compiled
def top_of(state: StateRecord, pile: int) -> int:
    """Return the type on top of a pile that is not empty."""
    return wide(state.piles[wide(pile) * MOST_CARDS + wide(state.heights[pile]) - 1])


@compiled
def take_top(state: StateRecord, pile: int) -> int:
    """Take the top of a pile."""
    kind = top_of(state, pile)
    state.heights[pile] -= 1
    state.piles[wide(pile) * MOST_CARDS + wide(state.heights[pile])] = 0
    return kind


@compiled
def clear_hands(state: StateRecord) -> None:
    """Blank all hands and what is known of them.

    What has no fixed length goes first: `count_stock` is then compiled for hands known as empty.
    """
    state.pool[: state.pooled] = 0
    state.events[: state.happened] = 0
    state.held[:] = 0
    state.hands[:] = 0
    state.known[:] = 0
    state.pooled = 0
    state.happened = 0


@compiled
def clear_piles(state: StateRecord) -> None:
    """Blank the discard piles."""
    state.piles[:] = 0
    state.heights[:] = 0


@compiled
def clear_figures(state: StateRecord) -> None:
    """Blank all figures."""
    state.figures[:] = 0
    state.sizes[:] = 0
    state.built[:] = 0
    state.head_ends[:] = 0
    state.foot_ends[:] = 0


@compiled
def count_stock(state: StateRecord) -> None:
    """Set the stock to what lies nowhere else."""
    for kind in range(MOST_TYPES):
        state.stock[kind] = state.copies[kind]
        for seat in range(MOST_PLAYERS):
            state.stock[kind] -= state.hands[place(seat, kind)]
    for seat in range(MOST_PLAYERS):
        for i in range(state.sizes[seat]):
            state.stock[state.figures[seat * LONGEST + i]] -= 1
    for pile in range(MOST_PILES):
        for i in range(state.heights[pile]):
            state.stock[state.piles[pile * MOST_CARDS + i]] -= 1


# Figures: which cards fit, what may be laid, and what completes


@compiled
def is_open(state: StateRecord, seat: int, end: int) -> bool:
    """Return whether an end of a figure is open: neither head nor feet close it (E54)."""
    return wide(state.head_ends[seat] if end == HEAD else state.foot_ends[seat]) > 0


@compiled
def joining(state: StateRecord, seat: int, end: int) -> int:
    """Return the types whose joint meets that end in shape and colour (E53)."""
    if end == HEAD:
        return wide(state.above[state.head_ends[seat]])
    return wide(state.below[state.foot_ends[seat]])


@compiled
def used_up(state: StateRecord, seat: int) -> int:
    """Return the types of a figure that may not be laid there again (E3, E55)."""
    return wide(state.built[seat]) & ~wide(state.orange)


@compiled
def closing(state: StateRecord, seat: int, end: int) -> int:
    """Return the types that, at that end, would make a figure go from head to feet."""
    if is_open(state, seat, FEET if end == HEAD else HEAD):
        return wide(0)
    return wide(state.heads if end == HEAD else state.feet)


@compiled
def fitting(state: StateRecord, seat: int, end: int) -> int:
    """Return the types that fit an end by joint (E53) and repeat (E3)."""
    return joining(state, seat, end) & ~used_up(state, seat)


@compiled
def layable(state: StateRecord, seat: int, end: int) -> int:
    """Return the types of the hand for an end: the target must close the figure, never earlier."""
    cards = wide(state.held[seat]) & fitting(state, seat, end)
    closed = closing(state, seat, end)
    if hand_size(state, seat) == 1:
        return cards & closed  # E9
    return cards & ~closed  # E8


@compiled
def completing(state: StateRecord, seat: int, end: int) -> int:
    """Return the types of the hand that complete a figure of any size in the last chance (E12)."""
    return wide(state.held[seat]) & fitting(state, seat, end) & closing(state, seat, end)


@compiled
def is_complete(state: StateRecord, seat: int) -> bool:
    """Return whether a figure goes from head to feet."""
    return wide(state.sizes[seat]) > 0 and not (
        is_open(state, seat, HEAD) or is_open(state, seat, FEET)
    )


@compiled
def twins(state: StateRecord, seat: int) -> int:
    """Return the type that gives the same figure at either end: the only one in it (E17)."""
    built = wide(state.built[seat])
    return built if built & (built - 1) == 0 else wide(0)


@compiled
def grow(state: StateRecord, seat: int, kind: int, end: int) -> None:
    """Add a card at an end of a figure, or begin one (E4, E5)."""
    base, size = wide(seat) * LONGEST, wide(state.sizes[seat])
    if end == HEAD:
        for i in range(LONGEST - 1, 0, -1):
            state.figures[base + i] = state.figures[base + i - 1]
        state.figures[base] = kind
    else:
        state.figures[base + size] = kind
    if end == HEAD or size == 0:
        state.head_ends[seat] = state.tops[kind]
    if end == FEET or size == 0:
        state.foot_ends[seat] = state.bottoms[kind]
    state.sizes[seat] = size + 1
    state.built[seat] = wide(state.built[seat]) | bit(kind)
