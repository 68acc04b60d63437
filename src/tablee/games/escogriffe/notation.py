"""Le Grand Escogriffe in text, in the codes of a deck: what is special in moves and positions.

A move is `draw`, `take-2` (the top of pile 2), `drop-neck-1` (on pile 1), `lay-neck` (to begin a
figure), `lay-neck-head` or `lay-neck-feet` (at that end). See docs/escogriffe.md for a position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tablee.core.errors import InvalidPosition
from tablee.core.header import EVERYTHING, NOBODY
from tablee.core.text import HIDDEN, NOTHING, Fields
from tablee.games.escogriffe import rules
from tablee.games.escogriffe.material import (
    LONGEST,
    MOST_CARDS,
    MOST_PILES,
    MOST_TYPES,
    Deck,
)
from tablee.games.escogriffe.since import History
from tablee.games.escogriffe.state import (
    CHOOSING,
    DROPPING,
    FEET,
    FIELDS,
    OVER,
    STOCK,
    best_round,
    bit,
    clear_figures,
    count_stock,
    first_seat,
    first_stock,
    grow,
    hand_size,
    is_complete,
    joining,
    piles_at,
    place,
    used_up,
)

_PILES = range(1, MOST_PILES + 1)


class Texts(History):
    """The texts of the game with one deck; that of the house is not named."""

    def __init__(self, deck: Deck, is_named: bool = False) -> None:
        how = "write draw, take-2, drop-CARD-2, lay-CARD (the first), lay-CARD-head, lay-CARD-feet;"
        how += f" piles are 1 to {MOST_PILES}, cards {', '.join(deck.numbers)}"
        super().__init__(FIELDS, list(_move_texts(deck)), deck.cards_in_text, how)
        self._name = deck.name if is_named else None

    def write_table(self, state: Any) -> dict[str, object]:
        """The fields of a position, with the name of another deck."""
        named: dict[str, object] = {} if self._name is None else {"deck": self._name}
        return named | super().write_table(state)

    def read_table(self, fields: Fields, state: Any) -> None:
        """Reads a position of this deck."""
        name = fields.text("deck") if "deck" in fields else None
        if name != self._name and self._name is None:
            raise InvalidPosition(f"this position is of the deck {name!r}: read it with that deck.")
        if name != self._name:
            raise InvalidPosition(
                f"deck={name or NOTHING}: a position of this game says deck={self._name}."
            )
        super().read_table(fields, state)

    def copies_at(self, state: Any) -> list[int]:
        """How many there are of each type: the deck is part of the record."""
        return [int(n) for n in state.copies[: len(self.codes)]]

    def read_turn(self, text: str, state: Any) -> None:
        """Reads whose turn it is; nobody's when the match is over."""
        self.read_part(FIELDS["turn"], text, state)
        state.phase = OVER if state.turn == NOBODY else CHOOSING
        state.seat = state.turn
        state.round_winner = NOBODY

    def write_drawn(self, state: Any) -> str:
        """Where this turn's card came from, and which it is."""
        if not state.drawn:
            return NOTHING
        source = "stock" if state.drawn == STOCK else f"pile{state.drawn}"
        return f"{source}:{self.codes[state.took - 1] if state.took else HIDDEN}"

    def read_drawn(self, text: str, state: Any) -> None:
        """Reads where this turn's card came from."""
        if text == NOTHING:
            return
        source, _, card = text.partition(":")
        sources = {f"pile{n}": n for n in range(1, int(piles_at(state)) + 1)} | {"stock": STOCK}
        if state.phase == OVER or source not in sources:
            raise InvalidPosition(
                f"drawn={text}: write -, or {', '.join(sources)} and :CARD; - when all is over."
            )
        state.drawn, state.phase = sources[source], DROPPING
        hidden = state.drawn == STOCK and state.viewer not in (EVERYTHING, state.turn)
        if hidden != (card == HIDDEN):
            raise InvalidPosition(
                f"drawn={text}: only what another seat drew from the stock is hidden, as ?."
            )
        state.took = 0 if hidden else 1 + self.read_card(card, "drawn")

    def complete(self, state: Any) -> None:
        """Builds the figures again, card by card, and looks at the piles."""
        figures = [figure_of(state, seat) for seat in range(state.players)]
        clear_figures(state)
        for seat, cards in enumerate(figures):
            self._build(state, seat, cards)
        for pile in range(int(piles_at(state))):
            empty = state.heights[pile] == 0
            if state.phase == OVER and not empty:
                raise InvalidPosition(
                    "the match is over: its cards are gathered, so write piles=-/-."
                )
            if state.phase != OVER and empty and state.drawn != pile + 1:
                raise InvalidPosition(
                    f"pile {pile + 1} is empty: who empties a pile must discard there (E7)."
                )

    def _build(self, state: Any, seat: int, cards: Sequence[int]) -> None:
        over = state.phase == OVER
        most = int(state.target) - (not over)
        if len(cards) > most:
            raise InvalidPosition(
                f"figure {seat}: {len(cards)} cards are too many: it must be {most} at most."
            )
        for upper, kind in zip([None, *cards], cards, strict=False):
            if upper is not None and not joining(state, seat, FEET) & bit(kind):
                raise InvalidPosition(
                    f"figure {seat}: {self.codes[kind]} does not join {self.codes[upper]}"
                    " above it (E53)."
                )
            if used_up(state, seat) & bit(kind):
                raise InvalidPosition(
                    f"figure {seat}: {self.codes[kind]} stands twice, and is not orange (E3)."
                )
            grow(state, seat, kind, FEET)
        if is_complete(state, seat) and not over:
            raise InvalidPosition(
                f"figure {seat} goes from head to feet below the target {state.target} (E8)."
            )

    def check(self, state: Any) -> None:
        """Refuses what cannot be, and finds what is left in the stock."""
        for seat in range(int(state.players)):
            self._check_hand(state, seat)
        if state.drawn:
            self._check_drawn(state)
        self.check_cards(state)
        _find_stock(state)
        if state.reshuffles:
            self.recall(state)
            self.check_history(state)
        _check_start(state)
        _check_end(state)

    def _check_hand(self, state: Any, seat: int) -> None:
        """Demands that what everyone knows is in the hand; a hidden hand shows that alone."""
        known, size = of_seat(state.known, seat), int(hand_size(state, seat))
        if sum(known) > size:
            n = sum(known)
            raise InvalidPosition(f"known {seat}: {n} cards are known in a hand of {size}.")
        if state.viewer not in (EVERYTHING, seat):
            state.hands[seat * MOST_TYPES : (seat + 1) * MOST_TYPES] = known
        held = of_seat(state.hands, seat)
        for code, sure, n in zip(self.codes, known, held, strict=False):
            if sure > n:
                raise InvalidPosition(f"known {seat}: {code} is not in the hand so often.")
        state.held[seat] = sum(1 << kind for kind, n in enumerate(held) if n)

    def _check_drawn(self, state: Any) -> None:
        seat, taken = int(state.turn), state.drawn != STOCK
        if not state.took:
            if sum(of_seat(state.known, seat)) == hand_size(state, seat):
                raise InvalidPosition(f"known {seat}: a card drawn from the stock cannot be known.")
            return
        where, card = int(place(seat, int(state.took) - 1)), self.codes[int(state.took) - 1]
        if taken and not state.known[where]:
            raise InvalidPosition(
                f"drawn: {card} was taken openly, so it must be known in hand {seat}."
            )
        if not taken and state.hands[where] <= state.known[where]:
            raise InvalidPosition(
                f"drawn: {card} from the stock must be in hand {seat}, and not be known."
            )


def _move_texts(deck: Deck) -> Iterator[str]:
    """The texts of all moves, in the order of their numbers (`rules.py`)."""
    yield from ("draw", *(f"take-{pile}" for pile in _PILES))
    for code in deck.numbers:
        yield from (f"lay-{code}", f"lay-{code}-head", f"lay-{code}-feet")
        yield from (f"drop-{code}-{pile}" for pile in _PILES)


def _find_stock(state: Any) -> None:
    """Finds how many cards the stock has: all that lie nowhere else."""
    count_stock(state)
    sizes = sum(int(hand_size(state, seat)) for seat in range(state.players))
    left = int(state.stock.sum()) - sizes + int(state.hands.sum())
    if left < 0:
        raise InvalidPosition(
            f"there are {-left} cards more than the deck has: it has {state.cards}."
        )
    if left == 0 and state.phase != OVER and state.drawn != STOCK:
        raise InvalidPosition(
            "the stock is empty: it is made anew after the discard, so write the position then."
        )
    state.left = left
    if state.viewer != EVERYTHING:
        state.stock[:] = 0
    if state.phase != OVER:
        state.given = first_stock(state) * (int(state.reshuffles) + 1) - left


def _check_start(state: Any) -> None:
    """Demands the right seat while every turn of the round was a wait (E2, E16)."""
    turn = (int(first_seat(state)) + int(state.idle)) % int(state.players)
    given = int(state.given) - (state.drawn == STOCK)
    if state.phase != OVER and not given and not state.sizes.any() and state.turn != turn:
        raise InvalidPosition(
            f"turn={state.turn}: after {state.idle} turns of this round it is seat {turn}'s (E2)."
        )


def _check_end(state: Any) -> None:
    """Demands totals that the rounds so far can have brought (E14)."""
    goal, seats = int(state.goal), range(state.players)
    over, best = state.phase == OVER, max(state.totals[: state.players])
    if not over and best >= goal:
        raise InvalidPosition(
            f"totals: someone has {best}: with {goal} points the match is over (E14)."
        )
    ends = best >= goal or state.scoreless == state.scoreless_limit
    if over and not ends:
        raise InvalidPosition(f"turn=-: the match is not over, nobody has {goal} points (E14).")
    points = [int(rules.round_points(state, seat)) if over else 0 for seat in seats]
    if state.scoreless > int(state.rounds) - (not over) or (state.scoreless and any(points)):
        raise InvalidPosition(
            f"scoreless={state.scoreless}: so many rounds without a point have not been (E19)."
        )
    if not over and ends:
        raise InvalidPosition(
            f"scoreless={state.scoreless}: after so many rounds the match is over (E19)."
        )
    if over and state.idle:
        raise InvalidPosition("the match is over: write idle=0.")
    winner = int(state.round_winner)
    if winner >= 0 and (not is_complete(state, winner) or state.sizes[winner] < state.target):
        raise InvalidPosition(
            f"winner={winner}: that figure is not complete at {state.target} cards."
        )
    most = min(goal - 1, best_round(state) * (int(state.rounds) - 1))
    for seat in seats:
        before = int(state.totals[seat]) - points[seat]
        if not 0 <= before <= most:
            raise InvalidPosition(
                f"totals: seat {seat} would have had {before} before this round: not 0 to {most}."
            )


def of_seat(counts: Any, seat: int) -> list[int]:
    """A seat's part of counts."""
    return [int(n) for n in counts[seat * MOST_TYPES : (seat + 1) * MOST_TYPES]]


def figure_of(state: Any, seat: int) -> list[int]:
    """A figure from its head end to its foot end."""
    start = seat * LONGEST
    return [int(kind) for kind in state.figures[start : start + int(state.sizes[seat])]]


def pile_of(state: Any, pile: int) -> list[int]:
    """A discard pile from the bottom to the top."""
    start = pile * MOST_CARDS
    return [int(kind) for kind in state.piles[start : start + int(state.heights[pile])]]
