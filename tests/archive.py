"""Golden games and counts, kept as text beside each game's tests.

`python -m tests.archive` writes those that are missing; delete one to make it anew. A change of
these files is a change of the rules: it raises the game's version.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from tablee import GAMES, Game, Record, State
from tablee.core.chance import key_of
from tablee.lab.counts import count_ways
from tests.cases import Case, cases_of, styles_of

HERE = Path(__file__).parent / "games"
ENDS = "# ends: "
MOST_WAYS = 200_000


def golden_cases(game: Game) -> list[Case]:
    """Every kind of table, played sensibly where random play would take too long."""
    style = "sensible" if "sensible" in styles_of(game) else "random"
    return [case for case in cases_of(game) if case.style == style]


def golden_path(case: Case) -> Path:
    return HERE / case.game.name / "golden" / f"{str(case).removesuffix('-' + case.style)}.record"


def counts_path(game: Game) -> Path:
    return HERE / game.name / "counts.txt"


def write_golden(case: Case, seed: int = 2026) -> str:
    """Plays a match and writes its record, with its last position."""
    record, moves = Record(case.game, case.players, key_of(seed), case.chosen), []
    choose, luck, state = styles_of(case.game)[case.style], random.Random(seed), case.deal(seed)
    while state.seat is not None:
        moves.append(choose(state, luck))
        state = state.play(moves[-1])
    return f"{record.play(*moves)}\n{ENDS}{state}\n"


def count_lines(game: Game) -> Iterator[str]:
    """Counts the ways onwards from some positions: `ways depth position` on each line."""
    for case in golden_cases(game):
        states = list(case.walk(2026))
        for state in (states[0], states[len(states) // 2], states[-8]):
            ways = list(counts_of(state))
            yield f"{','.join(map(str, ways))} {state}"


def counts_of(state: State) -> Iterator[int]:
    ways = 0
    for depth in range(1, 6):
        ways = count_ways(state, depth)
        yield ways
        if ways > MOST_WAYS / 20:
            return


def main() -> None:
    for game in GAMES.values():
        for case in golden_cases(game):
            path = golden_path(case)
            path.parent.mkdir(exist_ok=True)
            if not path.exists():
                path.write_text(write_golden(case), encoding="utf-8")
        if not counts_path(game).exists():
            counts_path(game).write_text("\n".join(count_lines(game)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
