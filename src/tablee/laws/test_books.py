"""The laws of rule books: clauses are numbered, cited and proven, and said in every language."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee import Game
from tablee.core.rules.rulebook import LANGUAGES
from tablee.web.server.installed import PARTS


def proven_in(files: Iterator[Path] | list[Path]) -> set[str]:
    """Finds the clauses named by `clause(...)` marks on test functions."""
    proven = set()
    for path in files:
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


def files_with_tests(game: Game) -> list[Path]:
    """The tests in the project of a game: they lie beside its package, or in it."""
    for folder in (game.folder, *game.folder.parents[:4]):
        if (folder / "pyproject.toml").exists():
            return [*folder.glob("test_*.py"), *folder.glob("tests/**/test_*.py")]
    return [*game.folder.rglob("test_*.py")]


def cited(game: Game) -> set[str]:
    """The clauses that something rests on: a refusal, a line of the log, a line of the code."""
    book = game.rulebook
    found = {name for name, clause in book.clauses.items() if clause.refusal is not None}
    found |= {line["clause"] for line in book.log.values() if "clause" in line}
    found |= {book.about["ending"]} if "ending" in book.about else set()
    return found | (cited_in_code(game) & book.clauses.keys())


def cited_in_code(game: Game) -> set[str]:
    """What looks like a clause in the modules of a game."""
    letters = {re.sub("[0-9]", "", name) for name in game.rulebook.clauses}
    one = rf"\b(?:{'|'.join(letters)})[1-9][0-9]?\b"
    files = [path for path in game.folder.glob("*.py") if not path.name.startswith("test_")]
    return {name for path in files for name in re.findall(one, path.read_text(encoding="utf-8"))}


def test_every_clause_cited_has_a_test(game: Game) -> None:
    files = files_with_tests(game)
    if not files:
        pytest.skip(f"the tests of {game.name} are not here: check it where it was written")
    unproven = sorted(cited(game) - proven_in(files), key=[*game.rulebook.clauses].index)
    assert not unproven, f'no test is marked @pytest.mark.clause("{unproven[0]}"): {unproven}'


def test_every_clause_cited_in_the_code_exists(game: Game) -> None:
    assert cited_in_code(game) - set(game.rulebook.clauses) == set()


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_whoever_did_something_reads_it_as_you(game: Game) -> None:
    """Nobody finds oneself in the log as a guest in the third person."""
    book = game.rulebook
    about = {name for name, texts in book.log.items() if "who" in places(texts["en"])}
    assert set(book.you) == about, 'write "{who|# takes|You take} …": all read a name, one "you"'
    for name in about:
        for lang in LANGUAGES:
            assert places(book.you[name][lang]) == places(book.log[name][lang]) - {"who"}, name


def test_a_text_has_the_same_places_in_every_language(game: Game) -> None:
    texts = [clause.refusal for clause in game.rulebook.clauses.values() if clause.refusal]
    texts += [*game.rulebook.log.values(), *game.rulebook.advice.values()]
    for text in texts:
        assert len({frozenset(places(text[lang])) for lang in LANGUAGES}) == 1, text


def test_languages_are_not_copies_of_each_other(game: Game) -> None:
    spoken = game.rulebook.languages
    for clause in game.rulebook.clauses.values():
        said = {clause.text[lang] for lang in spoken}
        assert len(said) == len(spoken), f"{clause.id}: declare about.languages instead of copying"


def test_a_game_says_who_made_it_and_for_whom(game: Game) -> None:
    about = game.rulebook.about
    for name in ("title", "pitch", "credits"):
        assert all(about[name][lang] for lang in LANGUAGES)
    assert about["age"] >= 3
    assert about["minutes"] >= 1


def test_every_option_is_explained_by_its_clause(game: Game) -> None:
    for option in game.options:
        assert game.rulebook.clause(option.clause)
        assert len(option.values) > 1


def test_every_part_of_a_game_can_be_read(game: Game) -> None:
    """Its drawings, its box, its table, what this says, its lesson, its pad and its levels."""
    for part in PARTS:
        part(game)
