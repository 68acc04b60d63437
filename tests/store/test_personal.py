"""What is stored about people is known column by column, and can be told and forgotten."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from sqlalchemy import delete, select
from typer.testing import CliRunner

from tablee.cli import app
from tablee.core.errors import InvalidOption
from tablee.house.errors import Unknown
from tablee.house.people import forgetting
from tablee.house.ports.names import GUEST
from tablee.house.ports.notifications import Channel
from tablee.house.settings import FILE
from tablee.store import personal
from tablee.store.maintenance import opened
from tablee.store.personal import IMPERSONAL, PERSONAL, Age, Erasure
from tablee.store.schema import SCHEMA, seats, tables
from tests.web.guests import Place, Seated, open_house, story


def test_every_column_is_known_to_be_about_people_or_not() -> None:
    """Whoever adds a column says here how long it is kept, and how it is forgotten."""
    assert not PERSONAL.keys() & IMPERSONAL
    assert PERSONAL.keys() | IMPERSONAL == personal.all_columns()


def test_what_is_kept_when_a_person_is_forgotten_is_little_and_has_a_reason() -> None:
    """A shared score sheet stands beside nobody's number, and goes by itself within a day."""
    kept = {name for name, one in PERSONAL.items() if one.erasure is Erasure.KEEP}
    assert kept == {"visitors.visitor", "records.text", "pads.text"}
    assert PERSONAL["pads.text"].age is Age.DAY


async def told_everywhere(place: Place, text: str) -> list[str]:
    """Return the columns of all tables in which a text stands."""
    found = []
    for table in SCHEMA.sorted_tables:
        rows = await place.read(lambda c, t=table: c.execute(select(t)).mappings().all())  # type: ignore[misc]
        for row in rows:
            found += [f"{table.name}.{column}" for column in row if text in str(row[column])]
    return found


async def busy(place: Place) -> tuple[Seated, str]:
    """A person who is everywhere: at two tables, with an address, a code and a day's try."""
    over = await place.playing(2)
    await over.finish()
    me = over.guests[0]
    visitor = place.house.identities.read(me.token or "")
    await place.house.store.notifications.open_channel(
        Channel("c", visitor, "mail", "ada@example.org", "", "fr", True, 1)
    )
    await place.house.identities.make_code(visitor)
    going = await me.ask("POST", "/api/tables", {"game": "kraut", "players": 2})
    await me.ask("POST", f"/api/tables/{going['table']}/seats", {"name": "Ada"})
    return over, visitor


@story
async def test_who_is_forgotten_is_nowhere_any_more(tmp_path: Path) -> None:
    async with open_house(f"sqlite:///{tmp_path / FILE}") as place:
        over, visitor = await busy(place)
        other = place.house.identities.read(over.guests[1].token or "")
        await forgetting.forget(place.house, visitor)
        assert await told_everywhere(place, visitor) == ["visitors.visitor"]
        assert await told_everywhere(place, "ada@example.org") == []
        with pytest.raises(Unknown):
            place.house.identities.read(over.guests[0].token or "")
        table = await place.live(over.table)
        assert [seat.name for seat in table.seats] == [GUEST, "Guest 1"], "seen at once"
        assert table.seats[1].visitor == other, "nobody else is touched"


@story
async def test_forgetting_is_a_press_on_the_page_about_oneself(tmp_path: Path) -> None:
    async with open_house(f"sqlite:///{tmp_path / FILE}") as place:
        over, visitor = await busy(place)
        await over.guests[0].send("/me/forget", everywhere="yes")
        assert await told_everywhere(place, visitor) == ["visitors.visitor"]


@story
async def test_a_host_tells_and_forgets_by_name(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / FILE}"
    async with open_house(url) as place:
        _, visitor = await busy(place)
        await place.seated(2)
    run = CliRunner().invoke
    told = json.loads(run(app, ["export", "Ada", "--data", str(tmp_path)]).output)
    assert {*told} == {"seats", "tables", "hands", "channels", "codes"}
    assert told["channels"][0]["address"] == "ada@example.org"
    assert not {"key", "secret", "luck", "keys"} & {*told["tables"][0], *told["channels"][0]}
    with pytest.raises(InvalidOption, match="may be 2 people") as refused:
        run(app, ["forget", "Guest 0", "--data", str(tmp_path)], catch_exceptions=False)
    assert visitor in str(refused.value)
    with pytest.raises(InvalidOption, match="nobody of that name"):
        run(app, ["forget", "Zoe", "--data", str(tmp_path)], catch_exceptions=False)
    done = run(app, ["forget", visitor, "--data", str(tmp_path)], catch_exceptions=False)
    assert "Forgotten at 2 tables" in done.output
    with opened(url) as engine, engine.connect() as connection:
        names = {name for (name,) in connection.execute(select(seats.c.name))}
    assert "Ada" not in names and GUEST in names


@story
async def test_a_house_that_is_open_hears_who_was_forgotten(tmp_path: Path) -> None:
    """By a command of its host, without a restart; a table that was tidied away is closed."""
    url = f"sqlite:///{tmp_path / FILE}"
    async with open_house(url) as place:
        seated, gone = await place.playing(2), await place.live((await place.seated(2)).table)
        table, ada = await place.live(seated.table), seated.guests[0]
        visitor = table.seats[0].visitor
        run = ["forget", str(visitor), "--data", str(tmp_path)]
        assert CliRunner().invoke(app, run, catch_exceptions=False).exit_code == 0
        assert table.seats.names[0] == "Guest 0"
        removed = delete(tables).where(tables.c.id == gone.id)
        await place.write(lambda c: c.execute(delete(seats).where(seats.c.table_id == gone.id)))
        await place.write(lambda c: c.execute(removed))
        await place.house.look_outside()
        while table.seats.names[0] != GUEST or not gone.closed:
            await asyncio.sleep(0)
        await ada.refused(401, "GET", "/api/me")
