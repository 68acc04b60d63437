"""After a reshuffle nobody is dealt a hand that contradicts what everyone saw."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest
from scipy.stats import chisquare

from tablee import State
from tablee.games.escogriffe.notation import of_seat
from tests.games.escogriffe.tables import GAME, field, ring_game

Cards = Counter[str]


def counted(counts: list[int]) -> Cards:
    return Counter({c: n for c, n in zip(GAME.notation.codes, counts, strict=False) if n})


def hidden(state: State, seat: int) -> Cards:
    """The cards of a hand that were not taken openly."""
    return counted(of_seat(state.record.hands, seat)) - counted(of_seat(state.record.known, seat))


class Witness:
    """Somebody who remembers all that was seen since the first reshuffle, by the moves alone."""

    def __init__(self, state: State) -> None:
        self.seats = range(state.players)
        self.old = sum((hidden(state, seat) for seat in self.seats), Counter())
        self.stocks = [self._stock(state)]
        self.seen: list[str] = []

    def _stock(self, state: State) -> Cards:
        return counted([int(n) for n in state.record.stock])

    def watch(self, before: State, move: str, after: State) -> None:
        """Writes down one move."""
        verb, card, *_ = [*move.split("-"), ""]
        seat = before.seat
        assert seat is not None
        if verb == "draw":
            self.seen.append(f"{seat}+")
        elif verb != "take" and not counted(of_seat(before.record.known, seat))[card]:
            self.seen.append(f"{seat}-{card}")
        if after.record.reshuffles > before.record.reshuffles:
            self.stocks.append(self._stock(after))

    def believes(self, new: State) -> bool:
        """Whether a deal, with what it says was drawn, agrees with everything seen."""
        told = field(new, "since").split(",") if " since=" in str(new) else []
        if [word[:2] if "+" in word else word for word in told] != self.seen:
            return False
        draws = [word[2:] for word in told if "+" in word]
        for stock in self.stocks:
            size = stock.total()
            if not Counter(draws[:size]) <= stock:
                return False
            draws = draws[size:]
        olds = [self._walk_back(new, seat, told) for seat in self.seats]
        return None not in olds and sum((old or Counter() for old in olds), Counter()) == self.old

    def _walk_back(self, new: State, seat: int, told: list[str]) -> Cards | None:
        """What a seat must have held at the first reshuffle; None if that cannot be."""
        have = hidden(new, seat)
        for word in reversed([word for word in told if word[0] == str(seat)]):
            have[word[2:]] += -1 if word[1] == "+" else 1
            if have[word[2:]] < 0:
                return None
        return have


def reshuffled(players: int, seed: int, plies: int) -> Iterator[tuple[State, Witness]]:
    """Plays at random, but seldom lays; gets what follows after the first reshuffle of a round."""
    luck, state, witness = random.Random(seed), GAME.deal(players, seed=seed), None
    for _ in range(plies):
        if state.seat is None:
            return
        moves = state.legal_moves()
        waits = [move for move in moves if "lay" not in str(move)]
        move = luck.choice(waits if luck.random() < 0.9 else moves)
        after = state.play(move)
        if after.record.rounds != state.record.rounds:
            witness = None
        elif witness is not None:
            witness.watch(state, str(move), after)
        elif after.record.reshuffles:
            witness = Witness(after)
        state = after
        if witness is not None:
            yield state, witness


@pytest.mark.parametrize("players", range(3, 9))
def test_no_hand_dealt_anew_contradicts_what_everyone_saw(players: int) -> None:
    checked, most = 0, 0
    for seed in range(5):
        for number, (state, witness) in enumerate(reshuffled(players, seed, 700)):
            if number % 13 == seed:
                assert witness.believes(state)
                for seat in (None, number % players):
                    assert witness.believes(state.view(seat).redeal(number))
                checked, most = checked + 1, max(most, len(witness.stocks))
    assert checked > 9
    assert most > 1 or players < 8


FEW = """
name = "few"
[[type]]
code = "orange"
top = {shape = "ring", colour = "grey"}
bottom = {shape = "ring", colour = "grey"}
copies = 27
orange = true
lies = "across"
"""
END = """
[[type]]
code = "%s"
%s = {shape = "ring", colour = "grey"}
copies = 3
lies = "upright"
"""


def test_all_deals_that_fit_are_about_equally_likely(tmp_path: Path) -> None:
    """Two others hold two cards each; a and c were given away, each after a draw."""
    ends = [END % (code, "bottom" if code in "ab" else "top") for code in "abcd"]
    game = ring_game(tmp_path, FEW + "".join(ends))
    nine = ",".join(["orange"] * 9)
    view = game.parse_view(
        f"escogriffe players=3 points=50 view=0 deck=few round=2 target=11 turn=0 drawn=-"
        f" totals=0,0,0 hands=b,d/?2/?2 known=-/-/- figures={nine}/{nine}/{nine} piles=a,a/c,c"
        f" idle=0 reshuffles=1 shuffled=a,b,c,d since=1+?,1-a,2+?,2-c key=?"
    )
    fitting: Counter[tuple[str, str]] = Counter()
    worlds = [(*o, *d) for o in permutations("abcd") for d in permutations("abcd", 2)]
    for *old, first, second in worlds:
        hands = [[*old[:2], first], [*old[2:], second]]
        if "a" in hands[0] and "c" in hands[1]:
            hands[0].remove("a")
            hands[1].remove("c")
            fitting["".join(sorted(hands[0])), "".join(sorted(hands[1]))] += 1
    found: Counter[tuple[str, str]] = Counter()
    for seed in range(4000):
        one, two = [
            "".join(part[0] * int(part[2:] or 1) for part in hand.split(","))
            for hand in field(view.redeal(seed), "hands").split("/")[1:]
        ]
        found[one, two] += 1
    assert set(found) == set(fitting)
    expected = [n * 4000 / fitting.total() for n in fitting.values()]
    assert chisquare([found[deal] for deal in fitting], expected).pvalue > 0.001


OLDER = (Path(__file__).parent / "older.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("text", OLDER)
def test_a_position_of_older_days_that_names_only_the_draws_is_read(text: str) -> None:
    state = GAME.parse_state(text)
    assert " drew=" not in str(state)
    assert GAME.parse_state(str(state)) == state
    for seat in (None, *range(8)):
        view = state.view(seat)
        assert GAME.parse_view(str(view)) == view
        assert view.redeal(1).view(seat) == view


@pytest.mark.parametrize("text", OLDER)
def test_a_view_of_older_days_is_read(text: str) -> None:
    state = GAME.parse_state(text)
    draws = [word[0] for word in field(state, "since").split(",") if "+" in word]
    drew = "/".join(f"?{draws.count(str(seat))}" for seat in range(8))
    seen = [word for word in str(state.view(None)).split() if not word.startswith("since=")]
    view = GAME.parse_view(" ".join([*seen, f"drew={drew}"]))
    assert GAME.parse_view(str(view)) == view
    assert view.redeal(4).view(None) == view
