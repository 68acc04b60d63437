"""Records: the text of a whole game."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee import InvalidError, InvalidRecord, Record, find_game, parse_record
from tablee.core.record import commitment_of

GAME = find_game("fourmis")
RECORD = Record(GAME, 3, bytes(16), {"beat": "previous"}, {0: "Ada", 2: "Zoë: the 3rd"})
TEXT = str(RECORD.play("2r"))


def test_a_record_has_the_options_names_key_and_moves() -> None:
    state = next(RECORD.states())
    record = RECORD.play(*state.legal_moves()[:1])
    assert str(record).splitlines() == [
        "tablee record 1",
        "game: fourmis 1",
        "players: 3",
        "beat: previous",
        "teams: no",
        "seat 0: Ada",
        "seat 2: Zoë: the 3rd",
        "key: 00000000000000000000000000000000",
        "",
        str(state.legal_moves()[0]),
    ]


def test_comments_and_line_breaks_do_not_matter() -> None:
    first, second = (str(m) for m in next(RECORD.states()).legal_moves()[:2])
    text = str(RECORD) + f"\n# a comment\n{first}\n\n   {second}  "
    assert [str(move) for move in parse_record("# before\n" + text).moves] == [first, second]


def test_an_illegal_move_is_named_with_its_place_and_clause() -> None:
    state = next(RECORD.states())
    illegal = next(move for move in GAME.moves if move not in state.legal_moves())
    with pytest.raises(InvalidRecord, match=rf"move 1 does not replay. {illegal}: .*\(F39\)"):
        RECORD.play(illegal).replay()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "begins with the line 'tablee record 1'"),
        ("tablee record 2\n", "begins with the line 'tablee record 1'"),
        (TEXT.replace("fourmis", "chess"), "there is no game 'chess'"),
        (TEXT.replace("fourmis 1", "fourmis 9"), "rules '9' of fourmis are not known"),
        (TEXT.replace("players: 3", "players: many"), "players: 'many' is not a number"),
        (TEXT.replace("players: 3", "players: 9"), "fourmis is for 2 to 4 players, not 9"),
        (TEXT.replace("players: 3\n", ""), "no line 'players'"),
        (
            TEXT.replace("beat: previous", "beat: best"),
            "option beat=best: choose highest or previous",
        ),
        (TEXT.replace("beat: previous", "hats: many"), "no option 'hats'"),
        (TEXT.replace("beat: previous", "beat previous"), "line 4: 'beat previous' has no colon"),
        (TEXT.replace("teams: no", "beat: previous"), "line 5: 'beat: previous' appears twice"),
        (TEXT.replace("key: 00", "key: zz"), "is not hexadecimal"),
        (TEXT + "7x", "line 11, move 2: '7x' is no card"),
    ],
)
def test_a_bad_record_names_its_fault(text: str, fault: str) -> None:
    with pytest.raises(InvalidRecord, match=fault):
        parse_record(text)


def test_a_commitment_is_kept_and_checked() -> None:
    good = replace(RECORD, commitment=commitment_of(RECORD.key))
    assert parse_record(str(good)).commitment == good.commitment
    assert good.verify() == RECORD.replay()
    assert RECORD.verify(good.commitment) == RECORD.replay()
    for bad in (replace(RECORD, commitment="00"), replace(good, key=b"x" * 16)):
        with pytest.raises(InvalidRecord, match="not the cards that were promised"):
            bad.verify()


def test_a_record_is_a_text() -> None:
    with pytest.raises(InvalidRecord, match="a record is a text"):
        parse_record(3)  # type: ignore[arg-type]


@given(st.text(max_size=200), st.integers(0, len(TEXT)))
def test_any_scratch_on_a_record_is_read_or_refused(patch: str, at: int) -> None:
    for text in (patch, TEXT[:at] + patch + TEXT[at:]):
        try:
            parse_record(text).replay()
        except InvalidError as error:
            assert str(error)


def test_a_record_carries_what_was_taken_back() -> None:
    first, second, *_ = next(RECORD.states()).legal_moves()
    record = replace(RECORD.play(second), taken=((0, first),))
    assert str(record).splitlines()[-1] == f"{first} !back {second}"
    assert parse_record(str(record)) == parse_record(str(parse_record(str(record))))
    assert parse_record(str(record)).taken == ((0, first),)
    assert record.verify() == RECORD.play(second).verify()
    assert parse_record(str(RECORD) + f"{first} !back").taken == ((0, first),)


def test_what_was_taken_back_must_have_been_allowed() -> None:
    legal = next(RECORD.states()).legal_moves()
    other = next(move for move in GAME.moves if move not in legal)
    with pytest.raises(InvalidRecord, match="does not replay"):
        parse_record(str(RECORD) + f"{other} !back {legal[0]}").verify()
    for wrong in ("!back", f"{legal[0]} !back !back"):
        with pytest.raises(InvalidRecord, match="stands after the move"):
            parse_record(str(RECORD) + wrong)
