"""A slow and literal referee of Le Grand Escogriffe, written from the sheet and the rulings."""

from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """Describes one type of card; a joint is a shape and a colour, None where the figure ends."""

    code: str
    top: tuple[str, str] | None
    bottom: tuple[str, str] | None
    copies: int
    orange: bool


NECK = ("neck", "skin")
RED_CHEST = ("chest", "red")
BLUE_CHEST = ("chest", "blue")
GREEN_LEGS = ("legs", "green")
YELLOW_LEGS = ("legs", "yellow")
ANKLES = ("ankles", "white")

DECK: list[Kind] = [
    Kind("hat", None, NECK, 4, False),
    Kind("curls", None, NECK, 4, False),
    Kind("hood", None, RED_CHEST, 3, False),
    Kind("neck", NECK, NECK, 10, True),
    Kind("redbust", NECK, RED_CHEST, 6, False),
    Kind("bluebust", NECK, BLUE_CHEST, 6, False),
    Kind("redchest", RED_CHEST, RED_CHEST, 10, True),
    Kind("bluechest", BLUE_CHEST, BLUE_CHEST, 10, True),
    Kind("waistcoat", RED_CHEST, BLUE_CHEST, 3, False),
    Kind("beltrg", RED_CHEST, GREEN_LEGS, 4, False),
    Kind("beltry", RED_CHEST, YELLOW_LEGS, 4, False),
    Kind("beltbg", BLUE_CHEST, GREEN_LEGS, 4, False),
    Kind("beltby", BLUE_CHEST, YELLOW_LEGS, 4, False),
    Kind("greenlegs", GREEN_LEGS, GREEN_LEGS, 10, True),
    Kind("yellowlegs", YELLOW_LEGS, YELLOW_LEGS, 10, True),
    Kind("greenhem", GREEN_LEGS, ANKLES, 4, False),
    Kind("yellowhem", YELLOW_LEGS, ANKLES, 4, False),
    Kind("shoes", ANKLES, None, 7, False),
    Kind("boots", GREEN_LEGS, None, 3, False),
]

HEAD = "head"
FEET = "feet"


class Referee:
    """Keeps one game and says what may be played."""

    def __init__(
        self,
        players: int,
        points: int = 50,
        deck: list[Kind] = DECK,
        *,
        targets: tuple[int, int] = (5, 12),
        bonus: int = 3,
        idle_limit: int = 10,
    ) -> None:
        """Opens a game whose first round waits to be dealt; a variant has other numbers."""
        self._targets, self._bonus, self._idle_limit = targets, bonus, idle_limit
        self.kinds = {kind.code: kind for kind in deck}
        self._order = [kind.code for kind in deck]
        self._check_table(players, points, deck)
        self.players = players
        self.points = points
        self._all_cards = Counter({kind.code: kind.copies for kind in deck})
        self._wants = "deal"
        self.round = 1
        self.first = 0  # E2
        self.target = 0
        self.seat: int | None = None
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.figures: list[list[str]] = [[] for _ in range(players)]
        self.piles: list[list[str]] = [[] for _ in range(pile_count(players))]
        self.stock: Counter[str] = Counter()
        self.drawn: str | None = None
        self.totals = [0] * players
        self.gained = [0] * players
        self.winners: set[int] = set()
        self.round_winner: int | None = None
        self.last_chance: dict[int, str] = {}
        self.fired: set[str] = set()
        self._given = 0
        self._reshuffled = False
        self._scoreless = 0
        self._idle_turns = 0
        self._from_stock = False
        self._emptied: int | None = None
        self._last_mover = 0

    def _check_table(self, players: int, points: int, deck: list[Kind]) -> None:
        """Refuses a table that cannot be played at."""
        if not 3 <= players <= 8:  # E1
            raise ValueError(f"3 to 8 players, not {players}")
        if points < 1:
            raise ValueError(f"the points to reach must be positive, not {points}")
        if len(self.kinds) != len(deck):
            raise ValueError("a code appears twice in the deck")
        for kind in deck:
            if not kind.code or "-" in kind.code or kind.copies < 0:
                raise ValueError(f"bad card type: {kind}")
        size = sum(kind.copies for kind in deck)
        needed = players * self._targets[1] + pile_count(players) + 1
        if size < needed:  # E18
            raise ValueError(f"{players} players need {needed} cards, the deck has {size}")

    @property
    def wants(self) -> str:
        """What the game waits for: deal, card, piles, move or over."""
        return self._wants

    # What chance decides

    def deal(self, target: int, hands: list[list[str]], tops: list[str]) -> None:
        """Starts a round with the target, the hands and the first card of each pile."""
        self._expect("deal")
        low, high = self._targets
        if not low <= target <= high:  # E2
            raise ValueError(f"the target is {low} to {high}, not {target}")
        if len(hands) != self.players:
            raise ValueError(f"{len(hands)} hands for {self.players} players")
        for hand in hands:
            if len(hand) != target:
                raise ValueError(f"a hand of {len(hand)} cards for a target of {target}")
        dealt = [code for hand in hands for code in hand]
        self.stock = self._what_is_left(self._all_cards, dealt, tops)
        self.target = target
        self.hands = [list(hand) for hand in hands]
        self.figures = [[] for _ in range(self.players)]
        self.piles = [[code] for code in tops]
        self.drawn = None
        self._given = 0
        self._reshuffled = False
        self._idle_turns = 0
        self._open_turn(self.first)

    def turn(self, code: str) -> None:
        """Gives the stock's card to the player who draws."""
        self._expect("card")
        if self.stock[code] < 1:
            raise ValueError(f"the stock holds no {code}")
        self.stock = self.stock - Counter([code])
        self._given += 1
        self._from_stock = True
        self._take_in_hand(code)

    def reshuffle(self, tops: list[str]) -> None:
        """Makes a new stock of the discards, under new tops."""
        self._expect("piles")
        discards = Counter(code for pile in self.piles for code in pile)
        self.stock = self._what_is_left(discards, [], tops)
        self.piles = [[code] for code in tops]
        self.fired.add("E10")
        self._reshuffled = True
        self._open_turn(self._next())

    def _what_is_left(self, cards: Counter[str], dealt: list[str], tops: list[str]) -> Counter[str]:
        """The cards that remain once hands and tops are taken from them."""
        if len(tops) != len(self.piles):
            raise ValueError(f"{len(tops)} tops for {len(self.piles)} piles")
        used = Counter(dealt + tops)
        for code, number in used.items():
            if number > cards[code]:
                raise ValueError(f"{number} times {code}, but there are only {cards[code]}")
        return cards - used

    # What the players decide

    def legal(self) -> set[str]:
        """All legal moves; there are none while no move is wanted."""
        if self._wants != "move":
            return set()
        if self.drawn is not None:
            return self._drops()
        takes = {f"take-{number}" for number in range(1, len(self.piles) + 1)}
        return {"draw"} | takes | self._lays()

    def play(self, move: str) -> None:
        """Plays one legal move of the player whose turn it is."""
        self._expect("move")
        if move not in self.legal():
            raise ValueError(f"illegal move: {move}")
        parts = move.split("-")
        if parts[0] == "draw":
            self._wants = "card"
        elif parts[0] == "take":
            self._take(int(parts[1]))
        elif parts[0] == "drop":
            self._drop(parts[1], int(parts[2]))
        elif len(parts) == 2:
            self._lay(parts[1], FEET)
        else:
            self._lay(parts[1], parts[2])

    def _drops(self) -> set[str]:
        """The discards that may end the turn."""
        numbers = list(range(1, len(self.piles) + 1))
        if self._emptied is not None:  # E7
            numbers = [self._emptied]
            self.fired.add("E7")
        hand = self.hands[self._mover()]
        return {f"drop-{code}-{number}" for code in hand for number in numbers}

    def _lays(self) -> set[str]:
        """The cards that may be laid, each with its end."""
        seat = self._mover()
        figure = self.figures[seat]
        moves: set[str] = set()
        for code in set(self.hands[seat]):
            if not figure:  # E4
                if self._may_lay(seat, code, FEET):
                    moves.add(f"lay-{code}")
                continue
            ends = [end for end in (HEAD, FEET) if self._may_lay(seat, code, end)]
            moves.update(f"lay-{code}-{end}" for end in ends)
            if len(ends) == 2 and [code, *figure] == [*figure, code]:
                self.fired.add("E17")
        return moves

    def _may_lay(self, seat: int, code: str, end: str) -> bool:
        """Checks a lay of a normal turn and notes the one clause that forbids it."""
        figure = self.figures[seat]
        if not self._joins(figure, code, end):
            return False
        grown = grow(figure, code, end)
        complete = self._is_complete(grown)
        broken: list[str] = []
        if self._repeats(figure, code):
            broken.append("E3")
        if complete and len(grown) < self.target:
            broken.append("E8")
        if len(self.hands[seat]) == 1 and not complete:
            broken.append("E9")
        if len(broken) == 1:
            self.fired.add(broken[0])
        return not broken

    def _take(self, number: int) -> None:
        """Takes the top of a pile."""
        pile = self.piles[number - 1]
        code = pile.pop()
        self._emptied = None if pile else number
        self._take_in_hand(code)

    def _take_in_hand(self, code: str) -> None:
        """Puts a card in the mover's hand, who must discard now."""
        self.hands[self._mover()].append(code)
        self.drawn = code
        self._wants = "move"

    def _drop(self, code: str, number: int) -> None:
        """Discards a card and ends the turn."""
        self.hands[self._mover()].remove(code)
        self.piles[number - 1].append(code)
        self.drawn = None
        self._idle_turns = 0 if self._from_stock else self._idle_turns + 1
        if self._idle_turns == self._idle_limit * self.players:  # E16
            self.fired.add("E16")
            self._score(None)
        elif self.stock.total() > 0:
            self._open_turn(self._next())
        elif self._reshuffled and self._given >= 20 * self.players:  # E11
            self.fired.add("E11")
            self._score(None)
        else:  # E10
            self._await_piles()

    def _lay(self, code: str, end: str) -> None:
        """Lays a card, which ends the turn and perhaps the round."""
        seat = self._mover()
        self.hands[seat].remove(code)
        self.figures[seat] = grow(self.figures[seat], code, end)
        self._idle_turns = 0
        if not self.hands[seat] and self._is_complete(self.figures[seat]):
            self._score(seat)
        else:
            self._open_turn(self._next())

    # Figures

    def _joins(self, figure: list[str], code: str, end: str) -> bool:
        """Checks whether a card matches the end of a figure in shape and colour."""
        if not figure:  # E4
            return True
        if end == HEAD:
            upper, lower = self.kinds[code], self.kinds[figure[0]]
        else:
            upper, lower = self.kinds[figure[-1]], self.kinds[code]
        return upper.bottom is not None and upper.bottom == lower.top

    def _repeats(self, figure: list[str], code: str) -> bool:
        """Checks whether a card that is not orange stands in the figure already."""
        return not self.kinds[code].orange and code in figure

    def _is_complete(self, figure: list[str]) -> bool:
        """Checks whether a figure goes from head to feet."""
        if not figure:
            return False
        return self.kinds[figure[0]].top is None and self.kinds[figure[-1]].bottom is None

    # The end of a round

    def _score(self, winner: int | None) -> None:
        """Ends the round: gives the last chances, counts the points and looks for the end."""
        self.round_winner = winner
        self.gained = [0] * self.players
        self.last_chance = {}
        start = self.first if winner is None else winner
        if winner is not None:  # E13
            self.gained[winner] = self.target + self._bonus
        for step in range(self.players):  # E12
            seat = (start + step) % self.players
            if seat != winner:
                self._give_last_chance(seat)
        self.totals = [old + new for old, new in zip(self.totals, self.gained, strict=True)]
        self._scoreless = 0 if any(self.gained) else self._scoreless + 1
        self._close_round()

    def _give_last_chance(self, seat: int) -> None:
        """Lays the first card of deck order that completes the player's figure, if there is one."""
        for code in self._order:
            for end in (HEAD, FEET):
                if code in self.hands[seat] and self._completes(seat, code, end):
                    self.hands[seat].remove(code)
                    self.figures[seat] = grow(self.figures[seat], code, end)
                    self.gained[seat] = len(self.figures[seat])
                    self.last_chance[seat] = code
                    self.fired.add("E12")
                    return

    def _completes(self, seat: int, code: str, end: str) -> bool:
        """Checks whether a last-chance lay completes a figure that was begun."""
        figure = self.figures[seat]
        if not figure or not self._joins(figure, code, end):
            return False
        if not self._is_complete(grow(figure, code, end)):
            return False
        if self._repeats(figure, code):
            self.fired.add("E3")
            return False
        return True

    def _close_round(self) -> None:
        """Ends the game or waits for the next deal."""
        self.seat = None
        if self._scoreless == 10:
            self.fired.add("E19")
        if max(self.totals) >= self.points or self._scoreless == 10:
            self._wants = "over"
            self.winners = self._find_winners()
            return
        self.round += 1
        self.first = (self.first + 1) % self.players  # E2
        self._wants = "deal"

    def _find_winners(self) -> set[int]:
        """Those with the highest total, or the round's winner alone if among them."""
        if sum(total >= self.points for total in self.totals) > 1:
            self.fired.add("E14")
        best = {seat for seat in range(self.players) if self.totals[seat] == max(self.totals)}
        if self.round_winner is not None and self.round_winner in best:
            return {self.round_winner}
        return best

    # Turns

    def _mover(self) -> int:
        """The seat that plays."""
        if self.seat is None:
            raise ValueError("nobody is to move")
        return self.seat

    def _next(self) -> int:
        """The seat that plays after the last mover."""
        return (self._last_mover + 1) % self.players

    def _open_turn(self, seat: int) -> None:
        """Gives a player the turn."""
        self.seat = seat
        self._last_mover = seat
        self._from_stock = False
        self._emptied = None
        self._wants = "move"

    def _await_piles(self) -> None:
        """Waits for the reshuffle that fell due."""
        self.seat = None
        self._wants = "piles"

    def _expect(self, wanted: str) -> None:
        """Refuses a call that is not what the game waits for."""
        if self._wants != wanted:
            raise ValueError(f"the game waits for {self._wants!r}, not for {wanted!r}")


def pile_count(players: int) -> int:
    """The number of discard piles."""
    return 2 if players <= 5 else 3  # E1


def grow(figure: list[str], code: str, end: str) -> list[str]:
    """The figure with one more card at its head end or foot end."""
    return [code, *figure] if end == HEAD else [*figure, code]
