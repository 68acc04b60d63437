"""The arena: luck cancels, and whoever cannot play is named."""

from __future__ import annotations

import json
import math

import pytest

from tablee import InvalidOption, find_game
from tablee.lab.arena import Contest, Standing, hold
from tablee.lab.spread import Workers
from tests.test_cli import refused, tablee

FOURMIS = find_game("fourmis")
KRAUT = find_game("kraut")


def held(*bots: str, games: int = 8, players: int = 4, seconds: float = 5.0) -> list[Standing]:
    return hold(Contest(FOURMIS, bots, players, {}, 1, seconds), games).bots


def test_equal_bots_share_alike_however_lucky_the_deal() -> None:
    first, second = held("advice", "advice", games=4)[0], held("casual", games=4)[0]
    for standing in (first, second):
        assert standing.share == pytest.approx(0.25)
        assert standing.interval[0] <= 0.25 <= standing.interval[1]


def test_advice_beats_random_clearly() -> None:
    advice, random = held("advice", "random", games=80)
    assert advice.times_fair > 1.5
    assert advice.interval[0] > 0.25
    assert advice.points > random.points
    assert advice.share + 3 * random.share == pytest.approx(1)


def test_the_arena_plays_the_same_games_again() -> None:
    assert held("casual", "novice") == held("casual", "novice")


def test_two_processes_play_the_same_games_as_one() -> None:
    contest = Contest(FOURMIS, ("casual", "random"), 3, {}, 2)
    assert hold(contest, 6, Workers(2)) == hold(contest, 6)


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("tests.bots.bad:Raising", "raised RuntimeError: my head hurts"),
        ("tests.bots.bad:Cheating", "which is not allowed"),
        ("tests.bots.bad:Mute", "chose None, which is not allowed"),
        ("tests.bots.bad:Slow", "took longer than 0.05 s"),
        ("tests.bots.bad:Unseated", "cannot be seated: no chair"),
        ("tests.bots.bad:Nobody", "cannot be seated"),
        ("grandmaster", "there is no bot 'grandmaster'; there are novice, casual"),
        ("master@soon", "write seconds (0.3s) or simulations (500)"),
    ],
)
def test_a_bad_bot_forfeits_and_is_named(bot: str, why: str) -> None:
    bad, good = held(bot, "advice", games=4, seconds=0.05)
    assert bad.share == 0
    assert sum(bad.forfeits.values()) == 4
    assert why in next(iter(bad.forfeits))
    assert not good.forfeits
    assert good.share == pytest.approx(1 / 3)
    assert math.isnan(bad.points)


def test_a_budget_can_be_given_to_a_level() -> None:
    assert not held("master@20", "expert@0.001s", games=4)[0].forfeits


def test_too_many_bots_or_no_games_are_refused() -> None:
    with pytest.raises(InvalidOption, match="name 1 to 2 bots"):
        held("novice", "casual", "regular", players=2)
    with pytest.raises(InvalidOption, match="at least one game"):
        held("novice", games=0)


def test_seats_are_counted_whoever_sits_there() -> None:
    seats = hold(Contest(FOURMIS, ("advice", "random"), 3, {}, 1), 30).seats
    assert sum(seat.share for seat in seats) == pytest.approx(1)
    assert all(seat.interval[0] < seat.share < seat.interval[1] for seat in seats)


@pytest.mark.parametrize(("bots", "seats"), [(1, 5), (2, 5), (3, 3), (4, 4)])
def test_three_bots_or_more_have_just_their_seats(bots: int, seats: int) -> None:
    words = ("arena", "kraut", *["random"] * bots, "--games", "1", "--json")
    facts = json.loads(tablee(*words))
    assert facts["players"] == facts["games"] == len(facts["seats"]) == seats


def test_the_command_says_how_many_games_less_luck_saves() -> None:
    words = ("arena", "fourmis", "regular", "random", "--games", "4", "--less-luck")
    assert "times as many games" in tablee(*words)
    facts = json.loads(tablee(*words, "--json"))
    assert facts["bots"][0]["times_fewer_games"] > 0


def test_the_command_gives_one_line_of_json() -> None:
    words = ("arena", "fourmis", "advice", "random", "--games", "5", "--players", "3", "--json")
    facts = json.loads(tablee(*words))
    assert facts["games"] == 6
    assert [bot["bot"] for bot in facts["bots"]] == ["advice", "random"]
    assert facts["bots"][0]["interval"][0] <= facts["bots"][0]["share"]


def test_the_command_prints_a_table_and_names_forfeits() -> None:
    printed = tablee("arena", "fourmis", "tests.bots.bad:Mute", "advice", "--games", "4")
    assert "times a fair" in printed
    assert "forfeits 4: it chose None" in " ".join(printed.split())


def test_a_game_that_does_not_exist_is_refused() -> None:
    assert "there is no game 'chess'" in refused("arena", "chess", "novice")
