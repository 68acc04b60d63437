"""A house by itself: no pages, no SQL, no other thread."""

from __future__ import annotations

import subprocess
import sys


def test_a_house_plays_a_match_of_each_game_in_one_thread_with_a_store_in_memory() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.house.alone"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
