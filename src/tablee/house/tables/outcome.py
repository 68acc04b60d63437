"""How a match has ended, in JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tablee.core.state.position import Outcome

if TYPE_CHECKING:
    pass


def outcome_of(outcome: Outcome | None) -> dict[str, Any] | None:
    """Return an outcome in plain types."""
    if outcome is None:
        return None
    return {
        "winners": outcome.winners,
        "scores": outcome.scores,
        "clause": outcome.reason.id,
        "sheet": [vars(line) for line in outcome.sheet],
    }
