"""One-line set-ups for the tests of Le Grand Escogriffe."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tablee import State, find_game
from tablee.core.state.position import Position
from tablee.games.escogriffe import Escogriffe

game = find_game("escogriffe")
assert isinstance(game, Escogriffe)
GAME = game
NAMES = ("Ada", "Bob", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")
FIVE = "hat redbust beltrg greenhem shoes"
BLUE = "bluechest bluechest bluechest bluechest bluechest"
YELLOW = "yellowlegs yellowlegs yellowlegs yellowlegs yellowlegs"

RING = """
name = "ring"

[[type]]
code = "top"
bottom = {shape = "ring", colour = "grey"}
copies = 20
lies = "upright"

[[type]]
code = "plain"
top = {shape = "ring", colour = "grey"}
bottom = {shape = "ring", colour = "grey"}
copies = 20
lies = "across"

[[type]]
code = "orange"
top = {shape = "ring", colour = "grey"}
bottom = {shape = "ring", colour = "grey"}
copies = 20
orange = true
lies = "across"
name = {fr = "l’anneau", en = "the ring", de = "der Ring"}
object = "den Ring"

[[type]]
code = "foot"
top = {shape = "ring", colour = "grey"}
copies = 20
lies = "upright"
"""


def ring_game(folder: Path, text: str = RING) -> Escogriffe:
    """The game with a small deck of rings."""
    path = folder / "deck.toml"
    path.write_text(text, encoding="utf-8")
    return GAME.with_deck(path)


def table(
    *hands: str,
    figures: Sequence[str] = (),
    piles: Sequence[str] = (),
    known: Sequence[str] = (),
    totals: Sequence[int] = (),
    target: int = 0,
    turn: int | str = 0,
    drawn: str = "-",
    points: str = "50",
    with_game: Escogriffe = GAME,
    **more: object,
) -> State:
    """Lays out a table; what lies nowhere is the stock. The round is one that can be so."""
    n = len(hands)
    figures = [*figures, *[""] * (n - len(figures))]
    known = [*known, *[""] * (n - len(known))]
    other = next(seat for seat in range(n) if seat != turn)
    piles = piles or ("greenlegs", "redchest", "neck")[: 2 if n <= 5 else 3]
    fields = {
        "players": n,
        "points": points,
        "round": fitting_round(n, turn, more.get("idle", 0), figures, totals),
        "target": target or len(hands[other].split()) + len(figures[other].split()),
        "turn": turn,
        "drawn": drawn,
        "totals": ",".join(map(str, totals or [0] * n)),
        "hands": cards(hands),
        "known": cards(known),
        "figures": cards(figures),
        "piles": cards(piles),
        "idle": 0,
        "reshuffles": 0,
        "key": "00" * 16 + ":0",
        **more,
    }
    if not with_game.is_house_deck:
        fields["deck"] = with_game.deck.name
    return with_game.parse_state("escogriffe " + " ".join(f"{k}={v}" for k, v in fields.items()))


def fitting_round(
    n: int, turn: int | str, idle: object, figures: Sequence[str], totals: Sequence[int]
) -> int:
    """A round in which this seat is next after so many waits; a later one after scores."""
    first = 0 if turn == "-" or any(figures) else (int(turn) - int(str(idle))) % n
    return 1 + first + (5 * n if any(totals) else 0)


def cards(heaps: Sequence[str]) -> str:
    return "/".join(",".join(heap.split()) or "-" for heap in heaps)


def moves(state: State, verb: str = "") -> str:
    """The legal moves (of one verb) in one text, in alphabetical order."""
    return " ".join(sorted(str(m) for m in state.legal_moves() if str(m).startswith(verb)))


def field(state: object, name: str) -> str:
    """A field of a position."""
    return str(state).split(f" {name}=")[1].split()[0]


def why(state: Position, move: str) -> str:
    """The clause that forbids a move."""
    refusal = state.why_not(move)
    assert refusal is not None
    return refusal.clause


def wait(state: State) -> State:
    """Plays a turn that takes the top of pile 1 and puts it back."""
    top = field(state, "piles").split("/")[0].split(",")[-1]
    return state.play("take-1").play(f"drop-{top}-1")


def draw(state: State) -> State:
    """Plays a turn that draws from the stock and drops that card on pile 1."""
    state = state.play("draw")
    return state.play(f"drop-{field(state, 'drawn').split(':')[1]}-1")


def in_turns(state: State, *own: str, seat: int = 0) -> State:
    """Plays these moves for one seat, while the others wait."""
    for move in own:
        while state.seat != seat:
            state = wait(state)
        state = state.play(move)
    return state


def told(state: State, *played: str) -> list[str]:
    """Plays moves and gets the sentences and clauses of the last one."""
    for move in played[:-1]:
        state = state.play(move)
    return [str(event) for event in state.tell(played[-1], "en", NAMES)]
