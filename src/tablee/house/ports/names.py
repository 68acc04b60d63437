"""Names that people give themselves: visible, short, and told apart at a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from tablee.house.errors import BadName, NameTaken

FIRST, LAST = "\u2068", "\u2069"
"""What keeps a text from turning the words around it, as `<bdi>` does."""
JOINER = "\u200d"
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that show nothing."""
_LATIN = str.maketrans(
    "АВЕЅІЈКМНОРСТУХѴԚԜӀаеѕіјкорсухгһԁԛԝѵӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳαικνορυγχıɑɡ",
    "ABESIJKMHOPCTYXVQWIaesijkopcyxrhdqwvlABEZHIKMNOPTYXCjaikvopuyxiag",
)
"""Cyrillic, Greek and rare letters, and the Latin ones that look like them."""
_ALIKE = str.maketrans({"I": "1", "l": "1", "|": "1", "0": "o"})


def read_name(text: str, most: int) -> str:
    """Return a name that can be shown; raises BadName if nothing of it, or not all, can be seen."""
    plain = text.replace(FIRST, "").replace(LAST, "")
    name = " ".join(unicodedata.normalize("NFC", plain).split())
    if not name or len(name) > most or not is_visible(name):
        raise BadName(f"a name has 1 to {most} printable letters, not {len(name)}.", most)
    return name


def is_visible(name: str) -> bool:
    """Return whether a name shows something, and hides nothing; emoji may be joined."""
    plain = "".join(c for n, c in enumerate(name) if c != JOINER or not _joins(name, n))
    if not plain.isprintable() or BLANK & set(plain):
        return False
    return not unicodedata.category(name[0]).startswith("M") and any(
        unicodedata.category(c)[0] in "LNSP" for c in plain
    )


def _joins(name: str, at: int) -> bool:
    around = name[:at].rstrip("\ufe0f")[-1:] + name[at + 1 : at + 2]
    kinds = {unicodedata.category(c) for c in around}
    return len(around) == 2 and kinds <= {"So", "Sk"}


def same_name(one: str, other: str) -> bool:
    """Return whether two names could be taken for each other by eye."""
    return _letters(one) == _letters(other) or _look(one) == _look(other)


def _letters(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")


def _look(name: str) -> str:
    """Return a name as it is drawn, whatever alphabet; capitals are seen before."""
    plain = unicodedata.normalize("NFKD", name).translate(_LATIN).translate(_ALIKE)
    return unicodedata.normalize("NFC", plain.casefold()).replace(" ", "")


def check_free(name: str, taken: Iterable[str]) -> None:
    """Raise NameTaken if another player goes by this name."""
    if any(same_name(name, other) for other in taken):
        raise NameTaken(f"somebody at this table goes by {name!r} already: choose another name.")


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return the name, or the next one with a number that nobody goes by."""
    others = list(taken)
    tries = [name, *(f"{name} {n}" for n in range(2, 20))]
    return next((one for one in tries if not any(same_name(one, o) for o in others)), name)


def isolated(name: str) -> str:
    """Return a name that turns no sentence around, though it be read from right to left."""
    turns = any(unicodedata.bidirectional(c) in ("R", "AL", "AN") for c in name)
    return f"{FIRST}{name}{LAST}" if turns else name


GUEST = "Convive"
"""The name that stands in stored matches where a forgotten person sat."""
