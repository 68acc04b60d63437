"""Score sheets as pages show them."""

from __future__ import annotations

import re

import pytest

from tablee import Move, ScoreLine, find_game
from tablee.bots.levels import find_bot
from tablee.games import GAMES
from tablee.house.live.score_sheet import ScoreSheet
from tablee.house.live.story import Story

NAMES = ("Ada", "Ben")


def sheet(rounds: tuple[tuple[int, ...], ...], seat: int | None = None) -> str:
    """Writes the sheet of a round that brought 3 and −1 points."""
    lines = (ScoreLine(0, "clover", 3, 1, 3, "K68"), ScoreLine(1, "snail", 1, -1, -1, "K68"))
    drawn = ("k-card-clover-1", "k-card-snail-1")
    bots, book = (False, True), "/rules/kraut"
    shown = ScoreSheet(find_game("kraut"), "fr", NAMES, bots, lines, drawn, rounds, None, book)
    return shown.write(seat)


def scored(game: str, players: int, rounds: int) -> ScoreSheet:
    """Lets novices play until so many rounds have been counted."""
    state = find_game(game).deal(players=players, seed=2)
    story, moves = Story(state, "fr", ("Ada", "Ben", "Cleo", "Dan")[:players]), list[Move]()
    novice = find_bot("novice", state.game, 2)
    while story.sheet is None or len(story.sheet.rounds) < rounds:
        moves.append(novice.choose(story.state.view(story.state.seat)))
        story.follow(moves)
    return story.sheet


@pytest.mark.parametrize(("rounds", "rows"), [(((3, -1),), 0), (((10, 0), (13, -1)), 1)])
def test_a_round_is_added_up_by_itself_only_beside_others(
    rounds: tuple[tuple[int, ...], ...], rows: int
) -> None:
    assert sheet(rounds).count("cette fois") == rows
    assert sheet(rounds).count("Partie après partie") == rows
    assert sheet(rounds).count("en tout") == 1


def test_a_sheet_calls_whoever_reads_it_you() -> None:
    assert "Ada" in sheet(((3, -1),))
    assert "Ada" not in sheet(((3, -1),), 0)
    assert "Toi" in sheet(((3, -1),), 0)


def test_clauses_stand_behind_one_question_mark() -> None:
    before, after = sheet(((3, -1),)).split('<details class="clauses">')
    assert "règle" not in before.lower()
    assert after.count("K68") >= 2


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_shows_every_thing_that_counted_as_a_picture(game: str) -> None:
    found = scored(game, 3, 1)
    assert found.rows
    for row in found.rows:
        assert row.drawn or any(cell.drawn for cell in row.cells) or row.name == "bonus"
        assert len(row.cells) == 3
    for person in found.ranked:
        place = found.ranked.index(person)
        brought = sum(row.cells[place].points for row in found.rows)
        assert brought == found.gained(person.seat) or found.rounds[-1][person.seat] == 0


def test_whoever_missed_an_objective_sees_how_near_it_was() -> None:
    found = scored("fourmis", 4, 1)
    plus = next(row for row in found.rows if row.name.startswith("Plus"))
    assert all(len(cell.lines) == 1 for cell in plus.cells)
    most = max(cell.lines[0].count for cell in plus.cells)
    for cell in plus.cells:
        assert cell.best == (cell.lines[0].count == most) == (cell.points > 0)


def test_points_are_told_round_by_round() -> None:
    found = scored("fourmis", 4, 3)
    history = found.write(0).split('class="history"')[1]
    assert re.findall(r"Manche \d", history) == ["Manche 1", "Manche 2", "Manche 3"]
    assert history.count(" won") == sum(found.won(s, n) for s in range(4) for n in range(3)) > 0
    for seat in range(4):
        gains = [found.gained(seat, number) for number in range(3)]
        for number, gain in enumerate(gains):
            assert found.won(seat, number) <= (
                gain == max(found.gained(s, number) for s in range(4))
            )
        assert sum(gains) == found.rounds[-1][seat]
