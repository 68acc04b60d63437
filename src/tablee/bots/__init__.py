"""Players that are not people.

    from tablee import find_game
    from tablee.bots import find_bot

    game = find_game("fourmis")
    bot = find_bot("regular", game, seed=1)
    state = game.deal(players=4, seed=7)
    print(bot.choose(state.view(state.seat)))

Any object with a method `choose(view, clock)` is a bot; `hold` lets bots play each other.
"""

from importlib import import_module
from typing import Any

MODULES = {
    "Bot": "tablee.bots.bot",
    "Clock": "tablee.bots.bot",
    "RandomBot": "tablee.bots.bot",
    "Contest": "tablee.lab.arena",  # loaded late, since the lab is built upon bots
    "hold": "tablee.lab.arena",
    "find_bot": "tablee.bots.levels",
    "NAMES": "tablee.bots.levels",
}
__all__ = sorted(MODULES)


def __getattr__(name: str) -> Any:
    """Return a public name from its module, which is loaded only then."""
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(MODULES[name]), name)
