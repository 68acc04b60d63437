"""Looking back: values that add up, judge fairly and know nothing that the seat did not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

from tablee import GAMES, Game, InvalidOption, InvalidRecord, Record, parse_record, review
from tablee.bots.levels import find_bot
from tablee.bots.review.match_review import SeatReview, reviewing
from tablee.bots.review.moments import OTHERS, OWN, PARTS, moments_of
from tablee.bots.review.values import regular_of, review_settings
from tablee.core.chance import key_of
from tests.archive import golden_cases, write_golden
from tests.cases import Case, variants_of
from tests.effort import NIGHT, often
from tests.test_cli import refused, tablee

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
SECRETS: list[tuple[str, int, dict[str, str]]] = [
    *[(game.name, game.players[0], {}) for game in GAMES.values()],
    ("fourmis", 4, {"teams": "yes"}),
]
"""At which tables it is tried that a review knows no more than its seat did."""
every_secret = pytest.mark.parametrize(("name", "players", "options"), SECRETS)
TABLES = [case for game in GAMES.values() for case in golden_cases(game)]
TABLES += [
    replace(case, style=golden_cases(game)[0].style)
    for game in GAMES.values()
    for case in variants_of(game)
]


def played(game: Game, players: int, seed: int, *levels: str, **options: Any) -> Record:
    """Plays a match; the last level takes the seats that are left."""
    state = game.deal(players, seed, **options)
    names = [levels[min(seat, len(levels) - 1)] for seat in range(players)]
    bots = [find_bot(name, game, 10 * seed + seat) for seat, name in enumerate(names)]
    moves = []
    while state.seat is not None:
        moves.append(bots[state.seat].choose(state.view(state.seat)))
        state = state.play(moves[-1])
    return Record(game, players, key_of(seed), state.options).play(*moves)


def smallest(game: Game) -> int:
    return game.players[0]


def check_sum(seat: SeatReview) -> None:
    assert sum(seat.parts.values()) == pytest.approx(seat.result - seat.fair, abs=1e-9)
    assert sum(change.change for change in seat.curve) == pytest.approx(
        seat.result - seat.fair, abs=1e-9
    )
    assert sum(seat.percent().values()) == round(100 * seat.result)


@pytest.mark.parametrize("case", TABLES, ids=str)
@pytest.mark.parametrize("seed", range(often(1, 5)))
def test_luck_and_judgement_add_up_at_every_table(case: Case, seed: int) -> None:
    """Matches of every game, table and option, with usual and other numbers, played anew."""
    record = parse_record(write_golden(case, seed))
    outcome = record.replay().outcome()
    assert outcome is not None
    seat = len(record.moves) % case.players
    found = review(record, seat, plays=1).seats[0]
    check_sum(found)
    assert found.result == (seat in outcome.winners) / len(outcome.winners)
    assert found.fair == 1 / case.players
    assert found.curve[-1].value == found.result
    assert {change.part for change in found.curve} <= set(PARTS)


@pytest.mark.parametrize(
    ("name", "players", "options", "matches"),
    [
        ("fourmis", 3, {}, 40),
        ("fourmis", 4, {"teams": "yes"}, often(6, 60)),
        ("kraut", 3, {}, often(6, 120)),
        ("kraut", 2, {"match": "three"}, often(4, 60)),
        ("escogriffe", 3, {} if NIGHT else {"variant": {"goal": 12}}, often(6, 30)),
    ],
)
def test_among_regulars_every_part_is_zero_on_average(
    name: str, players: int, options: dict[str, Any], matches: int
) -> None:
    """Few matches on every push, more at night; benchmarks/luck.py does it for longer."""
    parts: dict[str, list[float]] = {part: [] for part in PARTS}
    for seed in range(matches):
        record = played(GAMES[name], players, seed, "regular", **options)
        found = review(record, plays=6_000, seed=seed)
        for part in PARTS:
            parts[part].append(fmean(seat.parts[part] for seat in found.seats))
    for part, means in parts.items():
        assert abs(fmean(means)) <= 3 * stdev(means) / len(means) ** 0.5 + 1e-12, part


def test_whoever_plays_at_random_among_regulars_gives_chances_away() -> None:
    found = [
        review(played(GAMES["kraut"], 3, seed, "random", "regular"), 0, plays=8_000).seats[0]
        for seed in range(4)
    ]
    assert fmean(seat.parts[OWN] for seat in found) < -0.1
    assert any(seat.key_moments for seat in found)


@every_secret
def test_a_review_knows_nothing_that_the_seat_did_not(
    name: str, players: int, options: dict[str, str]
) -> None:
    """Whatever was hidden is dealt anew at every moment, and nothing is judged otherwise."""
    game = GAMES[name]
    record = played(game, players, 3, "casual", **options)
    seat, regular = 1, regular_of(game, players)
    for number, moment in enumerate(moments_of(record, seat, regular)):
        if number % 9 == 0 and moment.known is None:
            other = moment.view.redeal(number)
            assert other.view(seat) == moment.view


@every_secret
def test_values_do_not_depend_on_what_is_hidden(
    name: str, players: int, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = played(GAMES[name], players, 4, "casual", **options)
    first = review(record, 0, plays=1)

    def redealt(*args: object) -> Iterator[object]:
        for number, moment in enumerate(moments_of(*args)):  # type: ignore[arg-type]
            view = moment.view.redeal(number).view(0) if moment.known is None else moment.view
            yield replace(moment, view=view)

    monkeypatch.setattr("tablee.bots.review.builder.moments_of", redealt)
    assert review(record, 0, plays=1).as_dict() == first.as_dict()


@every_game
def test_the_same_seed_gives_the_same_review(game: Game) -> None:
    record = played(game, smallest(game), 5, "casual")
    first, second, third = (review(record, 0, plays=1, seed=seed).as_dict() for seed in (1, 1, 2))
    assert first == second
    assert first != third


def test_equal_moves_are_judged_alike() -> None:
    """In Kraut & Rüben any empty bed of a garden is as good as another."""
    record = played(GAMES["kraut"], 2, 6, "regular")
    states = list(record.states())
    ply = next(
        ply
        for ply, state in enumerate(states)
        if state.seat == 0 and len(state.legal_moves()) > len(state.distinct_moves()) > 1
        if record.moves[ply] in state.distinct_moves()
    )
    state, made = states[ply], record.moves[ply]
    twin = next(
        move
        for move in state.legal_moves()
        if move not in state.distinct_moves() and str(move)[0] == str(made)[0]
    )
    cut = {
        move: _judged_at(replace(record, moves=(*record.moves[:ply], move)), ply)
        for move in (made, twin)
    }
    assert cut[made] == cut[twin]


def _judged_at(start: Record, ply: int) -> tuple[float, float, float]:
    """Plays a match on by advice, and gets how the move at a ply is judged."""
    state, moves, advice = start.replay(), [], find_bot("advice", start.game)
    while state.seat is not None:
        moves.append(advice.choose(state.view(state.seat)))
        state = state.play(moves[-1])
    found = review(start.play(*moves), 0, plays=30_000).seats[0]
    choice = next(choice for choice in found.choices if choice.ply == ply)
    return round(choice.own, 2), round(choice.chance, 2), float(choice.is_mistake)


@every_game
def test_a_difference_within_its_error_is_no_mistake(game: Game) -> None:
    found = review(played(game, smallest(game), 8, "novice"), 0, plays=3_000).seats[0]
    for choice in found.choices:
        assert choice.is_mistake == (-choice.lead > 2 * choice.error)
        assert choice.best_chance >= choice.chance
        assert (choice.best == choice.move) == (choice.lead >= 0)
        assert choice.best != choice.move or not choice.reason("fr"), "nothing to compare"
    assert len(found.key_moments) <= 3
    costs = [choice.cost for choice in found.key_moments]
    assert costs == sorted(costs, reverse=True)
    assert all(choice.lead >= 0.05 for choice in found.found)


def test_a_review_tells_how_far_it_is_and_begins_with_doubtful_choices() -> None:
    steps, done = reviewing(played(GAMES["fourmis"], 4, 9, "novice"), 0, plays=20_000), []
    first = next(steps)
    assert first.choice is not None
    for step in steps:
        done.append(step.done)
    assert done == sorted(done)
    assert step.done == step.total


def test_deals_cards_and_others_have_their_own_events() -> None:
    found = review(played(GAMES["escogriffe"], 3, 1, "regular"), 0, plays=1).seats[0]
    assert {change.part for change in found.curve} == set(PARTS)
    found = review(played(GAMES["fourmis"], 4, 1, "regular"), 0, plays=1).seats[0]
    assert {change.part for change in found.curve} == {"deal", OTHERS, OWN}


def test_a_game_without_levels_of_its_own_can_be_reviewed_too(tmp_path: Path) -> None:
    bare = type("Bare", (), {"folder": tmp_path, "rules": GAMES["fourmis"].rules})()
    assert review_settings(bare)["plays"] > 0
    assert regular_of(bare, 4).temperature > 0


# On the command line


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.txt"
    path.write_text(str(played(GAMES["fourmis"], 2, 2, "novice")), encoding="utf-8")
    return path


def test_the_command_gives_one_line_of_json(file: Path) -> None:
    facts = json.loads(tablee("review", str(file), "--json", "--plays", "1"))
    assert [seat["seat"] for seat in facts["seats"]] == [0, 1]
    for seat in facts["seats"]:
        parts = sum(seat[part] for part in ("deal", "cards", "others", "own"))
        assert parts == pytest.approx(seat["result"] - seat["fair"], abs=1e-9)
        assert {"move", "chance", "best", "cost", "error", "reason"} <= set(seat["decisions"][0])
    (one,) = json.loads(tablee("review", str(file), "--json", "--plays", "1", "--seat", "1"))[
        "seats"
    ]
    assert one["seat"] == 1


def test_the_command_tells_it_in_words(file: Path) -> None:
    printed = tablee("review", str(file), "--plays", "20000", "--lang", "fr")
    assert "Place 0" in printed
    assert "better" in printed or "certainly" in printed


def test_what_cannot_be_reviewed_is_refused_in_a_sentence(file: Path, tmp_path: Path) -> None:
    whole = file.read_text(encoding="utf-8")
    texts = {
        "begins with": "hello",
        "rules '7'": whole.replace("game: fourmis 1", "game: fourmis 7"),
        "there is no game": whole.replace("game: fourmis", "game: belote"),
        "not over": str(parse_record(whole).play()).rsplit(" ", 1)[0] + "\n",
    }
    for sentence, text in texts.items():
        bad = tmp_path / "bad.txt"
        bad.write_text(text, encoding="utf-8")
        with pytest.raises(InvalidRecord, match=sentence):
            review(parse_record(text), plays=1)
    with pytest.raises(InvalidOption, match="no seat 5"):
        review(parse_record(whole), 5)
    said = refused("review", str(bad))
    assert said.count("\n") == 1
    assert "not over" in said


def test_a_record_whose_moves_do_not_replay_is_refused(file: Path) -> None:
    record = parse_record(file.read_text(encoding="utf-8"))
    with pytest.raises(InvalidRecord, match="does not replay"):
        review(replace(record, moves=record.moves[1:]), plays=1)
