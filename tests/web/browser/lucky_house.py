"""`python -m tests.web.browser.lucky_house` is `tablee` with the luck of a run of tests.

A deal is made of the run's luck and of what tests add to the shuffle, and a bot's luck of what it
sees: neither depends on the order of tests, nor on the clock. It is noon when the house opens.
Bot workers run this file again when they start. No test imports it: what it changes stays so.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from typing import Any

from tablee import Game
from tablee.cli import main as main
from tablee.core.origin import Origin
from tablee.core.state.position import View
from tablee.house.thinking import bot_turns, levels
from tablee.web.server import bot_workers
from tests.effort import ADDED, LUCK, NOON

REAL_CHOICE = levels.choose
OPENED = time.monotonic_ns()


def key(
    self: Origin, game: Game, players: int, options: Mapping[str, Any], version: int | None = None
) -> bytes:
    """The key of a deal, whatever its table, its house and other browsers have added."""
    chosen = game.check_options(players, options)
    added = [one for one in self.luck if one.startswith(ADDED)]
    return _hash(game.name, players, chosen, added)[:16]


def choose(view: View, level: str, seed: int) -> str:
    """What a bot chooses, whenever it is asked."""
    return REAL_CHOICE(view, level, int.from_bytes(_hash(view)[:4]))


def _hash(*told: object) -> bytes:
    return hashlib.sha256(" ".join(map(str, (LUCK, *told))).encode()).digest()


Origin.key = key  # type: ignore[method-assign]
for module in (bot_workers, bot_turns):
    setattr(module, "choose", choose)  # noqa: B010

if __name__ == "__main__":
    time.time_ns = lambda: NOON + time.monotonic_ns() - OPENED
    main()
