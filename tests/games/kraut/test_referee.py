"""Checks the referee of Kraut & Rüben on hand-made positions and by random play."""

import random
from collections import Counter

import pytest

from tests.games.kraut.referee import CONTRACTS, STOCK, Garden, Referee, value

NAMES = "123456"


def garden(text: str) -> Garden:
    """Reads beds such as 'T Ss .' (bottom first, a dot is empty) and fills up with empty beds."""
    beds = [list(bed.replace(".", "")) for bed in text.split()]
    return beds + [[] for _ in range(12 - len(beds))]


def filled(cards: str, count: int) -> str:
    """Repeats cards over so many beds."""
    return " ".join((cards * 12)[:count])


FULL = filled("d", 12)
LAST = filled("d", 11)


def table(
    players: int,
    gardens: list[str],
    owner: str = "",
    moles: str = "",
    seat: int = 0,
    match: str = "single",
) -> Referee:
    """Sets a position up; owner is a seat or a dash a garden, moles the seats that have one."""
    referee = Referee(players, match)
    referee.deal(CONTRACTS[:players])
    for index, text in enumerate(gardens):
        referee.gardens[index] = garden(text)
    for index, letter in enumerate(owner):
        referee.owner[index] = None if letter == "-" else int(letter)
        if letter != "-":
            referee.takers.append(int(letter))
    referee.moles = [str(number) in moles for number in range(players)]
    referee._begin_turn(seat)
    return referee


def beds(garden: int, first: int, last: int) -> set[str]:
    return {f"{garden}-{number}" for number in range(first, last + 1)}


def test_the_example_of_the_sheet_is_worth_8_points() -> None:
    assert value(garden("T T T C C S S A c s d m"), "TSCA") == 8


def test_the_best_garden_is_worth_40_points() -> None:
    assert value(garden("T T " + filled("S", 10)), "TSCA") == 40
    best = max(
        value(garden(filled("T", m) + " " + filled("S", s) + " " + filled("C", 12 - m - s)), "TSCA")
        for m in range(13)
        for s in range(13 - m)
    )
    assert best == 40


def test_the_number_of_mains_sets_the_price_of_high_and_low() -> None:
    high = [value(garden(filled("T", mains) + " S"), "TSCA") for mains in range(8)]
    low = [value(garden(filled("T", mains) + " C"), "TSCA") for mains in range(8)]
    assert high == [2, 3, 4, 3, 2, 1, 0, 0]
    assert low == [1, 2, 3, 2, 1, 0, 0, 0]


def test_mains_dandelions_and_moles_pay_nothing_and_points_may_be_negative() -> None:
    assert value(garden("T T d Tm"), "TSCA") == 0
    assert value(garden("A A s"), "TSCA") == -5
    assert value(garden(""), "TSCA") == 0


def test_there_are_twelve_contracts_with_every_vegetable_three_times_in_every_role() -> None:
    assert len(set(CONTRACTS)) == 12
    for role in range(4):
        assert Counter(contract[role] for contract in CONTRACTS) == dict.fromkeys("TSCA", 3)


def test_k1_the_stock_holds_85_cards_and_no_mole() -> None:
    referee = table(3, [])
    assert sum(referee.stock.values()) == 85
    with pytest.raises(ValueError, match="no 'm'"):
        referee.turn("m")


def test_k4_a_covered_main_counts_for_nothing() -> None:
    assert value(garden("T T S"), "TSCA") == 4
    assert value(garden("T Tm S"), "TSCA") == 3
    assert value(garden("T Ts S"), "TSCA") == 2


def test_k4_a_covered_bed_stays_occupied() -> None:
    referee = table(3, ["Tm"])
    referee.turn("S")
    assert "1-1" not in referee.legal()


def test_k3_k5_snails_cover_only_visible_vegetables_where_fewer_than_two_lie() -> None:
    referee = table(3, ["T c d Sm Cs A", "Ts Ts T", "Tm Tm T"])
    referee.turn("s")
    assert referee.legal() == {"1-1", "1-6", "3-3"}


def test_k5_moles_are_counted_apart_from_snails() -> None:
    referee = table(3, ["T c d Sm Cs A", "Ts Ts T", "Tm Tm T"], moles="0")
    assert referee.legal() == {"draw", "mole-1-1", "mole-1-6", "mole-2-3"}


def test_k6_the_first_snail_goes_on_an_empty_bed() -> None:
    referee = table(3, [])
    referee.turn("s")
    assert referee.legal() == {name for garden in range(1, 5) for name in beds(garden, 1, 12)}
    referee.play("4-12")
    assert referee.gardens[3][11] == ["s"]
    assert referee.fired == {"K6"}


def test_k6_a_snail_takes_no_last_bed_not_even_its_owners() -> None:
    referee = table(3, [LAST, "s s", LAST, filled("d", 10)], owner="0---")
    referee.turn("s")
    assert referee.legal() == {"4-11", "4-12"}


def test_k6_a_snail_must_cover_where_it_can_even_in_a_garden_with_one_bed_left() -> None:
    referee = table(3, ["T " + filled("d", 10)], owner="1---")
    referee.turn("s")
    assert referee.legal() == {"1-1"}


def test_k6_k10_a_snail_without_a_place_goes_to_the_box_and_the_turn_goes_on() -> None:
    referee = table(3, [LAST, "s s T", LAST, FULL])
    referee.turn("s")
    assert referee.box == ["s"]
    assert referee.drawn is None
    assert (referee.wants, referee.seat) == ("move", 0)
    assert referee.legal() == {"take-1", "take-2", "take-3", "take-4", "wait"}
    assert {"K6", "K10"} <= referee.fired


@pytest.mark.parametrize("kind", "TSCAcd")
def test_k7_only_the_owner_fills_the_last_bed(kind: str) -> None:
    for seat, places in ((0, {"1-12", "3-12"}), (1, {"2-12", "3-12"}), (2, {"3-12"})):
        referee = table(3, [LAST, LAST, LAST, FULL], owner="01--", seat=seat)
        referee.turn(kind)
        assert referee.legal() == places
        assert "K7" in referee.fired


def test_k7_anyone_may_still_put_a_mole_in_a_garden_with_one_bed_left() -> None:
    referee = table(3, ["T " + filled("d", 10)], owner="1---", moles="0")
    assert referee.legal() == {"draw", "mole-1-1"}


def test_k8_an_owner_with_one_bed_left_may_play_elsewhere() -> None:
    referee = table(3, [LAST, FULL, FULL, LAST], owner="012-")
    referee.turn("T")
    assert referee.legal() == {"1-12", "4-12"}


def test_k9_a_full_garden_is_closed_to_snails_and_moles() -> None:
    referee = table(3, [filled("T", 12), "S"], moles="0")
    assert referee.legal() == {"draw", "mole-2-1"}
    referee.play("draw")
    referee.turn("s")
    assert referee.legal() == {"2-1"}


def test_k9_the_taker_of_a_full_garden_is_finished() -> None:
    referee = table(3, [FULL], moles="012")
    referee.turn("T")
    referee.play("2-1")
    referee.play("take-1")
    assert referee.owner[0] == 0
    assert referee.moles == [False, True, True]
    for move in ("2-2", "2-3"):
        referee.play("draw")
        referee.turn("T")
        referee.play(move)
        referee.play("wait")
    assert referee.seat == 1
    assert {"K9-finished", "K14-mole", "K14-skip"} <= referee.effects


def test_k10_a_vegetable_without_a_bed_goes_to_the_box_and_k11_forces_a_choice() -> None:
    referee = table(3, [LAST, FULL, FULL, FULL], owner="1---")
    referee.turn("T")
    assert referee.box == ["T"]
    assert referee.legal() == {"take-2", "take-3", "take-4"}
    with pytest.raises(ValueError, match="illegal move 'wait'"):
        referee.play("wait")
    assert {"K7", "K10", "K11"} <= referee.fired


def test_k11_the_only_garden_left_to_take_is_taken_by_itself() -> None:
    referee = table(2, ["", LAST, FULL, FULL, LAST], owner="011-1")
    referee.turn("T")
    referee.play("1-1")
    assert referee.owner[3] == 0
    assert referee.seat == 1


def test_k11_does_not_force_while_an_unowned_garden_has_an_empty_bed() -> None:
    referee = table(3, [FULL, FULL, FULL, filled("d", 10)])
    referee.turn("T")
    referee.play("4-11")
    assert "wait" in referee.legal()


def test_k11_is_judged_after_the_card_is_placed() -> None:
    referee = table(3, [FULL, FULL, FULL, LAST])
    referee.turn("T")
    referee.play("4-12")
    assert referee.legal() == {"take-1", "take-2", "take-3", "take-4"}


def test_k11_a_player_owed_two_takes_one_now_and_one_later() -> None:
    referee = table(2, [FULL, FULL, FULL, FULL, LAST])
    referee.turn("T")
    referee.play("5-12")
    referee.play("take-1")
    assert referee.seat == 1
    referee.turn("T")
    referee.play("take-2")
    assert referee.seat == 0
    referee.turn("T")
    assert referee.legal() == {"take-3", "take-4", "take-5"}
    referee.play("take-3")
    assert referee.seat == 1
    referee.turn("T")
    referee.play("take-4")
    assert referee.wants == "over"
    assert referee.box == ["T", "T", "T"]


def test_k12_the_mole_is_played_instead_of_drawing_and_only_once() -> None:
    referee = table(3, ["T T"], moles="0")
    referee.play("mole-1-1")
    assert referee.gardens[0][0] == ["T", "m"]
    assert referee.moles == [False, False, False]
    assert sum(referee.stock.values()) == 85
    assert "take-1" in referee.legal()
    referee.play("wait")
    assert (referee.wants, referee.seat) == ("card", 1)


def test_k12_no_mole_is_asked_for_where_it_has_no_target() -> None:
    for text in ("", "c d s", "Tm Tm T", filled("T", 12)):
        assert table(3, [text], moles="012").wants == "card"


def test_k14_finished_players_are_skipped_and_the_last_one_plays_on_alone() -> None:
    referee = table(3, [FULL, FULL, filled("d", 10), ""], owner="012-", seat=2)
    referee.turn("T")
    referee.play("4-1")
    assert (referee.wants, referee.seat) == ("card", 2)
    referee.turn("T")
    referee.play("3-11")
    assert (referee.wants, referee.seat) == ("card", 2)


def test_k14_who_fills_his_garden_loses_his_mole() -> None:
    referee = table(3, [LAST, "T"], owner="01--", moles="012")
    referee.play("draw")
    referee.turn("T")
    referee.play("1-12")
    assert referee.moles == [False, True, True]
    assert referee.seat == 1


def test_k15_the_game_ends_at_once_when_the_last_garden_is_full() -> None:
    referee = table(3, [FULL, FULL, LAST, "T"], owner="012-", seat=2, moles="2")
    referee.play("draw")
    referee.turn("c")
    referee.play("3-12")
    assert (referee.wants, referee.seat) == ("over", None)
    assert referee.points == [0, 0, 1]
    assert referee.winners == {2}
    assert "K15" in referee.fired
    assert "K14" not in referee.fired


def test_k16_the_first_taker_wins_a_tie() -> None:
    referee = table(3, [FULL, FULL, LAST], owner="210-", seat=0)
    referee.turn("d")
    referee.play("3-12")
    assert referee.points == [0, 0, 0]
    assert referee.winners == {2}
    assert "K16" in referee.fired


def test_k16_at_two_players_the_first_of_ones_gardens_counts() -> None:
    referee = table(2, [FULL, FULL, FULL, LAST], owner="1001-", seat=1)
    referee.turn("d")
    referee.play("4-12")
    assert referee.winners == {1}


def test_k17_the_cup_is_worth_3_in_a_match_and_nothing_in_a_single_game() -> None:
    for match, points in (("three", [0, 3, 0]), ("single", [0, 0, 0])):
        referee = table(3, [FULL, FULL, LAST], owner="102-", seat=2, match=match)
        referee.turn("d")
        referee.play("3-12")
        assert referee.points == points


def play_out(referee: Referee, owner: str, cards: str) -> None:
    """Plays a whole game at once in which the seats take gardens in the given order."""
    first = referee.game - 1
    for index, letter in enumerate(owner):
        referee.gardens[index] = garden(FULL)
        referee.owner[index] = int(letter)
        referee.takers.append(int(letter))
    last = owner.index(str(first))
    referee.gardens[last] = garden(filled(cards, 11))
    referee.moles = [False] * 3
    referee.turn("d")
    referee.play(f"{NAMES[last]}-12")


def test_k17_three_games_add_up_and_the_earlier_taker_of_the_last_game_wins_a_tie() -> None:
    referee = Referee(3, "three")
    for number, owner in enumerate(("012", "120", "201"), 1):
        assert (referee.wants, referee.game, referee.seat) == ("deal", number, None)
        referee.deal(CONTRACTS[:3])
        assert (referee.seat, referee.box) == (number - 1, [])
        assert sum(referee.stock.values()) == 85
        play_out(referee, owner, "d")
    assert (referee.wants, referee.game) == ("over", 3)
    assert referee.points == [0, 0, 3]
    assert referee.totals == [3, 3, 3]
    assert referee.winners == {2}


def test_k17_the_totals_decide_not_the_last_game() -> None:
    referee = Referee(3, "three")
    for owner, cards in (("012", "c"), ("120", "d"), ("201", "d")):
        referee.deal(CONTRACTS[:3])
        play_out(referee, owner, cards)
    assert referee.totals == [14, 3, 3]
    assert referee.winners == {0}


def test_k18_two_players_have_five_gardens_and_take_two_in_different_turns() -> None:
    referee = table(2, [])
    assert len(referee.gardens) == 5
    for move, take in (("1-1", "take-1"), ("1-2", "take-3"), ("1-3", "take-5")):
        referee.turn("T")
        referee.play(move)
        referee.play(take)
    assert referee.owner == [0, None, 1, None, 0]
    assert referee.seat == 1
    referee.turn("T")
    referee.play("1-4")
    assert referee.legal() == {"take-2", "take-4", "wait"}


def test_k18_one_full_garden_does_not_finish_who_must_own_two() -> None:
    referee = table(2, [LAST], owner="0----", moles="0")
    referee.turn("d")
    referee.play("1-12")
    assert referee.moles == [True, False]
    assert "wait" in referee.legal()


def test_k18_each_garden_is_scored_by_itself() -> None:
    lone = "T S " + filled("d", 10)
    referee = table(2, [lone, lone, FULL, LAST], owner="0011-", seat=1)
    referee.turn("d")
    referee.play("4-12")
    assert referee.points == [3 + 3, 0]


def test_k19_an_empty_stock_ends_the_game_and_scores_it() -> None:
    referee = table(3, ["c"], owner="1---")
    referee.stock = Counter("d")
    referee.turn("d")
    referee.play("4-1")
    referee.play("wait")
    assert referee.wants == "over"
    assert referee.points == [0, 1, 0]
    assert referee.winners == {1}


def test_k21_an_empty_garden_may_be_taken_and_a_taker_may_not_take_again() -> None:
    referee = table(3, [])
    referee.turn("T")
    referee.play("1-1")
    referee.play("take-4")
    assert (referee.wants, referee.seat) == ("card", 1)
    assert referee.owner == [None, None, None, 0]


def test_k21_one_must_fill_ones_own_last_bed_where_no_other_is_open() -> None:
    referee = table(3, [LAST, LAST, LAST, FULL], owner="012-")
    referee.turn("A")
    assert referee.legal() == {"1-12"}


def test_bad_calls_are_refused() -> None:
    with pytest.raises(ValueError, match="2 to 5"):
        Referee(6)
    with pytest.raises(ValueError, match="single, three"):
        Referee(3, "two")
    referee = Referee(3)
    for contracts, error in (
        (["TSCA"], "3 contracts"),
        (["TSCA", "TSCA", "TCAS"], "differ"),
        (["TSCA", "TCAS", "TSAC"], "no such contract: 'TSAC'"),
    ):
        with pytest.raises(ValueError, match=error):
            referee.deal(contracts)
    with pytest.raises(ValueError, match="wants deal"):
        referee.turn("T")
    referee.deal(CONTRACTS[:3])
    with pytest.raises(ValueError, match="wants card"):
        referee.play("1-1")
    with pytest.raises(ValueError, match="wants card"):
        referee.deal(CONTRACTS[:3])
    referee.turn("T")
    with pytest.raises(ValueError, match="wants move"):
        referee.turn("T")
    for move in ("1-0", "1-13", "5-1", "draw", "wait", "mole-1-1", "take-1", ""):
        with pytest.raises(ValueError, match="illegal move"):
            referee.play(move)


STYLES = ("random", "patient", "crowding", "hasty", "greedy patient", "mole", "stubborn")


def choose(referee: Referee, style: str, rng: random.Random) -> str:
    """Chooses a legal move in a player's style."""
    moves = sorted(referee.legal())
    takes = [move for move in moves if move.startswith("take-")]
    if takes:
        if "patient" in style and "wait" in moves:
            return "wait"
        return rng.choice(takes if style == "hasty" else moves)
    if "draw" in moves:
        keeps = style in ("patient", "hasty", "stubborn")
        return "draw" if keeps or (style != "mole" and rng.random() < 0.7) else rng.choice(moves)
    if style == "stubborn":
        moves = [m for m in moves if referee.owner[NAMES.index(m[0])] != referee.seat] or moves
    if style in ("crowding", "greedy patient"):
        most = max(occupied(referee, move) for move in moves)
        moves = [move for move in moves if occupied(referee, move) == most]
    return rng.choice(moves)


def occupied(referee: Referee, move: str) -> int:
    """Counts the occupied beds of the garden that a placement names."""
    return sum(1 for bed in referee.gardens[NAMES.index(move[0])] if bed)


def check_table(referee: Referee) -> None:
    """Checks what holds at every moment of a game."""
    lying = Counter(kind for plot in referee.gardens for bed in plot for kind in bed)
    del lying["m"]
    in_hand = Counter(referee.drawn or "")
    assert lying + Counter(referee.box) + in_hand + referee.stock == Counter(STOCK)
    for plot in referee.gardens:
        tops = [bed[-1] for bed in plot if bed]
        assert tops.count("m") <= 2
        assert tops.count("s") <= 2
        assert all(len(bed) < 2 or (len(bed) == 2 and bed[0] in "TSCA") for bed in plot)
    if referee.wants == "move":
        assert referee.legal()
        assert len(referee.legal()) > 1 or referee.drawn


def check_end(referee: Referee) -> None:
    """Checks a scored game: all gardens full, cards left."""
    assert sum(referee.stock.values()) > 0
    owners = [owner for owner in referee.owner if owner is not None]
    assert len(owners) == len(referee.owner) - 1
    for index, owner in enumerate(referee.owner):
        assert owner is None or all(referee.gardens[index])


def random_match(players: int, match: str, styles: list[str], rng: random.Random) -> Referee:
    """Plays one match to its end, checking the table all along."""
    referee = Referee(players, match)
    while referee.wants != "over":
        if referee.wants == "deal":
            referee.deal(rng.sample(CONTRACTS, players))
        elif referee.wants == "card":
            referee.turn(rng.choice(sorted(referee.stock.elements())))
        else:
            assert referee.seat is not None
            referee.play(choose(referee, styles[referee.seat], rng))
        check_table(referee)
        if referee.wants in ("deal", "over"):
            check_end(referee)
    assert len(referee.winners) == 1
    assert max(referee.totals) == referee.totals[min(referee.winners)]
    return referee


def test_random_matches_of_all_styles_always_end_and_fire_every_clause() -> None:
    rng = random.Random(1998)
    fired: set[str] = set()
    for number in range(48):
        players = 2 + number % 4
        match = "three" if number % 16 < 4 else "single"
        style = rng.choice(STYLES)
        mixed = [rng.choice(STYLES) for _ in range(players)]
        styles = mixed if number % 3 == 0 else [style] * players
        fired |= random_match(players, match, styles, rng).fired
    assert {"K6", "K7", "K9", "K10", "K11", "K14", "K15", "K16"} == fired
