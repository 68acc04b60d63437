"""The API asked at random, by what it says of itself: Schemathesis with all of its checks.

    python -m benchmarks.fuzz [--examples 100]

One check is left out: a request that fits the description may still be refused, by a rule of the
game or of the house. Streams have no end, so they are not asked for. Needs the extra `fuzz`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import Request, urlopen

import orjson
from tests.web.processes import Server

LIMITS = ("asked", "opened", "tables", "checked", "costly")


def sit_down(url: str) -> str:
    """Open a table and sit there; what Schemathesis needs to know to ask for it as its opener."""

    def post(path: str, facts: dict[str, object], **more: str) -> Any:
        headers = {"content-type": "application/json", **more}
        with urlopen(Request(url + path, orjson.dumps(facts), headers), timeout=60) as answer:
            return orjson.loads(answer.read())

    opened = post("/api/tables", {"game": "fourmis", "players": 3})
    known = {"authorization": f"Bearer {opened['token']}"}
    post(f"/api/tables/{opened['table']}/seats", {"name": "Ada"}, **known)
    return f"""headers = {{ Authorization = "{known["authorization"]}" }}
[parameters]
table = "{opened["table"]}"
"""


def main() -> None:
    """Open a house, asks, and end with what Schemathesis says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--examples", type=int, default=100)
    chosen = parser.parse_args()
    free = [word for name in LIMITS for word in ("--limit", f"{name}=1000000")]
    with TemporaryDirectory() as name:
        folder = Path(name)
        with Server(f"sqlite:///{folder}/fuzz.sqlite", folder / "log", *free) as house:
            with urlopen(f"{house.url}/api/openapi.json", timeout=120) as described:
                described.read()  # made once, when it is first asked for
            (folder / "schemathesis.toml").write_text(sit_down(house.url), encoding="utf-8")
            words = ["run", f"{house.url}/api/openapi.json", "--checks", "all"]
            words += ["--exclude-checks", "positive_data_acceptance", "--no-color"]
            words += ["--exclude-path-regex", "stream", "--max-examples", str(chosen.examples)]
            words += ["--suppress-health-check", "all", "--request-timeout", "30"]
            command = [sys.executable, "-m", "schemathesis.cli", *words]
            ended = subprocess.run(command, cwd=folder, check=False)
    sys.exit(ended.returncode)


if __name__ == "__main__":
    main()
