"""Shared score sheets in a plain dictionary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tablee.house.clock import now
from tablee.house.ports.pads import LASTS, SharedPad


class MemoryPads:
    """Score sheets that several devices write."""

    def __init__(self, free_code: Callable[[], str]) -> None:
        self._free_code = free_code
        self.kept: dict[str, tuple[SharedPad, int]] = {}
        """Each sheet with the moment of its last note."""

    async def share(self, name: str, text: str) -> str:
        """Keep a sheet that several may write; return the short code that leads to it."""
        await self.forget_old()
        pad = SharedPad(name, self._free_code(), text, 1)
        self.kept[name] = pad, now()
        return pad.code

    async def read(self, name: str) -> SharedPad | None:
        """Return a shared sheet, as long as it is kept."""
        pad, at = self.kept.get(name, (None, 0))
        return pad if at > now() - LASTS else None

    async def of_code(self, code: str) -> str | None:
        """Return the shared sheet that a short code leads to."""
        found = [await self.read(pad.name) for pad, _ in self.kept.values() if pad.code == code]
        return found[0].name if found and found[0] else None

    async def write(self, name: str, version: int, text: str) -> bool:
        """Write a sheet anew; False if it is not kept, or no longer at this version."""
        pad = await self.read(name)
        if pad is None or pad.version != version:
            return False
        self.kept[name] = replace(pad, text=text, version=version + 1), now()
        return True

    def codes(self) -> set[str]:
        """Return the codes that lead to sheets."""
        return {pad.code for pad, _ in self.kept.values()}

    async def end(self, name: str) -> None:
        """Remove a shared sheet."""
        self.kept.pop(name, None)

    async def forget_old(self) -> None:
        """Remove sheets on which nobody has noted anything for so long."""
        self.kept = {n: (pad, at) for n, (pad, at) in self.kept.items() if at > now() - LASTS}
