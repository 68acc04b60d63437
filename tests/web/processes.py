"""Servers in processes of their own, and people who play at them as fast as they can."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx


class Server:
    """`tablee serve` in a process of its own; another `module` may know more games."""

    def __init__(self, database: str, log: Path, *more: str, module: str = "tablee") -> None:
        words = ["serve", "--host", "127.0.0.1", "--port", "0", "--database", database, *more]
        with log.open("ab") as lines:
            self.process = subprocess.Popen(
                [sys.executable, "-m", module, *words], stdout=subprocess.PIPE, stderr=lines
            )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline().decode())
        assert found, log.read_text()
        self.url = found.group().rstrip("/")

    def end(self, number: int) -> int:
        self.process.send_signal(number)
        return self.process.wait(timeout=30)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()


async def post(client: httpx.AsyncClient, path: str, body: Any, token: str | None = None) -> Any:
    client.cookies.clear()
    headers = {"authorization": f"Bearer {token}"} if token else {}
    answer = await client.post(path, json=body, headers=headers)
    assert answer.status_code < 300, answer.text
    return answer.json()


async def sit_down(client: httpx.AsyncClient) -> tuple[str, list[str]]:
    wish = {"game": "fourmis", "players": 2}
    opened = await post(client, "/api/tables", wish)
    path = f"/api/tables/{opened['table']}"
    tokens = [(await post(client, f"{path}/seats", {"name": name}))["token"] for name in "AB"]
    await post(client, f"{path}/start", {}, opened["token"])
    return path, tokens


async def play(client: httpx.AsyncClient, path: str, tokens: list[str], done: list[str]) -> None:
    """Plays as fast as possible, and notes each move that is acknowledged."""
    seat = 0
    while True:
        headers = {"authorization": f"Bearer {tokens[seat]}"}
        view = (await client.get(f"{path}/view", headers=headers)).json()
        if view["turn"] != seat or view["ply"] != len(done):
            seat = view["turn"]
            continue
        move = view["legal"][len(done) % len(view["legal"])]["move"]
        await post(client, f"{path}/moves", {"move": move, "ply": len(done)}, tokens[seat])
        done.append(move)
