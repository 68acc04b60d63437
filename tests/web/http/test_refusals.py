"""Every refusal has a word, one sentence a language, and a line in the manual."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablee import find_game
from tablee.core.errors import InvalidMove, InvalidOption, InvalidVariant, StaleMove, TableeError
from tablee.core.rules.rulebook import LANGUAGES
from tablee.house import errors
from tablee.house.render import templating
from tablee.web.http.refusals import facts_of, sentence_of

MANUAL = (Path(__file__).parents[3] / "docs" / "host" / "server.md").read_text("utf-8")


TELLS: dict[type[errors.TableRefusal], tuple[Any, ...]] = {
    errors.BadName: (24,),
    errors.NotBefore: (1_800_000_000,),
    errors.OnlyFor: ((4,),),
}
"""What a refusal tells beside its sentence."""


def kinds(kind: type[errors.TableRefusal]) -> Iterator[type[errors.TableRefusal]]:
    for one in kind.__subclasses__():
        yield one
        yield from kinds(one)


def refusals() -> list[TableeError]:
    """Makes one of each."""
    found: list[TableeError] = [
        kind("no.", *TELLS[kind]) if kind in TELLS else kind("no.")
        for kind in kinds(errors.TableRefusal)
    ]
    return [*found, StaleMove("7r", 1, 2), InvalidMove("no."), InvalidOption("no.")]


@pytest.mark.parametrize("error", refusals(), ids=lambda error: type(error).__name__)
def test_a_refusal_has_one_sentence_in_each_language(error: TableeError) -> None:
    said = {sentence_of(error, lang) for lang in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    assert not said & {templating.speak(lang)("refused_other") for lang in LANGUAGES}
    assert not any("{" in sentence for sentence in said)


@pytest.mark.parametrize("error", refusals(), ids=lambda error: type(error).__name__)
def test_the_word_of_a_refusal_stands_in_the_manual(error: TableeError) -> None:
    assert f"`{facts_of(error)['error']}`" in MANUAL


def test_why_a_variant_cannot_be_played_is_said_in_the_language_of_the_page() -> None:
    with pytest.raises(InvalidVariant) as caught:
        find_game("kraut").read_variant("gaol = 9")
    assert "Variante ist nicht spielbar: eine Einstellung 'gaol'" in sentence_of(caught.value, "de")
    assert "there is no" not in sentence_of(caught.value, "fr")
