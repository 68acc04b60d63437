"""Le Grand Escogriffe in text: moves and positions, both ways, in the codes of a deck.

A move is `draw`, `take-2` (the top of pile 2), `drop-neck-1` (on pile 1), `lay-neck` (to begin a
figure), `lay-neck-head` or `lay-neck-feet` (at that end). See docs/escogriffe.md for a position.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from tablee.core.errors import InvalidMove, InvalidPosition
from tablee.core.header import EVERYTHING
from tablee.core.text import HIDDEN, NOTHING, Fields
from tablee.games.escogriffe import choices
from tablee.games.escogriffe.material import LONGEST, MOST_CARDS, MOST_PILES, MOST_TYPES, Deck
from tablee.games.escogriffe.state import OVER, STOCK, hand_size, piles_at

Cards = list[int]
_ENDS = {"": choices.BEGIN, "head": choices.AT_HEAD, "feet": choices.AT_FEET}
_HOW_TO_MOVE = (
    "write draw, take-2, drop-CARD-2, lay-CARD (the first), lay-CARD-head or lay-CARD-feet"
)


class Notation:
    """The texts of the game with one deck."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.codes = [kind.code for kind in deck.kinds]

    def write_move(self, move: int) -> str:
        """Gets the text of a move."""
        if move == choices.DRAW:
            return "draw"
        if move < choices.FIRST_CARD_MOVE:
            return f"take-{move}"
        code, way = self.codes[choices.card_of(move)], int(choices.way_of(move))
        if way >= choices.DROP:
            return f"drop-{code}-{way - choices.DROP + 1}"
        return f"lay-{code}" + ("", "-head", "-feet")[way]

    def read_move(self, text: str) -> int:
        """Reads a move."""
        verb, *rest = text.split("-")
        if verb == "draw" and not rest:
            return choices.DRAW
        if verb == "take" and len(rest) == 1:
            return choices.TAKE + self._read_pile(text, rest[0])
        if verb == "drop" and len(rest) == 2:
            kind = self._read_card(text, rest[0])
            return int(choices.card_move(kind, choices.DROP + self._read_pile(text, rest[1])))
        if verb == "lay" and len(rest) in (1, 2):
            kind = self._read_card(text, rest[0])
            return int(choices.card_move(kind, self._read_end(text, *rest[1:])))
        raise InvalidMove(f"{text!r} is no move: {_HOW_TO_MOVE}.")

    def _read_pile(self, text: str, number: str) -> int:
        if number not in [str(pile + 1) for pile in range(MOST_PILES)]:
            raise InvalidMove(f"{text!r}: {number!r} is no pile: piles are 1 to {MOST_PILES}.")
        return int(number) - 1

    def _read_card(self, text: str, code: str) -> int:
        if code not in self.deck.numbers:
            raise InvalidMove(
                f"{text!r}: {code!r} is no card of this deck: {', '.join(self.codes)}."
            )
        return self.deck.numbers[code]

    def _read_end(self, text: str, end: str = "") -> int:
        if end not in _ENDS or text.endswith("-"):
            raise InvalidMove(f"{text!r}: {end!r} is no end of a figure: write head or feet.")
        return _ENDS[end]

    # Positions

    def write_table(self, state: Any) -> dict[str, object]:
        """Gets the fields of a position."""
        over = state.phase == OVER
        seats = range(state.players)
        fields: dict[str, object] = {
            "round": state.rounds,
            "target": state.target,
            "turn": NOTHING if over else state.turn,
            "drawn": self._write_drawn(state),
            "totals": ",".join(str(state.totals[seat]) for seat in seats),
            "hands": "/".join(self._write_hand(state, seat) for seat in seats),
            "known": "/".join(self._write_counts(of_seat(state.known, seat)) for seat in seats),
            "figures": "/".join(self._write_cards(figure_of(state, seat)) for seat in seats),
            "piles": "/".join(
                self._write_cards(pile_of(state, pile)) for pile in range(piles_at(state))
            ),
            "idle": state.idle,
            "reshuffles": state.reshuffles,
        }
        if state.reshuffles:
            fields["shuffled"] = self._write_counts(state.shuffled)
            fields["drew"] = "/".join(self._write_drew(state, seat) for seat in seats)
        if over:
            fields["winner"] = NOTHING if state.round_winner < 0 else state.round_winner
        return fields

    def _write_cards(self, cards: Iterable[int]) -> str:
        return ",".join(self.codes[kind] for kind in cards) or NOTHING

    def _write_counts(self, counts: Sequence[int]) -> str:
        words = [
            code + (f"*{n}" if n > 1 else "")
            for code, n in zip(self.codes, counts, strict=False)
            if n
        ]
        return ",".join(words) or NOTHING

    def _write_hand(self, state: Any, seat: int) -> str:
        if state.viewer in (EVERYTHING, seat):
            return self._write_counts(of_seat(state.hands, seat))
        return f"{HIDDEN}{hand_size(state, seat)}"

    def _write_drew(self, state: Any, seat: int) -> str:
        if state.viewer in (EVERYTHING, seat):
            return self._write_counts(of_seat(state.drew, seat))
        return f"{HIDDEN}{state.fresh[seat]}"

    def _write_drawn(self, state: Any) -> str:
        if not state.drawn:
            return NOTHING
        source = "stock" if state.drawn == STOCK else f"pile{state.drawn}"
        return f"{source}:{self.codes[state.took - 1] if state.took else HIDDEN}"

    def read_card(self, name: str, word: str) -> int:
        """Reads one card of a position's field."""
        if word not in self.deck.numbers:
            raise InvalidPosition(
                f"{name}: {word!r} is no card of this deck: {', '.join(self.codes)}."
            )
        return self.deck.numbers[word]

    def read_cards(self, name: str, text: str, most: int) -> Cards:
        """Reads cards in their order."""
        cards = [self.read_card(name, word) for word in text.split(",")] if text != NOTHING else []
        if len(cards) > most:
            raise InvalidPosition(
                f"{name}: {len(cards)} cards are too many: it must be {most} at most."
            )
        return cards

    def read_counts(self, name: str, text: str) -> Cards:
        """Reads cards whose order means nothing, as a count of each type."""
        counts = [0] * MOST_TYPES
        for word in text.split(",") if text != NOTHING else []:
            code, star, number = word.partition("*")
            if star and not re.fullmatch(r"[1-9][0-9]{0,2}", number):
                raise InvalidPosition(f"{name}: {word!r}: after * stands how many, from 1.")
            kind = self.read_card(name, code)
            counts[kind] += int(number) if star else 1
            if counts[kind] > self.deck.kinds[kind].copies:
                raise InvalidPosition(
                    f"{name}: {counts[kind]} times {code}: {self.how_many(kind)}."
                )
        return counts

    def how_many(self, kind: int) -> str:
        """Says how many copies a type has."""
        deck = self.deck
        return f"the deck has {deck.kinds[kind].copies} of its {deck.cards} cards"

    def read_deck_name(self, fields: Fields, house: bool) -> None:
        """Demands that a position is of this deck; the deck of the house is not named."""
        if house and "deck" in fields:
            raise InvalidPosition(
                f"this position is of the deck {fields.text('deck')!r}: read it with that deck."
            )
        if not house and "deck" not in fields:
            raise InvalidPosition(
                f"this game has another deck: a position of it says deck={self.deck.name}."
            )
        if not house and (name := fields.text("deck")) != self.deck.name:
            raise InvalidPosition(f"deck={name}: this game has the deck {self.deck.name!r}.")


def of_seat(counts: Any, seat: int) -> list[int]:
    """Gets a seat's part of counts."""
    return [int(n) for n in counts[seat * MOST_TYPES : (seat + 1) * MOST_TYPES]]


def figure_of(state: Any, seat: int) -> Cards:
    """Gets a figure from its head end to its foot end."""
    return [
        int(kind)
        for kind in state.figures[seat * LONGEST : seat * LONGEST + int(state.sizes[seat])]
    ]


def pile_of(state: Any, pile: int) -> Cards:
    """Gets a discard pile from the bottom to the top."""
    start = pile * MOST_CARDS
    return [int(kind) for kind in state.piles[start : start + int(state.heights[pile])]]
