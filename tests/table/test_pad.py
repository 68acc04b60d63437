"""The score pads: what people count with their own cards is what the rules would have counted."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tablee import GAMES, Game
from tablee.core import compiled
from tablee.core.bits import count
from tablee.core.rules.rulebook import LANGUAGES
from tablee.games.fourmis import rules as fourmis
from tablee.games.fourmis.material import ALL_QUEENS, LADYBIRD
from tablee.games.kraut.gardens.garden import beds
from tablee.games.kraut.material import GARDENS, KINDS
from tablee.table.pad import PLAIN, Choice, Counted, Match, pad_of, phrases_of
from tests.effort import often
from tests.games.fourth import FOURTH

MATCHES = {"kraut": 40, "fourmis": 40, "escogriffe": often(4, 40)}
"""Random matches of each kind of table; those of Escogriffe have dozens of rounds."""
TABLES = [
    ("kraut", 2, {}),
    ("kraut", 3, {"match": "three"}),
    ("kraut", 5, {}),
    ("fourmis", 2, {}),
    ("fourmis", 3, {}),
    ("fourmis", 4, {"teams": "yes"}),
    ("escogriffe", 3, {}),
    ("escogriffe", 8, {"points": "30"}),
]
every_pad = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def scored(game: Game, players: int, seed: int, **options: str) -> Iterator[tuple[Any, Any]]:
    """Plays a random match, and gets the record before and after each time that it is scored."""
    luck, records = random.Random(seed), game.blank(players, **options)
    records["key"][0] = (seed, 1)
    compiled.deal_first(records)
    moves = np.zeros(game.rules.MOST_MOVES, np.int64)
    while True:
        before = compiled.copy_of(records)
        event = compiled.step_first(records)
        if event in game.scored:
            yield before[0], compiled.copy_of(records)[0]
        if event == 0 and records[0].seat < 0:
            return
        if event == 0:
            legal = compiled.legal_first(records, moves)
            compiled.put_first(records, int(moves[luck.randrange(legal)]))


def of_kraut(state: Any) -> dict[str, int]:
    """Reads what lies in everybody's gardens, in the order in which they were taken."""
    at: dict[str, int] = defaultdict(int)
    for seat in range(state.players):
        at[f"s{seat}.contract"] = int(state.contracts[seat]) + 1
        own = [n for n in range(len(GARDENS)) if state.owner[n] == seat]
        own.sort(key=lambda garden: state.taken[garden])
        for garden, letter in zip(own, ("", "b"), strict=False):
            for top, _ in beds(state, garden):
                at[f"s{seat}{letter}.{KINDS[top]}"] += top >= 0
    firsts = {
        seat: min(int(state.taken[n]) for n in range(len(GARDENS)) if state.owner[n] == seat)
        for seat in range(state.players)
    }
    for place, seat in enumerate(sorted(firsts, key=firsts.__getitem__), 1):
        at[f"s{seat}.taken"] = place
    return at


def of_fourmis(state: Any) -> dict[str, int]:
    """Counts what everybody has won."""
    at = {"plus": int(state.plus) + 1, "minus": int(state.minus) + 1}
    for seat in range(state.players):
        won = int(state.won[seat])
        at[f"s{seat}.plus"] = int(fourmis.of_colour(won, int(state.plus)))
        at[f"s{seat}.minus"] = int(fourmis.of_colour(won, int(state.minus)))
        at[f"s{seat}.queens"] = count(won & ALL_QUEENS)
        at[f"s{seat}.ladybirds"] = won >> LADYBIRD
    return at


def of_escogriffe(state: Any) -> dict[str, int]:
    """Measures everybody's figure, if it goes from head to feet."""
    winner = int(state.round_winner)
    at = {"target": int(state.target), "winner": winner + 1 if winner >= 0 else state.players + 1}
    for seat in range(state.players):
        whole = state.sizes[seat] and not state.head_ends[seat] and not state.foot_ends[seat]
        at[f"s{seat}.size"] = int(state.sizes[seat]) if whole else 0
    return at


READ = {"kraut": of_kraut, "fourmis": of_fourmis, "escogriffe": of_escogriffe}


def keep(game: Game, names: list[str], options: dict[str, str], lang: str = "en") -> Match:
    return Match(game, names, options, lang)


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_a_pad_counts_what_the_rules_counted(
    name: str, players: int, options: dict[str, str]
) -> None:
    game, names = GAMES[name], [f"P{n}" for n in range(players)]
    for seed in range(MATCHES[name]):
        pairs = list(scored(game, players, seed, **options))
        rounds = []
        for before, _ in pairs:
            match, at = keep(game, names, options), READ[name](before)
            asked = {question.name: question for question in match.questions()}
            rounds.append({one: at.get(one, 0) for one in asked})
            assert all(asked[one].allows(n) for one, n in rounds[-1].items()), rounds[-1]
            assert [f for f in match.pad.flaws(match.ask(rounds[-1])) if not f.mild] == []
        kept = keep(game, names, options).count(rounds)
        assert len(kept) == len(pairs)
        for one, (before, after) in zip(kept, pairs, strict=True):
            assert_same(game, one, before, after, names)


def assert_same(game: Game, one: Counted, before: Any, after: Any, names: list[str]) -> None:
    """The same totals, winners, lines and sentences."""
    points = np.zeros(8, np.int64)
    compiled.scores_first(np.array([after], after.dtype), points)
    assert one.totals == tuple(points[: len(names)].tolist())
    mask = int(game.rules.winners(after))
    assert one.winners == tuple(n for n in range(len(names)) if mask >> n & 1)
    assert not one.asks and one.over == bool(mask)
    totals = [line.points for line in one.sheet]
    if game.name == "kraut":  # a pad knows no numbers of gardens
        assert sorted(totals) == sorted(line.points for line in game.words.sheet(before))
    else:
        assert one.sheet == game.words.sheet(before)
        event = next(iter(game.scored))
        told = game.words.tell(before, event, after, "en", names)
        assert [line.sentence for line in one.told] == [line.sentence for line in told]


@every_pad
def test_a_pad_says_who_begins_as_the_rules_deal(game: Game) -> None:
    players = game.players[-1]
    match = keep(game, [f"P{n}" for n in range(players)], {})
    assert match.opener() == 0


def test_the_ghost_begins_at_two() -> None:
    assert keep(GAMES["fourmis"], ["A", "B"], {}).opener() == 2


@every_pad
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_pad_speaks_all_languages_and_names_real_clauses(game: Game, lang: str) -> None:
    for players in game.players:
        match = keep(game, [f"P{n}" for n in range(players)], {}, lang)
        at: dict[str, int] = defaultdict(int)
        flaws = list(match.pad.flaws(match.ask(at)))
        for flaw in flaws:
            assert phrases_of(game).speak(lang)(flaw.phrase, **flaw.places)
            assert flaw.clause in game.rulebook.clauses
        cited = {match.pad.begins, *match.pad.notes}
        assert cited <= set(game.rulebook.clauses)
        assert any(not flaw.mild for flaw in flaws), "an empty pad is not counted"


def test_the_sheets_own_example_makes_eight() -> None:
    match = keep(GAMES["kraut"], ["Ada", "Bo", "Cy"], {})
    at: dict[str, int] = {question.name: 0 for question in match.questions()}
    garden = {"T": 3, "C": 2, "S": 2, "A": 1, "c": 1, "s": 1, "d": 1, "m": 1}
    at |= {f"s0.{kind}": n for kind, n in garden.items()} | {"s0.contract": 1}
    assert match.count([at])[0].points == (8, 0, 0)


def test_a_tie_asks_who_took_a_garden_first() -> None:
    match = keep(GAMES["kraut"], ["Ada", "Bo", "Cy"], {})
    at: dict[str, int] = {question.name: 0 for question in match.questions()}
    at |= {"s0.contract": 1, "s1.contract": 2, "s2.contract": 3, "s1.c": 2, "s2.c": 2}
    (open_,) = match.count([at])
    assert open_.asks == "tie" and open_.over and not open_.winners
    assert not any("Bo" in line.sentence and "Bravo" in line.sentence for line in open_.told)
    (said,) = keep(GAMES["kraut"], ["Ada", "Bo", "Cy"], {}).count([at | {"s2.taken": 1}])
    assert said.asks == "tie", "who was first of two is known only once both have said so"
    both = at | {"s2.taken": 1, "s1.taken": 2}
    (closed,) = keep(GAMES["kraut"], ["Ada", "Bo", "Cy"], {}).count([both])
    assert closed.winners == (2,) and not closed.asks


def test_counts_that_the_box_does_not_allow_are_refused() -> None:
    match = keep(GAMES["fourmis"], ["Ada", "Bo", "Cy"], {})
    at: dict[str, int] = {question.name: 0 for question in match.questions()}
    at |= {"plus": 1, "minus": 2, "s0.queens": 5}
    found = {flaw.phrase for flaw in match.pad.flaws(match.ask(at)) if not flaw.mild}
    assert found == {"impossible"}, "five queens without a card of two colours"
    at |= {"s0.queens": 3, "s1.queens": 3}
    found = {flaw.phrase for flaw in match.pad.flaws(match.ask(at)) if not flaw.mild}
    assert found == {"too_many"}


def test_a_game_without_a_pad_has_its_points_added_up() -> None:
    assert pad_of(FOURTH) is PLAIN
    match = keep(FOURTH, ["A", "B", "C", "D"], {})
    rounds = [{f"s{n}.points": n - 2 for n in range(4)}] * 3
    assert match.count(rounds)[-1].totals == (-6, -3, 0, 3)
    assert match.opener() == -1


@every_pad
def test_every_picture_of_a_pad_is_drawn(game: Game) -> None:
    from tablee.house.render.scenes import scene

    match = keep(game, [f"P{n}" for n in range(game.players[-1])], {})
    for question in match.questions():
        for one in question.answers if isinstance(question, Choice) else (question,):
            assert not one.picture or "<use" in scene(game, one.picture)
