"""How well Le Grand Escogriffe's estimate foretells who wins a round.

    python benchmarks/estimate.py [--players 3 4 6 8] [--matches 100] [--seed 1]

At the beginning of every turn of matches among advice players, the seat whose turn it is says
how likely each one wins the round. Its surprise is the mean of -log of what it gave to who did
win; who knows nothing is surprised by the logarithm of the number of players. The last
columns say how often the favourite won, beside how often he was said to.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass, field

import numpy as np

from tablee import Game, State, find_game
from tablee.bots.levels import find_bot
from tablee.core.errors import InvalidError
from tablee.games.escogriffe.advice import foretell
from tablee.games.escogriffe.material import BONUS
from tablee.games.escogriffe.state import CHOOSING


@dataclass
class Said:
    """What was said in a round, or in many."""

    shares: list[list[float]] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)

    def end(self, winner: int, before: Said) -> None:
        """Add a round that somebody has won."""
        self.shares += before.shares
        self.winners += [winner] * len(before.shares)

    @property
    def surprise(self) -> float:
        """The mean surprise."""
        won = [shares[winner] for shares, winner in zip(self.shares, self.winners, strict=True)]
        return -float(np.mean(np.log(won)))

    @property
    def favourite(self) -> tuple[float, float]:
        """How often the favourite won, and how often he was said to."""
        kept = [
            max(shares) == shares[winner]
            for shares, winner in zip(self.shares, self.winners, strict=True)
        ]
        return float(np.mean(kept)), float(np.mean([max(shares) for shares in self.shares]))


def shares_at(state: State, seat: int) -> list[float]:
    """Return how likely each seat wins the round, as one of them sees it."""
    values = np.zeros(state.players)
    foretell(state.view(seat).record, seat, values)
    return [float(value) for value in values]


def watch(game: Game, players: int, matches: int, seed: int) -> Said:
    """Return what was said in all rounds that somebody won."""
    said, advice = Said(), find_bot("advice", game)
    for match in range(matches):
        state, talk = game.deal(players, seed=seed * 1_000_003 + match), Said()
        while state.seat is not None:
            if state.record.phase == CHOOSING:
                talk.shares.append(shares_at(state, state.seat))
            after = state.play(advice.choose(state.view(state.seat)))
            if after.seat is None or after.record.rounds != state.record.rounds:
                gained = (after.record.totals - state.record.totals)[:players]
                if gained.max() == state.record.target + BONUS:
                    said.end(int(gained.argmax()), talk)
                talk = Said()
            state = after
    return said


def report(players: int, matches: int, seed: int) -> None:
    """Print a row for tables of so many."""
    found = watch(find_game("escogriffe"), players, matches, seed)
    won, said_to = found.favourite
    print(
        f"| {players} | {len(found.winners):,} | {found.surprise:.3f} | {math.log(players):.3f}"
        f" | {won:.1%} | {said_to:.1%} |",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--players", type=int, nargs="+", default=[3, 4, 6, 8])
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print("| players | turns | surprise | knowing nothing | favourite won | was said to |")
    print("|---|---|---|---|---|---|")
    try:
        for number in args.players:
            report(number, args.matches, args.seed)
    except InvalidError as error:
        parser.error(str(error))
