"""What cards are called: the rank and the suit of their text, by the names of a rule book.

A card is written with its rank first and one letter for its suit: 7h, Tc. The letters of the French
pack and c, d, h, s are known; a book says what others are, by a word of `cards.toml` or in its own:

    [names.suit]
    b = "baton"
    o = {sign = "coin", fr = "d’or", en = "of gold", de = "Gold"}

    [names.rank]
    C = "knight"
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tablee.core.errors import InvalidRulebook
from tablee.core.rules.rulebook import LANGUAGES, Texts

KNOWN: Mapping[str, Mapping[str, Texts]] = tomllib.loads(
    Path(__file__).with_name("cards.toml").read_text(encoding="utf-8")
)
SUITS = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}
RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}


class CardNames:
    """The cards of one deck."""

    def __init__(self, texts: Sequence[str], names: Mapping[str, Any]) -> None:
        letters = {text[-1] for text in texts if len(text) > 1 and text[-1].isalpha()}
        french = SUITS if letters <= SUITS.keys() else {}
        self._suits: dict[str, Any] = {**french, **names.get("suit", {})}
        self._ranks: dict[str, Any] = {**RANKS, **names.get("rank", {})}
        self._texts = frozenset(texts)
        for kind, words in (("suit", self._suits), ("rank", self._ranks)):
            for letter, word in words.items():
                _check(kind, letter, word)

    def sign(self, text: str) -> str:
        """Return the sign of a card's suit, by its name; nothing where the suit is not known."""
        word = self._suits.get(text[-1:], "") if len(text) > 1 else ""
        return word if isinstance(word, str) else str(word.get("sign", ""))

    def rank(self, text: str) -> str:
        """Return the known rank of a card: king, knight; nothing for any other."""
        word = self._ranks.get(text[:-1], "")
        return word if isinstance(word, str) else str(word.get("rank", ""))

    def name(self, text: str, lang: str) -> str:
        """Return what a card is called: "the king of hearts"; any other text is its own name."""
        if text not in self._texts:
            return text
        if text.isdigit():
            return KNOWN["card"]["bare"][lang].format(n=text)
        if text[-1] not in self._suits or len(text) < 2:
            return text
        suit = self._said("suit", self._suits[text[-1]], lang)
        rank = self._said("rank", self._ranks.get(text[:-1], "number"), lang).format(n=text[:-1])
        return KNOWN["card"]["of_suit"][lang].format(rank=rank, suit=suit)

    def _said(self, kind: str, word: Any, lang: str) -> str:
        return str(KNOWN[kind][word][lang] if isinstance(word, str) else word[lang])


def _check(kind: str, letter: str, word: Any) -> None:
    """Refuse a word that nobody knows, and a name that one language lacks."""
    where, known = f"names.{kind}.{letter}", ", ".join(KNOWN[kind])
    if isinstance(word, str):
        if word not in KNOWN[kind]:
            raise InvalidRulebook(f"{where}: there is no {kind} {word!r}; there are {known}.")
        return
    for lang in LANGUAGES:
        if not word.get(lang, "").strip():
            raise InvalidRulebook(f"{where} has no text in {lang!r}.")
    sign = word.get("sign")
    if sign is not None and sign not in KNOWN["suit"]:
        raise InvalidRulebook(f"{where}: there is no sign {sign!r}; there are {known}.")
