"""Referees Fourmis slowly and literally, as a second opinion on the engine."""

from collections.abc import Sequence

COLOURS = ["r", "j", "v", "b", "p"]
SOLDIERS = ["2", "3", "4", "5", "6", "7", "8"]
NINJA = "N"
QUEEN = "Q"
LADYBIRD = "L"
NINJA_FORCE = 9
APHIDS = (3, 3, 3, -1)  # for Plus, Minus, Queens and each ladybird
GOAL = 15
TEAM_ROUNDS = 4
LADYBIRDS = 3
BEATS = ["highest", "previous"]


def full_deck(ladybirds: int = LADYBIRDS) -> list[str]:
    """Lists the cards, usually 48."""
    ants = [rank + colour for colour in COLOURS for rank in [*SOLDIERS, NINJA, QUEEN]]
    return ants + [LADYBIRD] * ladybirds


def is_queen(card: str) -> bool:
    """Tells whether a card is a queen."""
    return card[0] == QUEEN


def is_ninja(card: str) -> bool:
    """Tells whether a card is a ninja."""
    return card[0] == NINJA


def is_fighter(card: str) -> bool:
    """Tells whether a card is a soldier or a ninja."""
    return is_ninja(card) or card[0] in SOLDIERS


def colour_of(card: str) -> str | None:
    """A card's colour letter, or None for a ladybird."""
    return None if card == LADYBIRD else card[1]  # F8


def number(card: str) -> int:
    """The number of a soldier or a ninja."""
    return NINJA_FORCE if is_ninja(card) else int(card[0])


def force(card: str, cards: list[str]) -> int | None:
    """The force of a card among the cards of its trick, or None for a ladybird."""
    if card == LADYBIRD:
        return None
    if is_fighter(card):
        return number(card)
    same = [number(c) for c in cards if is_fighter(c) and colour_of(c) == colour_of(card)]
    return max(same) + 1 if same else 1


def strongest(trick: list[tuple[int, str]]) -> int | None:
    """Who wins a finished trick, or None when it holds only ladybirds."""
    cards = [card for _, card in trick]
    forces = [force(card, cards) for card in cards]
    known = [f for f in forces if f is not None]
    if not known:
        return None  # F7
    best = [(who, card) for (who, card), f in zip(trick, forces, strict=True) if f == max(known)]
    queens = [(who, card) for who, card in best if is_queen(card)]
    winner, _ = queens[0] if queens else best[0]  # F6
    return winner


def bar_of(cards: list[str], beat: str) -> int | None:
    """The number to be beaten, or None when the choice is free."""
    fighters = [number(card) for card in cards if is_fighter(card)]
    if not fighters:
        return None  # F3
    return max(fighters) if beat == "highest" else fighters[-1]  # F1


def allowed(hand: list[str], cards: list[str], beat: str) -> set[str]:
    """The cards of a hand that may be added to the cards of a trick."""
    ninjas = {card for card in hand if is_ninja(card)}
    if ninjas and any(is_ninja(card) for card in cards):
        return ninjas  # F4
    bar = bar_of(cards, beat)
    if bar is None:
        return set(hand)
    stronger = {card for card in hand if is_fighter(card) and number(card) > bar}
    if not stronger:
        return set(hand)
    return stronger | {card for card in hand if is_queen(card) or card == LADYBIRD}  # F2


def most(counts: list[int]) -> set[int]:
    """The seats with the highest count, nobody when it is 0."""
    best = max(counts)
    return {seat for seat, count in enumerate(counts) if count == best and count > 0}  # F10


def fewest(counts: list[int]) -> set[int]:
    """The seats with the lowest count, which may be 0."""
    best = min(counts)
    return {seat for seat, count in enumerate(counts) if count == best}  # F10


def colour_counts(won: list[list[str]], colour: str) -> list[int]:
    """Counts each seat's won cards of a colour."""
    return [len([card for card in cards if colour_of(card) == colour]) for cards in won]


def objective_winners(won: list[list[str]], plus: str, minus: str) -> list[set[int]]:
    """The seats that reach the Plus, Minus and Queens objectives, in this order."""
    queens = [len([card for card in cards if is_queen(card)]) for cards in won]
    return [most(colour_counts(won, plus)), fewest(colour_counts(won, minus)), most(queens)]


def round_points(
    won: list[list[str]], plus: str, minus: str, aphids: Sequence[int] = APHIDS
) -> list[int]:
    """What each seat's objectives and ladybirds come to."""
    points = [aphids[3] * cards.count(LADYBIRD) for cards in won]
    for worth, seats in zip(aphids, objective_winners(won, plus, minus), strict=False):
        for seat in seats:
            points[seat] += worth
    return points


def new_totals(totals: list[int], points: list[int], teams: bool) -> list[int]:
    """Adds a round to the totals and keeps them at 0 or more."""
    if teams:
        points = [points[seat] + points[(seat + 2) % 4] for seat in range(4)]  # F15
    return [max(0, total + gain) for total, gain in zip(totals, points, strict=True)]  # F11


def check_options(players: int, teams: bool, beat: str) -> None:
    """Checks that a table can be opened so."""
    if players not in (2, 3, 4):
        raise ValueError(f"Fourmis is for 2 to 4 players, not {players}")
    if teams and players != 4:
        raise ValueError("teams need four players")  # F15
    if beat not in BEATS:
        raise ValueError(f"unknown value of beat: {beat!r}")


def check_hands(hands: list[list[str]], holders: int, ladybirds: int = LADYBIRDS) -> None:
    """Checks that all cards are dealt evenly."""
    size = len(full_deck(ladybirds)) // holders
    if [len(hand) for hand in hands] != [size] * holders:
        raise ValueError(f"there must be {holders} hands of {size} cards")
    if sorted(card for hand in hands for card in hand) != sorted(full_deck(ladybirds)):
        raise ValueError("the hands are not exactly the cards of the deck")


def check_objective(name: str, colour: str, gone: list[str]) -> None:
    """Checks that an objective can be turned up, given those already gone from its pile."""
    if colour not in COLOURS:
        raise ValueError(f"unknown colour of {name}: {colour!r}")
    if colour in gone:
        raise ValueError(f"{name} {colour!r} is already gone from its pile")  # F9


class Referee:
    """Follows one game of Fourmis and judges every move."""

    def __init__(
        self,
        players: int,
        teams: bool = False,
        beat: str = "highest",
        *,
        goal: int = GOAL,
        team_rounds: int = TEAM_ROUNDS,
        ladybirds: int = LADYBIRDS,
        aphids: Sequence[int] = APHIDS,
    ) -> None:
        """Opens a table that waits for its first deal; a variant has other numbers."""
        check_options(players, teams, beat)
        self.goal, self.team_rounds = goal, team_rounds
        self.ladybirds, self.aphids = ladybirds, aphids
        self.players = players
        self.teams = teams
        self.beat = beat
        self.ghost: int | None = 2 if players == 2 else None
        self.holders = 3 if players == 2 else players
        self.round = 1
        self.plus: str | None = None
        self.minus: str | None = None
        self.hands: list[list[str]] = [[] for _ in range(self.holders)]
        self.trick: list[tuple[int, str]] = []
        self.won: list[list[str]] = [[] for _ in range(self.holders)]
        self.aside: list[str] = []
        self.totals = [0] * players
        self.last_round = [0] * players
        self.winners: set[int] = set()
        self._plus_gone: list[str] = []
        self._minus_gone: list[str] = []
        self._stage = "deal"
        self._leader = 0

    @property
    def wants(self) -> str:
        """What must happen next: deal, ghost, move or over."""
        if self._stage != "play":
            return self._stage
        return "ghost" if self._turn() == self.ghost else "move"

    @property
    def seat(self) -> int | None:
        """The seat whose turn it is, or None when no seat must move."""
        return self._turn() if self.wants == "move" else None

    def deal(self, hands: list[list[str]], plus: str, minus: str) -> None:
        """Deals a round and turns up its two objectives."""
        self._expect("deal")
        check_hands(hands, self.holders, self.ladybirds)
        fresh = self.round % 5 == 1  # F9
        plus_gone = [] if fresh else self._plus_gone
        minus_gone = [] if fresh else self._minus_gone
        check_objective("Plus", plus, plus_gone)
        check_objective("Minus", minus, minus_gone)
        self._plus_gone = [*plus_gone, plus]
        self._minus_gone = [*minus_gone, minus]
        self.plus, self.minus = plus, minus
        self.hands = [list(hand) for hand in hands]
        self.trick, self.aside = [], []
        self.won = [[] for _ in range(self.holders)]
        self._leader = self._first_leader()
        self._stage = "play"

    def legal(self) -> set[str]:
        """The cards that the seat to move may play, none when no seat must move."""
        seat = self.seat
        if seat is None:
            return set()
        return allowed(self.hands[seat], [card for _, card in self.trick], self.beat)

    def play(self, card: str) -> None:
        """Plays a card for the seat whose turn it is."""
        self._expect("move")
        if card not in self.hands[self._turn()]:
            raise ValueError(f"seat {self._turn()} does not hold {card!r}")
        if card not in self.legal():
            raise ValueError(f"seat {self._turn()} may not play {card!r} now")
        self._lay(card)

    def ghost_turns(self, card: str) -> None:
        """Turns up the ghost's top card, whatever it is."""
        self._expect("ghost")
        if card not in self.hands[self._turn()]:
            raise ValueError(f"the ghost does not hold {card!r}")
        self._lay(card)  # F14

    def _expect(self, wanted: str) -> None:
        """Checks that a call comes at its time."""
        if self.wants != wanted:
            raise ValueError(f"the game wants {self.wants!r}, not {wanted!r}")

    def _first_leader(self) -> int:
        """Who leads the first trick of the round."""
        if self.ghost is not None:
            return self.ghost  # F14
        return (self.round - 1) % self.players  # F13

    def _circle(self) -> list[int]:
        """Lists all who play in this round, clockwise."""
        if self.ghost is None:
            return list(range(self.players))
        return [self.ghost, 0, 1] if self.round % 2 == 1 else [self.ghost, 1, 0]  # F14

    def _turn(self) -> int:
        """Who must add a card to the trick, the ghost included."""
        circle = self._circle()
        return circle[(circle.index(self._leader) + len(self.trick)) % len(circle)]

    def _lay(self, card: str) -> None:
        """Moves a card from its holder's hand to the trick."""
        who = self._turn()
        self.hands[who].remove(card)
        self.trick.append((who, card))
        if len(self.trick) == self.holders:
            self._end_trick()

    def _end_trick(self) -> None:
        """Gives the trick to its winner, who leads the next one."""
        winner = strongest(self.trick)
        cards = [card for _, card in self.trick]
        self.trick = []
        if winner is None:
            self.aside.extend(cards)  # F7: the same leader again
        else:
            self.won[winner].extend(cards)
            self._leader = winner
        if not any(self.hands):
            self._end_round()

    def _end_round(self) -> None:
        """Scores the round and ends the game when it is time."""
        assert self.plus is not None and self.minus is not None
        seats_won = self.won[: self.players]  # F18: without the ghost
        self.last_round = round_points(seats_won, self.plus, self.minus, self.aphids)
        self.totals = new_totals(self.totals, self.last_round, self.teams)
        if self._is_last_round():
            best = max(self.totals)
            self.winners = {s for s in range(self.players) if self.totals[s] == best}
            self._stage = "over"
        else:
            self.round += 1
            self._stage = "deal"

    def _is_last_round(self) -> bool:
        """Tells whether the game ends with the round just scored."""
        if self.teams:
            return self.round == self.team_rounds  # F15
        return max(self.totals) >= self.goal  # F12
