"""What cannot be in a position of Kraut & Rüben, and how that is said."""

from __future__ import annotations

from typing import Any

from tablee.core.bits import count
from tablee.core.errors import InvalidPosition
from tablee.games.kraut import choices, rules
from tablee.games.kraut.garden import (
    NO_CARD,
    NO_CONTRACT,
    can_cover,
    for_snail,
    gardens_at,
    shows,
    to_cover,
)
from tablee.games.kraut.material import (
    BEDS,
    EVERY_CONTRACT,
    GARDENS,
    KINDS,
    MOLE,
    SNAIL,
)

_NAMES = {SNAIL: "snails", MOLE: "moles"}


def check_table(state: Any) -> None:
    """Refuses a position that no game reaches, or in which something happens by itself."""
    _check_contracts(state)
    _check_animals(state)
    _check_moles(state)
    _check_phase(state)
    _check_turns(state)
    _check_totals(state)


def _check_contracts(state: Any) -> None:
    known = [int(contract) for contract in state.contracts[: state.players]]
    for contract in known:
        if contract != NO_CONTRACT and known.count(contract) > 1:
            text = EVERY_CONTRACT[contract]
            raise InvalidPosition(f"contract {text} stands twice: there is one of each (K39).")
        if contract != NO_CONTRACT and not int(state.pack) >> contract & 1:
            raise InvalidPosition(f"contract {EVERY_CONTRACT[contract]} is not in the pack (K39).")


def _check_animals(state: Any) -> None:
    for garden in range(gardens_at(state)):
        for animal, name in _NAMES.items():
            lying = count(int(shows(state, garden, animal)))
            most = int(state.animals[animal - SNAIL])
            if lying > most:
                raise InvalidPosition(
                    f"garden {GARDENS[garden]} has {lying} {name}: {most} is the limit (K5)."
                )


def _check_moles(state: Any) -> None:
    """Demands that each seat's mole is in front of it or lies in a garden, unless it was lost."""
    seats = range(state.players)
    for seat in seats:
        if state.finished >> seat & state.moles >> seat & 1:
            raise InvalidPosition(f"seat {seat} is finished: its mole is lost (K14).")
    lying = sum(count(int(shows(state, garden, MOLE))) for garden in range(gardens_at(state)))
    gone = [seat for seat in seats if not state.moles >> seat & 1]
    played = [seat for seat in gone if not state.finished >> seat & 1]
    if not len(played) <= lying <= len(gone):
        raise InvalidPosition(
            f"{lying} moles lie in the gardens, but {len(gone)} seats have none in front of them"
            f" and {len(played)} of these are not finished: everyone has one mole (K37)."
        )


def _check_turns(state: Any) -> None:
    """Demands the right first seat, and no more gardens taken than turns played (K21)."""
    first = (int(state.game) - 1) % int(state.players)
    moles = sum(count(int(shows(state, garden, MOLE))) for garden in range(gardens_at(state)))
    over = state.phase in (choices.ASKING, choices.OVER)
    turns = int(state.supply.sum()) - int(state.left) + moles - (not over)
    if turns < 1 and state.turn != first:
        raise InvalidPosition(f"turn={state.turn}: seat {first} begins this game (K21).")
    if count(int(sum(1 << int(n) for n in state.taken if n))) > turns:
        raise InvalidPosition("taken: there were fewer turns, and one garden a turn at most (K21).")


def _check_phase(state: Any) -> None:
    if (state.phase == choices.PLACING) != (state.drawn != NO_CARD):
        raise InvalidPosition(
            "drawn: a card is drawn exactly when phase=place; otherwise write drawn=-."
        )
    everyone = rules.everyone_finished(state)
    if state.phase == choices.OVER:
        _check_over(state, everyone)
        return
    if everyone:
        raise InvalidPosition("everyone is finished: the game is over, so write phase=over (K15).")
    if state.finished >> state.turn & 1:
        raise InvalidPosition(f"turn={state.turn}: this seat is finished and is skipped (K14).")
    if state.phase == choices.ASKING:
        _check_asking(state)
    elif state.phase == choices.PLACING:
        _check_placing(state)
    else:
        _check_taking(state)


def _check_over(state: Any, everyone: bool) -> None:
    if state.game != state.games:
        fault = f"the match is over after game {state.games} (K17)"
        raise InvalidPosition(f"game={state.game}: {fault}.")
    if not everyone and state.left:
        raise InvalidPosition("phase=over: not everyone has filled what they must own (K15).")


def _check_asking(state: Any) -> None:
    if not state.left:
        raise InvalidPosition("the stock is empty as a turn begins: the game is over (K19).")
    if not state.moles >> state.turn & 1:
        raise InvalidPosition(
            f"phase=mole: seat {state.turn} has no mole, so its card is drawn by itself (K44)."
        )
    if not can_cover(state, MOLE):
        raise InvalidPosition(
            "phase=mole: the mole can cover nothing, so the card is drawn by itself (K12)."
        )


def _check_placing(state: Any) -> None:
    if not choices.can_place(state):
        raise InvalidPosition(
            "phase=place: the drawn card has no bed, so it goes to the box by itself (K10)."
        )


def _check_taking(state: Any) -> None:
    if state.left == state.supply.sum() and not state.under.any():
        raise InvalidPosition("phase=take: nothing has been played yet (K55).")
    if choices.owed(state, state.turn) == 0:
        raise InvalidPosition(f"phase=take: seat {state.turn} owns all that it may (K53).")


def check_box(state: Any, boxed: list[int]) -> None:
    """Demands that what went to the box had no bed: beds never become free again (K6, K10)."""
    for garden in range(gardens_at(state)):
        empty = count(int(state.empty[garden]))
        if sum(boxed[:SNAIL]) and (empty > 1 or (empty and state.owner[garden] < 0)):
            kind = KINDS[next(kind for kind, n in enumerate(boxed) if n)]
            raise InvalidPosition(
                f"box: {kind} would have had a bed in garden {GARDENS[garden]} (K10)."
            )
        covers = to_cover(state, garden, SNAIL) or for_snail(state, garden)
        if boxed[SNAIL] and covers:
            raise InvalidPosition(
                f"box: a snail would have had a place in garden {GARDENS[garden]} (K6)."
            )


def _check_totals(state: Any) -> None:
    """Demands no points before a game is scored, and those of the gardens after a single one."""
    right = [0] * int(state.players)
    if state.phase == choices.OVER:
        right = [int(rules.game_points(state, seat)) for seat in range(state.players)]
    if state.game == 1 and list(state.totals[: state.players]) != right:
        raise InvalidPosition(f"totals: at this moment they are {','.join(map(str, right))} (K56).")
    gardens = 2 if state.players == 2 else 1
    low, high = (gardens * most for most in _garden_bounds(state))
    low, high = low + min(0, int(state.cup)), high + max(0, int(state.cup))
    games = int(state.game) - 1
    for seat, points in enumerate(right):
        before = int(state.totals[seat]) - points
        if not low * games <= before <= high * games:
            raise InvalidPosition(
                f"totals: seat {seat} would have had {before} after {games} games:"
                f" it must be {low * games} to {high * games}."
            )


def _garden_bounds(state: Any) -> tuple[int, int]:
    """The least and the most that one garden can bring."""
    always = [0, int(state.negative), *state.worth.tolist()]
    prices = list(zip(state.high.tolist(), state.low.tolist(), strict=True))
    most = max((BEDS - mains) * max(*pays, *always) for mains, pays in enumerate(prices))
    return BEDS * min(*always, *(pay for pays in prices for pay in pays)), most
