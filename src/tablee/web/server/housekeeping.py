"""Once a day the house tidies by the ages that its host has chosen."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets

from sqlalchemy.exc import SQLAlchemyError

from tablee.house.errors import NotStored
from tablee.house.open_house.house import House
from tablee.store import tidying
from tablee.store.maintenance import opened
from tablee.store.queries import DAY

log = logging.getLogger("tablee.house")
EVERY = 600.0
"""Seconds between two looks whether a day has gone by."""
LEASE = "tidied"
"""The worker that takes it tidies; it ends by itself a day later, so this is done once a day."""


class Housekeeping:
    """Tidies in a thread of its own, away from what people do."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._worker = secrets.token_hex(8)

    async def run(self) -> None:
        """Tidy every day, until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            await self.tidy_often()
            await self.tidy_once_a_day()

    async def tidy_often(self) -> None:
        """Remove what is promised to be gone within a day."""
        with contextlib.suppress(NotStored):  # told in the log; the next round tries again
            await self._house.store.pads.forget_old()
            await self._house.store.gatherings.forget_old()

    async def tidy_once_a_day(self) -> None:
        """Tidy, unless that was done within a day by this worker or another."""
        with contextlib.suppress(NotStored):  # told in the log; the next hour tries again
            if await self._house.store.facts.take_lease(LEASE, self._worker, DAY):
                await self._house.thinking.offload(self._tidy)
                self._worker = secrets.token_hex(8)  # nobody may renew it within the day

    def _tidy(self) -> None:
        try:
            with opened(self._house.settings.database) as engine:
                with engine.connect() as connection:
                    ages = tidying.read_ages(connection)
                if ages is not None:
                    done = tidying.tidy(engine, ages)
                    log.info("tidied: %s", done)
        except SQLAlchemyError as error:
            log.error("tidying failed: %s", type(error).__name__)

    async def close(self) -> None:
        """End nothing: each piece of what was begun is a transaction of its own."""
