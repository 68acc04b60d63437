"""The rules of Fourmis, compiled: from the sheet of the ants game (Luc Feugère, 2021).

Notes on this implementation
- The numbers F… are the clauses of `rulebook.toml`.
- What lies face down and in order (the ghost's pile, the objectives) is kept as a set from
  which the state's chance draws when a card is turned up: the same luck, and nothing to leak.
- At two players the ghost is hand number 2.
- `cap` is what forced plays have shown to everyone: no soldier or ninja above it is in the hand.
"""

from __future__ import annotations

from tablee.core.bits import count, highest, int64, lowest
from tablee.core.cards import leaders, nth
from tablee.core.chance import below, eight_below, pick, rekey
from tablee.core.compiled import Moves, Points, Rng, StateRecord, compiled, decides
from tablee.core.fields import (
    AMOUNT,
    HEAP,
    OTHERS,
    Layout,
    Per,
    bits,
    cards,
    column,
    number,
    one_of,
    option,
    row,
    scratch,
    setting,
    special,
)
from tablee.core.header import EVERYTHING, NOBODY
from tablee.games.fourmis.material import (
    ALL_NINJAS,
    ALL_QUEENS,
    ANTS,
    CARD_KINDS,
    COLOURS,
    LADYBIRD,
    LADYBIRDS,
    MOST_IN_HAND,
    NINJA,
    ONE_LADYBIRD,
    QUEENS,
    RED,
    SOLDIERS,
    WEAKEST,
)

WORTH = ("plus", "minus", "queens", "ladybird")  # what each brings, in aphids (F68, F71)
SEATS = Per(4)
HANDS = Per(4, lambda state: int(hands_at(state)))  # the ghost's too
COLOUR, COLOUR_SET = one_of(len(COLOURS)), bits(len(COLOURS))  # in observations
FIELDS = Layout(
    option("beat"),
    option("teams"),
    setting("goal", "u1", 15, (1, 200), "F12"),
    setting("team_rounds", "u1", 4, (1, 40), "F15"),
    setting("ladybirds", "u1", LADYBIRDS, (0, 11), "F36"),
    setting("aphids", "i1", (3, 3, 3, -1), (-9, 20), "F68", "worth", WORTH),
    number(
        "rounds",
        "u2",
        1,
        lambda state: int(state["team_rounds"]) if state["teams"] else 60_000,
        text="round",
    ),
    special(  # shown, left face down
        "plus", column("plus", "u1", seen=COLOUR), column("plus_pile", "u1", seen=COLOUR_SET)
    ),
    special(
        "minus", column("minus", "u1", seen=COLOUR), column("minus_pile", "u1", seen=COLOUR_SET)
    ),
    number("aphids", "i2", 0, 9_999, SEATS),
    cards("hands", HANDS, secret=OTHERS, size=lambda state, who: int(hand_size(state, who))),
    cards("won", HANDS),
    special("aside", column("aside", "i8", seen=HEAP)),
    number("leader", "i1", 0, lambda state: int(hands_at(state)) - 1, text="lead", seat=True),
    row("trick", 4, length="played"),
    number("cap", "u1", WEAKEST, NINJA, HANDS, text="caps"),
    column("phase", "u1"),
    column("bar", "u1", seen=AMOUNT),  # the force to be beaten, 0 if there is none
    column("ninja", "u1", seen=AMOUNT),  # whether a ninja lies in the trick
    scratch("room", "u1", 4),  # used by `redeal`: free places of each hand
    deck=CARD_KINDS,
)
STATE = FIELDS.dtype
MOST_MOVES = MOST_IN_HAND

PREVIOUS = 1  # the second value of the option `beat`
DEALING, PLAYING, OVER = 0, 1, 2
DEALT, TURNED, TRICK_WON, TRICK_ASIDE, SCORED = 1, 2, 3, 4, 5  # what `step` did

FREE, F2, F4, F12, F15, F39, F40 = 0, 2, 4, 12, 15, 39, 40
GHOST = 2


# Cards


@compiled
def force_of(card: int) -> int:
    """Return the printed force of a soldier or ninja, 0 for a queen or a ladybird."""
    return card // 5 + WEAKEST if card < QUEENS else 0


@compiled
def stronger_than(force: int) -> int:
    """Return the set of all soldiers and ninjas above a force."""
    weaker = 5 * (max(int64(force), WEAKEST - 1) - WEAKEST + 1)
    return SOLDIERS >> weaker << weaker


@compiled
def size_of(cards: int) -> int:
    """Count the cards of a set, ladybirds too."""
    return count(cards & ANTS) + (cards >> LADYBIRD)


@compiled
def cards_at(state: StateRecord) -> int:
    """Return how many cards there are in all."""
    return LADYBIRD + int64(state.ladybirds)


@compiled
def deck_at(state: StateRecord) -> int:
    """Return all cards as a set."""
    return ANTS + int64(state.ladybirds) * ONE_LADYBIRD


@compiled
def of_colour(cards: int, colour: int) -> int:
    """Count the ants of a colour, ninja and queen included (F8)."""
    return count(cards & (RED << int64(colour)))


# Who sits where


@compiled
def hands_at(state: StateRecord) -> int:
    """Return the number of hands: the ghost has one at two players (F14)."""
    return 3 if state.players == 2 else state.players


@compiled
def after(state: StateRecord, who: int, places: int = 1) -> int:
    """Return the seat some places on; the ghost changes its side every round (F14)."""
    hands = hands_at(state)
    if state.players == 2 and state.rounds % 2 == 0:
        places = hands - places
    who += places
    return who - hands if who >= hands else who


@compiled
def hand_size(state: StateRecord, who: int) -> int:
    """Return how many cards a hand holds, which everyone can see."""
    hands = hands_at(state)
    gone = size_of(state.aside)
    for other in range(hands):
        gone += size_of(state.won[other])
    size = cards_at(state) // hands - gone // hands
    for place in range(state.played):
        size -= after(state, int64(state.leader), place) == who
    return size


# A round is dealt


@compiled
def deal(state: StateRecord) -> None:
    """Prepare a match: the first round is still to be dealt."""
    state.phase = DEALING
    state.seat = NOBODY


@compiled
def _turn_up(state: StateRecord, pile: int) -> tuple[int, int]:
    """Turn up an objective; return it and what is left. An empty pile is shuffled (F9)."""
    if pile == 0:
        pile = 0b11111
    colour = nth(pile, below(state, count(pile)))
    return colour, pile ^ 1 << colour


@compiled
def _deal_cards(state: StateRecord, size: int) -> None:
    """Deal the whole deck: each card takes a random one of the places that are still free."""
    first, second, third = size, 2 * size, 3 * size  # free places of the hands up to this one
    cards = cards_at(state)
    for _ in range(cards % 8):  # so that the rest is dealt eight by eight
        place = below(state, cards)
        who = int64(place >= first) + (place >= second) + (place >= third)
        first -= place < first
        second -= place < second
        third -= place < third
        cards -= 1
        state.hands[who] += int64(1) << min(cards, LADYBIRD)
    whole = cards
    for dealt in range(0, whole, 8):
        places = eight_below(state, whole - dealt)
        for i in range(8):
            place = (places >> 8 * i) & 255
            who = int64(place >= first) + (place >= second) + (place >= third)
            first -= place < first
            second -= place < second
            third -= place < third
            state.hands[who] += int64(1) << min(dealt + i, LADYBIRD)


@compiled
def _deal_round(state: StateRecord) -> None:
    """Deal all cards evenly (F36), turn up two objectives (F35) and say who leads."""
    hands = hands_at(state)
    state.rounds += 1
    state.plus, state.plus_pile = _turn_up(state, state.plus_pile)
    state.minus, state.minus_pile = _turn_up(state, state.minus_pile)
    for who in range(hands):
        state.hands[who] = 0
        state.won[who] = 0
        state.cap[who] = NINJA
    _deal_cards(state, cards_at(state) // hands)
    state.aside = 0
    state.phase = PLAYING
    _lead(state, GHOST if state.players == 2 else (state.rounds - 1) % state.players)  # F13, F14


# A card is played


@compiled
def _lead(state: StateRecord, who: int) -> None:
    """Make room for a new trick; its leader decides, unless it is the ghost or has no card."""
    for i in range(4):
        state.trick[i] = 0
    state.played = 0
    state.bar = 0
    state.ninja = 0
    state.leader = who
    state.seat = who if who < state.players and state.hands[who] else NOBODY


@compiled
def duty(state: StateRecord) -> tuple[int, int]:
    """Return the cards the seat to move may play, as a set, and the clause that decides so."""
    hand = state.hands[state.seat]
    if state.ninja and hand & ALL_NINJAS:
        return hand & ALL_NINJAS, F4
    stronger = hand & stronger_than(state.bar)
    if state.bar > 0 and stronger:
        return stronger | (hand & ALL_QUEENS) | (hand & ~ANTS), F2
    return hand, FREE


@compiled
def as_moves(cards: int) -> int:
    """Return a set of cards as a mask of moves: equal ladybirds are one."""
    return (cards & ANTS) | int64(cards > ANTS) << LADYBIRD


@compiled
def refusal(state: StateRecord, card: int) -> int:
    """Return the clause that forbids a card, 0 for a legal one."""
    if state.phase == OVER:
        return F15 if state.teams else F12
    if not decides(state):
        return F40
    if not as_moves(state.hands[state.seat]) >> card & 1:
        return F39
    allowed, clause = duty(state)
    return FREE if as_moves(allowed) >> card & 1 else clause


@compiled
def legal(state: StateRecord, moves: Moves) -> int:
    """Write the legal cards; entries past the count are garbage: a fixed loop is faster."""
    if not decides(state):
        return 0
    cards = as_moves(duty(state)[0])
    n = count(cards)
    for i in range(MOST_MOVES):
        moves[i] = lowest(cards)
        cards &= cards - 1
    return n


distinct = legal  # the default calls the verb: a twentieth slower in random matches


@compiled
def _learn(state: StateRecord, card: int) -> None:
    """Note what a forced play shows: no ninja (F4), or nothing above the bar (F2)."""
    force = force_of(card)
    cap = int64(state.cap[state.seat])
    if state.ninja and force < NINJA:
        cap = min(cap, NINJA - 1)
    if 0 < force <= state.bar:
        cap = min(cap, state.bar)
    state.cap[state.seat] = cap


@compiled
def lay(state: StateRecord, card: int) -> None:
    """Lay a card into the trick, and raise the bar (F1, F3)."""
    force = force_of(card)
    state.trick[state.played] = card
    state.played += 1
    if force > state.bar or (state.beat == PREVIOUS and force > 0):
        state.bar = force
    if force == NINJA:
        state.ninja = 1


@compiled
def _play_card(state: StateRecord, who: int, card: int) -> None:
    """Play a card from a hand; the next seat decides, unless the trick ends or the ghost plays."""
    state.hands[who] -= int64(1) << card
    lay(state, card)
    who = after(state, int64(who))
    waits = state.played < hands_at(state) and who < state.players
    state.seat = who if waits else NOBODY


@compiled
def put(state: StateRecord, move: int) -> None:
    """Play a card, and note what it shows of the hand."""
    _learn(state, move)
    _play_card(state, state.seat, move)


# What happens by itself


@compiled
def step(state: StateRecord) -> int:
    """Deal, turn up the ghost's card, end a trick or score a round: one of them at a time."""
    if state.phase == PLAYING:
        if state.played == hands_at(state):
            return _end_trick(state)
        if state.hands[state.leader] or state.played:
            _turn_ghost(state)
            return TURNED
        _score_round(state)
        return SCORED
    if state.phase == DEALING:
        _deal_round(state)
        return DEALT
    return 0


@compiled
def _turn_ghost(state: StateRecord) -> None:
    """Turn up the top card of the ghost's pile, which no duty binds (F14, F18)."""
    cards = state.hands[GHOST]
    ants = cards & ANTS
    place = below(state, size_of(cards))
    _play_card(state, GHOST, nth(ants, place) if place < count(ants) else LADYBIRD)


@compiled
def trick_of(state: StateRecord) -> int:
    """Return the cards of the trick as a set."""
    cards = int64(0)
    for i in range(state.played):
        cards += int64(1) << state.trick[i]
    return cards


@compiled
def strength(trick: int, card: int) -> int:
    """Return twice a card's force in a trick, plus one for a queen, who wins at a tie (F7).

    The force of a queen is one more than the best of her colour, or 1. The trick is a set, made
    once for all its cards: making it anew for each nearly halves the speed of a graphics card.
    """
    if not QUEENS <= card < LADYBIRD:
        return 2 * force_of(card)
    sisters = trick & SOLDIERS & (RED << (card - QUEENS))
    return 2 * force_of(highest(sisters)) + 3 if sisters else 3


@compiled
def force_in_trick(state: StateRecord, place: int) -> int:
    """Return the force of a card of the trick."""
    return strength(trick_of(state), int64(state.trick[place])) // 2


@compiled
def strongest(state: StateRecord) -> int:
    """Return the place of the trick's strongest card, the first at a tie; -1 for ladybirds only."""
    best, trick = 0, trick_of(state)
    for i in range(state.played):
        best = max(best, 8 * strength(trick, int64(state.trick[i])) + 7 - i)
    return 7 - best % 8 if best >= 8 else -1


@compiled
def _end_trick(state: StateRecord) -> int:
    """Give the trick to its winner, who leads the next one."""
    best, cards = strongest(state), trick_of(state)
    winner = after(state, int64(state.leader), max(best, 0))
    _lead(state, winner)
    if best < 0:
        state.aside += cards
        return TRICK_ASIDE
    state.won[winner] += cards
    return TRICK_WON


# A round is scored


PLUS, MINUS, QUEEN_RACE = 0, 1, 2


@compiled
def tally(state: StateRecord, objective: int, cards: int) -> int:
    """Count the cards of a set that matter for an objective."""
    if objective == QUEEN_RACE:
        return count(cards & ALL_QUEENS)
    return of_colour(cards, state.plus if objective == PLUS else state.minus)


@compiled
def reaches(state: StateRecord, objective: int, seat: int) -> bool:
    """Return whether a seat has an objective: alone or tied, with no card only for Minus."""
    mine = tally(state, objective, state.won[seat])
    for other in range(state.players):
        theirs = tally(state, objective, state.won[other])
        if (theirs < mine) if objective == MINUS else (theirs > mine):
            return False
    return objective == MINUS or mine > 0  # F10


@compiled
def round_points(state: StateRecord, seat: int) -> int:
    """Return a seat's objectives less its ladybirds (F11)."""
    points = int64(state.won[seat] >> LADYBIRD) * state.worth[3]
    for objective in range(3):
        if reaches(state, objective, seat):
            points += state.worth[objective]
    return int64(points)


@compiled
def _score_round(state: StateRecord) -> None:
    """Add the round to the totals, which never fall below 0 (F11, F15), and look for the end."""
    highest = 0
    for seat in range(state.players):
        points = round_points(state, seat)
        if state.teams:
            points += round_points(state, seat ^ 2)
        state.aphids[seat] = max(0, state.aphids[seat] + points)
        highest = max(highest, state.aphids[seat])
    over = state.rounds == state.team_rounds if state.teams else highest >= state.goal
    state.phase = OVER if over else DEALING


@compiled
def scores(state: StateRecord, points: Points) -> None:
    """Write everyone's aphids; partners share their team's."""
    for seat in range(state.players):
        points[seat] = state.aphids[seat]


@compiled
def winners(state: StateRecord) -> int:
    """Return who has most aphids when the match is over; a tie is shared (F12, F15)."""
    return leaders(state.aphids, state.players) if state.phase == OVER else 0


# What a seat may know


@compiled
def candid(state: StateRecord) -> bool:
    """Return True: nothing must be hidden, as the other hands are never observed."""
    return True


@compiled
def not_won(state: StateRecord) -> int:
    """Return the cards that still lie in hands, hidden or not, and in the trick."""
    cards = int64(deck_at(state) - state.aside)
    for who in range(hands_at(state)):
        cards -= state.won[who]
    return cards


@compiled
def unseen(state: StateRecord) -> int:
    """Return the cards that a view's seat sees nowhere."""
    cards = not_won(state) - trick_of(state)
    for who in range(hands_at(state)):
        cards -= state.hands[who]
    return cards


@compiled
def redeal(state: StateRecord, rng: Rng) -> None:
    """Deal the unseen cards anew among the hidden hands, each possible deal equally likely.

    The strongest cards go first, each to a random free place of a hand whose cap allows it.
    Caps are nested (who may hold an 8 may hold a 7), so the number of places that a card
    finds depends only on how many cards went before it, not on where they went: every
    complete deal has the same chance.
    """
    cards = unseen(state)
    for who in range(hands_at(state)):
        state.room[who] = 0 if who == state.viewer else hand_size(state, who)
    for card in range(QUEENS - 1, -1, -1):
        if cards >> card & 1:
            _give_below_cap(state, card, rng)
    for _ in range(cards >> LADYBIRD):
        _give_below_cap(state, LADYBIRD, rng)
    for card in range(QUEENS, LADYBIRD):
        if cards >> card & 1:
            _give_below_cap(state, card, rng)
    state.viewer = EVERYTHING
    rekey(state, rng)


@compiled
def _give_below_cap(state: StateRecord, card: int, rng: Rng) -> None:
    """Put a card on a random free place of the hands that may hold it."""
    force = force_of(card)
    places = 0
    for who in range(hands_at(state)):
        places += state.room[who] if state.cap[who] >= force else 0
    place = pick(rng, places)
    for who in range(hands_at(state)):
        room = state.room[who] if state.cap[who] >= force else 0
        if place < room:
            state.room[who] -= 1
            state.hands[who] += int64(1) << card
            return
        place -= room
