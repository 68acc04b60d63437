"""What gardens are worth on a table of Kraut & Rüben: the contract, and the accounts."""

from __future__ import annotations

from functools import partial

from tablee.core.bits import count, highest
from tablee.core.compiled import copy_of
from tablee.core.header import NOBODY
from tablee.games.kraut import rules
from tablee.games.kraut.gardens.garden import beds, garden_points, gardens_at, lay, owned, shows
from tablee.games.kraut.material import (
    BEDS,
    EVERY_CONTRACT,
    KINDS,
    PLANT_OF,
    ROLE_NAMES,
    SNAIL,
    WORTH,
)
from tablee.games.kraut.state import DEALING, NO_CARD, NO_CONTRACT, OVER
from tablee.games.kraut.words import garden_lines
from tablee.table.kit import (
    Box,
    Face,
    Kept,
    Name,
    Picture,
    about,
    badge,
    box,
    drawing,
    listed,
    motif,
    signed,
    words,
)
from tablee.table.look import Look

TEMPTING = BEDS // 2
"""So many cards in a garden without an owner are worth a question."""
Lit = dict[int, dict[str, str]]
"""The columns of a contract that gardens lie in: a class and a label for each garden."""


# What can be read off the record


def contract_of(look: Look, seat: int | None) -> int:
    """Return a seat's contract, or NO_CONTRACT where it is hidden or there is none."""
    return NO_CONTRACT if seat is None or seat < 0 else look.at.contracts[seat]


def worth(look: Look, garden: int, seat: int | None) -> int:
    """Return the points of a garden as it lies, by a seat's contract."""
    return int(garden_points(look.record, garden, contract_of(look, seat)))


def brings(look: Look) -> int:
    """Return the card that the viewer has drawn, or none."""
    return look.at.drawn if look.mine else NO_CARD


def gain(look: Look, garden: int) -> int | None:
    """Return what the drawn card adds to a garden by the viewer's contract; None for a snail."""
    drawn, empty = brings(look), look.at.empty[garden]
    if drawn in (NO_CARD, SNAIL) or not empty:
        return None
    after = copy_of(look.view.records)[0]
    lay(after, garden, highest(empty), drawn)
    then = int(garden_points(after, garden, contract_of(look, look.me)))
    return then - worth(look, garden, look.me)


def is_counted(look: Look) -> bool:
    """Return whether a game has just been counted."""
    return look.at.phase in (OVER, DEALING)


def winner(look: Look) -> int:
    """Return who has won the match or, between two games, the one just counted; or -1."""
    record = look.record
    if look.at.phase != DEALING:
        return int(rules.winners(record)).bit_length() - 1
    return max(
        range(len(look.people)),
        key=lambda s: (int(rules.game_points(record, s)), -int(rules.first_taken(record, s))),
    )


def is_asked(look: Look) -> bool:
    """Return whether it is worth a question to take a garden, by what everybody sees.

    Never by a contract: how long an answer takes would tell of it.
    """
    return any(BEDS - look.at.empty[g].bit_count() >= TEMPTING for g in owned(look.at, NOBODY))


def kind(look: Look, letter: str) -> str:
    """Return the name of a kind of card."""
    return str(look.game.rulebook.names["kind"][letter][look.lang])


def plant(letter: str, title: str = "") -> Picture:
    """Return a vegetable or an animal without its card."""
    return motif(f"k-{PLANT_OF[letter]}-1", title=title, style="plant")


def card(number: int) -> Picture:
    """Return a card; all of a kind look the same, so that it keeps its face wherever it goes."""
    return drawing(f"k-card-{PLANT_OF[KINDS[number]]}-1")


def _column(look: Look, garden: int, seat: int) -> int:
    """Return the column of a seat's contract that counts for a garden: by its main vegetables."""
    main = KINDS.index(EVERY_CONTRACT[contract_of(look, seat)][0])
    return min(count(shows(look.record, garden, main)), len(look.at.high) - 1)


def _letters(look: Look, seat: int) -> dict[str, str]:
    """Return the kind of card behind each line of a score sheet, by a seat's contract."""
    roles = dict(zip(ROLE_NAMES, EVERY_CONTRACT[contract_of(look, seat)], strict=True))
    return roles | {PLANT_OF[KINDS[number]]: KINDS[number] for number in WORTH}


# The viewer's contract


def contract(look: Look) -> Box:
    """Return how much a vegetable pays, by how many mains lie in a garden; or the back of it."""
    say, me, number = look.say, look.me, contract_of(look, look.me)
    if me is None or number == NO_CONTRACT:
        back = drawing("k-contract-back")
        return box("sheet contract shut", back, words(say("secret_all"), tag="p"), id="contract")
    mains = say(f"of_{EVERY_CONTRACT[number][0]}")
    asked = f"{say('how_many', cards=mains)}{say('two_best')}"
    return box(
        "sheet contract",
        words(say("your_contract"), "unseen", "h2"),
        _poster(look, number, _columns(look, me)),
        Kept(("others", number, look.at.negative, look.at.worth), lambda: _others(look, number)),
        Kept(("how", number), lambda: about(say("accounts"), f"{asked} {say('contract_how')}")),
        tag="section",
        id="contract",
        label=say("your_contract"),
    )


def columns(look: Look, me: int | None) -> list[int]:
    """Return the column of the viewer's contract that counts for each garden."""
    if me is None or contract_of(look, me) == NO_CONTRACT:
        return []
    return [_column(look, garden, me) for garden in range(gardens_at(look.record))]


def _columns(look: Look, me: int) -> Lit:
    found: Lit = {}
    for garden, counts in enumerate(columns(look, me)):
        own = look.at.owner[garden] == me
        style = "own" if own else f"g{garden + 1}"
        label = look.say("your_garden") if own else look.say("garden", n=garden + 1)
        found.setdefault(counts, {})[style] = label
    return found


def _poster(look: Look, number: int, lit: Lit) -> Box:
    """Return a contract as a table; each column has the classes of the gardens it counts for."""
    main, high, low, _ = tuple(EVERY_CONTRACT[number])
    rows = [_row(look, main, "main", [*range(len(look.at.high))], lit)]
    for letter, numbers in ((high, look.at.high), (low, look.at.low)):
        rows.append(_row(look, letter, "pays", list(numbers), lit))
    return box("poster", *rows, tag="table")


def _row(look: Look, letter: str, role: str, numbers: list[int], lit: Lit) -> Box:
    told = look.say(role, card=kind(look, letter))
    head = Kept(("head", letter, told), lambda: box("", plant(letter, told), tag="th"))
    cells = []
    for column, number in enumerate(numbers):
        here = lit.get(column, {})
        cell = number, tuple(here.items()), role == "main"
        cells.append(Kept(("cell", cell), partial(_cell, *cell)))
    return box(role, head, *cells, tag="tr")


def _cell(number: int, here: tuple[tuple[str, str], ...], told: bool) -> Box:
    labels = [words(label, f"label {style}", "em") for style, label in here if told]
    return box(" ".join([style for style, _ in here]), *labels, str(number), tag="td")


def _others(look: Look, number: int) -> Box:
    """Return what the others bring: the vegetable that costs points, and cards of no vegetable."""
    minus = EVERY_CONTRACT[number][3]
    others = zip(WORTH, look.at.worth, strict=True)
    points = [(minus, look.at.negative), *((KINDS[number], n) for number, n in others)]
    shown = [box("loss" if n < 0 else "", plant(x, kind(look, x)), signed(n)) for x, n in points]
    return listed(shown, "others", tag="ul")


def counts(look: Look) -> str:
    """Return the phrase that says what it means to take a garden."""
    return "counts_too" if len(look.people) == 2 else "counts_alone"


# A game that has been counted


def bed_points(look: Look, garden: int) -> dict[int, Box]:
    """Return what lies on each bed when a garden is counted: points, or how many mains so far."""
    owner = look.at.owner[garden]
    if contract_of(look, owner) == NO_CONTRACT:
        return {}
    letters, mains, found = _letters(look, owner), 0, {}
    each = {letters[line.what]: line.each for line in garden_lines(look.record, owner, garden)}
    for bed, (top, _) in enumerate(beds(look.at, garden)):
        letter = KINDS[top] if top != NO_CARD else ""
        if letter == letters["main"]:
            mains += 1
            found[bed] = badge(str(mains), "mains")
        elif letter and each[letter]:
            found[bed] = badge(signed(each[letter]), "loss" if each[letter] < 0 else "")
    return found


def accounts(look: Look) -> Box:
    """Return the account of each garden; the stylesheet shows that of the garden pointed at."""
    won = owned(look.at, winner(look))
    first = min(won, key=lambda garden: look.at.taken[garden], default=NOBODY)
    shown = [
        _account(look, garden, owner, "account first" if garden == first else "account")
        for garden, owner in enumerate(look.at.owner)
        if owner > NOBODY
    ]
    return box("sheet accounts", *shown, tag="section", id="contract", label=look.say("accounts"))


def _account(look: Look, garden: int, owner: int, style: str) -> Box:
    mains, *lines = garden_lines(look.record, owner, garden)
    letters = _letters(look, owner)
    rows = [
        _sum(plant(letters[line.what]), kind(look, letters[line.what]), line.count, line.each)
        for line in lines
        if line.each or line.what in ROLE_NAMES
    ]
    if rules.has_cup(look.record, owner) and look.at.taken[garden] == 1:
        rows.append(_sum(drawing("k-cup"), look.say("cup"), 1, look.at.cup))
    lit = {_column(look, garden, owner): {"own": look.say("mains", n=mains.count)}}
    total = words(signed(worth(look, garden, owner), False), tag="b")
    return box(
        f"{style} g{garden + 1}",
        box("", words(str(garden + 1), "number"), Face(owner), Name(owner), tag="h2"),
        _poster(look, contract_of(look, owner), lit),
        listed(rows, "sums"),
        box("end", look.say("garden_makes"), total, tag="p"),
    )


def _sum(picture: Picture, name: str, count: int, each: int) -> Box:
    points = words(signed(count * each, False), "loss" if each < 0 else "", "b")
    pictures = box("heap", *[picture] * count, label=name, picture=True)
    return box("sum", pictures, words(f"{count} × {signed(each, False)}"), points)
