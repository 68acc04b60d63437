"""The languages of a game: all three, or those it declares; what is missing is said in its first.

[about]
languages = ["en"]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.core.errors import InvalidRulebook

LANGUAGES = ("fr", "en", "de")


def languages_of(about: Mapping[str, Any], where: str) -> tuple[str, ...]:
    """Return the languages that a rule book is written in, its first language first."""
    told = about.get("languages", LANGUAGES)
    if not isinstance(told, list | tuple) or not told or not set(told) <= set(LANGUAGES):
        raise InvalidRulebook(
            f"{where}: about.languages = {told!r}: write some of {', '.join(LANGUAGES)} in a list."
        )
    return tuple(told)


def say_in_all(data: Any, spoken: Sequence[str]) -> Any:
    """Return texts in which languages that are not spoken say what the first one does."""
    if isinstance(data, list):
        return [say_in_all(one, spoken) for one in data]
    if not isinstance(data, Mapping):
        return data
    first, silent = data.get(spoken[0]), [lang for lang in LANGUAGES if lang not in spoken]
    others = dict.fromkeys(silent, first) if isinstance(first, str) else {}
    return {**others, **{name: say_in_all(value, spoken) for name, value in data.items()}}
