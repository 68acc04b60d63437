"""The engine and the independent referee agree, move by move, on many random matches."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tablee import State
from tablee.core import compiled
from tablee.core.compiled import Records
from tablee.core.rules.variant import read_line
from tablee.games.kraut import rules
from tablee.games.kraut.gardens.garden import beds
from tablee.games.kraut.material import EVERY_CONTRACT, KINDS
from tablee.games.kraut.state import DEALING
from tests.cases import CASES, Case, styles_of
from tests.effort import often
from tests.games.kraut.referee import Referee

KRAUT = [case for case in CASES if case.game.name == "kraut"]
GAMES_EACH = often(24, 100)


def follow(referee: Referee, records: Records) -> None:
    """Lets the engine do what happens by itself, and tells the referee what chance did."""
    while event := compiled.step_first(records):
        record = records[0]
        if event == rules.DEALT:
            referee.deal([EVERY_CONTRACT[n] for n in record.contracts[: record.players]])
        if event == rules.DRAWN:
            referee.turn(KINDS[record.drawn])
        if event == rules.SCORED:
            compare_table(referee, record)
            assert referee.totals == list(record.totals[: record.players])


def compare(referee: Referee, state: State) -> None:
    """Compares what may be played and what everyone can see at a glance."""
    record = state.record
    assert referee.wants == ("over" if state.seat is None else "move")
    assert referee.seat == state.seat
    assert referee.legal() == {str(move) for move in state.legal_moves()}
    assert referee.totals == list(state.scores)
    assert [owner if owner is not None else -1 for owner in referee.owner] == list(
        record.owner[: len(referee.owner)]
    )
    assert sum(mole << seat for seat, mole in enumerate(referee.moles)) == record.moles
    if state.seat is None:
        outcome = state.outcome()
        assert outcome is not None
        assert referee.winners == set(outcome.winners)
        for seat, points in enumerate(referee.points):
            assert points == sum(line.points for line in outcome.sheet if line.seat == seat)
            assert all(line.points == line.count * line.each for line in outcome.sheet)


def compare_table(referee: Referee, record: Any) -> None:
    """Compares every bed, the stock and the box."""
    for garden, lying in enumerate(referee.gardens):
        ours = [[KINDS[kind] for kind in bed[::-1] if kind >= 0] for bed in beds(record, garden)]
        assert lying == ours
    stock = {kind: int(n) for kind, n in zip(KINDS, record.stock, strict=False)}
    assert referee.stock == Counter(stock)
    assert int(record.left) == sum(stock.values())


KEYS = {name: case_keys for name, case_keys in KRAUT[0].game.settings.keys.items() if case_keys}


def _keyed(name: str, value: Any) -> dict[str, int]:
    """The numbers of a setting by the names of its parts."""
    return value if isinstance(value, dict) else dict(zip(KEYS[name], value, strict=True))


def play_both(case: Case, seed: int) -> Referee:
    """Plays a match on both, and compares them after every move."""
    luck = random.Random(seed)
    choose = styles_of(case.game)[case.style]
    numbers = read_line(case.chosen["variant"]) if "variant" in case.chosen else {}
    numbers |= {name: _keyed(name, numbers[name]) for name in KEYS.keys() & numbers.keys()}
    referee = Referee(case.players, case.chosen["match"], **numbers)
    records = case.game.blank(case.players, **dict(case.options))
    records["key"][0] = luck.getrandbits(64), luck.getrandbits(64)
    records["phase"], records["seat"] = DEALING, -1
    follow(referee, records)
    while True:
        state = State(case.game, records)
        compare(referee, state)
        if luck.random() < 0.1:
            compare_table(referee, state.record)
        if state.seat is None:
            return referee
        move = choose(state, luck)
        referee.play(str(move))
        records = records.copy()
        compiled.put_first(records, move.code)
        follow(referee, records)


@pytest.mark.parametrize("case", KRAUT, ids=str)
def test_engine_and_referee_agree(case: Case) -> None:
    matches = GAMES_EACH // (3 if dict(case.options)["match"] == "three" else 1)
    for seed in range(matches):
        play_both(case, seed)


@pytest.mark.clause("K6", "K9", "K10", "K11", "K14", "K15", "K16")
def test_every_rare_clause_fires_under_some_style() -> None:
    effects: set[str] = set()
    for case in KRAUT:
        for seed in range(2):
            effects |= play_both(case, seed).effects
    assert effects >= {
        *("K6-bed", "K6-box", "K7", "K9-closed", "K9-finished", "K10"),
        *("K11", "K14-mole", "K14-skip", "K15", "K16"),
    }, effects
