"""Cards by their names: three kinds of packs, words of one's own, and what is refused."""

from __future__ import annotations

import pytest

from tablee.core.errors import InvalidRulebook
from tablee.core.rules.card_names import CardNames

GOLD = {"sign": "coin", "fr": "d’or", "en": "of gold", "de": "Gold"}


@pytest.mark.parametrize(
    ("text", "lang", "name"),
    [
        ("Kh", "fr", "le roi de cœur"),
        ("Td", "en", "the 10 of diamonds"),
        ("7s", "de", "Pik-7"),
        ("As", "fr", "l’as de pique"),
    ],
)
def test_the_french_pack_is_known_by_its_letters(text: str, lang: str, name: str) -> None:
    assert CardNames(("Kh", "Td", "7s", "As"), {}).name(text, lang) == name


def test_other_packs_are_named_by_a_word() -> None:
    german = CardNames(("Oe",), {"suit": {"e": "acorn"}, "rank": {"O": "over"}})
    assert [german.name("Oe", lang) for lang in ("fr", "en", "de")] == [
        "l’ober de glands",
        "the ober of acorns",
        "Eichel-Ober",
    ]


def test_a_book_may_have_words_of_its_own_and_keep_the_sign() -> None:
    names = CardNames(("3o",), {"suit": {"o": GOLD}})
    assert (names.name("3o", "en"), names.sign("3o")) == ("the 3 of gold", "coin")


def test_a_bare_number_is_called_by_it_and_what_is_no_card_stays_as_it_is() -> None:
    names = CardNames(("7", "12"), {})
    assert names.name("12", "fr") == "le 12"
    assert names.name("pass", "fr") == "pass"


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ({"suit": {"c": "cupp"}}, "names.suit.c: there is no suit 'cupp'; there are club"),
        ({"rank": {"C": "rider"}}, "names.rank.C: there is no rank 'rider'"),
        ({"suit": {"o": GOLD | {"de": ""}}}, "names.suit.o has no text in 'de'"),
        ({"suit": {"o": GOLD | {"sign": "star"}}}, "names.suit.o: there is no sign 'star'"),
    ],
)
def test_a_word_that_nobody_knows_is_refused(names: dict[str, object], sentence: str) -> None:
    with pytest.raises(InvalidRulebook, match=sentence):
        CardNames(("3c",), names)
