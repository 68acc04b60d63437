"""The state record of Kraut & Rüben.

A garden is a few sets of beds, each a mask of 12 bits. `tops` holds eight of them in two words,
one for each kind of card that lies on top; `under` the four of covered vegetables.
"""

from __future__ import annotations

from tablee.core.fields import (
    AMOUNT,
    OTHERS,
    SEAT,
    Layout,
    Per,
    bits,
    choice,
    column,
    last_seat,
    number,
    option,
    seats,
    setting,
    special,
)
from tablee.core.state.text import NOTHING
from tablee.games.kraut.material import (
    BEDS,
    CLOVER,
    CONTRACTS,
    EVERY_CONTRACT,
    GARDENS,
    KINDS,
    MOLE,
    MOST_SEATS,
    NEGATIVE,
    PAYS,
    PLANTS,
    SNAIL,
    STOCK,
    WORTH,
)

MOST_GARDENS = len(GARDENS)
MOST_MOVES = 1 + MOST_GARDENS * BEDS  # at once: to draw, or the mole on any bed
NO_CARD = -1  # `drawn`
NO_CONTRACT = -1  # a contract that a view hides
NO_GARDEN = -2  # `owner` of a garden that is not on this table
ASKING, PLACING, TAKING, OVER = 0, 1, 2, 3  # what is asked: mole or card, bed, garden
DEALING = 4  # what is due after a game of a match has been counted

SEATS = Per(MOST_SEATS)
NUMBERS = {contract: number for number, contract in enumerate(EVERY_CONTRACT)}
FIELDS = Layout(
    option("match"),
    setting("games", "i1", lambda state: (1, 3)[state["match"]], (1, 9), "K17"),  # of a match
    setting("cards", "i1", STOCK, (0, 60), "K32", "supply", PLANTS[:MOLE]),
    setting("contracts", "i4", (1 << len(CONTRACTS)) - 1, (0, 0), "K39", "pack", values=NUMBERS),
    setting("high", "i1", tuple(pay[0] for pay in PAYS), (-9, 20), "K69"),
    setting("low", "i1", tuple(pay[1] for pay in PAYS), (-9, 20), "K69"),
    setting("negative", "i1", NEGATIVE, (-20, 20), "K67"),
    setting("worth", "i1", tuple(WORTH.values()), (-20, 20), "K68", keys=PLANTS[CLOVER:]),
    setting("cup", "i1", 3, (-20, 50), "K76"),
    setting("animals", "i1", (2, 2), (0, 12), "K5", keys=PLANTS[SNAIL:]),
    number("game", "i1", 1, lambda state: int(state["games"])),  # of the match
    choice("phase", "i1", {"mole": ASKING, "place": PLACING, "take": TAKING, "over": OVER}),
    number("turn", "i1", 0, last_seat, seat=True),  # whose turn it is, also while nothing is asked
    choice("drawn", "i1", {NOTHING: NO_CARD} | {kind: i for i, kind in enumerate(KINDS[:MOLE])}),
    special(
        "gardens",
        column("empty", "i2", MOST_GARDENS, seen=bits(BEDS)),  # beds without a card
        column("under", "i8", MOST_GARDENS, seen=bits(4 * BEDS)),
        column("tops", "i8", MOST_GARDENS, 2, seen=bits(4 * BEDS)),
    ),
    special(
        "taken",
        column("owner", "i1", MOST_GARDENS, seen=SEAT),
        column("taken", "i1", MOST_GARDENS, seen=AMOUNT),  # as which one a garden was taken, from 1
    ),
    seats("moles", "i1"),  # with an unplayed mole
    special(  # and of each kind
        "box", column("left", "i1", seen=AMOUNT), column("stock", "i1", MOLE, seen=AMOUNT)
    ),
    choice(
        "contracts",
        "i1",
        NUMBERS,
        SEATS,
        secret=OTHERS,
        blank=NO_CONTRACT,
        until=("phase", OVER, DEALING),
    ),
    number("totals", "i2", -9_999, 9_999, SEATS),
    column("finished", "i1"),  # seats that play no more, as a mask
)
STATE = FIELDS.dtype
