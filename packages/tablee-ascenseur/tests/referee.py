"""A second opinion on L'Ascenseur: slow, plain Python, written from the clauses alone.

It shares no code with the rules: cards are texts, hands are lists, a round is a small object.
"""

from __future__ import annotations

from dataclasses import dataclass, field

RANKS = "23456789TJQKA"
ORDER = ("c", "d", "h", "s", None)


@dataclass
class Referee:
    """What the rules say of one match, from what is told to it."""

    players: int
    ride: str = "both"
    last: str = "bound"
    trump: str = "turned"
    scoring: str = "exact"
    top: int = 7
    bonus: int = 10
    points: list[int] = field(default_factory=list)
    number: int = 0

    def __post_init__(self) -> None:
        self.points = [0] * self.players
        up, down = list(range(1, self.top + 1)), list(range(self.top, 0, -1))
        self.floors = down if self.ride == "down" else up + down[1:]

    def new_round(self, hands: list[list[str]], turned: str | None) -> None:
        """Begin the next round with the cards that were dealt (A2, A4)."""
        floor = self.floors[self.number]
        self.number += 1
        assert [len(hand) for hand in hands] == [floor] * self.players
        self.floor, self.hands = floor, [set(hand) for hand in hands]
        if self.trump == "turned":
            assert turned is not None
            self.suit: str | None = turned[1]
        else:
            assert turned is None
            self.suit = ORDER[(self.number - 1) % 5]
        dealer = (self.number - 1) % self.players
        self.turn = (dealer + 1) % self.players
        self.bids: dict[int, int] = {}
        self.won = [0] * self.players
        self.trick: list[tuple[int, str]] = []

    @property
    def is_counted(self) -> bool:
        return sum(self.won) == self.floor

    def may(self) -> set[str]:
        """Return everything that whoever is on turn may do (A6, A7, A10, A11)."""
        if len(self.bids) < self.players:
            bids = set(range(self.floor + 1))
            if self.last == "bound" and len(self.bids) == self.players - 1:
                bids.discard(self.floor - sum(self.bids.values()))
            return {str(bid) for bid in bids}
        hand = self.hands[self.turn]
        if self.trick:
            same = {card for card in hand if card[1] == self.trick[0][1][1]}
            return same or set(hand)
        return set(hand)

    def play(self, move: str) -> None:
        """Carry out a bid or a card, and all that follows (A5, A9, A12)."""
        assert move in self.may()
        if len(self.bids) < self.players:
            self.bids[self.turn] = int(move)
            self.turn = (self.turn + 1) % self.players
            return
        self.hands[self.turn].remove(move)
        self.trick.append((self.turn, move))
        self.turn = (self.turn + 1) % self.players
        if len(self.trick) == self.players:
            self.turn = self._taker()
            self.won[self.turn] += 1
            self.trick = []
        if self.is_counted:
            self._count()

    def _taker(self) -> int:
        led = self.trick[0][1][1]
        trumps = [(seat, card) for seat, card in self.trick if card[1] == self.suit]
        good = trumps or [(seat, card) for seat, card in self.trick if card[1] == led]
        return max(good, key=lambda one: RANKS.index(one[1][0]))[0]

    def _count(self) -> None:
        """Give the points of a round (A14, A15)."""
        for seat in range(self.players):
            off = abs(self.bids[seat] - self.won[seat])
            if off == 0:
                self.points[seat] += self.bonus + self.won[seat]
            elif self.scoring == "each":
                self.points[seat] += self.won[seat]
            elif self.scoring == "fall":
                self.points[seat] -= off

    def winners(self) -> tuple[int, ...]:
        """Return who has won after the last round (A16); nobody before."""
        if self.number < len(self.floors) or not self.is_counted:
            return ()
        return tuple(s for s in range(self.players) if self.points[s] == max(self.points))
