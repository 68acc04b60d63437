"""Many games: simulated, reported on, fought out between bots."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from tablee.bots.levels import find_bot
from tablee.cli.common import (
    Cluster,
    GameName,
    Lang,
    Options,
    Players,
    Processes,
    VariantFile,
    bar,
    out,
    read_options,
)
from tablee.core.errors import InvalidOption
from tablee.core.rules.rulebook import check_language
from tablee.games import find_game
from tablee.lab.arena import Contest, Result, hold
from tablee.lab.intervals import percent
from tablee.lab.matches import Table as Sitting
from tablee.lab.simulate import Simulation
from tablee.lab.simulate import simulate as run_simulation
from tablee.lab.spread import Workers
from tablee.lab.variants import load_variant, name_of


def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option(help="how many games")] = 10_000,
    option: Options = None,
    variant: VariantFile = None,
    bot: Annotated[str, typer.Option(help="who sits everywhere: random, novice … master")] = (
        "random"
    ),
    seed: Annotated[int, typer.Option(help="equal seeds, equal games")] = 0,
    processes: Processes = 1,
    cluster: Cluster = False,
    device: Annotated[str, typer.Option(help="cpu, or cuda for a graphics card")] = "cpu",
    as_json: Annotated[bool, typer.Option("--json", help="one line of JSON")] = False,
) -> None:
    """Play many games, at random or by bots, and say how they went and how fast."""
    chosen, changes = load_variant(find_game(game), variant)
    seats = chosen.players[-1] if players is None else players
    options = chosen.check_options(seats, {**read_options(option), **changes})
    workers = Workers(processes, cluster)
    with bar(quiet=as_json) as progress:
        task = progress.add_task(chosen.name, total=games)
        result = run_simulation(
            chosen,
            seats,
            games,
            options,
            bot=bot,
            seed=seed,
            workers=workers,
            device=device,
            progress=lambda n: progress.advance(task, n),
        )
    if as_json:
        typer.echo(json.dumps(result.as_dict()))
    else:
        _print_simulation(result)


def _print_simulation(result: Simulation) -> None:
    facts = result.as_dict()
    out.print(
        f"{facts['games']:,} games of {result.game}, {facts['decisions']:,} decisions"
        f" in {result.seconds:.2f} s: {facts['decisions_per_second']:,.0f} decisions a second.",
        highlight=False,
    )
    table = Table("seat", "wins (95 %)", "points (95 %)")
    rows = zip(
        *(facts["win_shares"], result.win_intervals),
        *(facts["mean_points"], result.points_intervals),
        strict=True,
    )
    for seat, (share, sure, points, (low, high)) in enumerate(rows):
        table.add_row(str(seat), percent(share, sure), f"{points:.2f} ({low:.2f}–{high:.2f})")
    out.print(table)


def report(
    game: GameName,
    page: Annotated[Path, typer.Option("--out", help="the page to write")],
    players: Players = None,
    games: Annotated[int, typer.Option(help="how many deals", min=2)] = 400,
    option: Options = None,
    variant: Annotated[
        list[Path] | None, typer.Option(help="a variant file to set beside the rules of the box")
    ] = None,
    bot: Annotated[str, typer.Option(help="who sits everywhere: novice … master")] = "regular",
    seed: Annotated[int, typer.Option(help="equal seeds, equal deals")] = 0,
    pace: Annotated[float, typer.Option(help="seconds that people take for a decision")] = 6.0,
    processes: Processes = 1,
    cluster: Cluster = False,
    lang: Lang = "en",
) -> None:
    """Write a page of figures and plots about a game, and how variants differ on the same deals."""
    from tablee.lab.report import PHRASES, Report, play_tables

    check_language(lang)
    usual = find_game(game)
    seats = min(4, usual.players[-1]) if players is None else players
    files: list[Path | None] = [None, *(variant or [])]
    tables = {}
    for file in files:
        chosen, changes = load_variant(usual, file)
        options = chosen.check_options(seats, {**read_options(option), **changes})
        name = PHRASES.speak(lang)("usual") if file is None else name_of(file)
        name = str(file) if name in tables else name
        tables[name] = Sitting(chosen, seats, options, bot, seed)
    find_bot(bot, usual)
    workers = Workers(processes, cluster)
    with bar(quiet=False) as progress:
        task = progress.add_task(usual.name, total=games * len(tables))
        played = play_tables(
            [*tables.values()], games, workers, lambda n: progress.advance(task, n)
        )
    try:
        page.write_text(str(Report(tables, played, lang, pace)), encoding="utf-8")
    except OSError as error:
        raise InvalidOption(f"{page} cannot be written: {error.strerror}.") from None
    compared = f", {len(tables)} tables compared" if len(tables) > 1 else ""
    typer.echo(f"{page}: {games} deals{compared}.")


def arena(
    game: GameName,
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT...",
            help="novice … master, advice, random, module:Class; of one or two the last fills"
            " the table, three or more have it to themselves",
        ),
    ],
    players: Players = None,
    games: Annotated[int, typer.Option(help="how many games; rounded up to whole deals")] = 100,
    option: Options = None,
    variant: VariantFile = None,
    seed: Annotated[int, typer.Option(help="equal seeds, equal cards")] = 0,
    seconds: Annotated[float, typer.Option(help="the clock of one decision")] = 5.0,
    processes: Processes = 1,
    cluster: Cluster = False,
    less_luck: Annotated[
        bool, typer.Option("--less-luck", help="measure the luck of the cards, and take it off")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="one line of JSON")] = False,
) -> None:
    """Let bots play each other, every deal all ways round the table."""
    chosen, changes = load_variant(find_game(game), variant)
    most = chosen.players[-1] if len(bots) < 3 else min(len(bots), chosen.players[-1])
    seats = most if players is None else players
    options = chosen.check_options(seats, {**read_options(option), **changes})
    workers = Workers(processes, cluster)
    contest = Contest(chosen, tuple(bots), seats, options, seed, seconds, less_luck)
    with bar(quiet=as_json) as progress:
        task = progress.add_task(chosen.name, total=-(-games // seats) * seats)
        result = hold(contest, games, workers, lambda n: progress.advance(task, n))
    if as_json:
        facts = {"game": chosen.name, "players": seats, "options": options, "seed": seed}
        deals = -(-games // seats) * seats
        everyone = [standing.as_dict() for standing in result.bots]
        shares = [vars(seat) for seat in result.seats]
        typer.echo(json.dumps({**facts, "games": deals, "bots": everyone, "seats": shares}))
    else:
        _print_result(result)


def _print_result(result: Result) -> None:
    standings = result.bots
    table = Table("bot", "wins", "95 %", "times a fair share", "points", "forfeits")
    for standing in standings:
        low, high = standing.interval
        table.add_row(
            standing.bot,
            f"{standing.share:.1%}",
            f"{low:.1%}–{high:.1%}",
            f"{standing.times_fair:.2f}",
            f"{standing.points:.2f}",
            str(sum(standing.forfeits.values())),
        )
    out.print(table)
    seats = Table("seat", "wins (95 %)")
    for place, seat in enumerate(result.seats):
        seats.add_row(str(place), percent(seat.share, seat.interval))
    out.print(seats)
    for standing in standings:
        if standing.saves is not None:
            out.print(
                f"{standing.bot}: as sure as {standing.saves:.1f} times as many games with luck.",
                highlight=False,
            )
    for standing in standings:
        for why, times in standing.forfeits.items():
            out.print(f"{standing.bot} forfeits {times}: it {why}", markup=False, highlight=False)


def wasm(
    game: GameName,
    file: Annotated[Path, typer.Option("--out", help="the file to write")],
    shared: Annotated[
        bool, typer.Option("--shared", help="a library that Python in a browser opens")
    ] = False,
) -> None:
    """Write a game's rules, advice, play-outs and search as a module of WebAssembly."""
    from tablee.wasm import build

    build(find_game(game).name, file, shared)
    typer.echo(f"{file}: {file.stat().st_size:,} bytes.")
