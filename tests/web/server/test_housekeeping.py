"""A house that is open tidies once a day, by the ages that its host has chosen."""

from __future__ import annotations

from tablee.house.ages import AGES, Ages
from tablee.web.server.housekeeping import Housekeeping
from tests.web.guests import open_house, story


@story
async def test_a_house_that_is_open_tidies_once_a_day(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        keeping = next(s for s in place.house.services if isinstance(s, Housekeeping))
        store = place.house.store
        first, second = await place.seated(2), await place.seated(2)
        await keeping.tidy_once_a_day()
        assert await store.tables.exists(first.table), "it is not old"
        await store.facts.keep(AGES, str(Ages(unfinished=1)))
        await place.write(lambda c: c.exec_driver_sql("UPDATE tables SET opened_at = 0").rowcount)
        await keeping.tidy_once_a_day()
        assert await store.tables.exists(second.table), "the day has not gone by"
        await store.facts.keep("tidied", "")
        await keeping.tidy_once_a_day()
        assert not await store.tables.exists(first.table)
        assert not await store.tables.exists(second.table)
