"""What gardens are worth, who wins, the match of three games, and two players."""

from __future__ import annotations

import itertools

import pytest

from tablee import Outcome, ScoreLine, State
from tablee.games.kraut.material import CONTRACTS, PAYS
from tests.games.kraut.tables import (
    FULL,
    GAME,
    LAST,
    field,
    legal,
    play,
    refused,
    table,
    told,
    worth,
)

clause = pytest.mark.clause


def finish(
    *gardens: str,
    order: str = "012",
    match: str = "single",
    game: int = 1,
    totals: str = "",
) -> State:
    """Ends a game of three: seat 2 fills garden 3 with a dandelion; `order` is who took when."""
    taken = ",".join(f"{int(seat) + 1}:{seat}" for seat in order)
    state = table(*gardens, taken=taken, turn=2, drawn="d", match=match, game=game, totals=totals)
    return play(state, "3-12")


def outcome(state: State) -> Outcome:
    ended = state.outcome()
    assert ended is not None
    return ended


def levelled(scores: tuple[int, ...]) -> str:
    """Earlier points that make these final scores equal."""
    return ",".join(str(max(scores) - points) for points in scores)


# A garden


@clause("K72", "K68", "K67")
def test_the_example_of_the_sheet_is_worth_8_points() -> None:
    assert worth("TTTCCSSAcsA+m") == 8


def test_the_best_garden_is_worth_40_points() -> None:
    best = table("SSSSSSSSSTT.", FULL, FULL, taken="1:0,2:1,3:2", drawn="S")
    assert play(best, "1-12").scores[0] == 40
    assert (
        max(
            PAYS[min(mains, 6)][0] * high + PAYS[min(mains, 6)][1] * (12 - mains - high)
            for mains, high in itertools.product(range(13), repeat=2)
            if mains + high <= 12
        )
        == 40
    )


@clause("K64")
def test_the_main_vegetable_is_worth_nothing_itself() -> None:
    for mains in range(5, 11):
        assert worth("T" * mains + "dddddd"[: 11 - mains]) == 0


@clause("K65", "K66", "K69")
@pytest.mark.parametrize(
    ("mains", "high", "low"),
    [(0, 2, 1), (1, 3, 2), (2, 4, 3), (3, 3, 2), (4, 2, 1), (5, 1, 0), (6, 0, 0), (7, 0, 0)],
)
def test_the_number_of_mains_sets_the_prices(mains: int, high: int, low: int) -> None:
    rest = "ddddddccccc"[: 10 - mains]
    clovers = rest.count("c")
    assert worth("T" * mains + "S" + rest) - clovers == high
    assert worth("T" * mains + "C" + rest) - clovers == low


@clause("K67")
def test_a_negative_vegetable_costs_2_each() -> None:
    assert worth("AAA" + "d" * 6 + "cc") == -6 + 2


@clause("K68")
@pytest.mark.parametrize("contract", CONTRACTS)
def test_clover_dandelion_snail_and_mole_count_the_same_for_everyone(contract: str) -> None:
    main, _, _, negative = list(contract)
    assert worth("ccc" + main * 8, contract) == 3
    assert worth("ddd" + main * 8, contract) == 0
    assert worth("ssc" + main * 8, contract) == -2 + 1
    assert worth(f"{negative}+mcc" + main * 8, contract) == 2


@clause("K70", "K71")
def test_the_twelve_contracts_give_every_vegetable_every_role_three_times() -> None:
    assert CONTRACTS[0] == "TSCA"
    assert len(set(CONTRACTS)) == 12
    for role in range(4):
        roles = [contract[role] for contract in CONTRACTS]
        assert all(roles.count(kind) == 3 for kind in "TSCA")


@clause("K71")
@pytest.mark.parametrize("contract", CONTRACTS)
def test_each_contract_pays_its_own_vegetables(contract: str) -> None:
    main, high, low, negative = list(contract)
    rest = "ddddddcc"
    assert worth(main * 2 + high + rest, contract) == 4 + 2
    assert worth(main * 2 + low + rest, contract) == 3 + 2
    assert worth(main * 2 + negative + rest, contract) == -2 + 2


# Who wins


@clause("K56", "K59", "K21")
def test_a_garden_scores_for_its_owner_alone_and_points_may_be_negative() -> None:
    last = finish("TTSSSSSSdddd", "TTCCCCAASSSS", "AAAAAATTTCC.", "cccccccss...")
    assert last.scores == (24, 14, 14)
    assert {line.where for line in outcome(last).sheet} == {"1", "2", "3"}
    assert finish("AAAAAAAATTTT", FULL, LAST).scores[0] == -16


@clause("K30", "K73")
def test_the_highest_total_wins() -> None:
    last = finish("ccTTTTTTSSSS", "cccTTTTTTCCC", "AAAAAACCCCC.")
    assert outcome(last).scores == (2, 3, 2)
    assert outcome(last).winners == (1,)


@clause("K74", "K16")
@pytest.mark.parametrize(
    ("order", "winner"), [("012", 0), ("021", 0), ("201", 0), ("102", 1), ("210", 1)]
)
def test_a_tie_goes_to_the_tied_player_who_took_a_garden_first(order: str, winner: int) -> None:
    last = finish("ccTTTTTTSSSS", "ccTTTTTTCCCC", "AAAAACCCCCC.", order=order)
    assert outcome(last).scores == (2, 2, -2)
    assert outcome(last).winners == (winner,)


# The score sheet


@clause("K64", "K69", "K67", "K68")
def test_the_score_sheet_explains_every_point() -> None:
    sheet = outcome(finish("TTTCCSSAcsA+md", FULL, LAST)).sheet
    mine = [line for line in sheet if line.seat == 0]
    assert mine == [
        ScoreLine(0, "main", 3, 0, 0, "K64", "1"),
        ScoreLine(0, "high", 2, 3, 6, "K69", "1"),
        ScoreLine(0, "low", 2, 2, 4, "K69", "1"),
        ScoreLine(0, "negative", 1, -2, -2, "K67", "1"),
        ScoreLine(0, "clover", 1, 1, 1, "K68", "1"),
        ScoreLine(0, "dandelion", 1, 0, 0, "K68", "1"),
        ScoreLine(0, "snail", 1, -1, -1, "K68", "1"),
        ScoreLine(0, "mole", 1, 0, 0, "K68", "1"),
    ]
    assert all(line.what in GAME.rulebook.names["score"] for line in sheet)


# A match of three games


@clause("K75", "K17")
def test_three_games_are_played_and_their_points_added() -> None:
    state = finish("TTSSSSSSdddd", FULL, LAST, match="three")
    assert (field(state, "game"), state.outcome()) == ("2", None)
    assert state.scores[0] == 24 + 3
    last = finish("TTSSSSSSdddd", FULL, LAST, match="three", game=3, totals="10,0,-5")
    assert outcome(last).scores[0] == 10 + 24 + 3
    assert outcome(last).reason.id == "K75"


@clause("K76", "K17")
def test_the_first_to_take_a_garden_has_the_cup_worth_3_in_a_match_only() -> None:
    single = finish(FULL, FULL, LAST, order="120")
    three = finish(FULL, FULL, LAST, order="120", match="three", game=3)
    assert [a - b for a, b in zip(three.scores, single.scores, strict=True)] == [0, 3, 0]
    assert ScoreLine(1, "cup", 1, 3, 3, "K76") in outcome(three).sheet


@clause("K17")
def test_each_game_is_dealt_anew_and_the_first_seat_moves_on() -> None:
    for game, first in ((1, 1), (2, 2)):
        state = finish(FULL, FULL, LAST, match="three", game=game)
        assert (field(state, "game"), state.seat) == (str(game + 1), first)
        assert int(state.record.left) == 84
        assert field(state, "moles") == "012"
        assert field(state, "taken") == "-"
    dealt = {field(finish_with_key(n), "contracts") for n in range(30)}
    assert len(dealt) > 20


def finish_with_key(n: int) -> State:
    before = table(FULL, FULL, LAST, taken="1:0,2:1,3:2", turn=2, drawn="d", match="three")
    return GAME.parse_state(str(before).replace("00:0", f"{n:02x}:0")).play("3-12")


@clause("K21")
def test_a_later_game_deals_from_all_twelve_contracts_again() -> None:
    dealt = {name for n in range(60) for name in field(finish_with_key(n), "contracts").split("/")}
    assert dealt == set(CONTRACTS)


@clause("K17")
@pytest.mark.parametrize(("order", "winner"), [("012", 0), ("102", 1), ("210", 2)])
def test_a_tied_match_goes_to_the_earlier_taker_of_the_last_game(order: str, winner: int) -> None:
    gained = finish(FULL, FULL, LAST, order=order, match="three", game=3).scores
    totals = levelled(gained)
    last = finish(FULL, FULL, LAST, order=order, match="three", game=3, totals=totals)
    assert len(set(outcome(last).scores)) == 1
    assert outcome(last).winners == (winner,)


@clause("K17")
def test_the_option_is_single_unless_chosen() -> None:
    assert GAME.deal(3, seed=1).options == {"match": "single"}
    assert GAME.deal(3, seed=1, match="three").options == {"match": "three"}


# Two players


@clause("K77")
def test_two_players_use_five_gardens() -> None:
    state = table(players=2)
    assert {move[0] for move in legal(state).split()} == set("12345")
    assert str(refused(state, "6-1")) == "There is no garden 6 at this table. (K77)"


@clause("K78", "K18")
def test_two_players_take_two_gardens_each_in_different_turns() -> None:
    state = play(table("T", players=2, phase="take"), "take-1")
    assert state.seat == 1
    state = table("TS", players=2, phase="take", taken="1:0")
    assert legal(state) == "take-2 take-3 take-4 take-5 wait"
    assert refused(table("TS", players=2, taken="1:0,2:0"), "take-3").clause == "K53"


TWO = ("TTSSSSSSSSSS", "TTTTTTSCCCCC", "AAAACCCCTTTT", "CCCAAAAdddd.")


def finish_two(taken: str, totals: str = "0,0") -> State:
    state = table(
        *TWO, players=2, taken=taken, turn=1, match="three", game=3, totals=totals, drawn="d"
    )
    return play(state, "4-12")


@clause("K79", "K18")
def test_two_gardens_are_scored_each_by_itself_on_the_one_contract() -> None:
    last = finish_two("3:1,1:0,2:0,4:1")
    assert last.scores[0] == 40 + 0
    lines = [line for line in outcome(last).sheet if line.seat == 0]
    assert {line.where for line in lines} == {"1", "2"}
    assert [line.count for line in lines if line.what == "main"] == [2, 6]


@clause("K16")
@pytest.mark.parametrize(("taken", "first"), [("3:1,1:0,2:0,4:1", 1), ("1:0,3:1,4:1,2:0", 0)])
def test_at_two_players_the_first_of_ones_gardens_counts_for_tie_and_cup(
    taken: str, first: int
) -> None:
    last = finish_two(taken, levelled(finish_two(taken).scores))
    assert [line.seat for line in outcome(last).sheet if line.what == "cup"] == [first]
    assert last.scores[0] == last.scores[1]
    assert outcome(last).winners == (first,)


@clause("K80")
def test_everything_else_is_the_same_for_two() -> None:
    state = table(LAST, "T", players=2, taken="1:1", drawn="d")
    assert refused(state, "1-12").clause == "K7"
    assert legal(table("T", players=2, phase="mole")) == "draw mole-1-1"
    assert told(table("T", players=2, drawn="s"), "1-1")[0].endswith("(K48)")
