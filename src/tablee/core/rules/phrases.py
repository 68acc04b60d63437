"""Phrases in three languages, read from TOML files: what pages and tables say.

A file holds `name = {fr = "…", en = "…", de = "…"}`. A phrase that counts says what differs for one
and for more of its place `n`, where `#` is the number:

    en = "{n} {n|card|cards} in hand"
    en = "{n|One person is|# people are} watching."

Numbers that a variant may change stand in it as in a rule book (`numbers.py`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from tablee.core.errors import InvalidRulebook
from tablee.core.rules.languages import LANGUAGES, say_in_all
from tablee.core.rules.numbers import USUAL, Numbers
from tablee.core.rules.rulebook import check_language, either


def plural_form(lang: str, number: int) -> str:
    """Return the plural form of a number, one or other; French counts 0 as one."""
    return "one" if number == 1 or (number == 0 and lang == "fr") else "other"


class Phrases:
    """The phrases of some files, in all languages."""

    def __init__(self, *paths: Path, spoken: Sequence[str] = LANGUAGES) -> None:
        self._texts: dict[str, Mapping[str, Any]] = {}
        for path in paths:
            read = tomllib.loads(path.read_text(encoding="utf-8"))
            for name, texts in say_in_all(read, spoken).items():
                if name in self._texts:
                    raise InvalidRulebook(f"{path.name}: the phrase {name!r} appears twice.")
                _speaks_all(path, name, texts)
                self._texts[name] = texts

    @cached_property
    def _speakers(self) -> Callable[[str, Numbers], Speaker]:
        return lru_cache(64)(lambda lang, numbers: Speaker(self._in(lang, numbers.fill)))

    def _in(self, lang: str, fill: Callable[[str], str]) -> dict[str, str | tuple[str, str]]:
        forms = {name: _forms(texts[lang], fill) for name, texts in self._texts.items()}
        return {**forms, "lang": lang}

    def speak(self, lang: str, numbers: Numbers = USUAL) -> Speaker:
        """Return the phrases in one language, with the numbers of a table."""
        return self._speakers(check_language(lang), numbers)


def _forms(text: str, fill: Callable[[str], str]) -> str | tuple[str, str]:
    """Return what a text says of one and of more; a single text where this is the same."""
    one, more = either(text, "n", 1), either(text, "n", 2)
    return fill(one) if one == more else (fill(one), fill(more))


def _speaks_all(path: Path, name: str, texts: Mapping[str, str]) -> None:
    missing = [lang for lang in LANGUAGES if not texts.get(lang, "").strip()]
    if missing:
        raise InvalidRulebook(f"{path.name}: the phrase {name!r} has no text in {missing[0]!r}.")


class Speaker:
    """Phrases in one language: `say("turn", who="Chloé")`."""

    def __init__(self, texts: Mapping[str, str | tuple[str, str]]) -> None:
        self._texts = texts
        self._said = lru_cache(20_000)(self._say)  # saves 4 to 6 % of a page
        self.lang = str(texts["lang"])

    def __call__(self, name: str, /, **places: object) -> str:
        """Say a phrase; `n` picks its form if it counts. What has been said is remembered."""
        return self._said(name, **places)

    def _say(self, name: str, /, **places: object) -> str:
        text = self._texts[name]
        if isinstance(text, tuple):
            text = text[plural_form(self.lang, abs(int(str(places["n"])))) == "other"]
        return text.format(**places) if places else text

    def __contains__(self, name: str) -> bool:
        return name in self._texts
