"""The command line of hosts: how long things are kept, who is forgotten, the year in figures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablee.cli.host import Data, Database
from tablee.core.errors import InvalidOption

if TYPE_CHECKING:
    from tablee.store.personal import Known

Age = Annotated[str | None, typer.Option(help="days, weeks or years: 90d, 12w, 1y; or never")]


def ages(
    data: Data = Path("data"),
    database: Database = None,
    unfinished: Age = None,
    names: Age = None,
    finished: Age = None,
) -> None:
    """Say or choose how long things are kept; the house tidies by it every day."""
    from tablee.house.ages import Ages, change_ages
    from tablee.store import tidying
    from tablee.store.database import whole
    from tablee.store.maintenance import opened

    given = {"unfinished": unfinished, "names": names, "finished": finished}
    with opened(_existing(data, database)) as engine, whole(engine) as connection:
        chosen = tidying.read_ages(connection)
        if any(given.values()):
            chosen = change_ages(chosen or Ages(), **given)
            tidying.keep_ages(connection, chosen)
    typer.echo(str(chosen) if chosen else "Nobody has chosen any: nothing is ever removed.")


def tidy(
    data: Data = Path("data"),
    database: Database = None,
    older: Annotated[
        str | None, typer.Option(help="tables never finished and quiet for 90d, 12w, 1y")
    ] = None,
    names: Age = None,
    finished: Age = None,
    records: Annotated[
        Path | None, typer.Option(help="write the records of finished matches there first")
    ] = None,
) -> None:
    """Remove what is old: by the ages of this house, or by those that are given."""
    from tablee.house.ages import Ages, change_ages
    from tablee.store import tidying
    from tablee.store.maintenance import opened

    with opened(_existing(data, database)) as engine:
        with engine.connect() as connection:
            chosen = tidying.read_ages(connection)
        given = {"unfinished": older, "names": names, "finished": finished}
        if any(given.values()):
            chosen = change_ages(Ages(), **given)
        elif chosen is None:
            raise InvalidOption(
                "this house has no ages yet: give some here, as --older 90d --names 90d"
                " --finished 400d, or for every day by `tablee ages`."
            )
        done = tidying.tidy(engine, chosen, records)
    typer.echo(
        f"Removed: {done.lobbies} tables never dealt, {done.unfinished} never finished,"
        f" {done.finished} finished ({done.records} kept as records), {done.brought} brought;"
        f" {done.names} names are a guest's now."
    )


def _existing(data: Path, database: str | None) -> str:
    """Return the URL of a store that is there already."""
    from tablee.house.settings import FILE, database_url

    if database is None and not (data / FILE).is_file():
        raise InvalidOption(f"{data / FILE}: there is no such file.")
    return database_url(data, database)


Person = Annotated[str, typer.Argument(help="a name as it was written, or a visitor's number")]


def forget(person: Person, data: Data = Path("data"), database: Database = None) -> None:
    """Erase somebody: names, addresses and codes; what was played stays, and leads to nobody."""
    from tablee.store import personal, queries
    from tablee.store.database import whole
    from tablee.store.maintenance import opened

    with opened(_existing(data, database)) as engine, whole(engine) as connection:
        known = _one_person(personal.find_people(connection, person), person)
        changed = personal.forget(connection, known.visitor)
        personal.revoke(connection, known.visitor)
        queries.tell_open_houses(connection)
    typer.echo(f"Forgotten at {len(changed)} tables. Copies made before still hold the name.")
    typer.echo("A house that is open now takes it in within seconds.")


def export(person: Person, data: Data = Path("data"), database: Database = None) -> None:
    """Write all that is stored about somebody, as JSON."""
    from tablee.store import personal
    from tablee.store.maintenance import opened

    with opened(_existing(data, database)) as engine, engine.connect() as connection:
        known = _one_person(personal.find_people(connection, person), person)
        told = personal.export(connection, known.visitor)
    typer.echo(json.dumps(told, ensure_ascii=False, indent=1))


def _one_person(found: Sequence[Known], text: str) -> Known:
    """Return the only one that is meant; refuse nobody, and several, with what tells them apart."""
    if not found:
        raise InvalidOption(f"{text!r}: nobody of that name or number has sat at a table.")
    if len(found) > 1:
        rows = (
            f"  {one.visitor}  {', '.join(one.names)}: {one.tables} tables, last on"
            f" {datetime.fromtimestamp(one.last / 1000):%Y-%m-%d %H:%M}"
            for one in found
        )
        told = "\n".join([f"{text!r} may be {len(found)} people: give a number.", *rows])
        raise InvalidOption(told)
    return found[0]


def figures(
    year: Annotated[str, typer.Option(help="four digits, such as 2026")],
    data: Data = Path("data"),
    database: Database = None,
    out: Annotated[Path | None, typer.Option(help="a new .csv, or a page to print: .html")] = None,
) -> None:
    """Tell the year in figures: matches by game and month, people, hours; nobody is named."""
    from tablee.house.figures import as_csv, read_year
    from tablee.store import figures as sums
    from tablee.store.database import whole
    from tablee.store.maintenance import opened

    wanted = read_year(year)
    if out is not None and out.suffix not in (".csv", ".html"):
        raise InvalidOption(f"--out {out}: end it in .csv or .html.")
    with opened(_existing(data, database)) as engine, whole(engine) as connection:
        found = sums.of_year(connection, wanted)
    if out is None:
        typer.echo(as_csv(found), nl=False)
        return
    if out.suffix == ".html":
        from tablee.web.host.figures import as_page

        out.write_text(as_page(found, wanted, "fr"), encoding="utf-8")
    else:
        out.write_text(as_csv(found), encoding="utf-8")
    typer.echo(f"Written: {out}")
