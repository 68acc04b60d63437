"""What a match of every game comes to, as bytes and words: the same with and without NumPy."""

from __future__ import annotations

import hashlib
import json
import random
import sys

from tablee import GAMES, Game
from tablee.bots import find_bot

NAMES = ("fourmis", "kraut", "escogriffe")
LONGEST = 200


def tell_all() -> None:
    """Prints it for every table size of the games of the house."""
    told = {f"{name} {n}": walk(GAMES[name], n) for name in NAMES for n in GAMES[name].players}
    sys.stdout.write(json.dumps(told))


def walk(game: Game, players: int) -> str:
    """A hash of all that can be asked about each state of a match, random but for some moves."""
    luck, state, told = random.Random(players), game.deal(players, seed=players), hashlib.sha256()
    bot, ply = find_bot("casual", game, seed=3), 0
    while state.seat is not None and ply < LONGEST:
        view, ply = state.view(state.seat), ply + 1
        for part in (bytes(state), bytes(view), bytes(state.view(None)), bytes(view.observation())):
            told.update(part)
        told.update(repr((str(state), view.as_dict(), state.scores, state.legal_moves())).encode())
        move = luck.choice(state.legal_moves()) if ply % 9 else bot.choose(view)
        told.update(repr((state.tell(move, "fr"), state.why_not(move))).encode())
        told.update(bytes(view.redeal(ply)))
        state = state.play(move)
    return told.hexdigest()
