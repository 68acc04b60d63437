"""The command line: one module a kind of commands; here they are put together."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated

import typer

from tablee import __version__
from tablee.cli import experiments, games, host, keeping, learning, records
from tablee.core.errors import TableeError

COMMANDS: dict[str, Callable[..., None]] = {
    "games": games.games,
    "rules": games.rules,
    "variant": games.write_variant,
    "simulate": experiments.simulate,
    "report": experiments.report,
    "wasm": experiments.wasm,
    "arena": experiments.arena,
    "train": learning.train,
    "replay": records.replay,
    "review": records.review,
    "play": games.play,
    "learn": games.learn,
    "art": games.art,
    "verify": records.verify,
    "new-game": games.new_game,
    "check-game": games.check_game,
    "serve": host.serve,
    "backup": host.backup,
    "restore": host.restore,
    "ages": keeping.ages,
    "tidy": keeping.tidy,
    "forget": keeping.forget,
    "export": keeping.export,
    "figures": keeping.figures,
    "doctor": host.doctor,
}

app = typer.Typer(
    help="Tablée: the games library that never closes.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _tell_version(asked: bool) -> None:
    if asked:
        typer.echo(f"tablee {__version__}")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="say which")
    ] = False,
) -> None:
    """Tablée: the games library that never closes."""


for name, command in COMMANDS.items():
    app.command(name)(command)


def main() -> None:
    """Run the command line; whatever is refused is said in one sentence, with exit code 2."""
    try:
        app()
    except TableeError as error:
        typer.echo(f"tablee: {error}", err=True)
        sys.exit(2)
