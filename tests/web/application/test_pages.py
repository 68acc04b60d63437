"""The pages that every house has, also one in a pocket."""

from __future__ import annotations

import subprocess
import sys


def test_a_pocket_keeps_shelf_tables_lessons_rules_pads_days_and_replays() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.web.pocket"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
