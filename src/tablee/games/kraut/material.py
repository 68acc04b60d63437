"""The cards, gardens and contracts of Kraut & Rüben.

A kind of card is a number, its place in `KINDS`: four vegetables first, which can be covered,
then clover, dandelion, snail and mole. The contracts and what they pay are reconstructions
(K69 to K71). The numbers here are the usual ones: the rules read those of the record.
"""

from __future__ import annotations

from itertools import permutations

from tablee.core.arrays import np

KINDS = "TSCAcdsm"
PLANTS = ("tomato", "salad", "carrot", "asparagus", "clover", "dandelion", "snail", "mole")
PLANT_OF = dict(zip(KINDS, PLANTS, strict=True))
VEGETABLES = 4
CLOVER, DANDELION, SNAIL, MOLE = 4, 5, 6, 7
STOCK = (16, 16, 16, 16, 7, 7, 7)  # of each kind but the moles, which are handed out
CARDS = sum(STOCK)
MOST_CARDS = 120  # that the record can count

GARDENS = "123456"
ROWS, COLUMNS = 3, 4
BEDS = ROWS * COLUMNS
ALL_BEDS = (1 << BEDS) - 1
MOST_SEATS = 5

ROLE_NAMES = ("main", "high", "low", "negative")
CONTRACTS = (  # a vegetable for each role
    *("TSCA", "TCAS", "TASC"),
    *("STAC", "SCTA", "SACT"),
    *("CTSA", "CSAT", "CATS"),
    *("ATCS", "ASTC", "ACST"),
)
# what each high and each low vegetable pays, for 0 to 6 (or more) mains
PAYS = ((2, 1), (3, 2), (4, 3), (3, 2), (2, 1), (1, 0), (0, 0))
NEGATIVE = -2
WORTH = {CLOVER: 1, DANDELION: 0, SNAIL: -1, MOLE: 0}

# all contracts that there could be; the twelve of the box come first
EVERY_CONTRACT = tuple(dict.fromkeys([*CONTRACTS, *map("".join, permutations(KINDS[:VEGETABLES]))]))
ROLES = np.array([[KINDS.index(kind) for kind in contract] for contract in EVERY_CONTRACT])
