"""Every lesson is true to its game: its positions can be, its moves may be, its words are few."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablee import GAMES
from tablee.core.rules.rulebook import LANGUAGES
from tablee.core.state.position import State
from tablee.table.posed.lesson import LEARNER, THOUGHTS, Lesson, Step, lesson_of
from tests.games.fourth import FOURTH
from tests.lessons import TAUGHT, blurred, past_of, quiz_of, replay, texts_of

every_lesson = pytest.mark.parametrize("lesson", TAUGHT.values(), ids=list(TAUGHT))
MOST_WORDS = 14
NOT_FOR_A_FIRST_GAME = {
    "fourmis": {"material", "setup", "teams", "two"},
    "kraut": {"material", "setup", "three-games", "two-players", "small-print"},
    "escogriffe": {"material", "deck", "setup", "stock", "no-winner", "small-print"},
}
"""Sections of the rule books that a lesson may leave to the rules: the table does them by itself,
or they are for another way to play."""


def stages(step: Step) -> Iterator[tuple[int, State]]:
    """The positions of a step, gesture by gesture, as the host would play it."""
    played: list[str] = []
    for number in range(len(step.expect)):
        yield number, step.state(played)
        played.append(step.shown(played))


@every_lesson
def test_a_lesson_has_eight_to_eleven_steps_of_few_words(lesson: Lesson) -> None:
    assert 8 <= len(lesson.steps) <= 11
    for step in lesson.steps:
        for lang in LANGUAGES:
            words = [w for w in step.say[lang].split() if any(map(str.isalnum, w))]
            assert len(words) <= MOST_WORDS, step.say[lang]
            assert step.done[lang] and step.idea[lang]


@every_lesson
def test_every_position_can_come_about(lesson: Lesson) -> None:
    for step in (*lesson.steps, *lesson.examples):
        start, moves = past_of(lesson, step)
        dealt = lesson.game.deal(step.start.players, seed=1, **step.start.options)
        assert blurred(str(lesson.game.parse_state(start))) == blurred(str(dealt))
        assert replay(lesson, start, moves) == step.start, step.number


@every_lesson
def test_what_is_expected_is_legal_and_what_else_is_tried_is_answered(lesson: Lesson) -> None:
    for step in (*lesson.steps, *lesson.examples):
        for number, state in stages(step):
            legal = [str(move) for move in state.legal_moves()]
            assert state.seat == LEARNER
            assert any(step.is_right(number, move) for move in legal), step.number
            known = {str(move) for move in lesson.game.moves}
            for pattern in [p for text in step.expect for p in text.split()]:
                assert pattern in known or "*" in pattern or "[" in pattern, pattern
            for move in legal:
                for lang in LANGUAGES:
                    assert step.answer(move, lang) or step.otherwise[lang]


@every_lesson
def test_the_neighbours_play_what_is_given_whatever_was_chosen(lesson: Lesson) -> None:
    for step in (*lesson.steps, *lesson.examples):
        played = [step.shown([])]
        while len(played) < len(step.expect):
            played.append(step.shown(played))
        state = step.state(played[:-1])
        number = len(played) - 1
        for move in map(str, state.legal_moves()):
            if step.is_right(number, move):
                end = state.play(move)
                for one in step.after.split():
                    end = end.play(one)
                counted = step.frames(played[:-1], move)[-1].sheet
                assert counted or step.end([*played[:-1], move]) == end, step.number


@every_lesson
def test_the_steps_teach_what_a_first_game_needs(lesson: Lesson) -> None:
    book = lesson.game.rulebook
    taught = {clause: step.number for step in lesson.steps for clause in step.clauses}
    assert set(taught) <= set(book.clauses)
    sections = {book.clauses[clause].section for clause in taught}
    needed = {section.id for section in book.sections} - NOT_FOR_A_FIRST_GAME[lesson.game.name]
    assert needed <= sections


@every_lesson
def test_whoever_has_learnt_can_answer_a_quiz(lesson: Lesson) -> None:
    questions = quiz_of(lesson.game.name)
    assert 10 <= len(questions) <= 12
    for one in questions:
        step = lesson.steps[one["step"] - 1]
        assert one["clause"] in step.clauses, one
        assert one["told"] in texts_of(step, "en"), one


def test_a_game_needs_no_lesson() -> None:
    assert not lesson_of(FOURTH).steps and not lesson_of(FOURTH).minute


@every_lesson
def test_a_minute_is_five_thoughts_of_few_words(lesson: Lesson) -> None:
    assert tuple(one.what for one in lesson.minute) == THOUGHTS
    for one in lesson.minute:
        for lang in LANGUAGES:
            assert len(one.say[lang].split()) <= MOST_WORDS, one.say[lang]


@every_lesson
def test_what_is_said_the_first_time_is_short_and_named_once(lesson: Lesson) -> None:
    names = [one.name for one in lesson.firsts]
    assert names and len(names) == len(set(names))
    for one in lesson.firsts:
        assert all(len(one.say[lang].split()) <= 20 for lang in LANGUAGES), one.name


@every_lesson
def test_an_example_belongs_to_the_section_of_its_clause(lesson: Lesson) -> None:
    assert lesson.examples
    for one in lesson.examples:
        assert one.show and lesson.game.rulebook.clauses[one.clauses[0]].section == one.section


def test_the_garden_of_the_sheet_is_worth_eight() -> None:
    (garden,) = lesson_of(GAMES["kraut"]).examples
    assert garden.end([garden.shown([])]).scores[0] == 8
