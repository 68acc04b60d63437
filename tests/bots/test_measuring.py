"""What the commands that measure bots say to bad input."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("ladder.py escogriffe --players 2", "escogriffe is for 3 to 8 players, not 2."),
        ("ladder.py whist", "there is no game 'whist'; there are escogriffe, fourmis, kraut."),
        ("estimate.py --players 9", "escogriffe is for 3 to 8 players, not 9."),
        ("chances.py whist", "there is no game 'whist'; there are escogriffe, fourmis, kraut."),
        ("chances.py kraut --players 6", "kraut is for 2 to 5 players, not 6."),
        ("chances.py kraut --matches 1", "over matches: it takes at least 2, and a simulation."),
        ("judgement.py whist", "there is no game 'whist'; there are escogriffe, fourmis, kraut."),
        (
            "judgement.py kraut --matches 1",
            "rates are over matches: it takes at least 2, and a draw.",
        ),
        ("decisions.py kraut master --players 6", "kraut is for 2 to 5 players, not 6."),
        ("decisions.py kraut master,patience=2 --positions 1", "'patience' is none of explore"),
        (
            "decisions.py kraut master,doubt=much --positions 1",
            "bot 'master,doubt=much': doubt is a number, not 'much'.",
        ),
        (
            "decisions.py kraut master,guesses=2 --positions 1",
            "bot 'master,guesses=2': guesses is true or false, not '2'.",
        ),
        ("decisions.py kraut master --positions 0", "argument --positions: '0' is not 1 or more."),
    ],
)
def test_a_measure_that_cannot_be_taken_says_why(command: str, complaint: str) -> None:
    script, *rest = command.split()
    done = subprocess.run(
        [sys.executable, f"benchmarks/{script}", *rest],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr
