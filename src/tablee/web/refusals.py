"""What is refused, as a page says it: in the visitor's language."""

from __future__ import annotations

from tablee.core.errors import IllegalMove, InvalidError, InvalidMove, StaleMove, TableeError
from tablee.web import templating
from tablee.web.errors import TableRefusal


def word_of(error: TableeError) -> str:
    """Gets the word by which a refusal is known, here and in the API."""
    if isinstance(error, TableRefusal):
        return error.word
    if isinstance(error, StaleMove):
        return "stale"
    if isinstance(error, InvalidMove):
        return "invalid_move"
    return "invalid" if isinstance(error, InvalidError) else "other"


def sentence_of(error: TableeError, lang: str) -> str:
    """Says why something is refused."""
    if isinstance(error, IllegalMove):
        return error.refusal.sentence
    ui, name = templating.speak(lang), f"refused_{word_of(error)}"
    places = error.places if isinstance(error, TableRefusal) else {}
    return ui(name if name in ui else "refused_other", **places)


def clause_of(error: TableeError) -> str:
    """Gets the clause that refuses a move; nothing if it is not a matter of rules."""
    return error.refusal.clause if isinstance(error, IllegalMove) else ""
