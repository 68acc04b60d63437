"""Matches that begin at a position: what is seen there stays, the rest comes from the key."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablee import InvalidOption, InvalidRecord, Record, find_game, parse_record
from tablee.core.origin import Origin
from tablee.games import GAMES
from tablee.table.posed.laid import LaidTable, laid_tables

TABLES = [table for name in GAMES for table in laid_tables(find_game(name))]
KEY = bytes(range(16))
FOURMIS = "2r,2v,2p,4b,5b,7b,Qp/3r,5r,7v,Nr,Nv,Np/3b,6v,6b,7j,8r,Qr"
KRAUT = "CSAT/SACT/SCTA"
ESCOGRIFFE = "hood,bluechest,greenlegs/bluechest*2/bluebust,yellowhem"


def named(table: LaidTable) -> str:
    return f"{table.game.name} {table.name}"


def begun(table: LaidTable, key: bytes = KEY) -> Record:
    options = {**table.view.options, "position": table.position}
    return Record(table.game, table.view.players, key, options)


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_what_was_seen_stays_and_what_was_hidden_comes_from_the_key(table: LaidTable) -> None:
    state = next(begun(table).states())
    assert str(state.view(0)) == table.position
    assert state == next(begun(table).states())
    others = {str(next(begun(table, bytes([n]) * 16).states())) for n in range(8)}
    hidden = {text.rpartition(" key=")[0] for text in others}
    assert len(hidden) > 1, "hidden cards are dealt, not laid"


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_a_record_holds_the_position_and_replays(table: LaidTable) -> None:
    record = begun(table).play(table.choices[0])
    text = str(record)
    assert f"\nposition: {table.position}\n" in text
    assert parse_record(text) == record
    assert parse_record(text).verify() == record.replay()


def test_the_key_of_a_deal_is_bound_to_its_position() -> None:
    first, second = laid_tables(find_game("fourmis"))[:2]
    origin = Origin("t", bytes(32), ("luck", "", ""))
    record = begun(first)
    bound = replace(record, origin=origin, key=origin.key(first.game, 3, record.options))
    bound.verify()
    moved = replace(bound, options=begun(second).options)
    with pytest.raises(InvalidRecord, match="chosen it"):
        moved.verify()


def test_hidden_cards_of_a_kept_record_never_change() -> None:
    """Records must replay for ever: this is how a deal came out when they were first written."""
    ends = {table.game.name: str(next(begun(table).states())) for table in TABLES[::-1]}
    assert ends["fourmis"].split(" hands=")[1].split()[0] == FOURMIS
    assert ends["kraut"].split(" contracts=")[1].split()[0] == KRAUT
    assert ends["escogriffe"].split(" hands=")[1].split()[0] == ESCOGRIFFE


@pytest.mark.parametrize(
    ("players", "changed", "told"),
    [
        (2, {}, "other players"),
        (3, {"beat": "previous"}, "other players or options"),
        (3, {"position": "fourmis players=3"}, "position"),
        (3, {"position": "kraut"}, "position"),
    ],
)
def test_a_position_of_another_match_is_refused(
    players: int, changed: dict[str, str], told: str
) -> None:
    game = find_game("fourmis")
    position = laid_tables(game)[0].position
    with pytest.raises(InvalidOption, match=told):
        game.check_options(players, {"position": position, **changed})


def test_a_position_is_what_the_seat_that_is_to_move_sees() -> None:
    game = find_game("fourmis")
    state = next(begun(laid_tables(game)[0]).states())
    for text in (str(state), str(state.view(1)), str(state.view(None))):
        with pytest.raises(InvalidOption, match="position"):
            game.deal(3, key=KEY, position=text)
