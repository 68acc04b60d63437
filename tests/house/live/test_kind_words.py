"""What is said at the end of a match: every number of it is counted here once more."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from tablee import Move, find_game
from tablee.core.rules.rulebook import LANGUAGES
from tablee.games import GAMES
from tablee.house.live.kind_words import kind_words
from tablee.house.live.score_sheet import ScoreSheet
from tablee.house.live.story import Story

NAMES = ("Ada", "Bo", "Cy", "Di")
TRUE = {
    r"(\d+) (?:point|aphid)s? ahead: well done!": "ahead",
    r"You were (\d+) (?:point|aphid)s? short\.": "short",
    r"But your (?:round|game) (\d+), \+(\d+), was the best of all!": "best",
    r"After (?:round|game) (\d+) you were in the lead\.": "led",
    r"“(.+)”, \+(\d+): nobody did better\.": "most",
    r"(\d+) (?:point|aphid)s? more than (\w+)\.": "before",
}


@cache
def finished(game: str, players: int, seed: int, lang: str = "en") -> ScoreSheet:
    """The last sheet of a match that is played to its end by chance."""
    state, luck, moves = find_game(game).deal(players, seed), random.Random(seed), list[Move]()
    story = Story(state, lang, NAMES[:players])
    while story.state.seat is not None:
        moves.append(luck.choice(story.state.legal_moves()))
        story.follow(moves)
    assert story.sheet is not None and story.sheet.outcome is not None
    return story.sheet


def holds(sheet: ScoreSheet, seat: int, said: str) -> str:
    """Count what a sentence says, and return of what kind it is."""
    kind, found = next((k, m) for p, k in TRUE.items() if (m := re.fullmatch(p, said)))
    totals, others = sheet.rounds[-1], [n for n in range(len(sheet.names)) if n != seat]
    steps = [(0,) * len(totals), *sheet.rounds]
    gains = [[b - a for a, b in zip(*two, strict=True)] for two in pairwise(steps)]
    assert sheet.outcome is not None
    won = sheet.outcome.winners
    if kind == "ahead":
        assert seat in won and totals[seat] - max(totals[n] for n in others if n not in won) == int(
            found[1]
        )
    elif kind == "short":
        assert seat not in won and max(totals[n] for n in won) - totals[seat] == int(found[1])
    elif kind == "best":
        own = gains[int(found[1]) - 1][seat]
        assert own == int(found[2]) and own > max(gain[n] for gain in gains for n in others)
    elif kind == "led":
        after = sheet.rounds[int(found[1]) - 1]
        assert after[seat] > max(after[n] for n in others)
    elif kind == "most":
        row = next(row for row in sheet.rows if row.name == found[1])
        assert max(cell.points for cell in row.cells) == int(found[2])
    else:
        assert totals[seat] - totals[sheet.names.index(found[2])] == int(found[1]) > 0
    return kind


MATCHES = [(game, players, seed) for game in GAMES for players in (3, 4) for seed in (1, 2, 3)]


@pytest.mark.parametrize("match", MATCHES, ids=str)
def test_every_word_at_the_end_is_true(match: tuple[str, int, int]) -> None:
    sheet = finished(*match)
    assert sheet.outcome is not None
    for seat in range(match[1]):
        told = [holds(sheet, seat, said) for said in kind_words(sheet, seat)]
        assert len(told) <= 2 and ("ahead" in told) <= (seat in sheet.outcome.winners)


def test_all_kinds_of_words_are_said() -> None:
    told = {
        holds(sheet, seat, said)
        for sheet in [finished(*match) for match in MATCHES]
        for seat in range(len(sheet.names))
        for said in kind_words(sheet, seat)
    }
    assert told >= {"ahead", "short", "best", "led", "most"}


def test_equal_totals_lack_nothing() -> None:
    sheet = finished("fourmis", 3, 1)
    assert sheet.outcome is not None
    same = replace(sheet, rounds=((5, 5, 5),), outcome=replace(sheet.outcome, winners=(0,)))
    assert not [said for seat in range(3) for said in kind_words(same, seat) if "short" in said]
    shared = replace(sheet, rounds=((5, 5, 4),), outcome=replace(sheet.outcome, winners=(0, 1)))
    assert kind_words(shared, 0) == kind_words(shared, 1) == ["1 aphid ahead: well done!"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_are_said_in_every_language(lang: str) -> None:
    sheet = finished("fourmis", 3, 1, lang)
    assert all(kind_words(sheet, seat) for seat in range(3))
