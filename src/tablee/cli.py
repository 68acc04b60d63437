"""The command line of players and bot writers; `cli_host.py` has the commands of hosts."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from tablee import __version__
from tablee.bots.levels import NAMES as LEVELS
from tablee.bots.levels import find_bot
from tablee.bots.review.match_review import SURE, Review, SeatReview, check_reviewable
from tablee.bots.review.match_review import Progress as Looked
from tablee.bots.review.match_review import review as look_back
from tablee.cli_host import backup, doctor, read_options, serve, tidy
from tablee.core.errors import InvalidOption, InvalidRecord, TableeError
from tablee.core.record import FIRST_LINE, Record
from tablee.core.rules.rulebook import LANGUAGES, check_language
from tablee.core.state.position import State
from tablee.games import GAMES, find_game, parse_record
from tablee.lab.arena import Contest, Result, hold
from tablee.lab.intervals import percent
from tablee.lab.matches import Table as Sitting
from tablee.lab.simulate import Simulation
from tablee.lab.simulate import simulate as run_simulation
from tablee.lab.spread import Workers
from tablee.lab.variants import load_variant, name_of

app = typer.Typer(
    help="Tablée: the games library that never closes.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
out = Console()


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


@app.command()
def games() -> None:
    """List the games, for how many they are, and their options."""
    table = Table("game", "title", "players", "options")
    for game in GAMES.values():
        options = [f"{o.name}: {', '.join(o.values)} ({o.clause})" for o in game.options]
        players = f"{game.players[0]}-{game.players[-1]}"
        table.add_row(game.name, game.rulebook.about["title"]["fr"], players, "\n".join(options))
    out.print(table)


@app.command()
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


@app.command("variant")
def write_variant(game: GameName) -> None:
    """Print a variant file with the usual numbers, to change some and leave out the rest."""
    chosen = find_game(game)
    typer.echo(f'game = "{chosen.name}"\n{chosen.sample_variant()}', nl=False)


@app.command()
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
    with _bar(quiet=as_json) as progress:
        bar = progress.add_task(chosen.name, total=games)
        result = run_simulation(
            chosen,
            seats,
            games,
            options,
            bot=bot,
            seed=seed,
            workers=workers,
            device=device,
            progress=lambda n: progress.advance(bar, n),
        )
    if as_json:
        typer.echo(json.dumps(result.as_dict()))
    else:
        _print_simulation(result)


def _bar(quiet: bool) -> Progress:
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), disable=quiet, transient=True)


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


@app.command()
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
    with _bar(quiet=False) as progress:
        bar = progress.add_task(usual.name, total=games * len(tables))
        played = play_tables([*tables.values()], games, workers, lambda n: progress.advance(bar, n))
    try:
        page.write_text(str(Report(tables, played, lang, pace)), encoding="utf-8")
    except OSError as error:
        raise InvalidOption(f"{page} cannot be written: {error.strerror}.") from None
    compared = f", {len(tables)} tables compared" if len(tables) > 1 else ""
    typer.echo(f"{page}: {games} deals{compared}.")


@app.command()
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
    with _bar(quiet=as_json) as progress:
        bar = progress.add_task(chosen.name, total=-(-games // seats) * seats)
        result = hold(contest, games, workers, lambda n: progress.advance(bar, n))
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


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="a record")],
    lang: Lang = "en",
    position: Annotated[bool, typer.Option(help="print only the last position")] = False,
) -> None:
    """Replay a recorded game: tell it move by move, and how it stands or ended."""
    record = _read_record(file)
    check_language(lang)
    names = seat_names(record, lang)
    states = list(record.states())
    for state, move in zip(states, record.moves, strict=False):
        for told in [] if position else state.tell(move, lang, names):
            typer.echo(told)
    typer.echo(states[-1])


@app.command()
def review(
    file: Annotated[Path, typer.Argument(help="a record of a match that is over")],
    seat: Annotated[int | None, typer.Option(help="look from this seat only, more closely")] = None,
    lang: Lang = "en",
    plays: Annotated[int | None, typer.Option(help="how many imagined games, about")] = None,
    seed: Annotated[int, typer.Option(help="equal seeds, equal reviews")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="one line of JSON")] = False,
) -> None:
    """Look back at a match: what was luck, what was judgement, and which moves cost most."""
    record = _read_record(file)
    check_language(lang)
    check_reviewable(record, seat)
    with _bar(quiet=as_json) as progress:
        bar = progress.add_task(record.game.name, total=None)

        def tell(step: Looked) -> None:
            progress.update(bar, completed=step.done, total=step.total)

        found = look_back(record, seat, plays=plays, seed=seed, progress=tell)
    if as_json:
        typer.echo(json.dumps(found.as_dict(lang)))
    else:
        _print_review(found, lang)


def _print_review(found: Review, lang: str) -> None:
    names = seat_names(found.record, lang)
    table = Table("seat", "fair", "the deal", "cards", "others", "own choices", "result")
    for one in found.seats:
        points = one.percent()
        parts = [f"{points[part]:+d} ± {100 * SURE * one.errors[part]:.0f}" for part in one.parts]
        fair, result = f"{points['fair']}", f"{100 * one.result:.0f}"
        table.add_row(names[one.seat], fair, *parts, result)
    out.print(table)
    for one in found.seats:
        _print_key_moments(one, names[one.seat], lang)


def _print_key_moments(one: SeatReview, name: str, lang: str) -> None:
    for choice in one.key_moments:
        cost = f"{100 * choice.cost:.0f} ± {100 * SURE * choice.error:.0f}"
        out.print(
            f"{name}, move {choice.ply + 1}: {choice.move}, better {choice.best}"
            f" (cost {cost} points of chance). {choice.reason(lang)}",
            markup=False,
            highlight=False,
        )
    if not one.key_moments:
        out.print(f"{name}: no move that was certainly a mistake.", markup=False, highlight=False)


def _read_record(file: Path) -> Record:
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


@app.command()
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


@app.command()
def learn(
    game: GameName,
    lang: Lang = "en",
    name: Annotated[str, typer.Option(help="your name at the table")] = "Alix",
) -> None:
    """Learn a game in the terminal, step by step; `?` shows the move."""
    from tablee.terminal import learn_in_terminal

    learn_in_terminal(find_game(game), check_language(lang), name)


@app.command()
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


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="a record of a match that is over")],
    commitment: Annotated[str | None, typer.Option(help="what was shown before the deal")] = None,
) -> None:
    """Check that a match was dealt from the key that was promised, and played by the rules."""
    record = _read_record(file)
    end = record.verify(commitment)
    promise = commitment or record.commitment
    kept = "as promised" if promise else "nothing was promised: compare it with what was shown"
    typer.echo(f"key {record.key.hex()}\nSHA-256 {record.fingerprint} ({kept})")
    if record.origin is not None:
        seats = sum(bool(luck) for luck in record.origin.luck)
        typer.echo(f"made of the house's secret and the luck of {seats} seats: nobody chose it")
    typer.echo(f"{len(record.moves)} moves, all by the rules; {_ending(end)}")


def _ending(state: State) -> str:
    outcome = state.outcome()
    if outcome is None:
        return "the match is not over."
    winners = " and ".join(f"seat {seat}" for seat in outcome.winners)
    return f"won by {winners} with {outcome.scores[outcome.winners[0]]} points."


@app.command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="small letters, as in tic_tac")],
    folder: Annotated[Path, typer.Option("--out", help="the folder to write into")] = Path(),
) -> None:
    """Write a small whole game, three files, to make one of your own from."""
    from tablee.new_game import write_new_game

    package = write_new_game(name, folder)
    typer.echo(f"{package}: __init__.py, rules.py and rulebook.toml, a game that can be played.")
    typer.echo("Put it on the shelf in GAMES (games/__init__.py); docs/make/new-game.md goes on.")


for host_command in (serve, backup, tidy, doctor):
    app.command()(host_command)


def main() -> None:
    """Run the command line; whatever is refused is said in one sentence, with exit code 2."""
    try:
        app()
    except TableeError as error:
        typer.echo(f"tablee: {error}", err=True)
        sys.exit(2)
