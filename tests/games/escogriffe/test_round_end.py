"""How rounds and matches end, and what they pay."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tablee import ScoreLine, State
from tests.games.escogriffe.tables import (
    BLUE,
    FIVE,
    GAME,
    NAMES,
    YELLOW,
    field,
    table,
    told,
    wait,
    why,
)

READY = "hat redbust beltrg greenhem"


def nearly(
    *others: tuple[str, str], totals: Sequence[int] = (), points: str = "50", hand: str = "shoes"
) -> State:
    """Lays out a round that seat 0 wins with its next lay; the others have (hand, figure)."""
    hands, figures = zip(*others, strict=True)
    return table(hand, *hands, figures=[READY, *figures], totals=totals, points=points, target=5)


@pytest.mark.clause("E58", "E59", "E13")
def test_who_completes_a_figure_with_all_cards_wins_the_target_and_three_more() -> None:
    state = nearly((BLUE, ""), (YELLOW, ""))
    sentences = told(state, "lay-shoes-feet")
    assert sentences[:6] == [
        "Ada adds the shoes at the foot end. (E51)",
        "Ada completes a beanpole of 5 cards and wins the round! (E58)",
        "Ada: +5 (beanpole). (E59)",
        "Ada: +3 (bonus). (E13)",
        "Ada: +8 this round, 8 in all. (E62)",
        "Bob: 0 this round, 0 in all. (E62)",
    ]
    assert state.play("lay-shoes-feet").scores == (8, 0, 0)


@pytest.mark.clause("E62")
def test_the_score_is_kept_and_told() -> None:
    state = nearly((BLUE, ""), ("boots neck neck", "hood beltrg"), totals=[10, 20, 30])
    assert told(state, "lay-shoes-feet")[6:9] == [
        "Ada: +8 this round, 18 in all. (E62)",
        "Bob: 0 this round, 20 in all. (E62)",
        "Cy: +3 this round, 33 in all. (E62)",
    ]
    assert state.play("lay-shoes-feet").scores == (18, 20, 33)


@pytest.mark.clause("E60", "E61", "E12")
def test_the_others_may_complete_a_figure_of_any_size_with_one_card() -> None:
    state = nearly(("boots neck neck", "hood beltrg"), ("curls curls", "neck redbust beltrg"))
    sentences = told(state, "lay-shoes-feet")
    assert "Last chance: Bob adds the boots. 3 cards, and finished! (E12)" in sentences
    assert not [sentence for sentence in sentences if "chance: Cy" in sentence]
    assert state.play("lay-shoes-feet").scores == (8, 3, 0)


@pytest.mark.clause("E12")
def test_the_last_chance_may_lay_a_head_and_pays_no_bonus_at_the_target() -> None:
    state = nearly(("curls", "redbust beltry yellowhem shoes"), (YELLOW, ""))
    assert state.play("lay-shoes-feet").scores == (8, 5, 0)


@pytest.mark.clause("E12")
def test_two_missing_cards_are_too_many_and_an_empty_figure_is_never_completed() -> None:
    state = nearly(("hat greenhem shoes", "redbust beltrg"), (FIVE, ""))
    assert state.play("lay-shoes-feet").scores == (8, 0, 0)


@pytest.mark.clause("E12")
def test_the_last_chances_go_clockwise_from_the_winner() -> None:
    small = ("boots neck neck", "hood beltrg")
    state = table(
        small[0], "shoes", small[0], figures=[small[1], READY, small[1]], turn=1, target=5
    )
    sentences = told(state, "lay-shoes-feet")
    chances = [sentence.split()[2] for sentence in sentences if sentence.startswith("Last")]
    assert chances == ["Cy", "Ada"]


def stuck_by_idling(totals: Sequence[int] = (0, 0, 0)) -> tuple[State, str]:
    """A round in which one more idle turn ends it, and the discard that does."""
    state = table(
        FIVE,
        "boots neck neck",
        YELLOW,
        figures=["", "hood beltrg", ""],
        totals=totals,
        idle=29,
        target=5,
    )
    return state.play("take-1"), "drop-greenlegs-1"


@pytest.mark.clause("E16")
def test_ten_idle_turns_of_everyone_end_the_round_without_a_winner() -> None:
    state, drop = stuck_by_idling()
    sentences = told(state, drop)
    assert sentences[1] == ("Everyone is going round in circles: the round stops here. (E16)")
    assert sentences[2] == "Last chance: Bob adds the boots. 3 cards, and finished! (E12)"
    after = state.play(drop)
    assert (after.scores, after.record.rounds) == ((0, 3, 0), 2)


@pytest.mark.clause("E66")
def test_without_a_winner_the_last_chances_go_clockwise_from_the_first_player() -> None:
    small = ("boots neck neck", "hood beltrg")
    state = table(*[small[0]] * 3, figures=[small[1]] * 3, idle=29, target=5, turn=2, round=2).play(
        "take-1"
    )
    chances = [line.split()[2] for line in told(state, "drop-greenlegs-1") if line[:4] == "Last"]
    assert chances == ["Bob", "Cy", "Ada"]


@pytest.mark.clause("E66")
def test_of_several_completing_cards_the_first_of_the_deck_is_laid() -> None:
    state = nearly(("curls hat", "redbust beltrg boots"), (YELLOW, ""))
    assert told(state, "lay-shoes-feet")[2] == (
        "Last chance: Bob adds the head with the hat. 4 cards, and finished! (E12)"
    )


@pytest.mark.clause("E16")
def test_a_lay_or_a_card_of_the_stock_starts_the_count_anew() -> None:
    state = table(FIVE, BLUE, YELLOW, idle=29)
    drawn = state.play("draw")
    card = field(drawn, "drawn").removeprefix("stock:")
    assert field(drawn.play(f"drop-{card}-1"), "idle") == "0"
    assert field(state.play("lay-hat"), "idle") == "0"
    state = table(FIVE, BLUE, YELLOW)
    for turns in range(1, 30):
        state = wait(state)
        assert field(state, "idle") == str(turns)
    assert wait(state).record.rounds == 2


@pytest.mark.clause("E11")
def test_no_second_stock_is_made_when_it_has_given_twenty_cards_a_player() -> None:
    """Four players with target 12: 60 cards in the stock, so the second is the last."""
    state = GAME.deal(4, seed=next(s for s in range(99) if GAME.deal(4, s).record.target == 12))
    told_last: list[str] = []
    drawn = 0
    while state.record.rounds == 1:
        state = state.play("draw")
        drawn += 1
        card = field(state, "drawn").removeprefix("stock:")
        told_last = [str(event) for event in state.tell(f"drop-{card}-2")]
        state = state.play(f"drop-{card}-2")
        if drawn == 60:
            assert state.record.reshuffles == 1
    assert drawn == 120
    assert told_last[1] == "No more reshuffling: nobody wins this round. (E11)"


@pytest.mark.clause("E11")
@pytest.mark.parametrize(("players", "stocks"), [(3, 2), (8, 15)])
def test_the_first_reshuffle_is_always_made_and_later_ones_up_to_a_limit(
    players: int, stocks: int
) -> None:
    """Three with target 12: 72 cards, more than 60. Eight: 11 cards, so 15 stocks make 165."""
    seed = next(s for s in range(99) if GAME.deal(players, s).record.target == 12)
    state, drawn = GAME.deal(players, seed), 0
    while state.record.rounds == 1:
        state = state.play("draw")
        drawn += 1
        state = state.play(f"drop-{field(state, 'drawn').removeprefix('stock:')}-1")
    assert drawn == stocks * (110 - players * 12 - (2 if players == 3 else 3))


def barren(scoreless: int, totals: Sequence[int] = (0, 7, 7)) -> tuple[State, str]:
    """A round that ends with the next discard, and in which nobody can score."""
    state = table(FIVE, BLUE, YELLOW, totals=totals, idle=29, scoreless=scoreless, turn=0)
    return state.play("take-1"), "drop-greenlegs-1"


@pytest.mark.clause("E19")
def test_ten_rounds_without_a_point_end_the_match_as_it_stands() -> None:
    state, drop = barren(9)
    over = state.play(drop)
    outcome = over.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((1, 2), (0, 7, 7))
    assert outcome.reason.id == "E19"
    assert told(state, drop)[-2] == "Ten rounds without a single point: the game ends here. (E19)"
    assert why(over, "draw") == "E19"
    assert GAME.parse_state(str(over)) == over


@pytest.mark.clause("E19")
def test_rounds_without_a_point_are_counted_only_in_a_row() -> None:
    state, drop = barren(8)
    after = state.play(drop)
    assert after.seat is not None
    assert field(after, "scoreless") == "9"
    scored = nearly((BLUE, ""), (YELLOW, "")).play("lay-shoes-feet")
    assert "scoreless" not in str(scored)


@pytest.mark.clause("E63", "E2")
def test_the_next_round_has_a_new_first_player_target_and_deal() -> None:
    state = nearly((BLUE, ""), (YELLOW, "")).play("lay-shoes-feet")
    assert (state.record.rounds, state.seat) == (2, 1)
    assert field(state, "figures") == "-/-/-"
    assert field(state, "reshuffles") == "0"
    again = nearly((BLUE, ""), (YELLOW, ""))
    assert told(again, "lay-shoes-feet")[-1].startswith("Round 2: build a beanpole of ")
    assert told(again, "lay-shoes-feet")[-1].endswith(" Bob starts. (E2)")


@pytest.mark.clause("E64", "E14")
@pytest.mark.parametrize(("points", "before"), [("50", 42), ("30", 22), ("100", 92)])
def test_the_match_ends_when_someone_has_enough_points(points: str, before: int) -> None:
    short = nearly((BLUE, ""), (YELLOW, ""), totals=[before - 1, 0, 0], points=points)
    assert short.play("lay-shoes-feet").seat == 1
    state = nearly((BLUE, ""), (YELLOW, ""), totals=[before, 0, 0], points=points)
    over = state.play("lay-shoes-feet")
    outcome = over.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason.id) == ((0,), (before + 8, 0, 0), "E14")
    assert told(state, "lay-shoes-feet")[-1] == "It’s over. Well done, Ada! (E14)"
    assert over.legal_moves() == ()
    assert {why(over, str(move)) for move in GAME.moves} == {"E14"}


@pytest.mark.clause("E14")
def test_the_highest_total_wins_even_against_the_round() -> None:
    chance = ("boots neck neck", "hood beltrg")
    over = nearly(chance, (YELLOW, ""), totals=[41, 47, 0]).play("lay-shoes-feet")
    outcome = over.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((49, 50, 0), (1,))


@pytest.mark.clause("E14")
def test_in_a_tie_the_winner_of_the_round_wins_if_among_the_tied() -> None:
    chance = ("boots neck neck", "hood beltrg")
    over = nearly(chance, (YELLOW, ""), totals=[42, 47, 0]).play("lay-shoes-feet").outcome()
    assert over is not None
    assert (over.scores, over.winners) == ((50, 50, 0), (0,))
    shared = nearly(chance, chance, totals=[30, 48, 48]).play("lay-shoes-feet").outcome()
    assert shared is not None
    assert (shared.scores, shared.winners) == ((38, 51, 51), (1, 2))


@pytest.mark.clause("E14")
def test_a_tie_after_a_round_without_winner_is_shared() -> None:
    state = table(
        "boots neck neck",
        "boots neck neck",
        YELLOW,
        figures=["hood beltrg", "hood beltrg"],
        totals=[47, 47, 0],
        idle=29,
        target=5,
    )
    over = state.play("take-1").play("drop-greenlegs-1")
    outcome = over.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1)
    assert field(over, "winner") == "-"


def test_the_sheet_explains_the_points() -> None:
    chance = ("boots neck neck", "hood beltrg")
    over = nearly(chance, (YELLOW, ""), totals=[42, 47, 0]).play("lay-shoes-feet")
    outcome = over.outcome()
    assert outcome is not None
    assert outcome.sheet == (
        ScoreLine(0, "figure", 5, 1, 5, "E59"),
        ScoreLine(0, "bonus", 1, 3, 3, "E13"),
        ScoreLine(1, "last_chance", 3, 1, 3, "E61"),
        ScoreLine(2, "nothing", 0, 0, 0, "E12"),
    )
    assert GAME.words.sheet(nearly(chance, (YELLOW, "")).record) == ()


def test_the_end_is_a_position_like_any_other() -> None:
    chance = ("boots neck neck", "hood beltrg")
    over = nearly(chance, (YELLOW, ""), totals=[42, 47, 0]).play("lay-shoes-feet")
    assert GAME.parse_state(str(over)) == over
    assert field(over, "hands") == "-/-/-"
    assert field(over, "piles") == "-/-"
    assert field(over, "winner") == "0"
    view = over.view(1)
    assert GAME.parse_view(str(view)) == view
    assert view.redeal(1).view(1) == view
    assert view.show("de", NAMES)
