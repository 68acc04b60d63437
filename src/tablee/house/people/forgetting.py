"""Forget a visitor: what is stored of them leads to nobody afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablee.house.open_house.house import House


async def forget(house: House, visitor: str) -> None:
    """Erase names, addresses and codes of a visitor, and let no token lead to them."""
    changed = await house.store.people.forget(visitor)
    await house.identities.revoke(visitor)
    await house.notifications.reload()
    for name in changed:
        table = house.tables.live(name)
        if table is not None:
            await table.refresh()
