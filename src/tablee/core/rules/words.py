"""Sentences that follow from a rule book alone; a game's own `words.py` may overrule each.

A line of the log is bound to an event of `step` in the book itself:

    [log.trick]
    event = "TRICK_WON"   # the number of that name in the rules
    clause = "X7"
    who = "leader"        # the field that says which seat {who} is
    en = "{who} takes the trick."

Other places in a sentence are the record's numbers by name, and {winners}. Cards are called by
their rank and suit (`card_names.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tablee.core.compiled import Records
from tablee.core.fields import layout_of
from tablee.core.rules.card_names import CardNames
from tablee.core.rules.rulebook import Clause, Refusal, Rulebook, Told, check_language
from tablee.core.state.position import ScoreLine

if TYPE_CHECKING:
    from tablee.core.game import Game

_PLAYS = {"fr": "{who} joue {move}.", "en": "{who} plays {move}.", "de": "{who} spielt {move}."}
_YOU_PLAY = {"fr": "Tu joues {move}.", "en": "You play {move}.", "de": "Du spielst {move}."}
_PLAY = {"fr": "Joue {move}", "en": "Play {move}", "de": "Spiel {move}"}


class Words:
    """The sentences of a game that brings none of its own."""

    def __init__(self, game: Game, book: Rulebook) -> None:
        self._book, self._rules, self._notation = book, game.rules, game.notation
        self._cards = CardNames(self._notation.deck.texts, book.names)

    def move(self, code: int, lang: str) -> str:
        """Return a move's name in the book's `names.move`, that of its card, or its text."""
        text = self._notation.write_move(code)
        own = self._book.names.get("move", {}).get(text)
        return str(own[lang]) if own else self._cards.name(text, lang)

    def refuse(self, state: Any, code: int, lang: str) -> Refusal | None:
        """Return which clause forbids a move: the number that `refusal` in the rules gives."""
        number = int(self._rules.refusal(state, code))
        if not number:
            return None
        places = {"move": self.move(code, lang), **_numbers(state)}
        return self._book.refuse(self._book.id_of(number), lang, **places)

    def refuse_each(self, states: Records, codes: Sequence[int], lang: str) -> list[Refusal | None]:
        """Return which clauses forbid many moves in the first of some states."""
        state = states[0]
        return [self.refuse(state, code, lang) for code in codes]

    def thing(self, text: str, lang: str) -> str:
        """Return what people call a card of a position, or the text of what is none."""
        return self._cards.name(text, lang)

    def explain(self, view: Any, code: int, lang: str) -> str:
        """Return why a sensible player would make a move: nothing, as only the game knows."""
        return ""

    def compare(self, view: Any, made: int, best: int, lang: str) -> str:
        """Return what the best move does that the one made did not, by what the viewer knows."""
        return ""

    def plan(self, view: Any, lang: str) -> str:
        """Return what the viewer is after, in the game's words: nothing, as only the game knows."""
        return ""

    def tell_move(self, before: Any, code: int, lang: str, names: Sequence[str]) -> list[Told]:
        """Return what a move is, in words."""
        seat, said = int(before["seat"]), {"move": self.move(code, lang)}
        if "played" in self._book.log:
            return [self._book.tell("played", lang, who=seat, names=names, **said)]
        yours = {seat: _YOU_PLAY[check_language(lang)].format(**said)}
        return [Told(_PLAYS[lang].format(who=names[seat], **said), yours=yours)]

    def invite(self, before: Any, code: int, lang: str, names: Sequence[str]) -> str:
        """Return a move as it is offered to its seat: "Play the king of hearts".

        The book says it in `names.do`, by the text of a move or for all (`"*"`). Where a game tells
        its moves in its own words, these are what it offers.
        """
        do = self._book.names.get("do", {})
        own = type(self).tell_move is not Words.tell_move or "played" in self._book.log
        if own and not do:
            seat = int(before["seat"])
            return " ".join([one.to(seat) for one in self.tell_move(before, code, lang, names)])
        said = do.get(self._notation.write_move(code)) or do.get("*", _PLAY)
        return str(said[lang]).format(move=self.move(code, lang))

    def tell(
        self, before: Any, event: int, after: Any, lang: str, names: Sequence[str]
    ) -> list[Told]:
        """Return what one `step` of the rules did: the log's sentences for that event."""
        return list(self._tell(event, after, lang, names))

    def _tell(self, event: int, after: Any, lang: str, names: Sequence[str]) -> Iterator[Told]:
        best = int(self._rules.winners(after))
        winners = [name for seat, name in enumerate(names) if best >> seat & 1]
        for name, line in self._book.log.items():
            bound = line.get("event")
            if bound is None or getattr(self._rules, bound) != event:
                continue
            if line.get("over") and not winners:
                continue
            places: dict[str, object] = {**_numbers(after), "winners": ""}
            places["winners"] = self._book.join(winners, lang, "and")
            who = int(after[line["who"]]) if "who" in line else ()
            yield self._book.tell(name, lang, line.get("clause"), who, names, **places)

    def show(self, state: Any, lang: str, names: Sequence[str]) -> str:
        """Return the position for a terminal, one field a line."""
        fields = self._notation.write_table(state)
        return "\n".join(f"  {name}: {value}" for name, value in fields.items())

    def _titles(self, lang: str) -> dict[str, str]:
        """Return what the book calls the parts of a table in a terminal: its `names.show`."""
        return {name: texts[lang] for name, texts in self._book.names["show"].items()}

    def sheet(self, state: Any) -> tuple[ScoreLine, ...]:
        """Return no lines: only the game knows what its points are for."""
        return ()

    def ending(self, state: Any) -> str:
        """Return the clause by which a match ends: `about.ending` in the book."""
        return str(self._book.about["ending"])

    def ending_clause(self, state: Any) -> Clause:
        """Return that clause with its text."""
        return self._book.clause(self.ending(state))


def _numbers(state: Any) -> dict[str, object]:
    """Return the single numbers of a record, by name."""
    read = layout_of(state.dtype).read_all(state)
    return {name: value for name, value in read.items() if isinstance(value, int)}
