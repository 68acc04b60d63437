"""`tablee check-game`: the laws tried on one game, in plain Python and compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablee.games import find_game

HERE = Path(__file__).parent
PLAIN = ("test_rules.py", "test_python.py::test_verbs_that_read_a_state_do_not_write_to_it")
"""The laws that are tried in plain Python too; the others say the same either way."""
MOST = 3
"""Laws and tables that are named for one reason."""
RUN = "from tablee.laws.check import run; import sys; sys.exit(run(*sys.argv[1:]))"


class Teller:
    """What pytest found, told in sentences: which law, at which tables, and why."""

    def __init__(self) -> None:
        self.kept = 0
        self.broken: dict[str, dict[str, list[str]]] = {}
        """The laws that are broken, by the reason, with the tables at which they are."""
        self.left_out: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note how a law came out at one table."""
        law, _, table = report.nodeid.rpartition("::")[2].partition("[")
        law = law.removeprefix("test_").replace("_", " ")
        if report.failed:
            laws = self.broken.setdefault(why(report), {})
            laws.setdefault(law, []).append(table.rstrip("]"))
        elif report.skipped and isinstance(report.longrepr, tuple):
            self.left_out[law] = report.longrepr[2].removeprefix("Skipped: ")
        elif report.when == "call":
            self.kept += 1

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note laws that could not even be read."""
        if report.failed:
            self.broken[report.longreprtext] = {"the laws can be read": []}

    def told(self) -> str:
        """Return all that was found, as text."""
        lines = []
        for reason, laws in self.broken.items():
            lines += [f"BROKEN  {law} ({_some(laws[law])})" for law in [*laws][:MOST]]
            lines += [f"        and {len(laws) - MOST} laws more"] if len(laws) > MOST else []
            lines += [f"    {line}" for line in reason.splitlines()]
        lines += [f"not tried: {law}: {reason}" for law, reason in self.left_out.items()]
        broken = sum(max(len(at), 1) for laws in self.broken.values() for at in laws.values())
        return "\n".join([*lines, f"{self.kept} kept, {broken} broken."])


def _some(tables: list[str]) -> str:
    more = f" and {len(tables) - MOST} more" if len(tables) > MOST else ""
    return ", ".join(tables[:MOST]) + more


def why(report: pytest.TestReport) -> str:
    """Return in a few lines why a law is broken, and where."""
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is None:
        return report.longreprtext.strip()
    said = crash.message.removeprefix("Failed: ").removeprefix("AssertionError: ")
    lines: list[str] = said.splitlines()[:6]
    lines = [line for line in lines if not line.startswith("assert ")] or lines
    where = "" if Path(crash.path).parent == HERE else f"\n({crash.path}, line {crash.lineno})"
    return "\n".join(line[:400] for line in lines) + where


def check(name: str, compiled: bool = True) -> bool:
    """Run the laws on a game in processes of their own, and tell; return whether all are kept."""
    find_game(name)
    plain = [str(HERE / file) for file in PLAIN] if compiled else [str(HERE)]
    kept = _run_in("plain Python", name, plain, NUMBA_DISABLE_JIT="1")
    return (_run_in("compiled", name, [str(HERE)]) and kept) if compiled else kept


def _run_in(how: str, name: str, files: list[str], **env: str) -> bool:
    print(f"{name}, {how}:", flush=True)  # noqa: T201
    done = subprocess.run(
        [sys.executable, "-c", RUN, *files],
        env=os.environ | {"TABLEE_GAMES": name} | env,
        check=False,
    )
    return done.returncode == 0


def run(*files: str) -> int:
    """Run the laws of some files, and tell what was found."""
    teller = Teller()
    quiet = ["-p", "no:terminal", "-p", "no:cacheprovider", "-c", os.devnull]
    status = pytest.main([*quiet, f"--rootdir={HERE}", *files], plugins=[teller])
    print(teller.told())  # noqa: T201
    return int(status)
