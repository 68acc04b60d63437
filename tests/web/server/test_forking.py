"""Workers come from a process that has loaded everything and may be forked at any moment."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ASK = """
import os, sys
from pathlib import Path
from tablee.web.server import forking

def tell():
    from tablee.bots.loading import _LOADED
    status = Path(f"/proc/{os.getppid()}/status").read_text()
    threads = next(line.split()[1] for line in status.splitlines() if line.startswith("Threads"))
    print(threads, *sorted(_LOADED), "tablee.web.app" in sys.modules, flush=True)

if __name__ == "__main__":
    forking.get_ready()
    worker = forking.context().Process(target=tell)
    worker.start()
    worker.join()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells the threads of the system")
def test_what_is_forked_has_one_thread_and_everything_loaded(tmp_path: Path) -> None:
    """A thread would not come along, but the locks that it holds would."""
    (tmp_path / "ask.py").write_text(ASK)
    done = subprocess.run(
        [sys.executable, tmp_path / "ask.py"],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert done.stdout.split() == ["1", "escogriffe", "fourmis", "kraut", "True"], done.stderr
