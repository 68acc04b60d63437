"""`python -m tests.web.browser.fourth_house` is `tablee` with the fourth game on the shelf.

Bot workers run this file again when they start, and so know the game too. No test imports it: a
game that it puts on the shelf stays there.
"""

from __future__ import annotations

from tablee import GAMES
from tablee.bots.loading import warm_up
from tests.games.fourth import FOURTH
from tests.web.browser.lucky_house import main

GAMES[FOURTH.name] = FOURTH

if __name__ == "__main__":
    warm_up(FOURTH.name)
    main()
