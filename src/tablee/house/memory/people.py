"""Revoked tokens, and codes, in plain dictionaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.house.clock import now

if TYPE_CHECKING:
    from tablee.house.memory.store import MemoryStore

CODE_LASTS = 15 * 60 * 1000


class MemoryPeople:
    """Revoked tokens and codes that carry a visitor to another device."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._generations: dict[str, int] = {}
        self._codes: dict[str, tuple[str, int]] = {}

    async def generations(self) -> dict[str, int]:
        """Return how often visitors have revoked their tokens; without those who never have."""
        return dict(self._generations)

    async def revoke(self, visitor: str, generation: int) -> None:
        """Revoke all of a visitor's codes, and all tokens but those of this generation."""
        self._generations[visitor] = generation
        self._forget(visitor)

    def _forget(self, visitor: str) -> None:
        kept = self._codes.items()
        self._codes = {code: one for code, one in kept if one[0] != visitor}

    async def keep_code(self, code: str, visitor: str) -> None:
        """Keep the hash of a code; earlier ones of the visitor are void."""
        self._forget(visitor)
        self._codes[code] = visitor, now()

    async def visitor_of_code(self, code: str) -> str | None:
        """Return whom a code carries, as long as it is good."""
        visitor, made_at = self._codes.get(code, (None, 0))
        return visitor if made_at >= now() - CODE_LASTS else None

    async def use_code(self, code: str) -> str | None:
        """Return whom a code carries, and make it worthless."""
        visitor = await self.visitor_of_code(code)
        self._codes.pop(code, None)
        return visitor

    async def forget(self, visitor: str) -> list[str]:
        """Erase a visitor's name, addresses and codes; return the tables that have changed."""
        self._forget(visitor)
        self._store.days.forget(visitor)
        self._store.gatherings.forget(visitor)
        await self._store.notifications.close_all(visitor)
        return self._store.tables.forget(visitor)
