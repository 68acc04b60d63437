"""How a deck plays: many rounds of sensible players, for each number of players and target.

    python -m tablee.games.escogriffe.report [--rounds 2000] [--deck my-deck.toml] [--seed 0]

prints a Markdown table: the share of rounds that end with a winner, turns a round, reshuffles.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tablee.core.chance import new_rng, rekey
from tablee.core.compiled import Records, Rng, begin, compiled
from tablee.core.errors import TableeError
from tablee.core.header import NOBODY
from tablee.games.escogriffe import Escogriffe
from tablee.games.escogriffe.choices import FIRST_CARD_MOVE
from tablee.games.escogriffe.material import LONGEST, SMALLEST
from tablee.games.escogriffe.rules import RESHUFFLED, ROUND_WON, SCORED, put, step
from tablee.games.escogriffe.sensible import choose

TARGETS = range(SMALLEST, LONGEST + 1)


@dataclass(frozen=True)
class Line:
    """What the rounds of one number of players and one target came to."""

    players: int
    target: int
    rounds: int
    won: int
    turns: int
    reshuffles: int

    @property
    def share(self) -> float:
        """Gets the share of rounds that somebody won."""
        return self.won / self.rounds


@compiled
def play_rounds(
    blank: Records, states: Records, target: int, rounds: int, rng: Rng
) -> tuple[int, int, int]:
    """Plays single rounds with one target; counts those won, the turns and the reshuffles."""
    won, turns, reshuffles = 0, 0, 0
    for _ in range(rounds):
        state = states[0]
        state.target = 0
        while state.target != target:
            states[0] = blank[0]
            rekey(state, rng)
            begin(state)
        event = 0
        while event != SCORED:
            if state.seat == NOBODY:
                event = step(state)
                won += event == ROUND_WON
                reshuffles += event == RESHUFFLED
            else:
                move = choose(state)
                turns += move >= FIRST_CARD_MOVE
                put(state, move)
    return won, turns, reshuffles


def report(game: Escogriffe, rounds: int, seed: int = 0) -> Iterator[Line]:
    """Plays the rounds of every number of players and target."""
    for players in game.players:
        for target in TARGETS:
            blank = game.blank(players)
            rng = new_rng(seed * 10_000 + players * 100 + target)
            counted = play_rounds(blank, blank.copy(), target, rounds, rng)
            yield Line(players, target, rounds, *map(int, counted))


def as_markdown(lines: Sequence[Line]) -> str:
    """Writes the table: in each cell the share of rounds won, turns and reshuffles a round."""
    rows = ["| players | " + " | ".join(f"target {target}" for target in TARGETS) + " |"]
    rows.append("|---" * (len(TARGETS) + 1) + "|")
    for players in sorted({line.players for line in lines}):
        cells = [
            f"{line.share:.1%} · {line.turns / rounds:.0f} · {line.reshuffles / rounds:.1f}"
            for line in lines
            if line.players == players and (rounds := line.rounds)
        ]
        rows.append(f"| {players} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def main(words: Sequence[str] | None = None) -> int:
    """Prints the report of a deck."""
    parser = argparse.ArgumentParser(description="How a deck of Le Grand Escogriffe plays.")
    parser.add_argument("--rounds", type=int, default=2000, help="rounds for each cell")
    parser.add_argument("--seed", type=int, default=0, help="equal seeds, equal rounds")
    parser.add_argument("--deck", type=Path, help="another deck file")
    chosen = parser.parse_args(words)
    try:
        game = Escogriffe()
        game = game.with_deck(chosen.deck) if chosen.deck else game
    except TableeError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(as_markdown(list(report(game, max(1, chosen.rounds), chosen.seed))) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
