"""The laws that hold for every game, player count, option and style of play."""

from __future__ import annotations

import pickle
import random

import pytest

from tablee import Game, IllegalMove, InvalidMove, InvalidOption, Record, State, parse_record
from tablee.core.chance import key_of
from tablee.core.rules.rulebook import LANGUAGES
from tablee.laws.cases import Case, glimpses


def test_a_match_ends_with_winners_and_scores(case: Case) -> None:
    last = case.sample(3)[-1]
    outcome = last.outcome()
    assert outcome is not None
    assert outcome.winners
    assert set(outcome.winners) <= set(range(case.players))
    assert outcome.scores == last.scores
    assert outcome.reason.id in case.game.rulebook.clauses
    assert last.legal_moves() == ()


def test_whose_turn_it_is_can_always_move(case: Case) -> None:
    for state in glimpses(case):
        if state.seat is not None:
            assert state.outcome() is None
            assert state.seat in range(case.players)
            assert state.legal_moves()


def test_a_position_is_one_line_of_text_both_ways(case: Case) -> None:
    for state in case.sample(12, odd=1):
        text = str(state)
        assert "\n" not in text
        assert case.game.parse_state(text) == state
        assert str(case.game.parse_state(text)) == text


def test_a_view_is_one_line_of_text_both_ways(case: Case) -> None:
    for state in case.sample(6, odd=2):
        for seat in [None, *range(case.players)]:
            view = state.view(seat)
            assert case.game.parse_view(str(view)) == view
            assert view.viewer == seat


def test_every_move_reads_back(game: Game) -> None:
    texts = [str(move) for move in game.moves]
    assert len(set(texts)) == game.move_codes
    for move, text in zip(game.moves, texts, strict=True):
        assert game.parse_move(text) == move
        assert text.isascii()
        assert not set(text) & set(" /?#&%+=\"'<>")


def test_an_old_state_never_changes(case: Case) -> None:
    state = case.deal(3)
    before = bytes(state)
    for move in state.legal_moves():
        after = state.play(move)
        after.view(0).redeal(1)
        assert after != state
    state.why_not(case.game.moves[0])
    assert bytes(state) == before
    with pytest.raises(ValueError, match="read-only"):
        state._records["seat"] = 1


def test_the_same_key_gives_the_same_game(case: Case) -> None:
    for _, first, second in zip(range(80), case.walk(5), case.walk(5), strict=False):
        assert first == second
    assert case.deal(5) != case.deal(6)


def test_a_record_replays_to_the_same_state(case: Case) -> None:
    key, luck = key_of(8), random.Random(8)
    record = Record(case.game, case.players, key, case.chosen, {0: "Ada"})
    state = case.game.deal(case.players, key=key, **case.chosen)
    for _ in range(60):
        if state.seat is None:
            break
        move = luck.choice(state.legal_moves())
        state, record = state.play(move), record.play(str(move))
    read = parse_record(str(record))
    assert read == record
    assert read.replay() == state


def test_what_is_hidden_does_not_show(case: Case) -> None:
    """Whatever a seat cannot know may be changed: its view stays the same, byte for byte."""
    for n, state in enumerate(case.sample(12, odd=4)):
        for seat in [None, *range(case.players)]:
            view = state.view(seat)
            for deal in range(3):
                other = view.redeal(100 * n + deal)
                assert bytes(other.view(seat)) == bytes(view)
                assert str(other.view(seat)) == str(view)
                assert other.view(seat).legal_moves() == view.legal_moves()
                assert other.view(seat).show("fr", "ABCDEFGH") == view.show("fr", "ABCDEFGH")


def test_all_views_at_once_are_the_views_one_by_one(case: Case) -> None:
    for state in case.sample(4, 6):
        for seat, record in zip([None, *range(case.players)], state.views(), strict=True):
            assert record.tobytes() == bytes(state.view(seat))


def test_a_redealt_state_is_a_possible_one_and_plays_on(case: Case) -> None:
    luck = random.Random(1)
    for n, state in enumerate(case.sample(8, odd=6)):
        for seat in [None, *range(case.players)]:
            other = state.view(seat).redeal(n)
            assert case.game.parse_state(str(other)) == other
            assert other.seat == state.seat
            assert other.scores == state.scores
            for _ in range(5):
                if other.seat is not None:
                    other = other.play(luck.choice(other.legal_moves()))


def test_redeal_varies_while_something_is_hidden(case: Case) -> None:
    state = case.deal(9)
    for seat in [None, *range(case.players)]:
        texts = {str(state.view(seat).redeal(n)).split(" key=")[0] for n in range(5)}
        assert len(texts) > 1


def test_the_seat_to_move_sees_its_own_moves(case: Case) -> None:
    for state in case.sample(10, odd=7):
        if state.seat is not None:
            view = state.view(state.seat)
            assert view.legal_moves() == state.legal_moves()
            assert view.distinct_moves() == state.distinct_moves()


def test_a_move_is_legal_or_refused_by_a_clause(case: Case) -> None:
    for state in case.sample(6, odd=10):
        legal = set(state.legal_moves())
        for move in case.game.moves:
            refusal = state.why_not(move, "fr")
            assert (refusal is None) == (move in legal), f"{move} in {state}: {refusal}"
            if refusal is not None:
                assert case.game.rulebook.clause(refusal.clause).refusal is not None
                assert refusal.sentence
                assert "{" not in refusal.sentence


def test_an_illegal_move_says_its_clause_and_loses_nothing(case: Case) -> None:
    state = case.sample(3, odd=12)[1]
    legal = set(state.legal_moves())
    illegal = next(move for move in case.game.moves if move not in legal)
    with pytest.raises(IllegalMove) as caught:
        state.play(illegal)
    assert caught.value.refusal == state.why_not(illegal)
    assert str(illegal) in str(caught.value)
    assert str(state) in str(caught.value)


def test_distinct_moves_are_some_of_the_legal_ones(case: Case) -> None:
    for state in case.sample(10, odd=13):
        legal, distinct = state.legal_moves(), state.distinct_moves()
        assert len(set(legal)) == len(legal)
        assert len(set(distinct)) == len(distinct)
        assert set(distinct) <= set(legal)
        assert bool(distinct) == bool(legal)


def test_every_move_is_told_in_every_language(case: Case) -> None:
    for n, state in enumerate(case.sample(30)[:-1]):
        for lang in LANGUAGES:
            moves, names = state.legal_moves(), "ABCDEFGH"[: case.players]
            told = state.tell(moves[n % len(moves)], lang, names)
            assert told
            before = state.view(state.seat).describe(moves[n % len(moves)], lang, names)
            assert before == told[0].to(state.seat)
            for event in told:
                assert event.sentence
                assert "{" not in event.sentence
                assert event.clause is None or event.clause in case.game.rulebook.clauses


def test_states_views_and_moves_survive_pickling(case: Case) -> None:
    state = case.sample(3, odd=15)[1]
    view = state.view(0)
    assert pickle.loads(pickle.dumps(state)) == state
    assert pickle.loads(pickle.dumps(view)) == view
    for move in state.legal_moves()[:3]:
        assert pickle.loads(pickle.dumps(move)) == move


def test_a_view_is_never_a_state(case: Case) -> None:
    state = case.deal(16)
    with pytest.raises(ValueError, match="parse_view"):
        case.game.parse_state(str(state.view(0)))
    with pytest.raises(ValueError, match="parse_state"):
        case.game.parse_view(str(state))
    assert not hasattr(state.view(0), "play")
    assert not state.view(0).record["key"].any()


def test_player_counts_options_and_seeds_that_do_not_exist_are_refused(game: Game) -> None:
    few, many = game.players[0] - 1, game.players[-1] + 1
    for players in (few, many, True, "three", 2.5):
        with pytest.raises(InvalidOption, match="players"):
            game.deal(players)  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="no option 'hats'"):
        game.deal(game.players[-1], hats=3)
    for option in game.options:
        with pytest.raises(InvalidOption, match=f"choose {option.values[0]}"):
            game.check_options(game.players[-1], {option.name: "purple"})
    for seed in ("seven", 1.5, True):
        with pytest.raises(InvalidOption, match="seed"):
            game.deal(seed=seed)  # type: ignore[arg-type]
    for key in ("xyz", "00", b"short", 3):
        with pytest.raises(InvalidOption, match="key"):
            game.deal(key=key)  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="both"):
        game.deal(seed=1, key="00" * 16)


def test_a_new_deal_without_a_seed_is_a_secret_one(game: Game) -> None:
    assert game.deal() != game.deal()


def test_a_seat_that_does_not_exist_has_no_view(game: Game) -> None:
    state: State = game.deal(seed=1)
    for seat in (-1, state.players):
        with pytest.raises(InvalidOption, match="seats are 0 to"):
            state.view(seat)


def test_what_is_no_move_is_refused_as_such(game: Game) -> None:
    state = game.deal(seed=1)
    for text in ("", " ", "x" * 1000, "é", "-1", "0x7"):
        with pytest.raises(InvalidMove):
            state.play(text)
    with pytest.raises(InvalidMove):
        state.play(3.0)  # type: ignore[arg-type]
