"""The cards of Fourmis: 5 colours of soldiers 2 to 8, a ninja and a queen; 3 ladybirds.

A card is a number: weakest soldiers first, five colours of each force, then the ninjas, the
queens, and one number for all three ladybirds, which are equal. A set of cards is a mask with
a bit for each ant; the ladybirds are counted in the two bits above them.
"""

from __future__ import annotations

from tablee.core.fields import Deck

COLOURS = "rjvbp"  # rouge, jaune, verte, bleue, prune
WEAKEST, NINJA = 2, 9  # the forces of a set of five
FORCES = "2345678N"
QUEENS = 40
LADYBIRD = 45
LADYBIRDS = 3  # usually; how many there are is in the record
KINDS = LADYBIRD + 1
RANKS = ("soldier",) * 35 + ("ninja",) * 5 + ("queen",) * 5 + ("ladybird",)  # of each card
CARD_KINDS = Deck(
    (*(force + colour for force in FORCES + "Q" for colour in COLOURS), "L"),
    (*(1,) * LADYBIRD, LADYBIRDS),
    aliases={f"{NINJA}{colour}": f"N{colour}" for colour in COLOURS},
    how=f"write 2 to 8, N (ninja) or Q (queen) and a colour {' '.join(COLOURS)}, as in 7r;"
    " or L for a ladybird",
)

MOST_IN_HAND = 16

ANTS = (1 << LADYBIRD) - 1
ONE_LADYBIRD = 1 << LADYBIRD
SOLDIERS = (1 << QUEENS) - 1  # and ninjas: all that has a force of its own
ALL_QUEENS = ANTS - SOLDIERS
ALL_NINJAS = SOLDIERS >> 35 << 35
RED = sum(1 << card for card in range(0, LADYBIRD, 5))  # another colour is this, shifted
