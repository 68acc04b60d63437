"""`python -m tests.web.browser.later_house` is `tablee` by a clock that a test puts forward.

The file that `TABLEE_TEST_CLOCK` names holds the days by which its clock is ahead.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from tests.web.browser.lucky_house import main

REAL = time.time_ns


def ahead() -> int:
    """The time of the test, in nanoseconds."""
    days = float(Path(os.environ["TABLEE_TEST_CLOCK"]).read_text())
    return REAL() + int(days * 24 * 3600 * 1e9)


if __name__ == "__main__":
    time.time_ns = ahead
    main()
