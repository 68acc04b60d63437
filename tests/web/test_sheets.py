"""Score sheets as pages show them."""

from __future__ import annotations

import pytest

from tablee import ScoreLine, find_game
from tablee.web.story import ScoreSheet


def sheet(scores: tuple[int, ...], seat: int | None = None) -> str:
    """Writes the sheet of a round that brought 3 and −1 points."""
    lines = (ScoreLine(0, "clover", 3, 1, 3, "K68"), ScoreLine(1, "snail", 1, -1, -1, "K68"))
    shown = ScoreSheet(find_game("kraut"), "fr", ("Ada", "Ben"), (False, True), lines, scores, None)
    return shown.write(seat)


@pytest.mark.parametrize(("scores", "rows"), [((3, -1), 0), ((13, -1), 2), ((3, 4), 2)])
def test_a_round_is_added_up_by_itself_only_beside_others(
    scores: tuple[int, ...], rows: int
) -> None:
    assert sheet(scores).count("cette fois") == rows
    assert sheet(scores).count("en tout") == 2


def test_a_sheet_calls_whoever_reads_it_you() -> None:
    assert "Ada" in sheet((3, -1))
    assert "Ada" not in sheet((3, -1), 0)
    assert "Toi" in sheet((3, -1), 0)
