"""Phrases: three languages, plurals, and what is missing says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.core.errors import InvalidOption, InvalidRulebook
from tablee.core.rules.phrases import Phrases, plural_form

CARDS = """
hello = {fr = "Bonjour {who}", en = "Hello {who}", de = "Hallo {who}"}
cards = {fr = "{n} {n|carte|cartes}", en = "{n} {n|card|cards}", de = "{n} {n|Karte|Karten}"}
seen = {fr = "{n|Une|#} ici", en = "{n|One is|# are} here", de = "Hier"}
"""


def phrases(folder: Path, text: str = CARDS) -> Phrases:
    path = folder / "a.toml"
    path.write_text(text, encoding="utf-8")
    return Phrases(path)


def test_a_phrase_is_said_in_each_language(tmp_path: Path) -> None:
    spoken = phrases(tmp_path)
    said = [spoken.speak(lang)("hello", who="Ada") for lang in ("fr", "en", "de")]
    assert said == ["Bonjour Ada", "Hello Ada", "Hallo Ada"]


@pytest.mark.parametrize(
    ("lang", "n", "said"),
    [
        *(("fr", 0, "0 carte"), ("fr", 1, "1 carte"), ("fr", 2, "2 cartes")),
        *(("en", 0, "0 cards"), ("en", 1, "1 card"), ("de", 1, "1 Karte")),
        *(("en", -1, "-1 card"), ("de", 0, "0 Karten")),
    ],
)
def test_a_phrase_counts_as_its_language_does(tmp_path: Path, lang: str, n: int, said: str) -> None:
    assert phrases(tmp_path).speak(lang)("cards", n=n) == said


def test_a_number_may_be_a_word_for_one_and_a_language_need_not_count(tmp_path: Path) -> None:
    spoken = phrases(tmp_path)
    assert [spoken.speak("en")("seen", n=n) for n in (1, 2)] == ["One is here", "2 are here"]
    assert [spoken.speak("de")("seen", n=n) for n in (1, 2)] == ["Hier", "Hier"]


def test_a_missing_language_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidRulebook, match=r"a\.toml: the phrase 'x' has no text in 'de'"):
        phrases(tmp_path, 'x = {fr = "a", en = "b"}')


def test_a_phrase_stands_once(tmp_path: Path) -> None:
    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    for path in (one, two):
        path.write_text('x = {fr = "a", en = "b", de = "c"}', encoding="utf-8")
    with pytest.raises(InvalidRulebook, match=r"two\.toml: the phrase 'x' appears twice"):
        Phrases(one, two)


def test_an_unknown_language_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="not spoken here"):
        phrases(tmp_path).speak("it")


def test_every_number_of_people_has_a_form() -> None:
    assert {plural_form(lang, n) for lang in ("fr", "en", "de") for n in range(30)} == {
        "one",
        "other",
    }
