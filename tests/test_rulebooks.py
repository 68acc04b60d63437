"""Every rule is numbered, said in three languages, cited and proven."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest

from tablee import GAMES, Game
from tablee.core.errors import InvalidRulebook
from tablee.core.rules.rulebook import LANGUAGES, Rulebook, named

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
TESTS = Path(__file__).parent / "games"
SOURCES = Path(__file__).parents[1] / "src" / "tablee" / "games"


def proven_in(folder: Path) -> set[str]:
    """Finds the clauses named by `clause(...)` marks on test functions."""
    proven = set()
    for path in folder.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                proven |= {clause for mark in node.decorator_list for clause in _named(mark)}
    return proven


def _named(mark: ast.expr) -> list[str]:
    if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith("clause"):
        return [
            arg.value
            for arg in mark.args
            if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
        ]
    return []


@every_game
def test_every_clause_has_a_test(game: Game) -> None:
    proven = proven_in(TESTS / game.name)
    assert set(game.rulebook.clauses) - proven == set()
    assert proven - set(game.rulebook.clauses) == set()


@every_game
def test_every_clause_cited_in_the_code_exists(game: Game) -> None:
    letter = next(iter(game.rulebook.clauses))[0]
    cited = set()
    for path in (SOURCES / game.name).glob("*.py"):
        cited |= set(re.findall(rf"\b{letter}[1-9]\d?\b", path.read_text(encoding="utf-8")))
    assert cited
    assert cited - set(game.rulebook.clauses) == set()


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@every_game
def test_whoever_did_something_reads_it_as_you(game: Game) -> None:
    """Nobody finds oneself in the log as a guest in the third person."""
    book = game.rulebook
    about = {name for name, texts in book.log.items() if "who" in places(texts["en"])}
    assert set(book.you) == about
    for name in about:
        for lang in LANGUAGES:
            assert places(book.you[name][lang]) == places(book.log[name][lang]) - {"who"}, name


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


@every_game
def test_a_text_has_the_same_places_in_every_language(game: Game) -> None:
    texts = [clause.refusal for clause in game.rulebook.clauses.values() if clause.refusal]
    texts += [*game.rulebook.log.values(), *game.rulebook.advice.values()]
    for text in texts:
        assert len({frozenset(places(text[lang])) for lang in LANGUAGES}) == 1, text


@every_game
def test_languages_are_not_copies_of_each_other(game: Game) -> None:
    for clause in game.rulebook.clauses.values():
        assert len(set(clause.text.values())) == len(LANGUAGES)


@every_game
def test_a_game_says_who_made_it_and_for_whom(game: Game) -> None:
    about = game.rulebook.about
    for name in ("title", "pitch", "credits"):
        assert all(about[name][lang] for lang in LANGUAGES)
    assert about["age"] >= 3
    assert about["minutes"] >= 5


@every_game
def test_every_option_is_explained_by_its_clause(game: Game) -> None:
    for option in game.options:
        assert game.rulebook.clause(option.clause)
        assert len(option.values) > 1


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
