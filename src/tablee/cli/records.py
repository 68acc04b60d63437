"""One match again: replayed, reviewed, verified."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from tablee.bots.review.match_review import SURE, Review, SeatReview, check_reviewable
from tablee.bots.review.match_review import Progress as Looked
from tablee.bots.review.match_review import review as look_back
from tablee.cli.common import Lang, bar, out, read_record, seat_names
from tablee.core.rules.rulebook import check_language
from tablee.core.state.position import State


def replay(
    file: Annotated[Path, typer.Argument(help="a record")],
    lang: Lang = "en",
    position: Annotated[bool, typer.Option(help="print only the last position")] = False,
) -> None:
    """Replay a recorded game: tell it move by move, and how it stands or ended."""
    record = read_record(file)
    check_language(lang)
    names = seat_names(record, lang)
    states = list(record.states())
    for state, move in zip(states, record.moves, strict=False):
        for told in [] if position else state.tell(move, lang, names):
            typer.echo(told)
    typer.echo(states[-1])


def review(
    file: Annotated[Path, typer.Argument(help="a record of a match that is over")],
    seat: Annotated[int | None, typer.Option(help="look from this seat only, more closely")] = None,
    lang: Lang = "en",
    plays: Annotated[int | None, typer.Option(help="how many imagined games, about")] = None,
    seed: Annotated[int, typer.Option(help="equal seeds, equal reviews")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="one line of JSON")] = False,
) -> None:
    """Look back at a match: what was luck, what was judgement, and which moves cost most."""
    record = read_record(file)
    check_language(lang)
    check_reviewable(record, seat)
    with bar(quiet=as_json) as progress:
        task = progress.add_task(record.game.name, total=None)

        def tell(step: Looked) -> None:
            progress.update(task, completed=step.done, total=step.total)

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
            f"{name}, round {choice.round}, move {choice.ply + 1}: {choice.move}, better"
            f" {choice.best} (cost {cost} points of chance). {choice.reason(lang)}".rstrip(),
            markup=False,
            highlight=False,
        )
    if not one.key_moments:
        out.print(f"{name}: no move that was certainly a mistake.", markup=False, highlight=False)


def verify(
    file: Annotated[Path, typer.Argument(help="a record of a match that is over")],
    commitment: Annotated[str | None, typer.Option(help="what was shown before the deal")] = None,
) -> None:
    """Check that a match was dealt from the key that was promised, and played by the rules."""
    record = read_record(file)
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
