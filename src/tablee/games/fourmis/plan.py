"""What a seat of Fourmis is after: the goal that it misses by least, or those that it holds."""

from __future__ import annotations

from typing import Any

from tablee.games.fourmis import rules

GOALS = {rules.PLUS: "plus", rules.MINUS: "minus", rules.QUEEN_RACE: "queens"}
"""What each objective is called in phrases and drawings."""


def plan(view: Any) -> tuple[str, int, list[str]]:
    """Return the sentence of a plan, how many cards it is about, and the goals that are held."""
    if not any(view.won[: view.players]):
        return ("begins" if view.plus != view.minus else "begins_alike"), 0, []
    missing = {goal: _missing(view, goal) for goal in GOALS}
    held = [GOALS[goal] for goal, n in missing.items() if n == 0]
    left = rules.not_won(view)
    open_goals = [goal for goal, n in missing.items() if 0 < n <= rules.tally(view, goal, left)]
    if open_goals:
        nearest = min(open_goals, key=lambda goal: missing[goal])
        return f"wants_{GOALS[nearest]}", missing[nearest], held
    return ("holds" if held else ""), 0, held


def _missing(view: Any, goal: int) -> int:
    """Return how many cards a side lacks for a goal, or has too many of for Minus; else 0."""
    me = int(view.viewer)
    side = [me, me ^ 2] if view.teams else [me]
    counts = [rules.tally(view, goal, view.won[seat]) for seat in range(view.players)]
    own = [counts[seat] for seat in side]
    others = [n for seat, n in enumerate(counts) if seat not in side]
    if goal == rules.MINUS:
        return max(0, min(own) - min(others))
    return max(0, max(*others, 1) - max(own))
