"""Records of rules 1 replay as they were played, up to what E11 and E19 have changed since."""

from __future__ import annotations

import pytest

from tablee import InvalidRecord, Record, parse_record
from tablee.core.chance import key_of
from tests.archive import HERE
from tests.games.escogriffe.tables import GAME

GOLDEN = HERE / "escogriffe/golden/escogriffe-3-50.record"


def test_a_record_of_rules_1_replays_and_keeps_its_version() -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    old = text.replace("game: escogriffe 2", "game: escogriffe 1")
    assert old != text
    assert parse_record(old).replay() == parse_record(text).replay()
    assert str(parse_record(old)).splitlines()[1] == "game: escogriffe 1"


@pytest.mark.parametrize(("players", "differs"), [(3, True), (8, False)])
def test_where_rules_1_would_have_ended_a_round_is_said(players: int, differs: bool) -> None:
    """At small tables the first stock already gave more than E11 then let it."""
    state, moves = GAME.deal(players, seed=1), []
    while not state.record.reshuffles:
        legal = {str(move): move for move in state.legal_moves()}
        moves.append(legal.get("draw") or state.legal_moves()[-1])
        state = state.play(moves[-1])
    record = Record(GAME, players, key_of(1), state.options, version=1).play(*moves)
    if differs:
        with pytest.raises(InvalidRecord, match=f"move {len(moves)} was played by rules 1"):
            record.replay()
    else:
        assert record.replay() == state
