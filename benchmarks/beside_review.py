"""What a review costs the tables that are played meanwhile: moves with and without one, in turns.

    python benchmarks/beside_review.py RECORD [--port 8000] [--moves 150] [--rounds 4]

Against a running `tablee serve`. One match of Fourmis after the other is played by its two seats
over HTTP; every other round a review of another seat of the record is being made. The ratio is of
the two 99th percentiles of one run.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

GAME = "fourmis"


class Match:
    """A match of two programs."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        opened = self._post("/api/tables", {"game": GAME, "players": 2})
        self.path = f"/api/tables/{opened['table']}"
        self._tokens = [
            self._post(f"{self.path}/seats", {"name": f"Seat {seat}", "seat": seat})["token"]
            for seat in range(2)
        ]
        self._post(f"{self.path}/start", {}, opened["token"])

    def _post(self, path: str, body: Any, token: str = "") -> Any:
        head = {"authorization": f"Bearer {token}"} if token else {}
        self._client.cookies.clear()
        return self._client.post(path, json=body, headers=head).raise_for_status().json()

    def times(self) -> Iterator[float]:
        """Plays on to the end; the milliseconds that each move took."""
        while True:
            for token in self._tokens:
                head = {"authorization": f"Bearer {token}"}
                view = self._client.get(f"{self.path}/view", headers=head).json()
                if view["legal"]:
                    break
            else:
                return
            move = {"move": view["legal"][0]["move"], "ply": view["ply"]}
            begun = time.perf_counter()
            self._post(f"{self.path}/moves", move, token)
            yield 1000 * (time.perf_counter() - begun)


def play(client: httpx.Client, moves: int) -> list[float]:
    """Plays so many moves, in as many matches as it takes."""
    times: list[float] = []
    while len(times) < moves:
        times += list(Match(client).times())
    return times[:moves]


def percentile(times: list[float], part: float) -> float:
    """Return the time within which such a part of the moves was made."""
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("record", type=Path)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--moves", type=int, default=150)
    parser.add_argument("--rounds", type=int, default=4)
    args = parser.parse_args()
    base = f"http://127.0.0.1:{args.port}"
    page = {"accept": "text/html", "origin": base}
    with httpx.Client(base_url=base, timeout=60) as client:
        text = args.record.read_text(encoding="utf-8")
        where = client.post("/replay", data={"record": text}, headers=page).headers["location"]
        found: dict[bool, list[float]] = {False: [], True: []}
        for number in range(args.rounds):
            beside, review = number % 2 == 1, f"{where}/review?as={number // 2}"
            if beside:
                client.get(review, headers=page)
            found[beside] += play(client, args.moves)
            while beside and 'id="progress"' in client.get(review, headers=page).text:
                time.sleep(1)
    for beside, times in found.items():
        print(
            f"{'beside a review' if beside else 'alone':16} {len(times)} moves,"
            f" median {percentile(times, 0.5):.1f} ms, p99 {percentile(times, 0.99):.1f} ms"
        )
    print(f"ratio of p99: {percentile(found[True], 0.99) / percentile(found[False], 0.99):.2f}")
