"""Reading a position of Le Grand Escogriffe into a record, and refusing an impossible one."""

from __future__ import annotations

from typing import Any

from tablee.core.errors import InvalidPosition
from tablee.core.header import EVERYTHING, NOBODY
from tablee.core.text import HIDDEN, NOTHING, Fields, read_number
from tablee.games.escogriffe import rules
from tablee.games.escogriffe.figures import FEET, grow, is_complete, joining, used_up
from tablee.games.escogriffe.material import (
    BONUS,
    IDLE_LIMIT,
    LONGEST,
    MOST_CARDS,
    MOST_TYPES,
    SMALLEST,
    STOCK_LIMIT,
)
from tablee.games.escogriffe.notation import Cards, Notation, figure_of, of_seat, pile_of
from tablee.games.escogriffe.state import (
    CHOOSING,
    DROPPING,
    OVER,
    STOCK,
    bit,
    count_stock,
    hand_size,
    pile_up,
    piles_at,
    place,
)

_MOST_ROUNDS = 60_000


class Texts(Notation):
    """The texts of a deck, both ways."""

    def read_table(self, fields: Fields, state: Any) -> None:
        """Fills a record from the fields of a position, and refuses an impossible one."""
        Reader(self, fields, state).read()


class Reader:
    """Fills one blank record from the fields of a position."""

    def __init__(self, notation: Notation, fields: Fields, state: Any) -> None:
        self.notation = notation
        self.codes = notation.codes
        self.fields = fields
        self.state = state
        self.seats = range(int(state.players))
        self.whole = state.viewer == EVERYTHING

    def read(self) -> None:
        """Reads all fields, and checks them against each other."""
        self._read_turn()
        self._each_seat("figures", self._read_figure)
        self._read_piles()
        self._read_drawn()
        self._each_seat("known", self._read_known)
        self._each_seat("hands", self._read_hand)
        self._check_drawn()
        self._check_copies()
        self._count_stock()
        self._read_reshuffles()
        self._check_end()

    def sees(self, seat: int) -> bool:
        """Checks whether the viewer sees a hand."""
        return self.whole or bool(self.state.viewer == seat)

    def _each_seat(self, name: str, read: Any) -> None:
        for seat, text in enumerate(self.fields.each(name, "/", len(self.seats), str)):
            read(seat, text)

    def _read_turn(self) -> None:
        state, fields = self.state, self.fields
        goal = int(rules.goal(state))
        state.rounds = fields.number("round", 1, _MOST_ROUNDS)
        state.target = fields.number("target", SMALLEST, LONGEST)
        state.totals[: len(self.seats)] = fields.numbers(
            "totals", len(self.seats), 0, goal + LONGEST + BONUS - 1
        )
        turn = fields.text("turn")
        state.round_winner = NOBODY
        state.idle = fields.number("idle", 0, IDLE_LIMIT * len(self.seats) - 1)
        if turn == NOTHING:
            state.phase, state.seat = OVER, NOBODY
            return
        state.phase = CHOOSING
        state.turn = state.seat = read_number(turn, "turn", 0, len(self.seats) - 1)

    def _read_figure(self, seat: int, text: str) -> None:
        state = self.state
        over = state.phase == OVER
        cards = self.notation.read_cards(f"figure {seat}", text, int(state.target) - (not over))
        for kind in cards:
            if state.sizes[seat] and not joining(state, seat, FEET) & bit(kind):
                upper = self.codes[figure_of(state, seat)[-1]]
                raise InvalidPosition(
                    f"figure {seat}: {self.codes[kind]} does not join {upper} above it (E53)."
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

    def _read_piles(self) -> None:
        texts = self.fields.each("piles", "/", int(piles_at(self.state)), str)
        for pile, text in enumerate(texts):
            for kind in self.notation.read_cards(f"pile {pile + 1}", text, MOST_CARDS):
                pile_up(self.state, pile, kind)

    def _read_drawn(self) -> None:
        """Reads where this turn's card came from: that pile alone may be empty."""
        state, text = self.state, self.fields.text("drawn")
        source, _, card = text.partition(":")
        sources = {f"pile{pile + 1}": pile + 1 for pile in range(int(piles_at(state)))} | {
            "stock": STOCK
        }
        if text != NOTHING:
            if state.phase == OVER or source not in sources:
                raise InvalidPosition(
                    f"drawn={text}: write -, or {', '.join(sources)} and :CARD; - when all is over."
                )
            state.drawn, state.phase = sources[source], DROPPING
            hidden = state.drawn == STOCK and not self.sees(int(state.turn))
            if hidden != (card == HIDDEN):
                raise InvalidPosition(
                    f"drawn={text}: only what another seat drew from the stock is hidden, as ?."
                )
            state.took = 0 if hidden else 1 + self.notation.read_card("drawn", card)
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

    def _read_known(self, seat: int, text: str) -> None:
        counts = self.notation.read_counts(f"known {seat}", text)
        self.state.known[seat * MOST_TYPES : (seat + 1) * MOST_TYPES] = counts

    def _read_hand(self, seat: int, text: str) -> None:
        state, size = self.state, int(hand_size(self.state, seat))
        known = of_seat(state.known, seat)
        if self.sees(seat):
            if text.startswith(HIDDEN):
                raise InvalidPosition(
                    f"hand {seat} is hidden: only a view (field 'view') hides another hand."
                )
            counts = self.notation.read_counts(f"hand {seat}", text)
        elif text != f"{HIDDEN}{size}":
            raise InvalidPosition(
                f"hand {seat} is hidden in this view and holds {size}: write ?{size}."
            )
        else:
            counts = known
        self._check_hand(seat, counts, known)
        state.hands[seat * MOST_TYPES : (seat + 1) * MOST_TYPES] = counts
        state.held[seat] = sum(1 << kind for kind, n in enumerate(counts) if n)

    def _check_hand(self, seat: int, counts: Cards, known: Cards) -> None:
        size, n = int(hand_size(self.state, seat)), sum(counts)
        if self.sees(seat) and n != size:
            raise InvalidPosition(
                f"hand {seat} holds {n} cards, but with its figure it must be {size} now (E56)."
            )
        if n > size:
            raise InvalidPosition(f"known {seat}: {n} cards are known in a hand of {size}.")
        for kind, held in enumerate(counts):
            if known[kind] > held:
                raise InvalidPosition(
                    f"known {seat}: {self.codes[kind]} is not in the hand so often."
                )

    def _check_drawn(self) -> None:
        state = self.state
        if not state.drawn:
            return
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

    def _check_copies(self) -> None:
        """Demands that no type lies about more often than it exists."""
        state = self.state
        lying = [kind for seat in self.seats for kind in figure_of(state, seat)]
        lying += [kind for pile in range(int(piles_at(state))) for kind in pile_of(state, pile)]
        for kind, code in enumerate(self.codes):
            n = lying.count(kind) + sum(of_seat(state.hands, seat)[kind] for seat in self.seats)
            if n > state.copies[kind]:
                raise InvalidPosition(
                    f"{code} stands {n} times in this position: {self.notation.how_many(kind)}."
                )

    def _count_stock(self) -> None:
        """Finds how many cards the stock has: all that lie nowhere else."""
        state = self.state
        count_stock(state)
        hidden = sum(
            int(hand_size(state, seat)) - sum(of_seat(state.hands, seat)) for seat in self.seats
        )
        left = int(state.stock.sum()) - hidden
        if left < 0:
            raise InvalidPosition(
                f"there are {-left} cards more than the deck has: it has {state.cards}."
            )
        if left == 0 and state.phase != OVER and state.drawn != STOCK:
            raise InvalidPosition(
                "the stock is empty: it is made anew after the discard, so write the position then."
            )
        state.left = left
        if not self.whole:
            state.stock[:] = 0

    def _first_stock(self) -> int:
        """Gets the size of the stock after each shuffle of a round."""
        state = self.state
        return int(state.cards) - len(self.seats) * int(state.target) - int(piles_at(state))

    def _read_reshuffles(self) -> None:
        state, whole = self.state, self._first_stock()
        most = 0 if state.phase == OVER else (STOCK_LIMIT * len(self.seats) - 1) // whole
        state.reshuffles = self.fields.number("reshuffles", 0, most)
        if state.phase == OVER:
            return
        state.given = whole * (int(state.reshuffles) + 1) - int(state.left)
        if not state.reshuffles:
            return
        state.shuffled[:] = self.notation.read_counts("shuffled", self.fields.text("shuffled"))
        if sum(state.shuffled) != whole:
            raise InvalidPosition(
                f"shuffled: {sum(state.shuffled)} cards, but it must be {whole} here (E10)."
            )
        self._each_seat("drew", self._read_drew)
        if sum(state.fresh) != whole - state.left:
            raise InvalidPosition(
                f"drew: {sum(state.fresh)} cards, but the stock has given"
                f" {whole - int(state.left)} since."
            )
        self._check_shuffled()

    def _read_drew(self, seat: int, text: str) -> None:
        state = self.state
        if not self.sees(seat):
            if not text.startswith(HIDDEN):
                raise InvalidPosition(
                    f"drew {seat}: this is hidden in this view: write ? and how many."
                )
            state.fresh[seat] = read_number(text[1:], "drew", 0, MOST_CARDS)
        else:
            counts = self.notation.read_counts(f"drew {seat}", text)
            state.drew[seat * MOST_TYPES : (seat + 1) * MOST_TYPES] = counts
            state.fresh[seat] = sum(counts)
        if state.drawn == STOCK and seat == state.turn and not self._drew_it(seat):
            raise InvalidPosition(f"drew {seat}: the card just drawn must be among these.")

    def _drew_it(self, seat: int) -> bool:
        state = self.state
        return bool(state.drew[place(seat, state.took - 1)] if state.took else state.fresh[seat])

    def _check_shuffled(self) -> None:
        """Demands that what was shuffled, and is drawn or left since, adds up."""
        state = self.state
        possible = 0
        unseen = [int(n) for n in state.copies]
        for seat in self.seats:
            unseen = [n - out for n, out in zip(unseen, of_seat(state.hands, seat), strict=True)]
            for kind in figure_of(state, seat):
                unseen[kind] -= 1
        for pile in range(int(piles_at(state))):
            for kind in pile_of(state, pile):
                unseen[kind] -= 1
        for kind, code in enumerate(self.codes):
            rest = int(state.shuffled[kind]) - sum(
                of_seat(state.drew, seat)[kind] for seat in self.seats
            )
            if rest < 0 or (self.whole and rest != state.stock[kind]):
                raise InvalidPosition(
                    f"shuffled: {code} does not add up with what was drawn and is left."
                )
            possible += min(rest, unseen[kind])
        if possible < state.left + (state.drawn == STOCK and not state.took):
            raise InvalidPosition("shuffled: too few of these cards can still lie in the stock.")

    def _check_end(self) -> None:
        state, goal = self.state, int(rules.goal(self.state))
        best = max(state.totals[: len(self.seats)])
        if state.phase != OVER:
            if best >= goal:
                raise InvalidPosition(
                    f"totals: someone has {best}: with {goal} points the match is over (E14)."
                )
            return
        if best < goal:
            raise InvalidPosition(f"turn=-: the match is not over, nobody has {goal} points (E14).")
        if state.idle:
            raise InvalidPosition("the match is over: write idle=0.")
        winner = self.fields.text("winner")
        if winner != NOTHING:
            state.round_winner = read_number(winner, "winner", 0, len(self.seats) - 1)
            if (
                not is_complete(state, state.round_winner)
                or state.sizes[state.round_winner] < state.target
            ):
                raise InvalidPosition(
                    f"winner={winner}: that figure is not complete at {state.target} cards."
                )
        for seat in self.seats:
            before = int(state.totals[seat]) - int(rules.round_points(state, seat))
            if not 0 <= before < goal:
                raise InvalidPosition(
                    f"totals: seat {seat} would have had {before} before this round:"
                    f" not 0 to {goal - 1}."
                )
