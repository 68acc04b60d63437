"""Plays a whole match at a table over HTTP, with nothing but the standard library.

With `TABLEE_URL=http://…` it plays there; otherwise it opens a house of its own for the time.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.request import Request, urlopen

Facts = dict[str, Any]


def ask(url: str, body: object = None, token: str = "") -> Facts:
    """Send a request (a post, if it has a body) and read the answer."""
    headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
    data = None if body is None else json.dumps(body).encode()
    request = Request(url, data, headers if token else {"content-type": "application/json"})
    with urlopen(request, timeout=60) as answer:
        facts: Facts = json.load(answer)
        return facts


def follow(url: str, token: str) -> Iterator[Facts]:
    """Follows the event stream of a seat; gets each new view."""
    request = Request(f"{url}/stream", headers={"authorization": f"Bearer {token}"})
    with urlopen(request, timeout=60) as stream:
        name = ""
        for line in stream:
            word, _, value = line.decode().rstrip("\n").partition(": ")
            if word == "event":
                name = value
            elif word == "data" and name == "view":
                yield json.loads(value)


def wait_for_cards(house: str, game: str) -> None:
    """Wait until a game can be played: at its very first start a house prints the cards."""
    while game in ask(f"{house}/healthz").get("printing", ()):
        time.sleep(1)


def play(house: str, luck: random.Random) -> Facts:
    """Open a table for two, sits at both seats and play any legal move; get the last view."""
    wait_for_cards(house, "fourmis")
    opened = ask(f"{house}/api/tables", {"game": "fourmis", "players": 2})
    table = f"{house}/api/tables/{opened['table']}"
    tokens = [ask(f"{table}/seats", {"name": name})["token"] for name in ("Remote", "Robot")]
    ask(f"{table}/start", {}, opened["token"])
    views = [follow(table, token) for token in tokens]
    while True:
        seen = [next(view) for view in views]
        if "outcome" in seen[0]:
            return seen[0]
        turn = seen[0]["turn"]
        move = {"move": luck.choice(seen[turn]["legal"]), "ply": seen[turn]["ply"]}
        ask(f"{table}/moves", move, tokens[turn])


@contextmanager
def own_house() -> Iterator[str]:
    """Open a house on this machine; get its address."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["serve", "--host", "127.0.0.1", "--port", "0", "--data", folder]
        command = [sys.executable, "-m", "tablee", *words]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server:
            assert server.stdout is not None
            found = re.search(r"http://[^\s/]+", server.stdout.readline())
            try:
                assert found
                yield found.group()
            finally:
                server.terminate()


def main() -> None:
    """Plays, and says how it ended."""
    address = os.environ.get("TABLEE_URL")
    if address:
        last = play(address.rstrip("/"), random.Random())
    else:
        with own_house() as house:
            last = play(house, random.Random(1))
    outcome = last["outcome"]
    print(f"after {last['ply']} moves: winners {outcome['winners']}, points {outcome['scores']}")


if __name__ == "__main__":
    main()
