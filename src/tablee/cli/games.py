"""Games as they are: listed, read, drawn, played in a terminal; and a new one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from tablee.bots.levels import NAMES as LEVELS
from tablee.cli.common import GameName, Lang, Options, Players, VariantFile, out, read_options
from tablee.core.extras import need
from tablee.core.rules.rulebook import check_language
from tablee.games import GAMES, find_game
from tablee.lab.variants import load_variant


def games() -> None:
    """List the games, for how many they are, their options, and which packages bring them."""
    table = Table("game", "title", "players", "options", "from")
    for game in GAMES.values():
        options = [f"{o.name}: {', '.join(o.values)} ({o.clause})" for o in game.options]
        players = f"{game.players[0]}-{game.players[-1]}"
        title, source = game.rulebook.about["title"]["fr"], GAMES.sources.get(game.name, "Tablée")
        table.add_row(game.name, title, players, "\n".join(options), source)
    out.print(table)


def rules(game: GameName, lang: Lang = "en") -> None:
    """Print a game's rule book, clause by clause."""
    book = find_game(game).rulebook
    check_language(lang)
    out.print(book.about["title"][lang], style="bold")
    for section in book.sections:
        out.print(f"\n{section.title[lang]}", style="bold")
        table = Table.grid(padding=(0, 2))
        for clause in section.clauses:
            table.add_row(
                clause.id + "*" * (clause.source == "reconstruction"), Text(clause.text[lang])
            )
        out.print(table, highlight=False)
    out.print(f"\n{book.about['credits'][lang]}", markup=False, highlight=False)


def write_variant(game: GameName) -> None:
    """Print a variant file with the usual numbers, to change some and leave out the rest."""
    chosen = find_game(game)
    typer.echo(f'game = "{chosen.name}"\n{chosen.sample_variant()}', nl=False)


def play(
    game: GameName,
    players: Players = None,
    option: Options = None,
    variant: VariantFile = None,
    lang: Lang = "en",
    seed: Annotated[int | None, typer.Option(help="equal seeds, equal cards")] = None,
    watch: Annotated[bool, typer.Option(help="let the computer play your seat too")] = False,
    name: Annotated[str, typer.Option(help="your name at the table")] = "Alix",
    level: Annotated[str, typer.Option(help=", ".join(LEVELS))] = "casual",
    save: Annotated[Path | None, typer.Option(help="write the record there")] = None,
) -> None:
    """Play a whole game in the terminal, against bots; `?` gives a hint."""
    from tablee.terminal import play_in_terminal

    check_language(lang)
    chosen, changes = load_variant(find_game(game), variant)
    options = {**read_options(option), **changes}
    record = play_in_terminal(chosen, players, options, lang, seed, watch, name, level)
    if save is not None:
        save.write_text(str(record), encoding="utf-8")


def learn(
    game: GameName,
    lang: Lang = "en",
    name: Annotated[str, typer.Option(help="your name at the table")] = "Alix",
) -> None:
    """Learn a game in the terminal, step by step; `?` shows the move."""
    from tablee.terminal import learn_in_terminal

    learn_in_terminal(find_game(game), check_language(lang), name)


def art(
    out_folder: Annotated[Path, typer.Option("--out", help="the folder to write into")],
    png: Annotated[bool, typer.Option("--png", help="pictures in pixels too")] = False,
    lang: Lang = "fr",
    seed: Annotated[int, typer.Option(help="equal seeds, equal scenes")] = 0,
) -> None:
    """Write all drawings and the contact sheet, as SVG and HTML, or as PNG too."""
    from tablee.look.export import export

    written = export(out_folder, png, check_language(lang), seed)
    typer.echo(f"{len(written)} files in {out_folder}: open {out_folder / 'index.html'}.")


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="small letters, as in tic_tac")],
    folder: Annotated[Path, typer.Option("--out", help="the folder to write into")] = Path(),
) -> None:
    """Write a package with a small whole game, three files, to make one of your own from."""
    from tablee.new_game import write_new_game

    package = write_new_game(name, folder)
    typer.echo(f"{package}: a package with a game of three files that can be played, and a test.")
    typer.echo(f"\n    pip install -e {package}\n    tablee serve\n")
    typer.echo("puts it on the shelf; docs/make/new-game.md goes on from there.")


def check_game(
    name: GameName,
    compiled: Annotated[
        bool, typer.Option("--compiled/--plain", help="--plain: in plain Python alone, sooner")
    ] = True,
) -> None:
    """Try all laws of games on a game: in plain Python, compiled, and in a browser."""
    need("pytest", "laws")
    from tablee.laws.check import check

    if not check(name, compiled):
        raise typer.Exit(1)
