"""`python -m tests.web.browser.lucky_house` is `tablee` with the luck of a run of tests.

A deal is made of the run's luck and of what tests add to the shuffle, and a bot's luck of what it
sees: neither depends on the order of tests, nor on the clock. It is noon when the house opens.
Bot workers run this file again when they start. No test imports it: what it changes stays so.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tablee import Game
from tablee.cli import main
from tablee.core.origin import Origin
from tablee.core.position import View
from tablee.web import bot_turns, bot_workers
from tests.effort import ADDED, LUCK

REAL_CHOICE = bot_workers.choose
NOON = int(datetime(2026, 3, 2, 12).timestamp() * 1e9) - time.monotonic_ns()


def key(
    self: Origin, game: Game, players: int, options: Mapping[str, Any], version: int | None = None
) -> bytes:
    """The key of a deal, whatever its table, its house and other browsers have added."""
    chosen = game.check_options(players, options)
    return _hash(game.name, players, chosen, [one for one in self.luck if one.startswith(ADDED)])[:16]


def choose(view: View, level: str, seed: int) -> str:
    """What a bot chooses, whenever it is asked."""
    return REAL_CHOICE(view, level, int.from_bytes(_hash(view)[:4]))


def _hash(*told: object) -> bytes:
    return hashlib.sha256(" ".join(map(str, (LUCK, *told))).encode()).digest()


Origin.key = key  # type: ignore[method-assign]
bot_workers.choose = bot_turns.choose = choose

if __name__ == "__main__":
    time.time_ns = lambda: NOON + time.monotonic_ns()
    main()
