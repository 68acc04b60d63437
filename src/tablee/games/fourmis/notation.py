"""Fourmis in text: cards, moves and positions, both ways.

A card is its force (2-8, N for a ninja, Q for a queen) and its colour (r j v b p), or L for a
ladybird. A move is the card played. See docs/fourmis.md for a position.
"""

from __future__ import annotations

from typing import Any

from tablee.core.errors import InvalidMove, InvalidPosition
from tablee.core.header import EVERYTHING, NOBODY
from tablee.core.text import HIDDEN, NOTHING, Fields, read_number
from tablee.games.fourmis import rules
from tablee.games.fourmis.material import (
    ANTS,
    CARD_KINDS,
    CARDS,
    COLOURS,
    DECK,
    GOAL,
    LADYBIRD,
    LADYBIRDS,
    NINJA,
    TEAM_ROUNDS,
    WEAKEST,
)

CARD_TEXTS = CARD_KINDS.texts
_CARD_CODES = {text: code for code, text in enumerate(CARD_TEXTS)}
_MOST_ROUNDS = 60_000
_MOST_APHIDS = 9_999


def write_card(card: int) -> str:
    """Gets the text of a card."""
    return CARD_TEXTS[card]


def read_card(text: str) -> int:
    """Reads a card; a ninja may also be written with her force, 9."""
    code = _CARD_CODES.get("N" + text[1:] if text[:1] == "9" else text)
    if code is None:
        raise InvalidMove(
            f"{text!r} is no card: write 2 to 8, N (ninja) or Q (queen) and a colour"
            f" {' '.join(COLOURS)}, as in 7r; or L for a ladybird."
        )
    return code


write_move, read_move = write_card, read_card  # a move is the card played


def write_cards(cards: int) -> str:
    """Writes a set of cards, weakest first, ladybirds last."""
    ants = [CARD_TEXTS[card] for card in range(LADYBIRD) if cards >> card & 1]
    return ",".join(ants + ["L"] * (cards >> LADYBIRD)) or NOTHING


def read_cards(text: str) -> int:
    """Reads a set of cards, in any order."""
    cards = 0
    for word in text.split(",") if text != NOTHING else []:
        card = _read_in_position(word)
        if card < LADYBIRD and cards >> card & 1:
            raise InvalidPosition(f"{word} stands twice in {text}.")
        if card == LADYBIRD and cards >> LADYBIRD == LADYBIRDS:
            raise InvalidPosition(f"{text}: there are only {LADYBIRDS} ladybirds.")
        cards += 1 << card
    return cards


def _read_in_position(word: str) -> int:
    try:
        return read_card(word)
    except InvalidMove as error:
        raise InvalidPosition(str(error)) from None


def write_table(state: Any) -> dict[str, object]:
    """Gets the fields of a position."""
    hands = range(rules.hands_at(state))
    seats = range(state.players)
    return {
        "round": state.rounds,
        "plus": _write_pile(state.plus, state.plus_pile),
        "minus": _write_pile(state.minus, state.minus_pile),
        "aphids": ",".join(str(state.aphids[seat]) for seat in seats),
        "hands": "/".join(_write_hand(state, who) for who in hands),
        "won": "/".join(write_cards(int(state.won[who])) for who in hands),
        "aside": int(state.aside) >> LADYBIRD,
        "lead": state.leader,
        "trick": ",".join(CARD_TEXTS[card] for card in state.trick[: state.played]) or NOTHING,
        "caps": ",".join(str(state.cap[who]) for who in hands),
    }


def _write_hand(state: Any, who: int) -> str:
    if state.viewer in (EVERYTHING, who):
        return write_cards(int(state.hands[who]))
    return f"{HIDDEN}{rules.hand_size(state, who)}"


def _write_pile(shown: int, pile: int) -> str:
    return (
        COLOURS[shown]
        + ":"
        + ("".join(c for i, c in enumerate(COLOURS) if pile >> i & 1) or NOTHING)
    )


def _read_pile(text: str) -> tuple[int, int]:
    shown, colon, pile = text.partition(":")
    known = set(COLOURS)
    pile = "" if pile == NOTHING else pile
    if not colon or shown not in known or not set(pile) <= known or len(set(pile)) < len(pile):
        raise InvalidPosition(
            f"{text!r} is no objective: write the colour shown, a colon, and those left."
        )
    if shown in pile:
        raise InvalidPosition(f"{text!r}: the colour shown cannot lie in its pile too.")
    return COLOURS.index(shown), sum(1 << COLOURS.index(colour) for colour in pile)


def read_table(fields: Fields, state: Any) -> None:
    """Fills a record from the fields of a position, and refuses an impossible one."""
    hands = int(rules.hands_at(state))
    state.rounds = fields.number("round", 1, _MOST_ROUNDS)
    state.plus, state.plus_pile = _read_pile(fields.text("plus"))
    state.minus, state.minus_pile = _read_pile(fields.text("minus"))
    state.aphids[: state.players] = fields.numbers("aphids", int(state.players), 0, _MOST_APHIDS)
    state.won[:hands] = fields.each("won", "/", hands, read_cards)
    state.aside = fields.number("aside", 0, LADYBIRDS) << LADYBIRD
    state.cap[:hands] = fields.numbers("caps", hands, WEAKEST, NINJA)
    state.leader = fields.number("lead", 0, hands - 1)
    trick = fields.text("trick")
    _read_trick(
        state, [] if trick == NOTHING else [_read_in_position(card) for card in trick.split(",")]
    )
    sizes = fields.each("hands", "/", hands, str)
    _check_won(state)
    for who, text in enumerate(sizes):
        state.hands[who] = _read_hand(state, who, text)
    _check_cards(state)
    _check_piles(state)
    _read_phase(state)


def _read_trick(state: Any, cards: list[int]) -> None:
    if len(cards) >= rules.hands_at(state):
        raise InvalidPosition(
            f"a trick of {len(cards)} cards is complete: it belongs to its winner."
        )
    for card in cards:
        rules.lay(state, card)


def _read_hand(state: Any, who: int, text: str) -> int:
    size = int(rules.hand_size(state, who))
    if state.viewer not in (EVERYTHING, who):
        shown = read_number(text[1:], "hands", 0, CARDS) if text.startswith(HIDDEN) else -1
        if shown != size:
            raise InvalidPosition(
                f"hand {who} is hidden in this view and holds {size}: write ?{size}."
            )
        return 0
    if text.startswith(HIDDEN):
        raise InvalidPosition(f"hand {who} is hidden: only a view (field 'view') hides it.")
    cards = read_cards(text)
    if rules.size_of(cards) != size:
        raise InvalidPosition(
            f"hand {who} holds {rules.size_of(cards)} cards, but it must be {size}."
        )
    high = cards & rules.stronger_than(int(state.cap[who]))
    if high:
        fault = f"but has shown that it has nothing above {state.cap[who]}"
        raise InvalidPosition(f"hand {who} holds {write_cards(int(high))}, {fault}.")
    return cards


def _check_won(state: Any) -> None:
    """Demands that won cards make up whole tricks, set aside only as ladybirds."""
    hands = int(rules.hands_at(state))
    if state.aside % (hands << LADYBIRD):
        raise InvalidPosition(
            f"aside={state.aside >> LADYBIRD}: a trick set aside is {hands} ladybirds (F7)."
        )
    for who in range(hands):
        size = rules.size_of(int(state.won[who]))
        if size % hands:
            raise InvalidPosition(f"hand {who} has won {size} cards: a trick has {hands}.")


def _check_cards(state: Any) -> None:
    """Demands that every card is there, and once."""
    seen, ladybirds = 0, int(state.aside) >> LADYBIRD
    hands = int(rules.hands_at(state))
    heaps = [("hand", int(c)) for c in state.hands[:hands]] + [
        ("won", int(c)) for c in state.won[:hands]
    ]
    heaps += [("trick", 1 << int(card)) for card in state.trick[: state.played]]
    for _, cards in heaps:
        if seen & cards & ANTS:
            raise InvalidPosition(f"{write_cards(seen & cards & ANTS)} lies in two places.")
        seen |= cards & ANTS
        ladybirds += cards >> LADYBIRD
    if ladybirds > LADYBIRDS:
        raise InvalidPosition(f"there are {ladybirds} ladybirds: the box has {LADYBIRDS}.")
    if state.viewer == EVERYTHING and (seen + (ladybirds << LADYBIRD)) != DECK:
        missing = DECK - seen - (ladybirds << LADYBIRD)
        raise InvalidPosition(f"{write_cards(missing)} is missing.")


def _check_piles(state: Any) -> None:
    left = 4 - (int(state.rounds) - 1) % 5
    for name, pile in (("plus", int(state.plus_pile)), ("minus", int(state.minus_pile))):
        if pile.bit_count() != left:
            fault = f"{name}: {pile.bit_count()} objectives are left"
            raise InvalidPosition(f"{fault}, but in round {state.rounds} it must be {left} (F9).")


def _read_phase(state: Any) -> None:
    """Finds whose turn it is, or that the match is over."""
    who = int(state.leader)
    for _ in range(state.played):
        who = int(rules.after(state, who))
    over = _read_over(state, empty=rules.hand_size(state, who) == 0)
    if who >= state.players and not over:
        raise InvalidPosition(
            "the ghost is next: it turns its card by itself, so write the position after that."
        )
    state.phase = rules.OVER if over else rules.PLAYING
    state.seat = NOBODY if over else who


def _read_over(state: Any, empty: bool) -> bool:
    """Checks whether the match is over; only then may all hands be empty."""
    if state.teams and list(state.aphids[:2]) != list(state.aphids[2:4]):
        raise InvalidPosition("aphids: partners (seats 0 and 2, 1 and 3) share their team's total.")
    if state.teams:
        over = empty and state.rounds == TEAM_ROUNDS
    else:
        over = max(state.aphids[: state.players]) >= GOAL
    if empty and not over:
        raise InvalidPosition("all cards are played, but the next round must be dealt.")
    if over and not empty:
        raise InvalidPosition(f"someone has {GOAL} aphids and cards are still in hand.")
    return bool(over)
