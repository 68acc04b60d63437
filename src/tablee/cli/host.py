"""The command line of hosts: `serve`, and what looks after the tables that it keeps."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import Annotated

import typer

from tablee.cli.common import read_options
from tablee.core.errors import InvalidOption
from tablee.core.extras import need

Data = Annotated[Path, typer.Option(help="folder of the SQLite file")]
Database = Annotated[
    str | None,
    typer.Option(envvar="TABLEE_DATABASE", help="postgresql://USER@HOST/NAME instead of the file"),
]


def serve(
    host: Annotated[str, typer.Option(help="address; 127.0.0.1 for this machine")] = "0.0.0.0",
    port: Annotated[int, typer.Option(help="port")] = 8000,
    data: Data = Path("data"),
    database: Database = None,
    workers: Annotated[int, typer.Option(help="processes, on PostgreSQL", min=1)] = 1,
    bot_workers: Annotated[
        int,
        typer.Option("--bot-workers", "--thinkers", help="processes in which bots think", min=0),
    ] = 1,
    bot_pace: Annotated[float, typer.Option(help="seconds a bot takes at least", min=0)] = 0.7,
    away_after: Annotated[
        float, typer.Option(help="seconds on turn after which others may call a bot", min=0)
    ] = 60.0,
    staff_password: Annotated[
        str,
        typer.Option(
            envvar="TABLEE_STAFF_PASSWORD", help="opens /staff and /metrics; 12 signs at least"
        ),
    ] = "",
    kiosk: Annotated[
        bool, typer.Option("--kiosk", help="show the library on a big screen, at /kiosk")
    ] = False,
    kiosk_minutes: Annotated[
        float, typer.Option(help="after which a kiosk forgets whoever has left it", min=0.1)
    ] = 5.0,
    secure: Annotated[
        bool, typer.Option("--secure", help="over HTTPS only: cookies, and HSTS")
    ] = False,
    address: Annotated[
        str,
        typer.Option(envvar="TABLEE_ADDRESS", help="the public address: all links begin with it"),
    ] = "",
    smtp: Annotated[
        str,
        typer.Option(
            envvar="TABLEE_SMTP",
            help="smtp://USER@HOST:587 or smtps://USER@HOST; password: TABLEE_SMTP_PASSWORD",
        ),
    ] = "",
    mail_from: Annotated[
        str, typer.Option(envvar="TABLEE_MAIL_FROM", help="the address that e-mail comes from")
    ] = "",
    contact: Annotated[
        Path | None,
        typer.Option(
            envvar="TABLEE_CONTACT",
            help="a text file: who hosts this house, for /privacy and the imprint",
        ),
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="open anew after each edit of a game, while making one")
    ] = False,
    log_addresses: Annotated[
        str, typer.Option(help="how much of an address stands in the log: none, short, full")
    ] = "short",
    limit: Annotated[
        list[str] | None, typer.Option(help="a limit, as name=number: see docs/host/server.md")
    ] = None,
) -> None:
    """Open the house: tables to play at, in a browser or by program."""
    need("fastapi", "serve")
    from tablee.web.server import forking

    if workers > 1:
        forking.get_ready()
    gc.disable()  # nothing that a start makes is garbage: the house enables it once it is open
    from tablee.house.settings import (
        Settings,
        database_url,
        read_address,
        read_contact,
        read_limits,
    )
    from tablee.web.notify.mail import read_mailbox
    from tablee.web.serve import serve as open_house

    settings = Settings(
        database_url(data, database),
        read_limits(read_options(limit)),
        bot_workers,
        bot_pace,
        away_after,
        secure,
        read_address(address),
        staff_password=staff_password,
        kiosk=kiosk_minutes if kiosk else 0.0,
        mailbox=read_mailbox(smtp, mail_from, os.environ.get("TABLEE_SMTP_PASSWORD", "")),
        contact=read_contact(contact),
        log_addresses=log_addresses,
    )
    open_house(settings, host, port, workers, watch)


def backup(
    copy: Annotated[Path, typer.Argument(help="a new file, or a folder for one")],
    data: Data = Path("data"),
    database: Database = None,
    keep: Annotated[
        int | None, typer.Option(help="in a folder, keep so many of the newest copies", min=1)
    ] = None,
) -> None:
    """Copy the tables as they are at one moment, also while people play."""
    from tablee.house.settings import FILE, database_url
    from tablee.store import maintenance
    from tablee.store.restore import keep_newest

    if keep is not None and not copy.is_dir():
        raise InvalidOption(f"--keep: {copy} is no folder; give the folder of the copies.")
    url = f"sqlite:///{data / FILE}" if database is None else database_url(data, database)
    size = maintenance.back_up(url, copy)
    gone = [] if keep is None else keep_newest(copy, keep)
    typer.echo(f"{size / 1e6:.1f} MB copied{f', {len(gone)} old copies removed' if gone else ''}.")


def restore(
    copy: Annotated[Path, typer.Argument(help="a file that `backup` has made")],
    data: Data = Path("data"),
) -> None:
    """Put a backup in the place of the tables; the old file is set aside under a dated name."""
    from tablee.house.settings import FILE, make_folder
    from tablee.store.restore import restore as put_back

    make_folder(data)
    done = put_back(copy, data / FILE)
    last = f", the last one on {done.last_move:%Y-%m-%d %H:%M} UTC" if done.last_move else ""
    typer.echo(f"Restored: {done.tables} tables, {done.moves} moves{last}.")
    if done.aside is not None:
        typer.echo(f"The old file is {done.aside}: remove it once all is well.")


def doctor(
    data: Data = Path("data"),
    database: Database = None,
    file: Annotated[
        Path | None, typer.Option(help="a copy to look at, instead of the house's own file")
    ] = None,
) -> None:
    """Say in eleven lines whether file, disk, tables, games and versions are well."""
    from tablee.house.settings import FILE, database_url
    from tablee.store import maintenance

    url = f"sqlite:///{file or data / FILE}"
    found = maintenance.examine(url if database is None else database_url(data, database))
    for one in found:
        typer.echo(f"{'ok' if one.well else '!!'}  {one.what}: {one.told}")
    if not all(one.well for one in found):
        raise typer.Exit(1)
