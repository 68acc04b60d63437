"""What was seen since the first reshuffle of a round, in text: `shuffled` and `since`.

`since=3+neck,3-hat,4+?` reads: seat 3 drew a neck and gave a hat away, seat 4 drew a hidden card.
"""

from __future__ import annotations

import re
from collections import Counter
from copy import copy
from typing import Any

from tablee.core.chance import new_rng
from tablee.core.errors import InvalidPosition
from tablee.core.fields import Field
from tablee.core.header import EVERYTHING
from tablee.core.notation import Notation
from tablee.core.text import HIDDEN, NOTHING, Fields
from tablee.games.escogriffe.knowledge import deal_by_history
from tablee.games.escogriffe.state import (
    DRAWN,
    LONGEST_HISTORY,
    STOCK,
    card_in,
    count_stock,
    first_stock,
    hand_size,
    note,
    place,
    seat_in,
    was_drawn,
)

_EVENT = re.compile(r"([0-9])([+-])(.+)")
_HEAP = Field("shuffled", "counts", ())


class History(Notation):
    """The texts of what was shuffled, drawn and given away."""

    _drew: str | None = None
    """What an older text says instead of `since`."""

    def read_table(self, fields: Fields, state: Any) -> None:
        """Reads a position; one of an older form with `drew`."""
        reader = self
        if "drew" in fields and "shuffled" in fields and "since" not in fields:
            reader = copy(self)
            reader._drew = fields.text("drew")
        super(History, reader).read_table(fields, state)

    def write_shuffled(self, state: Any) -> str:
        """The stocks that the reshuffles of this round made, `/` between them."""
        return "/".join(self._write_cards(_HEAP, block) for block in blocks_of(state))

    def read_shuffled(self, text: str, state: Any) -> None:
        """Reads the stocks; an older text has only the last."""
        whole, heaps = int(first_stock(state)), text.split("/")
        if len(heaps) > state.reshuffles:
            raise InvalidPosition(
                f"shuffled: {len(heaps)} stocks, but reshuffles={state.reshuffles}."
            )
        pool = []
        for heap in heaps:
            cards = sorted(self.read_cards(_HEAP, heap, "shuffled", state))
            if len(cards) != whole:
                raise InvalidPosition(
                    f"shuffled: {len(cards)} cards, but it must be {whole} here (E10)."
                )
            pool += cards
        state.pool[: len(pool)], state.pooled = pool, len(pool)

    def write_since(self, state: Any) -> str:
        """All draws since the first reshuffle, and all hidden cards given away, in their order."""
        words = []
        for event in events_of(state):
            card = self.codes[card_in(event)] if card_in(event) >= 0 else HIDDEN
            words.append(f"{seat_in(event)}{'+' if was_drawn(event) else '-'}{card}")
        return ",".join(words) or NOTHING

    def read_since(self, text: str, state: Any) -> None:
        """Reads what happened since the first reshuffle."""
        words = [] if text == NOTHING else text.split(",")
        if len(words) > LONGEST_HISTORY:
            raise InvalidPosition(f"since: {len(words)} events are more than a round can have.")
        for word in words:
            found = _EVENT.fullmatch(word)
            if not found or int(found[1]) >= state.players:
                raise InvalidPosition(
                    f"since: {word!r}: write 3+CARD where seat 3 drew, 3-CARD where it gave away."
                )
            seat, drawn = int(found[1]), found[2] == "+"
            hidden = drawn and state.viewer not in (EVERYTHING, seat)
            if hidden != (found[3] == HIDDEN):
                raise InvalidPosition(
                    f"since: {word!r}: only what another seat drew is hidden, as ?."
                )
            kind = -1 if hidden else self.read_card(found[3], "since")
            note(state, seat, kind, DRAWN if drawn else 0)

    def recall(self, state: Any) -> None:
        """Reads the draws of an older text, and adds who must have given away what since."""
        if self._drew is not None:
            self._read_drew(self._drew, state)
            self._add_gifts(state)

    def _read_drew(self, text: str, state: Any) -> None:
        parts = text.split("/")
        if len(parts) != state.players:
            raise InvalidPosition(f"drew={text}: write {state.players} values with / between.")
        for seat, part in enumerate(parts):
            if state.viewer in (EVERYTHING, seat):
                kinds = self.read_cards(_HEAP, part, f"drew {seat}", state)
            elif re.fullmatch(r"\?[0-9]{1,3}", part):
                kinds = [-1] * int(part[1:])
            else:
                raise InvalidPosition(f"drew {seat} is hidden in this view: write ? and how many.")
            for kind in kinds:
                note(state, seat, kind, DRAWN)

    def _add_gifts(self, state: Any) -> None:
        """Adds as few cards given away as what lies on the table allows."""
        drew = {seat: self._draws(state, seat) for seat in range(state.players)}
        for seat, kinds in drew.items():
            if state.viewer in (EVERYTHING, seat):
                for kind, n in Counter(kinds).items():
                    where = place(seat, kind)
                    for _ in range(n - int(state.hands[where]) + int(state.known[where])):
                        note(state, seat, kind, 0)
        pool = Counter(kind for block in blocks_of(state) for kind in block)
        others = [seat for seat in drew if state.viewer not in (EVERYTHING, seat)]
        free = [seat for seat in others for _ in drew[seat]]
        for kind, n in self._unseen(state).items():
            own = [k for seat in drew if seat not in others for k in drew[seat]].count(kind)
            for _ in range(min(pool[kind] - own - n, len(free))):
                note(state, free.pop(), kind, 0)

    def _draws(self, state: Any, seat: int) -> list[int]:
        return [card_in(e) for e in events_of(state) if was_drawn(e) and seat_in(e) == seat]

    def _unseen(self, state: Any) -> dict[int, int]:
        lying = self.lying(state)
        return {kind: int(state.copies[kind]) - lying[kind] for kind in range(len(self.codes))}

    def check_history(self, state: Any) -> None:
        """Demands that what was shuffled, drawn, given away and is left adds up (E10)."""
        whole, left, events = int(first_stock(state)), int(state.left), events_of(state)
        draws = [event for event in events if was_drawn(event)]
        last = draws[-1] if draws else 0
        just_drawn = state.drawn == STOCK
        if just_drawn and (not draws or events[-1] != last or seat_in(last) != state.turn):
            raise InvalidPosition(f"since: the card just drawn by seat {state.turn} must be last.")
        if just_drawn and card_in(last) + 1 != state.took:
            raise InvalidPosition("since: the card just drawn is not the last drawn here.")
        if len(draws) != int(state.pooled) - left:
            raise InvalidPosition(
                f"since: {len(draws)} draws, but {whole} and {left} left"
                f" make {int(state.pooled) - left}."
            )
        for number, block in enumerate(blocks_of(state)):
            drawn = [card_in(e) for e in draws[number * whole : (number + 1) * whole]]
            self._check_block(state, Counter(block), Counter(k for k in drawn if k >= 0))
        self._check_old(state)
        seats = [s for s in range(state.players) if state.viewer in (EVERYTHING, s)]
        had = self._were_there(state, seats) and all(_had_all(state, seat) for seat in seats)
        if not had or not _is_possible(state):
            raise InvalidPosition("since: no deal of the hidden cards fits all that was shown.")

    def _check_old(self, state: Any) -> None:
        """Demands hands that the seats can have held when the stock was first made anew."""
        events = events_of(state)
        for seat in range(state.players):
            known = int(state.known[place(seat, 0) : place(seat + 1, 0)].sum())
            held = int(hand_size(state, seat)) - known
            held += sum(-1 if was_drawn(e) else 1 for e in events if seat_in(e) == seat)
            if not 0 <= held <= state.target:
                raise InvalidPosition(
                    f"since: seat {seat} would have held {held} hidden cards at the reshuffle."
                )

    def _were_there(self, state: Any, seats: list[int]) -> bool:
        """Whether all hands together can have held what was not in the first stock."""
        blocks = blocks_of(state)
        gave = Counter(card_in(event) for event in events_of(state) if not was_drawn(event))
        drawn = Counter(kind for block in blocks for kind in block)
        for kind, n in self._unseen(state).items():
            held = sum(int(state.hands[place(seat, kind)]) for seat in seats)
            known = sum(int(state.known[place(seat, kind)]) for seat in seats)
            most = int(state.copies[kind]) - blocks[0].count(kind)
            if not 0 <= n + held - known + gave[kind] - drawn[kind] <= most:
                return False
        return True

    def _check_block(self, state: Any, shuffled: Counter[int], drawn: Counter[int]) -> None:
        """Demands that a stock gave only what it held, and of a state that it gave the rest."""
        known = state.viewer == EVERYTHING and shuffled.total() > drawn.total()
        for kind, code in enumerate(self.codes):
            rest = shuffled[kind] - drawn[kind]
            if rest < 0 or (known and rest != state.stock[kind]):
                raise InvalidPosition(
                    f"shuffled: {code} does not add up with what was drawn and is left."
                )


def _had_all(state: Any, seat: int) -> bool:
    """Whether a seat whose cards are known had what it gave away, when it did."""
    walk = [event for event in events_of(state) if seat_in(event) == seat]
    signs = [(card_in(event), 1 if was_drawn(event) else -1) for event in walk]
    for kind in {kind for kind, _ in signs}:
        where = place(seat, kind)
        have = int(state.hands[where]) - int(state.known[where])
        for other, sign in reversed(signs):  # back to when the stock was first made anew
            have -= sign if other == kind else 0
            if have < 0:
                return False
    return True


def _is_possible(state: Any) -> bool:
    """Whether some deal of what is hidden fits the history."""
    if state.viewer == EVERYTHING:
        return True
    other = state.copy()
    count_stock(other)
    return bool(deal_by_history(other, new_rng(0)))


def blocks_of(state: Any) -> list[list[int]]:
    """The stocks that the reshuffles made, as far as they are known."""
    whole, pool = int(first_stock(state)), [int(kind) for kind in state.pool[: int(state.pooled)]]
    return [pool[start : start + whole] for start in range(0, len(pool), whole)]


def events_of(state: Any) -> list[int]:
    """All that happened since the first reshuffle."""
    return [int(event) for event in state.events[: int(state.happened)]]
