"""The clauses of a game, and the refusals that cite them, in three languages.

    [section.play]
    title = {fr = "…", en = "How to play", de = "…"}

    [section.play.X7]
    source = "ruling"
    fr = "…"
    en = "You may not pass."
    de = "…"
    refusal = {fr = "…", en = "No passing, please.", de = "…"}

Sections and clauses are taught in the order of the file. A clause is named by capitals and a
number. It comes from the sheet unless it names another source, or its whole section does; a
section that is `curious` is small print. The log says what happens: to all with a name (`#`), and
otherwise to those it is about:

    [log]
    took = {fr = "…", en = "{who|# takes|You take} {card}.", de = "…"}
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from tablee.core.errors import InvalidOption, InvalidRulebook, InvalidVariant
from tablee.core.rules.languages import LANGUAGES as LANGUAGES
from tablee.core.rules.languages import languages_of, say_in_all
from tablee.core.rules.numbers import USUAL, Numbers

SOURCES = ("sheet", "ruling", "reconstruction", "house")
Texts = Mapping[str, str]
TITLE_PAGE = ("title", "pitch", "credits", "age", "minutes")
"""What `[about]` must say; `ending` too, where the game's words do not."""
_OF_SECTION = ("title", "source", "curious")
_NUMBER = re.compile(r"[A-Z]+[1-9][0-9]*")
YOU = {"fr": "toi", "en": "you", "de": "du"}
JOINTS = {
    "or": {"fr": "ou", "en": "or", "de": "oder"},
    "and": {"fr": "et", "en": "and", "de": "und"},
}


def check_language(lang: str) -> str:
    """Return a language that there are texts in; refuse any other."""
    if lang not in LANGUAGES:
        raise InvalidOption(f"language {lang!r} is not spoken here: choose {', '.join(LANGUAGES)}.")
    return lang


@dataclass(frozen=True)
class Clause:
    """One numbered rule."""

    id: str
    section: str
    source: str
    text: Texts
    refusal: Texts | None = None

    def __str__(self) -> str:
        return f"{self.id}: {self.text['en']}"


@dataclass(frozen=True)
class Section:
    """A chapter of the rule book, in the order in which one would teach it."""

    id: str
    title: Texts
    clauses: tuple[Clause, ...]
    curious: bool = False
    """Whether it is for the curious: small print, which a page folds away."""


@dataclass(frozen=True)
class Refusal:
    """Why a move is not allowed: the clause, and its sentence for the case at hand."""

    clause: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.sentence} ({self.clause})"


@dataclass(frozen=True)
class Told:
    """One thing that happened, in words, and the clause by which it happened."""

    sentence: str
    clause: str | None = None
    minor: bool = False
    """Whether it goes without saying, so that a log may leave it out."""
    yours: Mapping[int, str] = field(default_factory=dict, compare=False, repr=False)
    """The same as it is told to those it is about, by seat: "you", never a name."""

    def to(self, seat: int | None) -> str:
        """Return the sentence as a seat reads it."""
        return self.sentence if seat is None else self.yours.get(seat, self.sentence)

    def __str__(self) -> str:
        return f"{self.sentence} ({self.clause})" if self.clause else self.sentence


def signed(points: int) -> str:
    """Return points with their sign, a true minus, or a bare 0."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def capital(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def with_capitals(places: Mapping[str, str]) -> dict[str, str]:
    """Return places of a sentence, and `{Card}` for a `{card}` with which one begins."""
    return {**places, **{capital(name): capital(text) for name, text in places.items()}}


def named(texts: Texts, lang: str, as_object: bool = False) -> str:
    """Return a name in a language.

    In German the object of a sentence may have another, `object`.
    """
    return texts.get("object", texts[lang]) if as_object and lang == "de" else texts[lang]


def either(text: str, place: str, side: int) -> str:
    """Return a text with the first or the second form of each place: `{n|card|# cards}`."""
    found = rf"\{{{place}\|([^{{}}|]*)\|([^{{}}|]*)\}}"
    return re.sub(found, lambda one: one[side].replace("#", f"{{{place}}}"), text)


def _sided(log: Mapping[str, Mapping[str, Any]], side: int) -> dict[str, dict[str, Any]]:
    """Return the lines of a log as all read them, or as those they are about do."""
    return {
        name: {
            key: either(said, "who", side) if isinstance(said, str) else said
            for key, said in line.items()
        }
        for name, line in log.items()
    }


class Rulebook:
    """The rule book of one game, read from its `rulebook.toml`."""

    def __init__(
        self, data: Mapping[str, Any], where: str = "the rule book", numbers: Numbers = USUAL
    ) -> None:
        self._data, self._where = data, where
        self.languages = languages_of(data.get("about", {}), where)
        data = say_in_all(data, self.languages)
        told = data.get("log", {})
        data = numbers.fill_all({**data, "log": _sided(told, 1), "you": _sided(told, 2)})
        self.about: Mapping[str, Any] = data.get("about", {})
        self.names: Mapping[str, Any] = data.get("names", {})
        self.log: Mapping[str, Texts] = data["log"]
        self.you = {name: line for name, line in data["you"].items() if line != self.log[name]}
        self.advice: Mapping[str, Texts] = data.get("advice", {})
        self.refused: Mapping[str, Texts] = data.get("refused", {})
        sections = data.get("section", {})
        if not isinstance(sections, Mapping):
            raise InvalidRulebook(f"{where}: write [section.aim] with its name, not [[section]].")
        self.sections = tuple(self._section(*one) for one in sections.items())
        self._check()

    @classmethod
    def load(cls, path: Path) -> Rulebook:
        """Read a rule book from a file."""
        try:
            return cls(tomllib.loads(path.read_text(encoding="utf-8")), path.name)
        except tomllib.TOMLDecodeError as error:
            raise InvalidRulebook(f"{path.name} cannot be read: {error}.") from None

    def with_numbers(self, numbers: Numbers) -> Rulebook:
        """Return the same book with the numbers of a table."""
        return self if numbers is USUAL else Rulebook(self._data, self._where, numbers)

    def _section(self, name: str, data: Mapping[str, Any]) -> Section:
        source = data.get("source", "sheet")
        clauses = tuple(
            self._clause(name, number, clause, source)
            for number, clause in data.items()
            if number not in _OF_SECTION
        )
        return Section(name, data.get("title", {}), clauses, data.get("curious", False))

    def _clause(self, section: str, number: str, data: Any, source: str) -> Clause:
        if not _NUMBER.fullmatch(number) or not isinstance(data, Mapping):
            raise InvalidRulebook(
                f"{self._where}: section {section} has {number!r}, which is no clause:"
                f" write [section.{section}.X7], capitals and a number. A section itself has"
                f" {', '.join(_OF_SECTION)}."
            )
        source = data.get("source", source)
        if source not in SOURCES:
            raise InvalidRulebook(
                f"{self._where}: clause {number} has source {source!r}:"
                f" write one of {', '.join(SOURCES)}."
            )
        text = {lang: data[lang] for lang in LANGUAGES if lang in data}
        return Clause(number, section, source, text, data.get("refusal"))

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        """All clauses by their number, in teaching order."""
        return {clause.id: clause for section in self.sections for clause in section.clauses}

    def _check(self) -> None:
        """Demand every text in every language, and every number once."""
        if len(self.clauses) != sum(len(section.clauses) for section in self.sections):
            raise InvalidRulebook(f"{self._where}: a clause number appears twice.")
        for section in self.sections:
            self._speaks_all(f"the title of section {section.id}", section.title)
        for clause in self.clauses.values():
            self._speaks_all(f"clause {clause.id}", clause.text)
            if clause.refusal is not None:
                self._speaks_all(f"the refusal of {clause.id}", clause.refusal)
        for name, texts in self.log.items():
            self._speaks_all(f"log.{name}", texts)
        for name, texts in self.you.items():
            self._speaks_all(f"you.{name}", texts)
        for name, texts in self.advice.items():
            self._speaks_all(f"advice.{name}", texts)
        for name, texts in self.refused.items():
            self._speaks_all(f"refused.{name}", texts)

    def check_names(self, rules: object, fields: Collection[str]) -> None:
        """Raise InvalidRulebook if the title page lacks something, or names what there is not."""
        for word in TITLE_PAGE:
            if word not in self.about:
                raise InvalidRulebook(f"{self._where}: [about] has no {word}.")
        cited = {"about.ending": self.about["ending"]} if "ending" in self.about else {}
        for name, line in self.log.items():
            cited |= {f"log.{name}": line["clause"]} if "clause" in line else {}
            if not hasattr(rules, line.get("event", "__name__")):
                raise InvalidRulebook(f"{self._where}: log.{name}: no event {line['event']!r}.")
            if line.get("who", next(iter(fields))) not in fields:
                raise InvalidRulebook(f"{self._where}: log.{name}: no field {line['who']!r}.")
        for where, clause in cited.items():
            if clause not in self.clauses:
                raise InvalidRulebook(f"{self._where}: {where} cites {clause}, which is no clause.")

    def _speaks_all(self, what: str, texts: Texts) -> None:
        for lang in LANGUAGES:
            if not texts.get(lang, "").strip():
                raise InvalidRulebook(f"{self._where}: {what} has no text in {lang!r}.")

    def clause(self, clause_id: str) -> Clause:
        """Find a clause by its number."""
        if clause_id not in self.clauses:
            raise InvalidRulebook(f"{self._where} has no clause {clause_id!r}.")
        return self.clauses[clause_id]

    def id_of(self, number: int) -> str:
        """Return the clause of a number, as the compiled rules name it: 7 is X7."""
        for clause_id in self.clauses:
            if clause_id.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == str(number):
                return clause_id
        raise InvalidRulebook(f"{self._where} has no clause of the number {number}.")

    def refuse(self, clause_id: str, lang: str, **places: object) -> Refusal:
        """Return a clause's refusal for the case at hand."""
        texts = self.clause(clause_id).refusal
        if texts is None:
            raise InvalidRulebook(f"{self._where}: clause {clause_id} has no refusal text.")
        return Refusal(clause_id, texts[check_language(lang)].format(**places))

    def refuse_variant(self, why: str, **places: object) -> InvalidVariant:
        """Return why a variant cannot be played, by its sentence in `[refused]`."""
        texts = self.refused[why]
        return InvalidVariant({lang: texts[lang].format(**places) for lang in LANGUAGES})

    def tell(
        self,
        event: str,
        lang: str,
        clause: str | None = None,
        who: int | Sequence[int] = (),
        names: Sequence[str] = (),
        **places: object,
    ) -> Told:
        """Return what happened, by the sentence of that event; `who` are the seats it is about."""
        seats = [who] if isinstance(who, int) else who
        said = {seat: names[seat] for seat in seats}
        sentence = self._say(self.log, event, lang, said, places)
        yours = {seat: self._yours(event, lang, said, seat, places) for seat in seats}
        return Told(sentence, clause, yours=yours if event in self.you else {})

    def _say(
        self,
        book: Mapping[str, Texts],
        event: str,
        lang: str,
        who: Mapping[int, str],
        places: Mapping[str, object],
    ) -> str:
        about = {"who": self.join(list(who.values()), lang, "and")} if who else {}
        return book[event][check_language(lang)].format(**about, **places)

    def _yours(
        self, event: str, lang: str, who: Mapping[int, str], seat: int, places: Mapping[str, object]
    ) -> str:
        """Return the sentence for one of those it is about.

        Among several one is only called "you".
        """
        alone = len(who) == 1 and event in self.you
        return self._say(
            self.you if alone else self.log, event, lang, {**who, seat: YOU[lang]}, places
        )

    def advise(self, reason: str, lang: str, **places: object) -> str:
        """Return why a move is sensible, by the sentence of that reason."""
        return self.advice[reason][check_language(lang)].format(**places)

    def join(self, things: Sequence[str], lang: str, word: str = "or") -> str:
        """Join things in a sentence: "this, that or the other"."""
        if len(things) < 2:
            return "".join(things)
        return f"{', '.join(things[:-1])} {JOINTS[word][lang]} {things[-1]}"
