"""What the commands share: their arguments, options, a bar of progress, how records are read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from tablee.core.errors import InvalidOption, InvalidRecord
from tablee.core.record import FIRST_LINE, Record
from tablee.core.rules.rulebook import LANGUAGES
from tablee.games import parse_record

out = Console()

GameName = Annotated[str, typer.Argument(metavar="GAME", help="fourmis, …: see `tablee games`")]
Players = Annotated[int | None, typer.Option(help="number of seats")]
Options = Annotated[list[str] | None, typer.Option("--option", help="an option, as name=value")]
VariantFile = Annotated[
    Path | None, typer.Option("--variant", "--deck", help="a file with other numbers, or a deck")
]
Processes = Annotated[int, typer.Option(help="how many processes")]
Cluster = Annotated[
    bool, typer.Option("--cluster", help="work on Ray: RAY_ADDRESS, or a new one here")
]
Lang = Annotated[str, typer.Option(help=", ".join(LANGUAGES))]


def read_options(pairs: list[str] | None) -> dict[str, str]:
    """Read options given as name=value."""
    options = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise InvalidOption(f"option {pair!r}: write name=value.")
        options[name] = value
    return options


def bar(quiet: bool) -> Progress:
    """Return a bar of progress on standard error."""
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), disable=quiet, transient=True)


def read_record(file: Path) -> Record:
    """Read the record of a match from a file, or say why it is none."""
    try:
        return parse_record(file.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        why = f"{file} is no text: a record begins with the line {FIRST_LINE!r}."
        raise InvalidRecord(why) from None
    except OSError as error:
        raise InvalidRecord(f"{file} cannot be read: {error.strerror}.") from None


def seat_names(record: Record, lang: str) -> list[str]:
    """Return a name for every seat of a record, its number where it has none."""
    from tablee.terminal import PHRASES

    say = PHRASES.speak(lang)
    return [record.names.get(seat) or say("seat", seat=seat) for seat in range(record.players)]
