"""What was pressed on the form of a round, and the answers as they are after it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from tablee.table.pad import Choice, Count
from tablee.web.http.requests import whole_number
from tablee.web.score_pad.opened import Opened, opened_at
from tablee.web.score_pad.pad_text import Sheet, read_sheet


@dataclass(frozen=True)
class Press:
    """What was pressed on the form of a round, with the answers as they are after it."""

    opened: Opened
    pressed: str
    limit: str
    """Not empty where no more fit."""

    @property
    def counts(self) -> bool:
        """Whether the round is to be noted, and can be."""
        if self.pressed == "note":
            return not self.opened.flaws
        return self.pressed == "note!" and self.opened.ready

    @property
    def draft(self) -> str:
        """The answers, as an address holds them."""
        return ".".join(map(str, self.opened.at.values()))

    @property
    def facts(self) -> dict[str, object]:
        """What an address says of the round as it is being noted."""
        on = self.pressed[1:].partition(".")[0] if self.pressed[:1] in "+-" else ""
        tried = "yes" if self.pressed.startswith("note") else ""
        number, draft = self.opened.number, self.draft
        return {"n": number, "d": draft, "on": on, "tried": tried, "limit": self.limit}

    @property
    def part(self) -> str:
        """The part of the page that is looked at next."""
        return "" if self.limit else "#round"


def read_press(form: Mapping[str, str], lang: str) -> Press:
    """Read the form of a round; raise BadSheet."""
    sheet = read_sheet(form.get("p", ""))
    number = whole_number(form.get("round", ""), "round")
    at = {name: _number(form.get(name, "0")) for name in sheet.questions}
    pressed = form.get("press", "")
    changed = _changed(sheet, at, pressed)
    limit = "yes" if pressed.startswith("+") and not changed else ""
    opened = opened_at(sheet, lang, number, ".".join(map(str, (at | changed).values())))
    return Press(opened, pressed, limit)


def _number(text: str) -> int:
    """Return an answer, which may be less than none."""
    plain = text.strip().replace("−", "-")
    number = whole_number(plain.removeprefix("-"), "answer")
    return -number if plain.startswith("-") else number


def _changed(sheet: Sheet, at: Mapping[str, int], pressed: str) -> dict[str, int]:
    """Return what a press changes: one more or one less of something, or a die that is rolled."""
    how, name = pressed[:1], pressed[1:]
    question = sheet.questions.get(name)
    if isinstance(question, Choice) and question.die and how == "*":
        return {name: question.die.plus + 1 + secrets.randbelow(question.die.faces)}
    after = at.get(name, 0) + {"+": 1, "-": -1}.get(how, 0)
    return {name: after} if isinstance(question, Count) and question.allows(after) else {}
