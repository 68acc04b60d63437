"""Tests the referee of Fourmis itself."""

import random

import pytest

from tests.games.fourmis.referee import (
    COLOURS,
    Referee,
    allowed,
    full_deck,
    new_totals,
    objective_winners,
    round_points,
    strongest,
)


def trick(*cards: str) -> list[tuple[int, str]]:
    """Builds a trick led by seat 0."""
    return list(enumerate(cards))


def some_hands(holders: int, rng: random.Random) -> list[list[str]]:
    """Shuffles the deck and deals all of it."""
    deck = full_deck()
    rng.shuffle(deck)
    return [deck[holder::holders] for holder in range(holders)]


def started(players: int, teams: bool = False, beat: str = "highest") -> Referee:
    """Opens a table and deals its first round."""
    referee = Referee(players, teams, beat)
    referee.deal(some_hands(referee.holders, random.Random(1)), "r", "r")
    return referee


def holding(referee: Referee, *hands: list[str]) -> Referee:
    """Replaces the hands of a started round."""
    referee.hands = [list(hand) for hand in hands]
    return referee


def advance(referee: Referee, rng: random.Random, piles: list[list[str]]) -> None:
    """Takes one random step of whatever the referee wants."""
    if referee.wants == "deal":
        for pile in piles:
            if not pile:
                pile.extend(rng.sample(COLOURS, 5))
        referee.deal(some_hands(referee.holders, rng), piles[0].pop(), piles[1].pop())
    elif referee.wants == "ghost":
        referee.ghost_turns(rng.choice(referee.hands[2]))
    else:
        referee.play(rng.choice(sorted(referee.legal())))


def finish_round(referee: Referee, rng: random.Random) -> None:
    """Plays a dealt round to its end at random."""
    number = referee.round
    while referee.wants in ("move", "ghost") and referee.round == number:
        advance(referee, rng, [[], []])


# The five examples of the sheet.


def test_a_queen_wins_when_all_cards_are_of_her_colour() -> None:
    assert strongest(trick("3r", "Qr", "5r", "8r")) == 1
    assert strongest(trick("Qr", "3r", "Nr", "8r")) == 0


def test_a_queen_wins_when_her_colour_is_one_point_below() -> None:
    assert strongest(trick("6r", "7b", "Qr", "2v")) == 2
    assert strongest(trick("Qr", "6r", "7b", "2v")) == 0


def test_a_queen_loses_when_her_colour_is_more_than_one_point_below() -> None:
    assert strongest(trick("5r", "7b", "Qr", "2v")) == 1
    assert strongest(trick("7b", "Qr", "2v", "3j")) == 0


def test_the_first_ninja_wins() -> None:
    assert strongest(trick("8r", "Nb", "Nv", "2p")) == 1
    assert strongest(trick("8r", "Nb", "Nv", "Qp")) == 1


def test_a_queen_beats_two_ninjas_one_of_which_is_of_her_colour() -> None:
    assert strongest(trick("Nb", "Nv", "Qv", "2p")) == 2
    assert strongest(trick("Nb", "Nv", "Qb", "2p")) == 2


# Forces.


def test_the_first_of_equal_soldiers_wins() -> None:
    assert strongest(trick("4b", "7r", "7v", "L")) == 1


def test_a_lone_queen_has_force_one() -> None:
    assert strongest(trick("Qr", "2b", "L")) == 1
    assert strongest(trick("L", "Qr", "L")) == 1


def test_f6_each_queen_has_her_own_force_and_the_first_of_equals_wins() -> None:
    assert strongest(trick("5r", "Qr", "6b", "Qb")) == 3
    assert strongest(trick("6r", "6b", "Qb", "Qr")) == 2
    assert strongest(trick("6r", "6b", "Qr", "Qb")) == 2
    assert strongest(trick("Qp", "Qr", "L", "Qb")) == 0


def test_f6_a_queen_does_not_count_for_another_queen_or_twice() -> None:
    assert strongest(trick("5r", "Qr", "7b", "Qv")) == 2


def test_f7_nobody_wins_a_trick_of_ladybirds_only() -> None:
    assert strongest(trick("L", "L", "L")) is None


def test_f17_an_eight_with_its_queen_beats_ninjas_of_other_colours() -> None:
    assert strongest(trick("8r", "Nb", "Qr", "Nv")) == 2
    assert strongest(trick("Nb", "8r", "Qr", "Nv")) == 2
    assert strongest(trick("7r", "Nb", "Qr", "Nv")) == 1


def test_f17_a_queen_with_eight_loses_to_a_queen_with_ninja() -> None:
    assert strongest(trick("8r", "Qr", "Nb", "Qb")) == 3


# Duties.


def test_f1_a_discard_does_not_lower_the_bar_unless_the_option_says_so() -> None:
    hand = ["3j", "5j", "7j"]
    assert allowed(hand, ["6r", "2b"], "highest") == {"7j"}
    assert allowed(hand, ["6r", "2b"], "previous") == {"3j", "5j", "7j"}
    assert allowed(hand, ["6r", "3b"], "previous") == {"5j", "7j"}
    assert allowed(hand, ["6r", "3b", "Qv"], "previous") == {"5j", "7j"}
    assert allowed(hand, ["3b", "6r", "L"], "previous") == {"7j"}


def test_f2_a_queen_or_a_ladybird_may_always_replace_a_stronger_card() -> None:
    assert allowed(["3j", "8j", "Nb", "Qv", "L"], ["5r"], "highest") == {"8j", "Nb", "Qv", "L"}
    assert allowed(["3j", "5j", "Qv", "L"], ["5r"], "highest") == {"3j", "5j", "Qv", "L"}


def test_f3_queens_and_ladybirds_set_no_bar() -> None:
    assert allowed(["2j", "8j"], ["Qr", "L"], "highest") == {"2j", "8j"}
    assert allowed(["2j", "7j", "8j"], ["6r", "Qr"], "highest") == {"7j", "8j"}


@pytest.mark.parametrize("beat", ["highest", "previous"])
def test_f4_a_ninja_binds_all_later_ninjas(beat: str) -> None:
    assert allowed(["3j", "Nj", "Nb", "Qv", "L"], ["Nr"], beat) == {"Nj", "Nb"}
    assert allowed(["3j", "Nj", "Qv"], ["Nr", "2b"], beat) == {"Nj"}
    assert allowed(["3j", "Qv", "L"], ["Nr"], beat) == {"3j", "Qv", "L"}


def test_f4_without_a_ninja_the_previous_discard_is_the_bar() -> None:
    assert allowed(["3j", "5j", "Qv"], ["Nr", "4b"], "previous") == {"5j", "Qv"}
    assert allowed(["3j", "5j", "Qv"], ["Nr", "4b"], "highest") == {"3j", "5j", "Qv"}


def test_the_referee_refuses_an_illegal_card_and_one_not_held() -> None:
    referee = holding(started(3), ["5r", "2r"], ["3j", "7j"], ["2b", "3b"])
    referee.play("5r")
    assert referee.legal() == {"7j"}
    for card in ("3j", "8j"):
        with pytest.raises(ValueError):
            referee.play(card)


# The course of a round.


def test_f7_ladybirds_are_set_aside_and_the_same_player_leads_again() -> None:
    referee = holding(started(3), ["2r", "L", "5p"], ["3j", "L", "6p"], ["2b", "L", "3b"])
    for card in ("2r", "3j", "2b"):
        referee.play(card)
    assert referee.seat == 1
    for _ in range(3):
        referee.play("L")
    assert referee.aside == ["L", "L", "L"]
    assert referee.won == [[], ["2r", "3j", "2b"], []]
    assert referee.seat == 1


def test_f7_a_last_trick_of_ladybirds_costs_nobody_anything() -> None:
    referee = holding(started(3), ["L"], ["L"], ["L"])
    referee.won = [["2r"], ["Qb"], ["2v"]]
    for _ in range(3):
        referee.play("L")
    assert referee.aside == ["L", "L", "L"]
    assert referee.last_round == [3, 6, 3]
    assert referee.wants == "deal"


@pytest.mark.parametrize("players", [3, 4])
def test_f13_the_leader_of_the_round_moves_on(players: int) -> None:
    rng = random.Random(3)
    referee = Referee(players)
    piles: list[list[str]] = [[], []]
    while referee.wants != "over":
        if referee.wants == "deal":
            advance(referee, rng, piles)
            assert referee.seat == (referee.round - 1) % players
        advance(referee, rng, piles)


def test_f9_a_colour_comes_once_in_five_rounds() -> None:
    rng = random.Random(5)
    referee = Referee(3)
    for number, colour in enumerate([*COLOURS, "p"]):
        hands = some_hands(3, rng)
        for gone in COLOURS[:number] if number < 5 else []:
            with pytest.raises(ValueError):
                referee.deal(hands, gone, colour)
            with pytest.raises(ValueError):
                referee.deal(hands, colour, gone)
        referee.deal(hands, colour, colour)
        finish_round(referee, rng)
        referee.totals = [0, 0, 0]
        referee._stage = "deal"
        referee.round = number + 2


def test_a_wrong_deal_is_refused() -> None:
    hands = some_hands(3, random.Random(2))
    referee = Referee(3)
    with pytest.raises(ValueError):
        referee.deal(hands[:2], "r", "b")
    with pytest.raises(ValueError):
        referee.deal([hands[0], hands[1], hands[1]], "r", "b")
    with pytest.raises(ValueError):
        referee.deal([hands[0][:15], hands[1], [*hands[2], hands[0][15]]], "r", "b")
    with pytest.raises(ValueError):
        referee.deal(hands, "x", "b")
    referee.deal(hands, "r", "b")
    with pytest.raises(ValueError):
        referee.deal(hands, "j", "j")
    with pytest.raises(ValueError):
        referee.ghost_turns(hands[0][0])


def test_wrong_options_are_refused() -> None:
    for players, teams, beat in [
        (1, False, "highest"),
        (5, False, "highest"),
        (3, True, "highest"),
        (4, False, "lowest"),
    ]:
        with pytest.raises(ValueError):
            Referee(players, teams, beat)


# Scoring.


def test_f8_ninjas_and_queens_count_for_their_colour() -> None:
    won = [["Nr", "Qr", "L", "L"], ["2r", "2b"], ["3v"]]
    assert objective_winners(won, "r", "r") == [{0}, {2}, {0}]


def test_f10_all_who_tie_get_the_objective() -> None:
    won = [["2r", "Qb"], ["3r", "Qj"], ["2b"]]
    assert objective_winners(won, "r", "b") == [{0, 1}, {1}, {0, 1}]
    assert round_points(won, "r", "b") == [6, 9, 0]


def test_f10_nobody_gets_plus_or_queens_with_nothing() -> None:
    won = [["2r"], [], ["L"]]
    assert objective_winners(won, "b", "b") == [set(), {0, 1, 2}, set()]
    assert round_points(won, "b", "b") == [3, 3, 2]


def test_f10_minus_goes_to_the_lowest_count_even_without_a_zero() -> None:
    assert objective_winners([["2r", "3r"], ["4r"], ["5r"]], "b", "r")[1] == {1, 2}


def test_f11_a_round_is_added_up_before_the_total_is_kept_at_zero() -> None:
    assert round_points([["L", "L", "2r"], ["3r", "4r"]], "r", "b") == [1, 6]
    assert new_totals([0, 1, 5], [1, -3, -3], teams=False) == [1, 0, 2]


def test_f11_last_round_shows_what_was_below_zero() -> None:
    referee = holding(started(3), ["8r"], ["L"], ["L"])
    referee.won = [["L"], ["Qb"], ["2v"]]
    referee.plus, referee.minus = "b", "r"
    referee.totals = [2, 0, 0]
    for card in ("8r", "L", "L"):
        referee.play(card)
    assert referee.last_round == [-3, 9, 3]
    assert referee.totals == [0, 9, 3]


def test_f12_the_game_ends_at_fifteen_and_ties_are_shared() -> None:
    referee = holding(started(3), ["8r"], ["2b"], ["2v"])
    referee.won = [[], ["Qb"], ["Qv"]]
    referee.totals = [0, 12, 12]
    referee.plus, referee.minus = "p", "r"
    for card in ("8r", "2b", "2v"):
        referee.play(card)
    assert referee.totals == [0, 18, 18]
    assert referee.wants == "over"
    assert referee.winners == {1, 2}
    assert referee.seat is None
    assert referee.round == 1
    with pytest.raises(ValueError):
        referee.play("8r")


def test_f12_fourteen_is_not_enough() -> None:
    referee = holding(started(3), ["8r"], ["2b"], ["2v"])
    referee.totals = [11, 0, 0]
    referee.plus, referee.minus = "r", "r"
    for card in ("8r", "2b", "2v"):
        referee.play(card)
    assert referee.totals == [14, 3, 3]
    assert (referee.wants, referee.round, referee.winners) == ("deal", 2, set())


# Two players.


def test_f14_the_ghost_leads_every_round_and_changes_sides() -> None:
    rng = random.Random(8)
    referee = Referee(2)
    for order in ([0, 1], [1, 0], [0, 1]):
        referee.totals = [0, 0]
        referee.deal(some_hands(3, rng), COLOURS[referee.round], COLOURS[referee.round])
        assert (referee.wants, referee.seat, referee.legal()) == ("ghost", None, set())
        referee.ghost_turns(referee.hands[2][0])
        for seat in order:
            assert (referee.wants, referee.seat) == ("move", seat)
            referee.play(min(referee.legal()))
        finish_round(referee, rng)


def test_f14_the_ghost_plays_between_the_seats_when_a_seat_leads() -> None:
    referee = holding(started(2), ["2r", "3r"], ["8b", "4b"], ["5v", "2v"])
    referee.ghost_turns("5v")
    referee.play("2r")
    referee.play("8b")
    assert referee.seat == 1
    referee.play("4b")
    assert referee.wants == "ghost"
    referee.ghost_turns("2v")
    assert referee.seat == 0


def test_f14_in_even_rounds_seat_one_follows_the_ghost() -> None:
    referee = holding(started(2), ["2r", "3r"], ["8b", "4b"], ["5v", "2v"])
    referee.round = 2
    referee.ghost_turns("5v")
    referee.play("8b")
    referee.play("2r")
    assert referee.seat == 1
    referee.play("4b")
    assert referee.seat == 0
    referee.play("3r")
    assert referee.wants == "ghost"


def test_f14_the_ghost_is_bound_by_no_duty_and_turns_only_its_own_cards() -> None:
    referee = holding(started(2), ["2r", "3r"], ["Nb", "4b"], ["Nv", "2v"])
    with pytest.raises(ValueError):
        referee.ghost_turns("2r")
    with pytest.raises(ValueError):
        referee.play("2r")
    referee._leader = 1
    referee.play("Nb")
    referee.ghost_turns("2v")
    assert referee.trick == [(1, "Nb"), (2, "2v")]


def test_f14_the_ghost_leads_after_a_trick_that_it_wins() -> None:
    referee = holding(started(2), ["2r", "3r"], ["3b", "4b"], ["5v", "2v"])
    referee._leader = 0
    referee.play("3r")
    referee.play("4b")
    referee.ghost_turns("5v")
    assert referee.won == [[], [], ["3r", "4b", "5v"]]
    assert referee.wants == "ghost"


def test_f18_the_ghost_sets_the_bar_and_its_ninja_binds() -> None:
    referee = holding(started(2), ["2r", "7r", "Nr", "L"], ["3b", "4b"], ["5v", "Nv"])
    referee.ghost_turns("5v")
    assert referee.legal() == {"7r", "Nr", "L"}
    referee = holding(started(2), ["2r", "7r", "Nr", "L"], ["3b", "4b"], ["5v", "Nv"])
    referee.ghost_turns("Nv")
    assert referee.legal() == {"Nr"}


def test_f18_the_ghost_competes_for_no_objective() -> None:
    referee = holding(started(2), ["2r"], ["3r"], ["8v"])
    referee.won = [["4r", "L"], ["Qb", "5r", "6r"], ["Qr", "Qv", "Nr", "8r"]]
    referee.ghost_turns("8v")
    referee.play("2r")
    referee.play("3r")
    assert referee.last_round == [2, 6]
    assert referee.totals == [2, 6]


def test_f18_the_ghost_leads_again_after_ladybirds_that_it_led() -> None:
    referee = holding(started(2), ["L", "2r"], ["L", "3r"], ["L", "8v"])
    referee.ghost_turns("L")
    referee.play("L")
    referee.play("L")
    assert referee.aside == ["L", "L", "L"]
    assert referee.won == [[], [], []]
    assert referee.wants == "ghost"


# Teams.


def test_f15_only_the_team_total_is_kept_at_zero() -> None:
    assert new_totals([2, 0, 2, 0], [-3, 3, 6, -3], teams=True) == [5, 0, 5, 0]
    assert new_totals([0, 1, 0, 1], [-2, -2, 0, 0], teams=True) == [0, 0, 0, 0]


def test_f15_objectives_are_judged_for_each_player_and_added() -> None:
    referee = holding(started(4, teams=True), ["8v"], ["2v"], ["3j"], ["L"])
    referee.won = [["2r", "2p"], ["Qb", "3p"], ["3r", "4p"], ["L", "5p"]]
    referee.plus, referee.minus = "r", "p"
    for card in ("8v", "2v", "3j", "L"):
        referee.play(card)
    assert referee.last_round == [5, 6, 6, 2]
    assert referee.totals == [11, 8, 11, 8]


def test_f15_exactly_four_rounds_are_played_whatever_the_totals() -> None:
    rng = random.Random(4)
    referee = Referee(4, teams=True)
    piles: list[list[str]] = [[], []]
    for number in range(1, 5):
        assert (referee.wants, referee.round) == ("deal", number)
        advance(referee, rng, piles)
        referee.totals = [40, 20, 40, 20]
        finish_round(referee, rng)
    assert referee.wants == "over"
    assert referee.winners == {0, 2}


def test_f15_a_tie_of_teams_is_shared() -> None:
    referee = holding(started(4, teams=True), ["8v"], ["2v"], ["3j"], ["4b"])
    referee.won = [["2r"], ["3r"], [], []]
    referee.plus, referee.minus = "r", "p"
    referee.round = 4
    referee._leader = 0
    for card in ("8v", "2v", "3j", "4b"):
        referee.play(card)
    assert referee.totals == [9, 9, 9, 9]
    assert referee.winners == {0, 1, 2, 3}


# Random games.


@pytest.mark.parametrize("beat", ["highest", "previous"])
@pytest.mark.parametrize(("players", "teams"), [(2, False), (3, False), (4, False), (4, True)])
def test_random_games_end_and_keep_all_cards(players: int, teams: bool, beat: str) -> None:
    rng = random.Random(players)
    for _ in range(15):
        referee = Referee(players, teams, beat)
        piles: list[list[str]] = [[], []]
        while referee.wants != "over":
            advance(referee, rng, piles)
            cards = [card for _, card in referee.trick] + referee.aside
            for pile in referee.hands + referee.won:
                cards += pile
            assert sorted(cards) == sorted(full_deck())
            assert bool(referee.legal()) == (referee.wants == "move")
        assert referee.winners
        assert teams or max(referee.totals) >= 15
        assert referee.round == 4 or not teams
