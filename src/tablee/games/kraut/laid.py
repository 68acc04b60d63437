"""Kraut & Rüben, laid for a visitor who has just come in: gardens, a contract, and a drawn card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablee.core.header import NOBODY
from tablee.core.rules.rulebook import capital
from tablee.games.kraut.gardens.contract import card, columns, contract_of, gain, kind, plant
from tablee.games.kraut.gardens.garden import beds, gardens_at, owned
from tablee.games.kraut.material import BEDS, EVERY_CONTRACT, KINDS
from tablee.games.kraut.state import NO_CARD
from tablee.table.kit import Box, Choice, Inside, box, drawing, listed, signed, words
from tablee.table.look import Look
from tablee.table.posed.laid import OWN_SEAT


def lay(look: Look, choices: Sequence[str]) -> Sequence[Inside]:
    """Lay the gardens, with one bed of each that waits for the drawn card."""
    gardens = [_garden(look, garden, choices) for garden in range(gardens_at(look.record))]
    drawn = KINDS[look.at.drawn]
    supply = box("supply", drawing("k-back"), words(str(look.at.left), tag="b"), tag="span")
    shown = box("drawn", card(look.at.drawn), tag="span", label=kind(look, drawn), picture=True)
    market = box("market", supply, shown)
    return [box("gardens", *gardens), _contract(look), market]


def _garden(look: Look, garden: int, choices: Sequence[str]) -> Box:
    owner = look.at.owner[garden]
    mine = owner == OWN_SEAT
    whose = capital(look.say("nobodys")) if owner == NOBODY else look.name(owner)
    told = capital(look.say("your_garden")) if mine else whose
    head = box("", words(str(garden + 1), tag="i"), told, tag="h2")
    lying = [
        _bed(look, garden, bed, top, under, choices)
        for bed, (top, under) in enumerate(beds(look.at, garden))
    ]
    style = f"garden s{owner}" if owner > NOBODY else "garden"
    label = look.say("garden", n=garden + 1)
    return box(style, head, listed(lying, "beds"), tag="section", label=label)


def _bed(look: Look, garden: int, bed: int, top: int, under: int, choices: Sequence[str]) -> Inside:
    """Return a card, bare earth, or the bed that waits."""
    move = look.game.notation.write_move(garden * BEDS + bed)
    if move in choices:
        return Choice(move, _told(look, garden, bed), (drawing("k-bed"), _worth(look, garden)))
    if top == NO_CARD:
        return drawing("k-bed")
    shown = card(top) if under == NO_CARD else card(under)
    cover = None if under == NO_CARD else box("cover", card(top), tag="span")
    name = kind(look, KINDS[top])
    return box("card", shown, cover, tag="span", label=name, picture=True)


def _told(look: Look, garden: int, bed: int) -> str:
    what = kind(look, KINDS[look.at.drawn])
    return look.say("bed", garden=garden + 1, n=bed + 1, what=what)


def _worth(look: Look, garden: int) -> Inside:
    """Return what the drawn card brings in one's own garden; in others that is not one's affair."""
    more = gain(look, garden) if look.at.owner[garden] == OWN_SEAT else None
    return words(signed(more), tag="b") if more is not None else None


def _contract(look: Look) -> Box:
    """Return the own contract: what each kind brings, by how many mains lie at home."""
    main, high, low, _ = tuple(EVERY_CONTRACT[contract_of(look, OWN_SEAT)])
    column = columns(look, OWN_SEAT)[owned(look.at, OWN_SEAT)[0]]
    counts = range(len(look.at.high))
    rows = [
        box("", plant(letter), *_cells(numbers, column), tag="li")
        for letter, numbers in ((main, counts), (high, look.at.high), (low, look.at.low))
    ]
    label = look.say("your_contract")
    return box("contract", box("", *rows, tag="ol"), label=label, picture=True)


def _cells(numbers: Sequence[int], column: int) -> Iterator[Box]:
    for n, number in enumerate(numbers):
        yield words(str(number), "on" if n == column else "", "i")
