"""First tries at deals of the day, as they are kept."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Try:
    """A visitor's first try at a day's deal, and how it stands among those of others."""

    game: str
    day: str
    table: str
    lead: int | None = None
    """The points by which the player was ahead of the best of the others; None until the end."""
    scores: tuple[int, ...] = ()
    """Everyone's points, the player's own first."""
    beaten: int = 0
    """How many others did less well."""
    others: int = 0

    @property
    def share(self) -> float | None:
        """Which part of the others did less well; None without others."""
        return self.beaten / self.others if self.others else None
