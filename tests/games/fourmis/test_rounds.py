"""Rounds: the deal, the objectives, the aphids, the end; teams and the ghost."""

from __future__ import annotations

import random

import pytest

from tablee import InvalidOption, State
from tablee.games.fourmis.material import LADYBIRDS
from tablee.games.fourmis.rules import FIELDS
from tests.games.fourmis.tables import DECK, GAME, NAMES, score, table, told

clause = pytest.mark.clause
BLUE = "6b 7b 8b Nb"


def play_rounds(state: State, rounds: int, seed: int = 0) -> list[State]:
    """Plays at random; gets the first state of each round."""
    luck, starts = random.Random(seed), [state]
    while state.seat is not None and len(starts) < rounds:
        before, state = state, state.play(luck.choice(state.legal_moves()))
        if state.record.rounds != before.record.rounds:
            starts.append(state)
    return starts


def totals(lines: list[str]) -> list[str]:
    """The lines that say each seat's total."""
    return [line.removesuffix(" (F11)") for line in lines if line.endswith("(F11)")]


# The deal


@clause("F31", "F32")
def test_the_box_holds_45_ants_and_3_ladybirds_in_five_colours() -> None:
    assert len(DECK) == 48
    assert DECK.count("L") == LADYBIRDS == 3
    for colour in "rjvbp":
        assert [card[0] for card in DECK if card.endswith(colour)] == list("2345678NQ")


@clause("F36", "F37", "F76")
@pytest.mark.parametrize(("players", "sizes"), [(2, [16] * 3), (3, [16] * 3), (4, [12] * 4)])
def test_all_cards_are_dealt_evenly(players: int, sizes: list[int]) -> None:
    state = GAME.deal(players, seed=1)
    hands = [hand.split(",") for hand in str(state).split(" hands=")[1].split()[0].split("/")]
    lying = [] if players > 2 else str(state).split(" trick=")[1].split()[0].split(",")
    hands[-1] += lying
    assert [len(hand) for hand in hands] == sizes
    assert sorted(card for hand in hands for card in hand) == sorted(DECK)


@clause("F37")
def test_it_is_for_two_to_four() -> None:
    for players in (1, 5):
        with pytest.raises(InvalidOption, match="2 to 4 players"):
            GAME.deal(players)


@clause("F35")
def test_one_plus_and_one_minus_lie_open_and_four_of_each_face_down() -> None:
    state = GAME.deal(4, seed=1).record
    for shown, pile in ((state.plus, state.plus_pile), (state.minus, state.minus_pile)):
        assert int(pile) | 1 << int(shown) == 0b11111
        assert not int(pile) >> int(shown) & 1


@clause("F9")
def test_objectives_come_once_each_in_five_rounds_and_then_anew() -> None:
    same = 0
    for seed in range(20):
        starts = play_rounds(GAME.deal(4, seed, teams="no"), 10, seed)
        for which in ("plus", "minus"):
            shown = [int(state.record[which]) for state in starts]
            for fives in (shown[:5], shown[5:10]):
                assert len(set(fives)) == len(fives)
        same += sum(int(s.record.plus) == int(s.record.minus) for s in starts)
    assert same > 0


@clause("F9")
def test_the_sixth_round_is_dealt_from_piles_shuffled_anew() -> None:
    state = table("2b", "3b", "4b", "5b", in_round=5)
    for card in ("2b", "3b", "4b", "5b"):
        state = state.play(card)
    assert state.record.rounds == 6
    assert int(state.record.plus_pile).bit_count() == 4


@clause("F41", "F13")
def test_the_first_seat_leads_round_one_and_the_lead_moves_on_clockwise() -> None:
    for players in (3, 4):
        starts = play_rounds(GAME.deal(players, seed=4), 4, seed=1)
        assert len(starts) >= 3
        assert [start.seat for start in starts] == [n % players for n in range(len(starts))]


@clause("F40")
def test_play_goes_clockwise_from_the_leader() -> None:
    state = table("2b 2v", "3b 3v", "4b 4v", "5b 5v", lead=2)
    seats = []
    for _ in range(4):
        seats.append(state.seat)
        state = state.play(state.legal_moves()[-1])
    assert seats == [2, 3, 0, 1]


@clause("F38", "F63", "F64")
def test_a_round_ends_with_the_last_card_is_scored_and_another_begins() -> None:
    state = table("2b", "3b", "4b", "5b")
    for card in ("2b", "3b", "4b"):
        state = state.play(card)
    clauses = [event.clause for event in state.tell("5b")]
    assert clauses[:2] == [None, "F47"]
    assert clauses[-1] == "F9"
    after = state.play("5b")
    assert after.record.rounds == 2
    assert len(after.legal_moves()) > 4


# The objectives


@clause("F65", "F68")
def test_most_of_the_plus_colour_brings_three() -> None:
    lines = score("2r 3r 4r 5r", "6r 7r 8r 3v", "Nr Qr 4v 5v", "", plus="r", minus="p", rest=3)
    assert "Most red ants (4): Ada, +3 aphids! (F65)" in lines
    assert FIELDS.settings["aphids"].usual == (3, 3, 3, -1)


@clause("F69")
def test_one_player_may_have_several_objectives() -> None:
    lines = score("Qr Qj Qv Qb 2r 3r 4r 5r 6r 7r 8r Nr", "", "", "", plus="r", minus="p", rest=3)
    assert "Ada: +9 this round, 9 in all." in totals(lines)


@clause("F66", "F10")
def test_fewest_of_the_minus_colour_brings_three_and_none_is_fewest() -> None:
    lines = score("2j 2r 3r 4r", "3j 5r 6r 7r", "8r Nr Qr L", "", minus="j", plus="v", rest=3)
    assert "Fewest yellow ants (0): Cy, +3 aphids! (F66)" in lines


@clause("F67")
def test_most_queens_bring_three() -> None:
    lines = score("Qr Qj 2r 3r", "Qv 4r 5r 6r", "Qb 7r 8r Nr", "Qp 2v 3v 4v", rest=1)
    assert "Most queens (2): Ada, +3 aphids! (F67)" in lines


@clause("F8")
def test_ninjas_and_queens_count_for_their_colour_and_ladybirds_for_none() -> None:
    lines = score("Nr Qr 2v 3v", "2r L L L", "", BLUE, plus="r", minus="b", rest=2)
    assert [line for line in lines if line.startswith("Most red")] == [
        "Most red ants (6): Cy, +3 aphids! (F65)"
    ]
    lines = score("Nr Qr 2r 3r", "4r 5r L L", "6r 7r 8r L", "", plus="r", minus="b", rest=3)
    assert "Most red ants (4): Ada, +3 aphids! (F65)" in lines


@clause("F70", "F10")
def test_everyone_tied_on_an_objective_gets_three() -> None:
    lines = score(
        "2r 3r 2v 3v", "4r 5r 4v 5v", "6r 6v 7v 8v", "7r 8r Nr Qr", minus="r", plus="v", rest=2
    )
    assert "Fewest red ants (1): Cy, +3 aphids! (F66)" in lines
    lines = score(
        "2r 3r 4r 2v", "5r 6r 7r 3v", "8r Nr 4v 5v", "Qr 6v 7v 8v", plus="r", minus="p", rest=3
    )
    assert "Most red ants (3): Ada and Bob, +3 aphids! (F65)" in lines


@clause("F71", "F11")
def test_a_ladybird_costs_one_and_a_total_never_falls_below_zero() -> None:
    lines = score(
        "L L 2r 3r", "L 4r 5r 6r", "", "", plus="v", minus="j", rest=3, aphids=(1, 5, 0, 0)
    )
    assert "Ladybirds: −2 for Ada. (F71)" in lines
    assert "Ada: +1 this round, 2 in all." in totals(lines)
    lines = score(
        "L L 2j 3r", "4r 5r 6r 7r", "", "", plus="v", minus="j", rest=3, aphids=(1, 5, 0, 0)
    )
    assert "Ada: −2 this round, 0 in all." in totals(lines)


@clause("F11")
def test_objectives_and_ladybirds_of_a_round_are_added_before_the_floor() -> None:
    lines = score("L L L 2r", "3j 3r 4r 5r", "", "", plus="v", minus="j", rest=3)
    assert "Ada: 0 this round, 0 in all." in totals(lines)


# The end


THREE_FOR_ADA = ("2r 3r 4r 5r 6r 7r 8r 2v", "2j 3j 4j 5j", "Qj Qb Qp Nj", "")  # six for Cy


def end(*aphids: int) -> str:
    return score(*THREE_FOR_ADA, plus="r", minus="v", rest=3, aphids=aphids)[-1]


@clause("F30", "F72", "F12")
def test_the_match_ends_when_a_scored_round_brings_someone_to_fifteen() -> None:
    assert end(15 - 3, 0, 0, 0) == "It’s over. Well done, Ada! (F12)"
    assert end(15 - 4, 0, 0, 0).startswith("Round 4!")


@clause("F12")
def test_the_highest_total_wins_and_a_tie_is_shared() -> None:
    assert end(12, 0, 13, 0) == "It’s over. Well done, Cy! (F12)"
    assert end(12, 0, 9, 0) == "It’s over. Well done, Ada and Cy! (F12)"


@clause("F12")
def test_nobody_plays_after_the_end() -> None:
    state = table(
        "2b", "3b", "4b", "5b", won=("2r 3r 4r 5r 6r 7r 8r Nr",), rest=3, aphids=(14, 0, 0, 0)
    )
    for card in ("2b", "3b", "4b", "5b"):
        state = state.play(card)
    assert state.seat is None
    assert state.outcome().reason.id == "F12"  # type: ignore[union-attr]
    assert state.why_not("2b").clause == "F12"  # type: ignore[union-attr]


# Teams


def number(text: str) -> int:
    return int(text.replace("−", "-"))


@clause("F73", "F75", "F15")
def test_partners_sit_opposite_and_add_what_each_has_won() -> None:
    won = ("2r 3r 4r 5r", "6r 7r 8r Nr", "Qj Qv Qb Qp", "")
    lines = score(*won, plus="r", minus="v", rest=3, teams="yes", aphids=(1, 2, 1, 2))
    alone = totals(score(*won, plus="r", minus="v", rest=3))
    own = [number(line.split()[1]) for line in alone]
    assert [number(line.split()[1]) for line in totals(lines)] == own
    team = [max(0, 1 + own[0] + own[2]), max(0, 2 + own[1] + own[3])]
    assert [int(line.split()[-3]) for line in totals(lines)] == team * 2


@clause("F15")
def test_a_partner_may_have_a_bad_round_only_the_team_is_kept_at_zero() -> None:
    won = ("L L L 2v", "", "Qr Qj Qv Qb", "")
    lines = score(*won, plus="r", minus="v", rest=3, teams="yes")
    own = [number(line.split()[1]) for line in totals(lines)]
    assert own[0] < 0 < own[2]
    assert int(totals(lines)[0].split()[-3]) == own[0] + own[2]


@clause("F74", "F15")
def test_teams_play_exactly_four_rounds_and_do_not_stop_at_fifteen() -> None:
    won = ("2r 3r 4r 5r", "6r 7r 8r Nr", "Qj Qv Qb Qp", "")
    lines = score(*won, rest=3, teams="yes", aphids=(30, 3, 30, 3), in_round=3)
    assert lines[-1].startswith("Round 4!")
    lines = score(*won, rest=3, teams="yes", aphids=(30, 3, 30, 3), in_round=4)
    assert lines[-1] == "It’s over. Well done, Ada and Cy! (F15)"


@clause("F15")
def test_after_four_rounds_no_team_plays_on_and_teams_need_four() -> None:
    *_, last = play_to_end(GAME.deal(4, seed=3, teams=True))
    assert last.record.rounds == 4
    assert last.why_not("2b").clause == "F15"  # type: ignore[union-attr]
    with pytest.raises(InvalidOption, match="teams=yes is for 4 players, not 3"):
        GAME.deal(3, teams="yes")


def play_to_end(state: State, seed: int = 0) -> list[State]:
    luck, states = random.Random(seed), [state]
    while state.seat is not None:
        state = state.play(luck.choice(state.legal_moves()))
        states.append(state)
    return states


# The ghost


@clause("F77", "F14", "F80")
def test_the_ghost_leads_every_round_and_changes_its_side() -> None:
    starts = play_rounds(GAME.deal(2, seed=2), 4, seed=5)
    assert len(starts) >= 3
    for n, start in enumerate(starts):
        assert start.record.leader == 2
        assert start.record.played == 1
        assert start.seat == n % 2


@clause("F14")
def test_odd_rounds_go_ghost_first_second_and_even_ones_ghost_second_first() -> None:
    for in_round, order in ((1, [0, 1]), (2, [1, 0])):
        state = table(
            "6b 2v", "7b 3v", "4v", trick="5b", lead=2, players=2, in_round=in_round, rest=2
        )
        seats = []
        for _ in range(2):
            assert state.seat is not None
            seats.append(state.seat)
            state = state.play(["6b", "7b"][state.seat])
        assert seats == order
        assert state.seat == 1


@clause("F14")
def test_no_duty_binds_the_ghost() -> None:
    turned = set()
    for n in range(20):
        state = table("5b 2v", "6b 3v", "4v Nj", players=2, rest=2, key=f"{n:032x}:0")
        turned.add(told(state, "5b", "6b")[1])
    assert turned == {
        "The ghost turns up the green 4. (F14)",
        "The ghost turns up the yellow ninja. (F14)",
    }


@clause("F78", "F79")
def test_a_trick_the_ghost_wins_is_set_aside_and_it_leads_the_next() -> None:
    state = table("2b 2v", "3b 3v", "6b", trick="8b", lead=2, players=2, rest=2)
    lines = told(state, "2b", "3b")
    assert lines[1] == "The ghost snatches the trick: poof, it’s gone! (F79)"
    assert lines[2] == "The ghost turns up the blue 6. (F14)"
    after = state.play("2b").play("3b")
    assert after.record.leader == 2
    assert after.seat == 0


@clause("F79", "F18", "F10")
def test_the_ghost_competes_for_no_objective_and_its_cards_count_for_no_one() -> None:
    state = table(
        "2b",
        "3b",
        "-",
        trick="8b",
        lead=2,
        players=2,
        won=("2v 3v 4v", "5v 6v 7v"),
        rest=2,
        plus="r",
    )
    lines = told(state, "2b", "3b")
    assert "Most red ants: nobody has any, so the goal stays on the table. (F10)" in lines
    assert "Nobody has won a queen: the goal stays on the table. (F10)" in lines
    assert "Fewest yellow ants (0): Ada and Bob, +3 aphids! (F66)" in lines
    assert totals(lines) == ["Ada: +3 this round, 3 in all.", "Bob: +3 this round, 3 in all."]


@clause("F18")
def test_the_ghosts_soldier_sets_the_bar_and_its_ninja_binds() -> None:
    state = table("2b 8v Nj", "3b 4b 5b", "6b 7b", trick="7v", lead=2, players=2, rest=2)
    assert [str(move) for move in state.legal_moves()] == ["8v", "Nj"]
    state = table("2b 8v Nj", "3b 4b 5b", "6b 7b", trick="Nv", lead=2, players=2, rest=2)
    assert [str(move) for move in state.legal_moves()] == ["Nj"]


@clause("F18")
def test_after_a_trick_of_ladybirds_that_it_led_the_ghost_leads_again() -> None:
    state = table("L 2v", "L 3v", "6b", trick="L", lead=2, players=2, rest=2)
    after = state.play("L").play("L")
    assert after.record.leader == 2
    assert int(after.record.trick[0]) == GAME.parse_move("6b").code
    assert " aside=3 " in str(after)


def test_names_are_those_given() -> None:
    assert told(table("2b", "3b", "4b", "5b"), "2b") == [f"{NAMES[0]} plays the blue 2."]
