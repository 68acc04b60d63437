"""Records that were brought here, and reviews, in plain dictionaries."""

from __future__ import annotations

from collections.abc import Sequence


class MemoryMatches:
    """Records that were brought here, and reviews."""

    def __init__(self) -> None:
        self._records: dict[str, str] = {}
        self._reviews: dict[tuple[str, int], str] = {}

    async def keep_record(self, name: str, text: str) -> None:
        """Keep a record by its name, once."""
        self._records.setdefault(name, text)

    async def record(self, name: str) -> str | None:
        """Return a record that was brought here."""
        return self._records.get(name)

    async def keep_review(self, name: str, seat: int, text: str) -> None:
        """Keep the review of a match from a seat in place of an older one."""
        self._reviews[name, seat] = text

    async def review(self, name: str, seat: int) -> str | None:
        """Return what is kept of the review of a match from a seat."""
        return self._reviews.get((name, seat))

    async def reviews(self, names: Sequence[str]) -> dict[tuple[str, int], str]:
        """Return what is kept of the reviews of some matches, by match and seat."""
        return {key: text for key, text in self._reviews.items() if key[0] in names}
