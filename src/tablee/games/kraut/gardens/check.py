"""What a position of Kraut & Rüben cannot be, and how it is refused."""

from __future__ import annotations

from typing import Any

from tablee.core.bits import count
from tablee.core.state.text import demand
from tablee.games.kraut import rules
from tablee.games.kraut.gardens import choices
from tablee.games.kraut.gardens.garden import (
    boxed,
    can_cover,
    for_snail,
    gardens_at,
    lying,
    shows,
    to_cover,
)
from tablee.games.kraut.material import BEDS, EVERY_CONTRACT, GARDENS, KINDS, MOLE, SNAIL
from tablee.games.kraut.state import ASKING, NO_CARD, NO_CONTRACT, OVER, PLACING


def check_table(state: Any) -> None:
    """Refuse a position that no game reaches, or in which something happens by itself."""
    _check_contracts(state)
    _check_animals(state)
    _check_moles(state)
    _check_phase(state)
    _check_turns(state)
    _check_totals(state)
    _check_box(state)


def _check_contracts(state: Any) -> None:
    known = [one for one in state.contracts[: state.players].tolist() if one != NO_CONTRACT]
    for number in known:
        contract = f"contract {EVERY_CONTRACT[number]}"
        demand(known.count(number) == 1, f"{contract} appears twice: there is one of each (K39).")
        demand(int(state.pack) >> number & 1, f"{contract} is not in the pack (K39).")


def _check_animals(state: Any) -> None:
    for garden in range(gardens_at(state)):
        for animal, name in ((SNAIL, "snails"), (MOLE, "moles")):
            n, most = count(shows(state, garden, animal)), state.animals[animal - SNAIL]
            where = f"garden {GARDENS[garden]}"
            demand(n <= most, f"{where} has {n} {name}: {most} is the limit (K5).")


def _check_moles(state: Any) -> None:
    """Demand that each seat's mole is in front of it or lies in a garden, unless it was lost."""
    seats, moles = range(state.players), lying(state, MOLE)
    for seat in seats:
        lost = not state.finished >> seat & state.moles >> seat & 1
        demand(lost, f"seat {seat} is finished: its mole is lost (K14).")
    gone = [seat for seat in seats if not state.moles >> seat & 1]
    played = [seat for seat in gone if not state.finished >> seat & 1]
    demand(
        len(played) <= moles <= len(gone),
        f"{moles} moles lie in the gardens, but {len(gone)} seats have none in front of them"
        f" and {len(played)} of these are not finished: everyone has one mole (K37).",
    )


def _check_turns(state: Any) -> None:
    """Demand the right first seat, and no more gardens taken than turns played (K21)."""
    first = (int(state.game) - 1) % int(state.players)
    over = state.phase in (ASKING, OVER)
    turns = int(state.supply.sum()) - int(state.left) + lying(state, MOLE) - (not over)
    right = turns >= 1 or state.turn == first
    demand(right, f"turn={state.turn}: seat {first} begins this game (K21).")
    taken = len({int(n) for n in state.taken if n})
    demand(taken <= turns, "taken: there were fewer turns, and one garden a turn at most (K21).")


def _check_phase(state: Any) -> None:
    turn, everyone = state.turn, rules.everyone_finished(state)
    demand(
        (state.phase == PLACING) == (state.drawn != NO_CARD),
        "drawn: a card is drawn exactly when phase=place; otherwise write drawn=-.",
    )
    if state.phase == OVER:
        last = f"the match is over after game {state.games} (K17)"
        demand(state.game == state.games, f"game={state.game}: {last}.")
        over = everyone or not state.left
        demand(over, "phase=over: not everyone has filled what they must own (K15).")
        return
    demand(not everyone, "everyone is finished: the game is over, so write phase=over (K15).")
    skipped = state.finished >> turn & 1
    demand(not skipped, f"turn={turn}: this seat is finished and is skipped (K14).")
    if state.phase == ASKING:
        demand(state.left, "the stock is empty as a turn begins: the game is over (K19).")
        drawn = "its card is drawn by itself (K44)"
        demand(state.moles >> turn & 1, f"phase=mole: seat {turn} has no mole, so {drawn}.")
        drawn = "the card is drawn by itself (K12)"
        demand(can_cover(state, MOLE), f"phase=mole: the mole can cover nothing, so {drawn}.")
    elif state.phase == PLACING:
        box = "it goes to the box by itself (K10)"
        demand(choices.can_place(state), f"phase=place: the drawn card has no bed, so {box}.")
    else:
        played = state.left != state.supply.sum() or state.under.any()
        demand(played, "phase=take: nothing has been played yet (K55).")
        owes = choices.owed(state, turn) > 0
        demand(owes, f"phase=take: seat {turn} owns all that it may (K53).")


def _check_box(state: Any) -> None:
    """Demand that what went to the box had no bed: beds never become free again (K6, K10)."""
    cards = boxed(state)
    kind = next((KINDS[kind] for kind, n in enumerate(cards[:SNAIL]) if n), "")
    for garden in range(gardens_at(state)):
        empty, name = count(state.empty[garden]), GARDENS[garden]
        fits = kind and (empty > 1 or (empty and state.owner[garden] < 0))
        demand(not fits, f"box: {kind} would have had a bed in garden {name} (K10).")
        fits = cards[SNAIL] and (to_cover(state, garden, SNAIL) or for_snail(state, garden))
        demand(not fits, f"box: a snail would have had a place in garden {name} (K6).")


def _check_totals(state: Any) -> None:
    """Demand no points before a game is scored, and those of the gardens after a single one."""
    right = [0] * int(state.players)
    if state.phase == OVER:
        right = [int(rules.game_points(state, seat)) for seat in range(state.players)]
    fits = state.game > 1 or state.totals[: state.players].tolist() == right
    demand(fits, f"totals: at this moment they are {','.join(map(str, right))} (K56).")
    gardens = 2 if state.players == 2 else 1
    low, high = (gardens * most for most in _garden_bounds(state))
    low, high = low + min(0, int(state.cup)), high + max(0, int(state.cup))
    games = int(state.game) - 1
    for seat, points in enumerate(right):
        before = int(state.totals[seat]) - points
        demand(
            low * games <= before <= high * games,
            f"totals: seat {seat} would have had {before} after {games} games:"
            f" it must be {low * games} to {high * games}.",
        )


def _garden_bounds(state: Any) -> tuple[int, int]:
    """Return the least and the most that one garden can bring."""
    always = [0, int(state.negative), *state.worth.tolist()]
    prices = list(zip(state.high.tolist(), state.low.tolist(), strict=True))
    most = max((BEDS - mains) * max(*pays, *always) for mains, pays in enumerate(prices))
    return BEDS * min(*always, *(pay for pays in prices for pay in pays)), most
