"""What a seat of Fourmis is after: the goal that it misses by least, or those that it holds."""

from __future__ import annotations

from typing import Any

from tablee.games.fourmis import rules
from tablee.games.fourmis.material import ALL_QUEENS

GOALS = {rules.PLUS: "plus", rules.MINUS: "minus", rules.QUEEN_RACE: "queens"}
"""What each objective is called in phrases and drawings."""


def plan(view: Any) -> tuple[str, int, list[str]]:
    """Returns the sentence of a plan, how many cards it is about, and the goals that are held."""
    seats = range(view.players)
    if not any(int(rules.size_of(view.won[seat])) for seat in seats):
        return ("begins" if view.plus != view.minus else "begins_alike"), 0, []
    missing = {goal: _missing(view, goal) for goal in GOALS}
    held = [GOALS[goal] for goal, n in missing.items() if n == 0]
    open_goals = [goal for goal, n in missing.items() if 0 < n <= _to_come(view, goal)]
    if open_goals:
        nearest = min(open_goals, key=lambda goal: missing[goal])
        return f"wants_{GOALS[nearest]}", missing[nearest], held
    return ("holds" if held else ""), 0, held


def _missing(view: Any, goal: int) -> int:
    """How many cards a side lacks for a goal, or has too many of for Minus; 0 if it holds it."""
    me = int(view.viewer)
    side = [me, me ^ 2] if view.teams else [me]
    counts = [int(rules.tally(view, goal, seat)) for seat in range(view.players)]
    own = [counts[seat] for seat in side]
    others = [n for seat, n in enumerate(counts) if seat not in side]
    if goal == rules.MINUS:
        return max(0, min(own) - min(others))
    return max(0, max(*others, 1) - max(own))


def _to_come(view: Any, goal: int) -> int:
    """How many cards that count for a goal are still to be won."""
    cards = int(rules.deck_at(view)) - int(view.aside)
    cards -= sum(int(view.won[who]) for who in range(rules.hands_at(view)))
    if goal == rules.QUEEN_RACE:
        return (cards & ALL_QUEENS).bit_count()
    return int(rules.of_colour(cards, view.plus if goal == rules.PLUS else view.minus))
