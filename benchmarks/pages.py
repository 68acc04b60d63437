"""What it costs to write the pages of a table's four seats after a move, without a server.

    python benchmarks/pages.py [GAME …] [--plies 150] [--runs 8]

Matches at random, in memory. Each run is a child of a process that is warm, so that nothing is
kept of these very matches; of each ply the least CPU time of all runs counts, which other work
on the machine disturbs least.
"""

from __future__ import annotations

import argparse
import gc
import os
import pickle
import random
import time
from collections import defaultdict
from typing import Any

from tablee import GAMES
from tablee.core.state.position import Move, State
from tablee.house.events import Events
from tablee.house.live.seat_page import SeatPage
from tablee.house.live.story import Story
from tablee.house.open_house.table_backend import NoBackend
from tablee.house.ports.seats import Seat
from tablee.house.ports.stored import StoredTable
from tablee.house.tables.presence import Presence
from tablee.house.tables.table import Table

SEATS = 4
Played = list[tuple[int, Move, State]]


def open_table(game: str, number: int) -> Table:
    """Return a table of four that has been dealt."""
    row: Any = defaultdict(lambda: None, id="bench", game=game, version=GAMES[game].version)
    row |= {"players": SEATS, "options": "{}", "who_may_join": "link", "pace": 0, "opener": "0"}
    row |= {"opened_at": 0, "turned": 0, "key": number.to_bytes(16, "big")}
    seats = tuple(Seat(str(n), f"Guest {n}") for n in range(SEATS))
    return Table(StoredTable(row, seats, []), NoBackend(), Events())


def play(game: str, number: int) -> Played:
    """Return a match at random."""
    luck, state, played = random.Random(number), open_table(game, number).dealt(), []
    while state.seat is not None:
        move = luck.choice(state.legal_moves())
        played.append((state.seat, move, state.play(move)))
        state = played[-1][2]
    return played


def write(game: str, number: int, played: Played) -> list[float]:
    """Write all pages of a match; return the CPU seconds of each ply."""
    table = open_table(game, number)
    story = Story(table.dealt(), "fr", table.seats.names)
    pages = [SeatPage(table, seat, story, Presence("0")) for seat in range(SEATS)]
    taken = []
    for ply in [None, *played]:
        if ply is not None:
            table._advance(*ply)
        began = time.process_time()
        for page in pages:
            page.refresh()
        taken.append(time.process_time() - began)
    return taken[1:]


def in_a_child(game: str, matches: dict[int, Played]) -> list[float]:
    """Return the same for some matches, in a process of its own."""
    end, begin = os.pipe()
    child = os.fork()
    if not child:
        with os.fdopen(begin, "wb") as out:
            pickle.dump([t for n, played in matches.items() for t in write(game, n, played)], out)
        os._exit(0)
    os.close(begin)
    with os.fdopen(end, "rb") as told:
        taken: list[float] = pickle.load(told)
    os.waitpid(child, 0)
    return taken


def measure(game: str, plies: int, runs: int) -> float:
    """CPU milliseconds of a ply."""
    write(game, 0, play(game, 0))
    matches: dict[int, Played] = {}
    while sum(map(len, matches.values())) < plies:
        matches[len(matches) + 1] = play(game, len(matches) + 1)[:plies]
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)  # as in the house
    every: list[list[float]] = [in_a_child(game, matches) for _ in range(runs)]
    least: list[float] = [min(times) for times in zip(*every, strict=True)]
    return 1000 * sum(least) / len(least)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--plies", type=int, default=150)
    parser.add_argument("--runs", type=int, default=8)
    chosen = parser.parse_args()
    for name in chosen.games:
        print(f"{name}: {measure(name, chosen.plies, chosen.runs):.3f} ms of CPU a ply")
