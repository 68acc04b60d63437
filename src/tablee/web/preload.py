"""What all processes of a house need: its modules, and games that were compiled before.

Importing this loads it; `forking` has it imported once, in the process that is forked.
"""

from __future__ import annotations

from tablee.bots.loading import catch_up, do_without
from tablee.games import GAMES
from tablee.web import serve

__all__ = ["serve"]

for _name in GAMES:
    do_without(_name)
    catch_up(_name)
