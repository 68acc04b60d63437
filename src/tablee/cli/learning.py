"""Networks: trained, and written down as they are shipped."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tablee.cli.common import GameName, out
from tablee.core.errors import InvalidOption
from tablee.core.extras import need
from tablee.games import find_game
from tablee.lab.cuda import check_device

NUMBERS = (
    "games",
    "steps",
    "batch",
    "width",
    "blocks",
    "rate",
    "curious",
    "far",
    "swing",
    "trust",
    "advised",
    "seed",
)
BARS = "▁▂▃▄▅▆▇█"
WIDE = 24


def train(
    game: GameName,
    target: Annotated[Path, typer.Option("--out", help="the checkpoint to write")],
    seconds: Annotated[float, typer.Option(help="how long to learn", min=1)] = 300,
    device: Annotated[str, typer.Option(help="cpu, or cuda for a graphics card")] = "cpu",
    resume: Annotated[Path | None, typer.Option(help="a checkpoint to go on from")] = None,
    setting: Annotated[
        list[str] | None, typer.Option(help=f"another number: {', '.join(NUMBERS)}")
    ] = None,
    ship: Annotated[
        Path | None, typer.Option(help="write the network in bytes too, as it is shipped")
    ] = None,
) -> None:
    """Let a network learn a game by playing against itself."""
    need("torch", "learn")
    check_device(device)
    from tablee.learn.shrink import shrink
    from tablee.learn.training import Training, settings_in

    chosen = find_game(game)
    changes = _read_settings(setting)
    settings = settings_in(chosen, resume, device, changes)
    training = Training(chosen, settings, device)
    if resume:
        training.load(resume)
    with _bar() as progress:
        task = progress.add_task(chosen.name, total=1.0, told="")

        def tell(course: Any) -> None:
            progress.update(task, completed=training.gone, told=_tell(course))

        training.run(seconds, tell=tell)
    training.save(target)
    course = training.course
    out.print(
        f"{course.decisions:,} decisions and {course.matches:,} matches in {course.seconds:.0f} s:"
        f" {target}",
        highlight=False,
    )
    if ship:
        out.print(f"{ship}: {shrink(target, chosen, ship):,} bytes", highlight=False)


def _read_settings(pairs: list[str] | None) -> dict[str, float]:
    """Read settings given as name=number."""
    changes: dict[str, float] = {}
    for pair in pairs or []:
        name, _, number = pair.partition("=")
        if name not in NUMBERS:
            raise InvalidOption(f"setting {pair!r}: write NAME=NUMBER, of {', '.join(NUMBERS)}.")
        try:
            changes[name] = float(number) if "." in number or "e" in number else int(number)
        except ValueError:
            raise InvalidOption(f"setting {pair!r}: {number!r} is no number.") from None
    return changes


def _bar() -> Progress:
    """Return a bar with the time that is left, the rate and the curve of entropy."""
    columns = (
        "{task.description}",
        BarColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[told]}"),
    )
    return Progress(*columns, console=Console(stderr=True), transient=True)


def _tell(course: Any) -> str:
    """Write how fast it learns, and how open it still is what to do."""
    opens = [point["entropy"] for point in course.curve]
    few = opens[:: max(1, len(opens) // WIDE)][-WIDE:]
    top = max(few) or 1.0
    drawn = "".join(BARS[min(7, int(8 * one / top))] for one in few)
    return f"{course.decisions / max(course.seconds, 1e-3):,.0f}/s  entropy {drawn} {opens[-1]:.2f}"
