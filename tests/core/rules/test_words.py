"""Sentences of a game that has only a rule book."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from tablee.core.fields import Layout, number
from tablee.core.notation import Notation
from tablee.core.rules.rulebook import Rulebook
from tablee.core.rules.words import Words


def in_all(text: str) -> dict[str, str]:
    return {"fr": f"{text} (fr)", "en": text, "de": f"{text} (de)"}


FIELDS = Layout(number("leader", "i1", 0, 2), number("pot", "u1", 0, 9))
BOOK = Rulebook(
    {
        "about": {"ending": "X2"},
        "names": {"move": {"pass": in_all("passing")}},
        "section": {
            "turns": {
                "title": in_all("Turns"),
                "X1": in_all("Take one.")
                | {"refusal": in_all("{move} is not allowed with {pot} in the pot.")},
                "X2": in_all("The end."),
            }
        },
        "log": {
            "won": {"event": "WON", "clause": "X1", "who": "leader", **in_all("{who} wins {pot}.")},
            "over": {
                "event": "WON",
                "clause": "X2",
                "over": True,
                **in_all("Bravo, {winners}!"),
            },
        },
    }
)
RULES = SimpleNamespace(
    WON=4,
    refusal=lambda state, move: 1 if move else 0,
    winners=lambda state: 0b101 if state["pot"] == 9 else 0,
)
GAME: Any = SimpleNamespace(rulebook=BOOK, rules=RULES, notation=Notation(FIELDS, ("take", "pass")))
WORDS = Words(GAME, BOOK)
NAMES = ("Ada", "Bob", "Cy")


def at(pot: int) -> Any:
    records = np.zeros(1, FIELDS.dtype)
    records["players"], records["leader"], records["pot"] = 3, 2, pot
    return records[0]


def test_a_refusal_is_the_clause_whose_number_the_rules_give() -> None:
    assert WORDS.refuse(at(3), 0, "en") is None
    assert str(WORDS.refuse(at(3), 1, "en")) == "passing is not allowed with 3 in the pot. (X1)"


def test_a_move_is_told_by_its_name() -> None:
    assert [str(told) for told in WORDS.tell_move(at(3), 1, "de", NAMES)] == [
        "Ada spielt passing (de)."
    ]
    assert WORDS.explain(at(3), 0, "fr") == ""


def test_an_event_is_told_by_the_lines_that_are_bound_to_it() -> None:
    assert [str(told) for told in WORDS.tell(at(3), 4, at(3), "en", NAMES)] == ["Cy wins 3. (X1)"]
    assert [str(told) for told in WORDS.tell(at(3), 4, at(9), "en", NAMES)] == [
        "Cy wins 9. (X1)",
        "Bravo, Ada and Cy! (X2)",
    ]
    assert WORDS.tell(at(3), 5, at(3), "en", NAMES) == []


def test_a_terminal_shows_the_declared_fields() -> None:
    assert WORDS.show(at(3), "en", NAMES).splitlines() == ["  leader: 2", "  pot: 3"]
    assert WORDS.sheet(at(3)) == ()
    assert WORDS.ending(at(3)) == "X2"
