"""Le Grand Escogriffe in text, in the codes of a deck: what is special in moves and positions.

A move is `draw`, `take-2` (the top of pile 2), `drop-neck-1` (on pile 1), `lay-neck` (to begin a
figure), `lay-neck-head` or `lay-neck-feet` (at that end). docs/play/escogriffe.md has a position.
`since=3+neck,3-hat,4+?` reads: seat 3 drew a neck and gave a hat away, seat 4 drew a hidden card.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any

from tablee.core.chance import new_rng
from tablee.core.fields import Field
from tablee.core.header import EVERYTHING, NOBODY
from tablee.core.notation import Notation
from tablee.core.state.text import HIDDEN, NOTHING, Fields, demand
from tablee.games.escogriffe import rules
from tablee.games.escogriffe.knowledge import deal_by_history
from tablee.games.escogriffe.material import LONGEST, MOST_CARDS, MOST_PILES, MOST_TYPES, Deck
from tablee.games.escogriffe.state import (
    CHOOSING,
    DRAWN,
    DROPPING,
    FEET,
    FIELDS,
    LONGEST_HISTORY,
    OVER,
    STOCK,
    best_round,
    bit,
    card_in,
    clear_figures,
    count_stock,
    first_seat,
    first_stock,
    grow,
    hand_size,
    is_complete,
    joining,
    note,
    piles_at,
    place,
    seat_in,
    used_up,
    was_drawn,
)

_PILES = range(1, MOST_PILES + 1)
_EVENT = re.compile(r"[0-9][+-].+")
_HEAP = Field("shuffled", "counts", ())


class Texts(Notation):
    """The texts of the game with one deck; that of the house is not named."""

    _drew: str | None = None
    """What an older text says instead of `since`."""

    def __init__(self, deck: Deck, is_named: bool = False) -> None:
        how = "write draw, take-2, drop-CARD-2, lay-CARD (the first), lay-CARD-head, lay-CARD-feet;"
        how += f" piles are 1 to {MOST_PILES}, cards {', '.join(deck.numbers)}"
        super().__init__(FIELDS, list(_move_texts(deck)), deck.cards_in_text, how)
        self._name = deck.name if is_named else None

    def write_table(self, state: Any) -> dict[str, object]:
        """Return the fields of a position, with the name of another deck."""
        named: dict[str, object] = {} if self._name is None else {"deck": self._name}
        return named | super().write_table(state)

    def read_table(self, fields: Fields, state: Any) -> None:
        """Read a position of this deck; one of an older form with `drew`."""
        name, reader = fields.text("deck") if "deck" in fields else None, self
        fault = f"deck={name or NOTHING}: a position of this game says deck={self._name}."
        if self._name is None:
            fault = f"this position is of the deck {name!r}: read it with that deck."
        demand(name == self._name, fault)
        if "drew" in fields and "shuffled" in fields and "since" not in fields:
            reader = copy(self)
            reader._drew = fields.text("drew")
        super(Texts, reader).read_table(fields, state)

    def copies_at(self, state: Any) -> list[int]:
        """Return how many there are of each type: the deck is part of the record."""
        return [int(n) for n in state.copies[: len(self.codes)]]

    def read_turn(self, text: str, state: Any) -> None:
        """Read whose turn it is; nobody's when the match is over."""
        self.read_part(FIELDS["turn"], text, state)
        state.phase = OVER if state.turn == NOBODY else CHOOSING
        state.seat = state.turn
        state.round_winner = NOBODY

    def write_drawn(self, state: Any) -> str:
        """Return where this turn's card came from, and which it is."""
        if not state.drawn:
            return NOTHING
        source = "stock" if state.drawn == STOCK else f"pile{state.drawn}"
        return f"{source}:{self.codes[state.took - 1] if state.took else HIDDEN}"

    def read_drawn(self, text: str, state: Any) -> None:
        """Read where this turn's card came from."""
        if text == NOTHING:
            return
        source, _, card = text.partition(":")
        sources = {f"pile{n}": n for n in range(1, int(piles_at(state)) + 1)} | {"stock": STOCK}
        how = f"write -, or {', '.join(sources)} and :CARD; - when all is over."
        demand(state.phase != OVER and source in sources, f"drawn={text}: {how}")
        state.drawn, state.phase = sources[source], DROPPING
        hidden = state.drawn == STOCK and not _shows(state, state.turn)
        how = "only what another seat drew from the stock is hidden, as ?."
        demand(hidden == (card == HIDDEN), f"drawn={text}: {how}")
        state.took = 0 if hidden else 1 + self.read_card(card, "drawn")

    def complete(self, state: Any) -> None:
        """Build the figures again, card by card, and look at the piles."""
        figures = [figure_of(state, seat) for seat in range(state.players)]
        clear_figures(state)
        for seat, cards in enumerate(figures):
            self._build(state, seat, cards)
        for pile in range(int(piles_at(state))):
            empty, over = state.heights[pile] == 0, state.phase == OVER
            fault = "the match is over: its cards are gathered, so write piles=-/-."
            demand(empty or not over, fault)
            fault = f"pile {pile + 1} is empty: who empties a pile must discard there (E7)."
            demand(over or not empty or state.drawn == pile + 1, fault)

    def _build(self, state: Any, seat: int, cards: Sequence[int]) -> None:
        over, n, where = state.phase == OVER, len(cards), f"figure {seat}"
        most = int(state.target) - (not over)
        demand(n <= most, f"{where}: {n} cards are too many: it must be {most} at most.")
        for i, kind in enumerate(cards):
            code, upper = self.codes[kind], self.codes[cards[i - 1]]
            joins = i == 0 or joining(state, seat, FEET) & bit(kind)
            demand(joins, f"{where}: {code} does not join {upper} above it (E53).")
            again = used_up(state, seat) & bit(kind)
            demand(not again, f"{where}: {code} appears twice, and is not orange (E3).")
            grow(state, seat, kind, FEET)
        fault = f"{where} goes from head to feet below the target {state.target} (E8)."
        demand(over or not is_complete(state, seat), fault)

    def check(self, state: Any) -> None:
        """Refuse what cannot be, and find what is left in the stock."""
        for seat in range(int(state.players)):
            self._check_hand(state, seat)
        if state.drawn:
            self._check_drawn(state)
        self.check_cards(state)
        _find_stock(state)
        if state.reshuffles and self._drew is not None:
            self._read_drew(self._drew, state)
            self._add_gifts(state)
        if state.reshuffles:
            self._check_history(state)
        _check_start(state)
        _check_end(state)

    def _check_hand(self, state: Any, seat: int) -> None:
        """Demand that what everyone knows is in the hand; a hidden hand shows that alone."""
        known, size = of_seat(state.known, seat), int(hand_size(state, seat))
        n = sum(known)
        demand(n <= size, f"known {seat}: {n} cards are known in a hand of {size}.")
        if not _shows(state, seat):
            state.hands[seat * MOST_TYPES : (seat + 1) * MOST_TYPES] = known
        held = of_seat(state.hands, seat)
        for code, sure, n in zip(self.codes, known, held, strict=False):
            demand(sure <= n, f"known {seat}: {code} is not in the hand so often.")
        state.held[seat] = sum(1 << kind for kind, n in enumerate(held) if n)

    def _check_drawn(self, state: Any) -> None:
        seat = int(state.turn)
        if not state.took:
            unknown = hand_size(state, seat) - sum(of_seat(state.known, seat))
            demand(unknown, f"known {seat}: a card drawn from the stock cannot be known.")
            return
        where, card = int(place(seat, int(state.took) - 1)), self.codes[int(state.took) - 1]
        held, known = state.hands[where], state.known[where]
        fault = f"drawn: {card} was taken openly, so it must be known in hand {seat}."
        demand(known or state.drawn == STOCK, fault)
        fault = f"drawn: {card} from the stock must be in hand {seat}, and not be known."
        demand(held > known or state.drawn != STOCK, fault)

    # What was shuffled, drawn and given away since the first reshuffle of a round

    def write_shuffled(self, state: Any) -> str:
        """Return the stocks that the reshuffles of this round made, `/` between them."""
        return "/".join(self._write_cards(_HEAP, block) for block in blocks_of(state))

    def read_shuffled(self, text: str, state: Any) -> None:
        """Read the stocks; an older text has only the last."""
        whole, heaps, pool = int(first_stock(state)), text.split("/"), []
        fault = f"shuffled: {len(heaps)} stocks, but reshuffles={state.reshuffles}."
        demand(len(heaps) <= state.reshuffles, fault)
        for heap in heaps:
            cards = sorted(self.read_cards(_HEAP, heap, "shuffled", state))
            fault = f"shuffled: {len(cards)} cards, but it must be {whole} here (E10)."
            demand(len(cards) == whole, fault)
            pool += cards
        state.pool[: len(pool)], state.pooled = pool, len(pool)

    def write_since(self, state: Any) -> str:
        """Return all draws since the first reshuffle and all hidden gifts, in their order."""
        words = []
        for event in events_of(state):
            card = self.codes[card_in(event)] if card_in(event) >= 0 else HIDDEN
            words.append(f"{seat_in(event)}{'+' if was_drawn(event) else '-'}{card}")
        return ",".join(words) or NOTHING

    def read_since(self, text: str, state: Any) -> None:
        """Read what happened since the first reshuffle."""
        words = [] if text == NOTHING else text.split(",")
        fault = f"since: {len(words)} events are more than a round can have."
        demand(len(words) <= LONGEST_HISTORY, fault)
        for word in words:
            is_event = _EVENT.fullmatch(word) and int(word[0]) < state.players
            how = "write 3+CARD where seat 3 drew, 3-CARD where it gave away."
            demand(is_event, f"since: {word!r}: {how}")
            seat, drawn, card = int(word[0]), word[1] == "+", word[2:]
            hidden = drawn and not _shows(state, seat)
            how = "only what another seat drew is hidden, as ?."
            demand(hidden == (card == HIDDEN), f"since: {word!r}: {how}")
            kind = -1 if hidden else self.read_card(card, "since")
            note(state, seat, kind, DRAWN if drawn else 0)

    def _read_drew(self, text: str, state: Any) -> None:
        """Read the draws of an older text."""
        parts, players = text.split("/"), int(state.players)
        demand(len(parts) == players, f"drew={text}: write {players} values with / between.")
        for seat, part in enumerate(parts):
            if _shows(state, seat):
                kinds = self.read_cards(_HEAP, part, f"drew {seat}", state)
            else:
                hidden = re.fullmatch(r"\?[0-9]{1,3}", part)
                demand(hidden, f"drew {seat} is hidden in this view: write ? and how many.")
                kinds = [-1] * int(part[1:])
            for kind in kinds:
                note(state, seat, kind, DRAWN)

    def _add_gifts(self, state: Any) -> None:
        """Add to an older text as few cards given away as what lies on the table allows."""
        draws, own, free = [event for event in events_of(state) if was_drawn(event)], [], []
        for (seat, kind), n in Counter((seat_in(e), card_in(e)) for e in draws).items():
            if not _shows(state, seat):
                free += [seat] * n
                continue
            own += [kind] * n
            where = place(seat, kind)
            for _ in range(n - int(state.hands[where]) + int(state.known[where])):
                note(state, seat, kind, 0)
        pool = Counter(kind for block in blocks_of(state) for kind in block)
        for kind, n in self._unseen(state).items():
            for _ in range(min(pool[kind] - own.count(kind) - n, len(free))):
                note(state, free.pop(), kind, 0)

    def _unseen(self, state: Any) -> dict[int, int]:
        lying = self.lying(state)
        return {kind: int(state.copies[kind]) - lying[kind] for kind in range(len(self.codes))}

    def _check_history(self, state: Any) -> None:
        """Demand that what was shuffled, drawn, given away and is left adds up (E10)."""
        whole, left, events = int(first_stock(state)), int(state.left), events_of(state)
        draws, given = [event for event in events if was_drawn(event)], int(state.pooled) - left
        if state.drawn == STOCK:
            is_last = draws and events[-1] == draws[-1] and seat_in(draws[-1]) == state.turn
            demand(is_last, f"since: the card just drawn by seat {state.turn} must be last.")
            is_same = card_in(draws[-1]) + 1 == state.took
            demand(is_same, "since: the card just drawn is not the last drawn here.")
        fault = f"since: {len(draws)} draws, but {whole} and {left} left make {given}."
        demand(len(draws) == given, fault)
        for number, block in enumerate(blocks_of(state)):
            drawn = [card_in(e) for e in draws[number * whole : (number + 1) * whole]]
            self._check_block(state, Counter(block), Counter(k for k in drawn if k >= 0))
        _check_old(state)
        seats = [seat for seat in range(state.players) if _shows(state, seat)]
        had = self._were_there(state, seats) and all(_had_all(state, seat) for seat in seats)
        fault = "since: no deal of the hidden cards fits all that was shown."
        demand(had and _is_possible(state), fault)

    def _were_there(self, state: Any, seats: list[int]) -> bool:
        """Return whether all hands together can have held what was not in the first stock."""
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
        """Demand that a stock gave only what it held, and of a state that it gave the rest."""
        known = state.viewer == EVERYTHING and shuffled.total() > drawn.total()
        for kind, code in enumerate(self.codes):
            rest = shuffled[kind] - drawn[kind]
            fits = rest >= 0 and (not known or rest == state.stock[kind])
            fault = f"shuffled: {code} does not add up with what was drawn and is left."
            demand(fits, fault)


def _move_texts(deck: Deck) -> Iterator[str]:
    """Yield the texts of all moves, in the order of their numbers (`rules.py`)."""
    yield from ("draw", *(f"take-{pile}" for pile in _PILES))
    for code in deck.numbers:
        yield from (f"lay-{code}", f"lay-{code}-head", f"lay-{code}-feet")
        yield from (f"drop-{code}-{pile}" for pile in _PILES)


def _shows(state: Any, seat: int) -> bool:
    """Return whether a position shows what this seat alone may know."""
    return state.viewer in (EVERYTHING, seat)


def _find_stock(state: Any) -> None:
    """Find how many cards the stock has: all that lie nowhere else."""
    count_stock(state)
    sizes = sum(int(hand_size(state, seat)) for seat in range(state.players))
    left = int(state.stock.sum()) - sizes + int(state.hands.sum())
    demand(left >= 0, f"there are {-left} cards more than the deck has: it has {state.cards}.")
    fault = "the stock is empty: it is made anew after the discard, so write the position then."
    demand(left or state.phase == OVER or state.drawn == STOCK, fault)
    state.left = left
    if state.viewer != EVERYTHING:
        state.stock[:] = 0
    if state.phase != OVER:
        state.given = first_stock(state) * (int(state.reshuffles) + 1) - left


def _check_start(state: Any) -> None:
    """Demand the right seat while every turn of the round was a wait (E2, E16)."""
    turn = (int(first_seat(state)) + int(state.idle)) % int(state.players)
    given = int(state.given) - (state.drawn == STOCK)
    waited = state.phase != OVER and not given and not state.sizes.any()
    how = f"after {state.idle} turns of this round it is seat {turn}'s (E2)."
    demand(not waited or state.turn == turn, f"turn={state.turn}: {how}")


def _check_end(state: Any) -> None:
    """Demand totals that the rounds so far can have brought (E14)."""
    goal, seats, scoreless = int(state.goal), range(state.players), int(state.scoreless)
    over, best = state.phase == OVER, max(state.totals[: state.players])
    fault = f"totals: someone has {best}: with {goal} points the match is over (E14)."
    demand(over or best < goal, fault)
    ends = best >= goal or scoreless == state.scoreless_limit
    fault = f"turn=-: the match is not over, nobody has {goal} points (E14)."
    demand(ends or not over, fault)
    points = [int(rules.round_points(state, seat)) if over else 0 for seat in seats]
    been = scoreless <= int(state.rounds) - (not over) and not (scoreless and any(points))
    how = "so many rounds without a point have not been (E19)."
    demand(been, f"scoreless={scoreless}: {how}")
    how = "after so many rounds the match is over (E19)."
    demand(over or not ends, f"scoreless={scoreless}: {how}")
    demand(not over or not state.idle, "the match is over: write idle=0.")
    won = int(state.round_winner)
    whole = won < 0 or (is_complete(state, won) and state.sizes[won] >= state.target)
    demand(whole, f"winner={won}: that figure is not complete at {state.target} cards.")
    most = min(goal - 1, best_round(state) * (int(state.rounds) - 1))
    for seat in seats:
        before = int(state.totals[seat]) - points[seat]
        fault = f"totals: seat {seat} would have had {before} before this round: not 0 to {most}."
        demand(0 <= before <= most, fault)


def _check_old(state: Any) -> None:
    """Demand hands that the seats can have held when the stock was first made anew."""
    events = events_of(state)
    for seat in range(state.players):
        held = int(hand_size(state, seat)) - sum(of_seat(state.known, seat))
        held += sum(-1 if was_drawn(e) else 1 for e in events if seat_in(e) == seat)
        fault = f"since: seat {seat} would have held {held} hidden cards at the reshuffle."
        demand(0 <= held <= state.target, fault)


def _had_all(state: Any, seat: int) -> bool:
    """Return whether a seat whose cards are known had what it gave away, when it did."""
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
    """Return whether some deal of what is hidden fits the history."""
    if state.viewer == EVERYTHING:
        return True
    other = state.copy()
    count_stock(other)
    return bool(deal_by_history(other, new_rng(0)))


def blocks_of(state: Any) -> list[list[int]]:
    """Return the stocks that the reshuffles made, as far as they are known."""
    whole, pool = int(first_stock(state)), [int(kind) for kind in state.pool[: int(state.pooled)]]
    return [pool[start : start + whole] for start in range(0, len(pool), whole)]


def events_of(state: Any) -> list[int]:
    """Return all that happened since the first reshuffle."""
    return [int(event) for event in state.events[: int(state.happened)]]


def of_seat(counts: Any, seat: int) -> list[int]:
    """Return a seat's part of counts."""
    return [int(n) for n in counts[seat * MOST_TYPES : (seat + 1) * MOST_TYPES]]


def figure_of(state: Any, seat: int) -> list[int]:
    """Return a figure from its head end to its foot end."""
    start = seat * LONGEST
    return [int(kind) for kind in state.figures[start : start + int(state.sizes[seat])]]


def pile_of(state: Any, pile: int) -> list[int]:
    """Return a discard pile from the bottom to the top."""
    start = pile * MOST_CARDS
    return [int(kind) for kind in state.piles[start : start + int(state.heights[pile])]]
