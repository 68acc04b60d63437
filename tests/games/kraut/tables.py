"""One-line set-ups for the tests of Kraut & Rüben."""

from __future__ import annotations

from collections import Counter

from tablee import Refusal, State, find_game
from tablee.core.compiled import copy_of
from tablee.games.kraut.material import CONTRACTS, KINDS, STOCK

GAME = find_game("kraut")
NAMES = ("Ada", "Bob", "Cy", "Di", "Ed")
FULL = "TSCATSCATSCA"
LAST = "TSCATSCATSC."
KEY = "00" * 16 + ":0"


def table(
    *gardens: str,
    players: int = 3,
    phase: str = "place",
    drawn: str = "T",
    turn: int = 0,
    taken: str = "-",
    moles: str | None = None,
    stock: str | None = None,
    box: str = "-",
    contracts: str = "",
    totals: str = "",
    match: str = "single",
    game: int = 1,
) -> State:
    """Lays out a table; gardens are filled up with empty beds, and with empty gardens.

    With `stock` there are no other cards left, so that the next draw is known. Who is not
    finished has a mole, but for those (the last seats) whose moles lie in the gardens.
    """
    laid = [filled_up(text) for text in gardens]
    laid += ["." * 12] * ((5 if players == 2 else players + 1) - len(laid))
    drawn = drawn if phase == "place" else "-"
    fields = {
        "players": players,
        "match": match,
        "game": game,
        "phase": phase,
        "turn": turn,
        "drawn": drawn,
        "gardens": "/".join(laid),
        "taken": taken,
        "moles": unplayed(laid, taken, players) if moles is None else moles,
        "box": box,
        "contracts": contracts or "/".join(CONTRACTS[:players]),
        "totals": totals or ",".join(["0"] * players),
        "key": KEY,
    }
    state = GAME.parse_state(
        "kraut " + " ".join(f"{name}={value}" for name, value in fields.items())
    )
    return state if stock is None else with_stock(state, stock)


def with_stock(state: State, stock: str) -> State:
    """The same table with these cards left, whether the others had a bed or not."""
    records, left = copy_of(state._records), Counter(stock)
    records[0].stock[:] = [left[kind] for kind in KINDS[: len(STOCK)]]
    records[0].left = len(stock)
    return State(GAME, records)


def boxed(state: State, cards: str) -> State:
    """The same table with these cards of the stock in the box."""
    left = "".join(KINDS[kind] * int(n) for kind, n in enumerate(state.record.stock))
    for card in cards:
        left = left.replace(card, "", 1)
    return with_stock(state, left)


def filled_up(text: str) -> str:
    return text + "." * (12 - len(text.replace("+s", "").replace("+m", "")))


def unplayed(gardens: list[str], taken: str, players: int) -> str:
    seats = [str(seat) for seat in range(players)]
    owned = [(word[2], gardens[int(word[0]) - 1]) for word in taken.split(",") if word != "-"]
    for seat in range(players):
        own = [garden for owner, garden in owned if owner == str(seat)]
        if len(own) == (2 if players == 2 else 1) and not any("." in garden for garden in own):
            seats.remove(str(seat))
    return "".join(seats[: len(seats) - "".join(gardens).count("+m")]) or "-"


def everything_but(stock: str, lying: str) -> str:
    left = Counter(dict(zip(KINDS, STOCK, strict=False))) - Counter(stock) - Counter(lying)
    return "".join(sorted(left.elements())) or "-"


def legal(state: State) -> str:
    return " ".join(str(move) for move in state.legal_moves())


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = state.play(move)
    return state


def refused(state: State, move: str) -> Refusal:
    refusal = state.why_not(move)
    assert refusal is not None
    return refusal


def told(state: State, move: str, lang: str = "en") -> list[str]:
    return [str(event) for event in state.tell(move, lang, NAMES)]


def field(state: State, name: str) -> str:
    return next(word for word in str(state).split() if word.startswith(name + "=")).partition("=")[
        2
    ]


def garden(state: State, number: int) -> str:
    return field(state, "gardens").split("/")[number - 1]


def beds(garden: int, first: int, last: int) -> str:
    return " ".join(f"{garden}-{bed}" for bed in range(first, last + 1))


def worth(text: str, contract: str = "TSCA") -> int:
    """The points of a garden of eleven cards, by ending a game with a dandelion as twelfth."""
    others = [name for name in CONTRACTS if name != contract][:2]
    contracts = "/".join([contract, *others])
    state = table(text, FULL, FULL, taken="1:0,2:1,3:2", drawn="d", contracts=contracts)
    return play(state, "1-12").scores[0]
