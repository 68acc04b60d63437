"""What is in the box, how a game begins, and what everyone may know."""

from __future__ import annotations

from collections import Counter

import pytest
from scipy.stats import chisquare

from tablee import InvalidOption
from tablee.games.kraut.material import CARDS, COLUMNS, CONTRACTS, KINDS, ROWS, STOCK
from tests.games.kraut.tables import GAME, NAMES, boxed, field, legal, play, refused, table

clause = pytest.mark.clause


@clause("K31")
def test_the_game_is_for_two_to_five() -> None:
    assert [GAME.deal(players, seed=1).players for players in range(2, 6)] == [2, 3, 4, 5]
    for players in (1, 6):
        with pytest.raises(InvalidOption, match="for 2 to 5 players"):
            GAME.deal(players)


@clause("K32")
def test_there_are_90_cards_with_the_moles_of_five() -> None:
    cards = dict(zip(KINDS, STOCK, strict=False))
    assert cards == {"T": 16, "S": 16, "C": 16, "A": 16, "c": 7, "d": 7, "s": 7}
    state = GAME.deal(5, seed=1)
    assert CARDS + len(field(state, "moles")) == 90
    seen = Counter(field(state, "drawn"))
    left = Counter({kind: int(n) for kind, n in zip(KINDS, state.record.stock, strict=False)})
    assert left + seen == Counter(cards)


@clause("K33")
def test_there_are_twelve_contracts_six_gardens_and_one_cup() -> None:
    assert len(set(CONTRACTS)) == 12
    assert len(field(GAME.deal(5, seed=1), "gardens").split("/")) == 6
    full = "TSCATSCATSCA"
    state = table(full, full, full[:11], taken="2:1,1:2,3:0", match="three", game=3, drawn="d")
    outcome = play(state, "3-12").outcome()
    assert outcome is not None
    assert [line.seat for line in outcome.sheet if line.what == "cup"] == [1]


@clause("K34")
def test_a_garden_has_three_rows_of_four_beds() -> None:
    state = GAME.deal(3, seed=1)
    assert len(legal(state).split()) == 4 * 12
    assert (ROWS, COLUMNS) == (3, 4)
    drawn = state.view(0).show("en", NAMES).splitlines()
    assert drawn[4].split() == ["1", "-", "2", "-", "3", "-"]
    assert [len(line.split()) for line in drawn[5:8]] == [12, 12, 12]


@clause("K35")
def test_all_gardens_lie_in_the_middle_at_first() -> None:
    assert field(GAME.deal(4, seed=1), "taken") == "-"


@clause("K36")
@pytest.mark.parametrize(("players", "gardens"), [(3, "1234"), (4, "12345"), (5, "123456")])
def test_there_is_one_garden_more_than_players(players: int, gardens: str) -> None:
    state = table(players=players)
    assert {move[0] for move in legal(state).split()} == set(gardens)
    for garden in set("123456") - set(gardens):
        told = str(refused(state, f"{garden}-1"))
        assert told == f"There is no garden {garden} at this table. (K36)"


@clause("K37")
def test_everyone_has_a_mole_that_all_can_see() -> None:
    assert field(GAME.deal(4, seed=1), "moles") == "0123"
    assert " moles=0123 " in str(GAME.deal(4, seed=1).view(None))


@clause("K1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_stock_is_85_cards_without_a_mole(players: int) -> None:
    state = GAME.deal(players, seed=2)
    assert int(state.record.left) + 1 == 85
    assert len(state.record.stock) == 7
    assert len(field(state, "moles")) == players


@clause("K38", "K2")
def test_any_card_of_the_stock_may_come_first_each_as_likely() -> None:
    n = 3000
    first = Counter(field(GAME.deal(3, seed=seed), "drawn") for seed in range(n))
    expected = [n * cards / CARDS for cards in STOCK]
    assert chisquare([first[kind] for kind in KINDS[:7]], expected).pvalue > 0.001


@clause("K39", "K40")
def test_everyone_is_dealt_another_of_the_twelve_contracts() -> None:
    seen: set[str] = set()
    for seed in range(60):
        dealt = field(GAME.deal(5, seed=seed), "contracts").split("/")
        assert len(set(dealt)) == 5
        seen |= set(dealt)
    assert seen == set(CONTRACTS)


@clause("K20", "K39")
def test_a_contract_is_its_holders_secret() -> None:
    state = table("TS", taken="2:1", contracts="TSCA/TCAS/TASC")
    assert " contracts=TSCA/?/? " in str(state.view(0))
    assert " contracts=?/?/TASC " in str(state.view(2))
    assert " contracts=?/?/? " in str(state.view(None))


@clause("K20")
def test_a_finished_player_still_keeps_the_secret() -> None:
    state = table("TSCATSCATSCA", taken="1:1")
    assert " contracts=TSCA/?/? " in str(state.view(0))


@clause("K20")
def test_contracts_lie_open_when_the_game_is_scored() -> None:
    full = "TSCATSCATSCA"
    state = play(table(full, full, full[:11], taken="1:1,2:2,3:0"), "3-12")
    for seat in (None, 0, 1, 2):
        assert " contracts=TSCA/TCAS/TASC " in str(state.view(seat))


@clause("K20")
def test_contracts_lie_open_between_two_games() -> None:
    full = "TSCATSCATSCA"
    state = table(full, full, full[:11], taken="1:1,2:2,3:0", match="three")
    scored, dealt = state.frames("3-12")
    for seat in (None, 0, 1, 2):
        assert list(scored.state.view(seat).record.contracts[:3]) == [0, 1, 2]
        assert list(dealt.state.view(seat).record.contracts[:3]).count(-1) >= 2


@clause("K20")
def test_everything_else_is_public() -> None:
    state = boxed(table("TS+sC+mA", "c", taken="2:2", moles="01"), "ss")
    hidden = {"contracts", "key", "view"}
    mine, theirs = str(state).split(), str(state.view(None)).split()
    assert {word for word in mine if word.split("=")[0] not in hidden} == {
        word for word in theirs if word.split("=")[0] not in hidden
    }


@clause("K21", "K41")
def test_the_first_seat_begins_and_turns_go_clockwise() -> None:
    state = GAME.deal(4, seed=5)
    turns = []
    for _ in range(5):
        turns.append(state.seat)
        while state.seat == turns[-1]:
            moves = legal(state).split()
            state = state.play(next((move for move in ("draw", "wait") if move in moves), moves[0]))
    assert turns == [0, 1, 2, 3, 0]
