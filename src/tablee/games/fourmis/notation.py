"""Fourmis in text: what is special in its moves and positions.

A card is its force (2-8, N for a ninja, Q for a queen) and its colour (r j v b p), or L for a
ladybird. A move is the card played. See docs/play/fourmis.md for a position.
"""

from __future__ import annotations

from typing import Any

from tablee.core.errors import InvalidMove
from tablee.core.header import EVERYTHING, NOBODY
from tablee.core.notation import Notation
from tablee.core.state.text import NOTHING, demand, read_number
from tablee.games.fourmis import rules
from tablee.games.fourmis.material import CARD_KINDS, COLOURS, LADYBIRD, NINJA, WEAKEST

CARD_TEXTS = CARD_KINDS.texts


def write_cards(cards: int) -> str:
    """Return the text of a set of cards, weakest first, ladybirds last."""
    return ",".join(CARD_TEXTS[card] for card in CARD_KINDS.heap(cards)) or NOTHING


class Texts(Notation):
    """The texts of Fourmis."""

    def read_move(self, text: str) -> int:
        """Return the card of a move; a ninja may also be written with her force, 9."""
        if text not in CARD_KINDS.numbers:
            raise InvalidMove(f"{text!r} is no card: {CARD_KINDS.how}.")
        return CARD_KINDS.numbers[text]

    def write_plus(self, state: Any) -> str:
        """Return the colour of the Plus objective, and those left face down."""
        return _write_pile(state.plus, state.plus_pile)

    def write_minus(self, state: Any) -> str:
        """Return the colour of the Minus objective, and those left face down."""
        return _write_pile(state.minus, state.minus_pile)

    def write_aside(self, state: Any) -> int:
        """Return how many ladybirds were set aside (F7)."""
        return int(state.aside) >> LADYBIRD

    def read_plus(self, text: str, state: Any) -> None:
        """Read the Plus objectives."""
        state.plus, state.plus_pile = _read_pile("plus", text, int(state.rounds))

    def read_minus(self, text: str, state: Any) -> None:
        """Read the Minus objectives."""
        state.minus, state.minus_pile = _read_pile("minus", text, int(state.rounds))

    def read_aside(self, text: str, state: Any) -> None:
        """Read the ladybirds set aside."""
        state.aside = read_number(text, "aside", 0, int(state.ladybirds)) << LADYBIRD

    def complete(self, state: Any) -> None:
        """Lay the trick again, card by card, and demand that won cards make up whole tricks."""
        hands, cards = int(rules.hands_at(state)), state.trick[: state.played].tolist()
        demand(
            len(cards) < hands,
            f"a trick of {len(cards)} cards is complete: it belongs to its winner.",
        )
        state.played = 0
        for card in cards:
            rules.lay(state, card)
        aside = self.write_aside(state)
        demand(aside % hands == 0, f"aside={aside}: a trick set aside is {hands} ladybirds (F7).")
        for who in range(hands):
            size = rules.size_of(int(state.won[who]))
            demand(size % hands == 0, f"hand {who} has won {size} cards: a trick has {hands}.")

    def copies_at(self, state: Any) -> list[int]:
        """Return how many there are of each card: the ladybirds are counted in the record."""
        return [*self.deck.copies[:LADYBIRD], int(state.ladybirds)]

    def lying(self, state: Any) -> list[int]:
        """Count the cards of each kind, also the ladybirds set aside."""
        found = super().lying(state)
        found[LADYBIRD] += self.write_aside(state)
        return found

    def check(self, state: Any) -> None:
        """Refuse what cannot be, and find whose turn it is."""
        self.check_cards(state, all_of_them=True)
        _check_caps(state)
        _check_leader(state)
        _check_trick(state)
        _read_phase(state)
        _check_aphids(state)


def _write_pile(shown: int, pile: int) -> str:
    left = "".join(colour for i, colour in enumerate(COLOURS) if pile >> i & 1)
    return f"{COLOURS[shown]}:{left or NOTHING}"


def _read_pile(name: str, text: str, rounds: int) -> tuple[int, int]:
    shown, colon, pile = text.partition(":")
    known = set(COLOURS)
    pile = "" if pile == NOTHING else pile
    demand(
        colon and shown in known and set(pile) <= known and len(set(pile)) == len(pile),
        f"{text!r} is no objective: write the colour shown, a colon, and those left.",
    )
    demand(shown not in pile, f"{text!r}: the colour shown cannot lie in its pile too.")
    left = 4 - (rounds - 1) % 5
    fault = f"{name}: {len(pile)} objectives are left"
    demand(len(pile) == left, f"{fault}, but in round {rounds} it must be {left} (F9).")
    return COLOURS.index(shown), sum(1 << COLOURS.index(colour) for colour in pile)


def _check_caps(state: Any) -> None:
    """Demand that no hand holds more than it has shown, and that what is unseen has a place."""
    hands = range(int(rules.hands_at(state)))
    for who in hands:
        high = int(state.hands[who]) & rules.stronger_than(int(state.cap[who]))
        fault = f"but has shown that it has nothing above {state.cap[who]}"
        demand(not high, f"hand {who} holds {write_cards(int(high))}, {fault}.")
    if state.viewer == EVERYTHING:
        return
    room = [0 if who == state.viewer else int(rules.hand_size(state, who)) for who in hands]
    for force in range(WEAKEST, NINJA + 1):
        high = rules.size_of(int(rules.unseen(state)) & rules.stronger_than(force - 1))
        places = sum(room[who] for who in hands if state.cap[who] >= force)
        demand(
            high <= places,
            f"caps: {high} unseen cards have a force of {force} or more, but only {places}"
            " can be in hands that may hold them.",
        )


def _check_leader(state: Any) -> None:
    """Demand the right leader of a round's first trick (F13, F14)."""
    first = rules.GHOST if state.players == 2 else (int(state.rounds) - 1) % int(state.players)
    demand(
        any(state.won) or state.aside or state.leader == first,
        f"lead={state.leader}: the first trick of this round is led by {first} (F13).",
    )


def _check_trick(state: Any) -> None:
    """Demand that nobody whose hand is known has broken a duty in this trick (F2, F4)."""
    trial = state.copy()
    trial.played = trial.bar = trial.ninja = 0
    for place, card in enumerate(state.trick[: state.played].tolist()):
        who = trial.seat = int(rules.after(state, int(state.leader), place))
        trial.hands[who] += 1 << card
        allowed, clause = rules.duty(trial)
        card_text, held = CARD_TEXTS[card], write_cards(int(allowed))
        demand(
            who >= state.players or rules.as_moves(allowed) >> card & 1,
            f"trick: hand {who} could not play {card_text}, it holds {held} (F{clause}).",
        )
        rules.lay(trial, card)


def _read_phase(state: Any) -> None:
    """Find whose turn it is, or that the match is over."""
    who = int(rules.after(state, int(state.leader), int(state.played)))
    over = _is_over(state, empty=rules.hand_size(state, who) == 0)
    demand(
        who < state.players or over,
        "the ghost is next: it turns its card by itself, so write the position after that.",
    )
    state.phase = rules.OVER if over else rules.PLAYING
    state.seat = NOBODY if over else who


def _is_over(state: Any, empty: bool) -> bool:
    """Return whether the match is over; only then may all hands be empty."""
    if state.teams:
        over = empty and state.rounds == state.team_rounds
    else:
        over = max(state.aphids[: state.players]) >= state.goal
    demand(over or not empty, "all cards are played, but the next round must be dealt.")
    demand(empty or not over, f"someone has {state.goal} aphids and cards are still in hand.")
    return bool(over)


def _check_aphids(state: Any) -> None:
    """Demand totals that the rounds before can have brought, and this one if it is scored."""
    demand(
        not state.teams or list(state.aphids[:2]) == list(state.aphids[2:4]),
        "aphids: partners (seats 0 and 2, 1 and 3) share their team's total.",
    )
    best_round = int(state.worth[:3].sum()) + max(0, int(state.worth[3])) * int(state.ladybirds)
    best = (int(state.rounds) - 1) * best_round * (2 if state.teams else 1)
    most = best if state.teams else min(best, int(state.goal) - 1)
    for seat in range(state.players):
        total, scored = int(state.aphids[seat]), 0
        if state.phase == rules.OVER:
            scored = int(rules.round_points(state, seat))
            scored += int(rules.round_points(state, seat ^ 2)) if state.teams else 0
        demand(
            total >= scored and (not total or total - scored <= most),
            f"aphids: seat {seat} would have had {total - scored} before this round:"
            f" it must be 0 to {most} (F11).",
        )
