"""One-line set-ups for the tests of Fourmis."""

from __future__ import annotations

from collections.abc import Sequence

from tablee import State, find_game
from tablee.games.fourmis.notation import CARD_TEXTS

GAME = find_game("fourmis")
NAMES = ("Ada", "Bob", "Cy", "Di")
DECK = [*CARD_TEXTS, "L", "L"]


def table(
    *hands: str,
    trick: str = "-",
    lead: int = 0,
    won: Sequence[str] = (),
    rest: int = 0,
    players: int | None = None,
    aphids: Sequence[int] = (),
    plus: str = "r",
    minus: str = "j",
    in_round: int = 0,
    caps: str = "",
    **options: str,
) -> State:
    """Lays out a table; the cards that are not named have been won by `rest`."""
    n = len(hands)
    players = players or n
    in_round = in_round or (3 if any(aphids) else 1)
    heaps = [[] if heap in ("", "-") else heap.split() for heap in [*won, *[""] * (n - len(won))]]
    used = [card for heap in [*hands, trick] if heap != "-" for card in heap.split()]
    used += [card for heap in heaps for card in heap]
    left = list(DECK)
    for card in used:
        left.remove(card)
    heaps[rest] += left
    pile = "rjvbp"
    fields = {
        "players": players,
        "beat": options.get("beat", "highest"),
        "teams": options.get("teams", "no"),
        "round": in_round,
        "plus": f"{plus}:{pile_left(pile, plus, in_round)}",
        "minus": f"{minus}:{pile_left(pile, minus, in_round)}",
        "aphids": ",".join(map(str, aphids or [0] * players)),
        "hands": "/".join(",".join(hand.split()) for hand in hands),
        "won": "/".join(",".join(heap) or "-" for heap in heaps),
        "aside": options.get("aside", "0"),
        "lead": lead,
        "trick": ",".join(trick.split()),
        "caps": caps or ",".join(["9"] * n),
        "key": options.get("key", "00" * 16 + ":0"),
    }
    return GAME.parse_state("fourmis " + " ".join(f"{k}={v}" for k, v in fields.items()))


def pile_left(pile: str, shown: str, in_round: int) -> str:
    others = [colour for colour in pile if colour != shown]
    return "".join(others[: 4 - (in_round - 1) % 5]) or "-"


def legal(state: State) -> str:
    """The legal cards in one text, weakest first."""
    return " ".join(map(str, state.legal_moves()))


def told(state: State, *moves: str) -> list[str]:
    """Plays moves and gets the sentences and clauses of the last one."""
    for move in moves[:-1]:
        state = state.play(move)
    return [str(event) for event in state.tell(moves[-1], "en", NAMES)]


def winner(*trick: str) -> str:
    """What is told at the end of a trick in which everyone plays a last card."""
    return told(table(*trick), *trick)[1]


def takes(name: str) -> str:
    return f"{name} wins the trick. (F47)"


def score(*won: str, plus: str = "r", minus: str = "j", **more: object) -> list[str]:
    """Scores a round in which each seat had won these cards before a last trick of others.

    The last trick is 2b 3b 4b 5b (or 2b 3b 4b), which the last seat wins with the highest.
    """
    last = ["2b", "3b", "4b", "5b"][: len(won)]
    state = table(*last, won=won, plus=plus, minus=minus, **more)  # type: ignore[arg-type]
    return told(state, *last)
