"""Every rule is numbered, said in three languages, cited and proven."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee import GAMES, Game
from tablee.core.errors import InvalidRulebook
from tablee.core.rules.rulebook import LANGUAGES, Rulebook, named
from tablee.laws.test_books import *  # noqa: F403
from tablee.laws.test_books import cited_in_code, proven_in

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
TESTS = Path(__file__).parent / "games"


@every_game
def test_every_clause_has_a_test(game: Game) -> None:
    proven = proven_in([*(TESTS / game.name).glob("test_*.py")])
    assert cited_in_code(game)
    assert set(game.rulebook.clauses) - proven == set()
    assert proven - set(game.rulebook.clauses) == set()


def test_a_line_of_the_log_says_both_what_all_are_told_and_what_one_is() -> None:
    line = {"fr": "{who|#|Toi}", "en": "{who|# takes|You take} {card}.", "de": "{who|#|Du}"}
    told = Rulebook({"log": {"took": line}}).tell("took", "en", None, 1, ("Ada", "Ben"), card="it")
    assert [told.to(seat) for seat in (0, 1)] == ["Ben takes it.", "You take it."]


def test_among_several_one_is_called_you() -> None:
    names = ("Ada", "Ben", "Cy")
    told = GAMES["fourmis"].rulebook.tell("over", "en", "F12", (0, 2), names)
    assert [told.to(seat) for seat in (0, 1, None)] == [
        "It’s over. Well done, you and Cy!",
        *["It’s over. Well done, Ada and Cy!"] * 2,
    ]


def test_a_name_may_differ_as_the_object_of_a_german_sentence() -> None:
    neck = {"fr": "le cou", "en": "the neck", "de": "der Hals", "object": "den Hals"}
    objects = [named(neck, lang, as_object=True) for lang in LANGUAGES]
    assert objects == ["le cou", "the neck", "den Hals"]
    assert named(neck, "de") == "der Hals"
    assert named({"de": "die Weste"}, "de", as_object=True) == "die Weste"


GOOD = TITLE = {"fr": "a", "en": "b", "de": "c"}


def book_of(**parts: object) -> Rulebook:
    return Rulebook({"section": {"s": {"title": TITLE, **parts}}})


@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        ({"X1": {**GOOD, "de": " "}}, "clause X1 has no text in 'de'"),
        ({"X1": {"fr": "a", "de": "c"}}, "clause X1 has no text in 'en'"),
        ({"X1": {**GOOD, "source": "rumour"}}, "clause X1 has source 'rumour'"),
        ({"X1": GOOD, "source": "rumour"}, "clause X1 has source 'rumour'"),
        ({"X1": {**GOOD, "refusal": {"fr": "non", "en": "no"}}}, "refusal of X1 has no text in"),
        ({"title": {"fr": "a", "en": "b"}}, "the title of section s has no text in 'de'"),
        ({"x1": GOOD}, "section s has 'x1', which is no clause"),
        ({"X": GOOD}, "section s has 'X', which is no clause"),
        ({"X01": GOOD}, "section s has 'X01', which is no clause"),
        ({"X1": "You may not pass."}, "section s has 'X1', which is no clause"),
        ({"titel": TITLE}, "section s has 'titel', which is no clause"),
    ],
)
def test_a_rule_book_with_a_gap_is_refused(parts: dict[str, object], fault: str) -> None:
    with pytest.raises(InvalidRulebook, match=fault):
        book_of(**parts)


def test_a_clause_comes_from_the_sheet_unless_it_or_its_section_says_otherwise() -> None:
    told = {"X1": GOOD, "X2": {**GOOD, "source": "house"}}
    sheet, ruling = book_of(**told), book_of(**told, source="ruling")
    assert [clause.source for clause in sheet.clauses.values()] == ["sheet", "house"]
    assert [clause.source for clause in ruling.clauses.values()] == ["ruling", "house"]


def test_a_number_stands_once_in_the_whole_book(tmp_path: Path) -> None:
    section = {"title": TITLE, "X1": GOOD}
    with pytest.raises(InvalidRulebook, match="a clause number appears twice"):
        Rulebook({"section": {"one": section, "two": section}})
    path = tmp_path / "rulebook.toml"
    path.write_text("[section.one.X1]\n[section.one.X1]\n", encoding="utf-8")
    with pytest.raises(InvalidRulebook, match=r"^rulebook\.toml cannot be read: .*'X1'.*line 2"):
        Rulebook.load(path)


def test_a_section_has_a_name() -> None:
    with pytest.raises(InvalidRulebook, match=r"write \[section\.aim\]"):
        Rulebook({"section": [{"id": "s", "title": TITLE}]})


def test_a_clause_that_does_not_exist_is_not_cited() -> None:
    book = book_of(X1=GOOD)
    with pytest.raises(InvalidRulebook, match="no clause 'X9'"):
        book.clause("X9")
    with pytest.raises(InvalidRulebook, match="clause X1 has no refusal text"):
        book.refuse("X1", "fr")
