"""A slow, literal referee of Kraut & Rüben, written from the rule sheet and rulings K1 to K21."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Bed = list[str]
Garden = list[Bed]

VEGETABLES = "TSCA"  # K3
SNAIL, MOLE = "s", "m"
NAMES = {"T": "tomato", "S": "salad", "C": "carrot", "A": "asparagus"}
NAMES |= {"c": "clover", "d": "dandelion", "s": "snail", "m": "mole"}
WORTH = {"c": 1, "d": 0, "s": -1, "m": 0}
STOCK = {"T": 16, "S": 16, "C": 16, "A": 16, "c": 7, "d": 7, "s": 7}  # K1
CONTRACTS = ["TSCA", "TCAS", "TASC", "STAC", "SCTA", "SACT"]
CONTRACTS += ["CTSA", "CSAT", "CATS", "ATCS", "ASTC", "ACST"]
BEDS = 12
CUP = 3
GAMES = {"single": 1, "three": 3}


def visible(garden: Garden) -> list[str]:
    """The top card of every occupied bed."""
    return [bed[-1] for bed in garden if bed]  # K4


def free(garden: Garden) -> int:
    """Counts the empty beds."""
    return sum(1 for bed in garden if not bed)


def is_full(garden: Garden) -> bool:
    """Checks that no bed is empty."""
    return free(garden) == 0


def empty_beds(garden: Garden) -> list[int]:
    """The indices of the empty beds."""
    return [index for index, bed in enumerate(garden) if not bed]


def vegetable_beds(garden: Garden) -> list[int]:
    """The indices of the beds whose top card is a vegetable."""
    return [index for index, bed in enumerate(garden) if bed and bed[-1] in VEGETABLES]


@dataclass
class Numbers:
    """The numbers of the game, which a variant may change."""

    games: int = 0
    cards: Mapping[str, int] = field(default_factory=dict)
    contracts: Sequence[str] = tuple(CONTRACTS)
    high: Sequence[int] = tuple(max(0, 4 - abs(mains - 2)) for mains in range(7))
    low: Sequence[int] = tuple(max(0, 3 - abs(mains - 2)) for mains in range(7))
    negative: int = -2
    worth: Mapping[str, int] = field(default_factory=dict)
    cup: int = CUP
    animals: Mapping[str, int] = field(default_factory=dict)

    def stock(self) -> Counter[str]:
        """Counts the cards of each kind."""
        return Counter({kind: self.cards.get(NAMES[kind], n) for kind, n in STOCK.items()})

    def has_room_for(self, garden: Garden, kind: str) -> bool:
        """Checks that the garden shows fewer than two moles, or snails, as asked."""
        return visible(garden).count(kind) < self.animals.get(NAMES[kind], 2)  # K5

    def value(self, garden: Garden, contract: str) -> int:
        """The points that one garden pays on a contract."""
        main, high, low, negative = list(contract)
        seen = visible(garden)
        mains = min(6, seen.count(main))
        points = seen.count(high) * self.high[mains] + seen.count(low) * self.low[mains]
        points += self.negative * seen.count(negative)
        for kind, usual in WORTH.items():
            points += seen.count(kind) * self.worth.get(NAMES[kind], usual)
        return points


def value(garden: Garden, contract: str) -> int:
    """The points that one garden usually pays on a contract."""
    return Numbers().value(garden, contract)


class Referee:
    """Follows a match and knows at every moment what may happen next.

    The table of a scored game stays as it lay until the next deal.
    """

    def __init__(self, players: int, match: str = "single", **numbers: Any) -> None:
        if players not in (2, 3, 4, 5):
            raise ValueError(f"2 to 5 players, not {players}")
        if match not in GAMES:
            raise ValueError(f"match is one of {', '.join(GAMES)}, not {match!r}")
        self.players = players
        self.match = match
        self.numbers = Numbers(**numbers)
        self.games = self.numbers.games or GAMES[match]
        self.game = 1
        self.totals = [0] * players
        self.points = [0] * players
        self.winners: set[int] = set()
        self.effects: set[str] = set()
        self.contracts: list[str] = []
        self._phase = "deal"
        self._lay_table()

    def _lay_table(self) -> None:
        """Lays empty gardens and a full stock."""
        count = 5 if self.players == 2 else self.players + 1  # K18
        self.gardens: list[Garden] = [[[] for _ in range(BEDS)] for _ in range(count)]
        self.owner: list[int | None] = [None] * count
        self.seat: int | None = None
        self.drawn: str | None = None
        self.box: list[str] = []
        self.moles = [True] * self.players
        self.stock: Counter[str] = self.numbers.stock()
        self.takers: list[int] = []

    @property
    def wants(self) -> str:
        """What the match waits for: deal, card, move or over."""
        return "move" if self._phase in ("mole", "place", "take") else self._phase

    @property
    def fired(self) -> set[str]:
        """The clauses that took effect; `effects` says which part of each."""
        return {effect.split("-")[0] for effect in self.effects}

    def deal(self, contracts: list[str]) -> None:
        """Deals one contract to each seat and begins the game."""
        if self._phase != "deal":
            raise ValueError(f"no deal now: the match wants {self.wants}")
        if len(contracts) != self.players:
            raise ValueError(f"{self.players} contracts are dealt, not {len(contracts)}")
        if len(set(contracts)) != len(contracts):
            raise ValueError(f"contracts differ: {contracts}")
        for contract in contracts:
            if contract not in self.numbers.contracts:
                raise ValueError(f"no such contract: {contract!r}")
        self._lay_table()
        self.contracts = list(contracts)
        self._begin_turn((self.game - 1) % self.players)  # K17, K21

    def turn(self, kind: str) -> None:
        """Turns up a card of the stock for the seat to place."""
        if self._phase != "card":
            raise ValueError(f"no card is drawn now: the match wants {self.wants}")
        if self.stock[kind] < 1:
            raise ValueError(f"no {kind!r} is left in the stock")
        self.stock[kind] -= 1
        self.drawn = kind
        self._note_closed_beds(kind)
        if self._places():
            self._phase = "place"
        else:
            self._put_in_box()

    def legal(self) -> set[str]:
        """The moves that may be played now (none unless a move is wanted)."""
        if self._phase == "mole":
            return {"draw"} | {f"mole-{bed}" for bed in self._mole_targets()}
        if self._phase == "place":
            return self._places()
        if self._phase == "take":
            takes = {f"take-{index + 1}" for index in self._unowned()}
            return takes if self._must_take() else takes | {"wait"}
        return set()

    def play(self, move: str) -> None:
        """Plays one legal move."""
        if self.wants != "move":
            raise ValueError(f"no move {move!r} now: the match wants {self.wants}")
        if move not in self.legal():
            raise ValueError(f"illegal move {move!r} for seat {self.seat}: {sorted(self.legal())}")
        if move == "draw":
            self._phase = "card"
        elif move == "wait":
            self._next_turn()
        elif move.startswith("take-"):
            self._take(int(move.removeprefix("take-")) - 1)
        elif move.startswith("mole-"):
            self._play_mole(move.removeprefix("mole-"))
        else:
            self._place(move)

    def _names(self, index: int, beds: list[int]) -> set[str]:
        """The names of some beds of a garden."""
        return {f"{index + 1}-{bed + 1}" for bed in beds}

    def _bed(self, name: str) -> Bed:
        """The bed of a name such as 2-7."""
        return self.gardens[int(name[0]) - 1][int(name[2:]) - 1]

    def _places(self) -> set[str]:
        """The beds where the drawn card may go."""
        if self.drawn == SNAIL:
            return self._snail_targets() or self._snail_empty_beds()
        places: set[str] = set()
        for index, garden in enumerate(self.gardens):
            if not self._is_reserved(index):
                places |= self._names(index, empty_beds(garden))
        return places

    def _is_reserved(self, index: int) -> bool:
        """Checks that the garden has one bed left and belongs to somebody else."""
        owner = self.owner[index]
        return owner is not None and owner != self.seat and free(self.gardens[index]) == 1  # K7

    def _snail_targets(self) -> set[str]:
        """The vegetables that a snail may cover."""
        return self._covers(SNAIL)  # K6

    def _mole_targets(self) -> set[str]:
        """The vegetables that a mole may cover."""
        return self._covers(MOLE)  # K12

    def _covers(self, kind: str) -> set[str]:
        """The vegetables of open gardens with room for one more of the kind."""
        targets: set[str] = set()
        for index, garden in enumerate(self.gardens):
            if not is_full(garden) and self.numbers.has_room_for(garden, kind):
                targets |= self._names(index, vegetable_beds(garden))
        return targets

    def _snail_empty_beds(self) -> set[str]:
        """The empty beds for a snail that has nothing to cover."""
        beds: set[str] = set()
        for index, garden in enumerate(self.gardens):
            if self.numbers.has_room_for(garden, SNAIL) and free(garden) > 1:  # K6
                beds |= self._names(index, empty_beds(garden))
        return beds

    def _begin_turn(self, seat: int) -> None:
        """Gives the turn to a seat and asks for its mole where it could be played."""
        self.seat = seat
        if sum(self.stock.values()) == 0:
            self._end_game()  # K19
            return
        if self.moles[seat]:
            self._note_closed_cover(MOLE)
        may_mole = self.moles[seat] and self._mole_targets()
        self._phase = "mole" if may_mole else "card"

    def _play_mole(self, bed: str) -> None:
        """Covers a vegetable with the mole of the seat."""
        self._bed(bed).append(MOLE)
        self.moles[self._mover()] = False
        self._after_card()

    def _place(self, bed: str) -> None:
        """Puts the drawn card on a bed."""
        assert self.drawn is not None
        if self.drawn == SNAIL and not self._bed(bed):
            self.effects.add("K6-bed")
        self._bed(bed).append(self.drawn)
        self.drawn = None
        self._after_card()

    def _put_in_box(self) -> None:
        """Puts a drawn card without a legal bed back in the box."""
        assert self.drawn is not None
        self.effects.add("K10")
        if self.drawn == SNAIL:
            self.effects.add("K6-box")
        self.box.append(self.drawn)
        self.drawn = None
        self._after_card()

    def _after_card(self) -> None:
        """Goes on to the end of the turn, where a garden may be taken."""
        if self._stop_if_all_finished():
            return
        if self._owed(self._mover()) == 0 or not self._unowned():
            self._next_turn()
            return
        self._phase = "take"
        if self._must_take():
            self.effects.add("K11")
            if len(self._unowned()) == 1:
                self._take(self._unowned()[0])

    def _take(self, index: int) -> None:
        """Gives a garden to the seat and ends its turn."""
        seat = self._mover()
        self.owner[index] = seat
        self.takers.append(seat)
        if is_full(self.gardens[index]):
            self.effects.add("K9-finished" if self._is_finished(seat) else "K9-taken")
        if not self._stop_if_all_finished():
            self._next_turn()

    def _next_turn(self) -> None:
        """Passes the turn clockwise to the next seat that is not finished."""
        seat = (self._mover() + 1) % self.players
        while self._is_finished(seat):
            self.effects.add("K14-skip")
            seat = (seat + 1) % self.players
        self._begin_turn(seat)

    def _mover(self) -> int:
        """The seat whose turn it is."""
        assert self.seat is not None
        return self.seat

    def _unowned(self) -> list[int]:
        """The indices of the gardens that nobody owns."""
        return [index for index, owner in enumerate(self.owner) if owner is None]

    def _owned(self, seat: int) -> list[Garden]:
        """The gardens of a seat."""
        return [self.gardens[index] for index, owner in enumerate(self.owner) if owner == seat]

    def _owed(self, seat: int) -> int:
        """Counts the gardens that a seat must still take."""
        due = 2 if self.players == 2 else 1  # K18
        return due - len(self._owned(seat))

    def _must_take(self) -> bool:
        """Checks that every unowned garden is full."""
        return all(is_full(self.gardens[index]) for index in self._unowned())  # K11

    def _is_finished(self, seat: int) -> bool:
        """Checks that a seat owns all that it must and all of it is full."""
        return self._owed(seat) == 0 and all(is_full(garden) for garden in self._owned(seat))

    def _stop_if_all_finished(self) -> bool:
        """Takes away the moles of the finished and ends the game when nobody is left."""
        finished = [seat for seat in range(self.players) if self._is_finished(seat)]
        everybody = len(finished) == self.players
        for seat in finished:
            if self.moles[seat] and not everybody:
                self.effects.add("K14-mole")
            self.moles[seat] = False  # K14
        if everybody:
            self.effects.add("K15")
            self._end_game()
        return everybody

    def _end_game(self) -> None:
        """Scores the game and ends the match or prepares the next deal."""
        self.seat = None
        self.points = [self._score(seat) for seat in range(self.players)]
        if self.games > 1 and self.takers:
            self.points[self.takers[0]] += self.numbers.cup  # K17
        for seat in range(self.players):
            self.totals[seat] += self.points[seat]
        if self.game == self.games:
            self._phase = "over"
            self.winners = {self._winner()}
        else:
            self._phase = "deal"
            self.game += 1

    def _score(self, seat: int) -> int:
        """Adds up the gardens of a seat, each counted by itself."""
        return sum(
            self.numbers.value(garden, self.contracts[seat]) for garden in self._owned(seat)
        )  # K18

    def _winner(self) -> int:
        """The seat with the most points, the earliest taker where several are tied."""
        best = max(self.totals)
        tied = [seat for seat in range(self.players) if self.totals[seat] == best]
        if len(tied) == 1:
            return tied[0]
        self.effects.add("K16" if self.match == "single" else "K16-match")
        order = self.takers + list(range(self.players))
        return min(tied, key=order.index)  # K16, K17

    def _note_closed_beds(self, kind: str) -> None:
        """Notes which closed beds the drawn card would otherwise have had."""
        if kind == SNAIL:
            self._note_closed_cover(SNAIL)
        elif any(self._is_reserved(index) for index in range(len(self.gardens))):
            self.effects.add("K7")

    def _note_closed_cover(self, kind: str) -> None:
        """Notes a vegetable that only a garden's being full protects."""
        for garden in self.gardens:
            if (
                is_full(garden)
                and self.numbers.has_room_for(garden, kind)
                and vegetable_beds(garden)
            ):
                self.effects.add("K9-closed")
