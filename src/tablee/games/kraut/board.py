"""Kraut & Rüben on a table: gardens with their beds, the stock, the drawn card, and gestures.

Beds are places, and so are the spot for the drawn card (`drawn`) and the one in front of a player
for the garden to be taken (`home`). Things are the stock, the drawn card, one's mole and the sign
of each garden. A drawn card is told from the next by how many were left when it was turned up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from tablee.core.board import Board, Gesture, Place, Thing
from tablee.core.header import NOBODY
from tablee.core.phrases import Phrases, Speaker
from tablee.core.position import View
from tablee.core.rulebook import LANGUAGES
from tablee.games.kraut import choices, rules
from tablee.games.kraut.art import ART
from tablee.games.kraut.garden import NO_CARD, NO_CONTRACT, NO_GARDEN, STATE, beds, garden_points
from tablee.games.kraut.material import (
    BEDS,
    CARDS,
    CONTRACTS,
    CUP,
    GAMES,
    GARDENS,
    KINDS,
    MOLE,
    MOST_ANIMALS,
    NEGATIVE,
    PAYS,
    ROLES,
    SNAIL,
    STOCK,
    VEGETABLES,
    WORTH,
)
from tablee.games.kraut.notation import BED_TEXTS, write_bed

if TYPE_CHECKING:
    from tablee.games.kraut import Kraut

EMPTY = "."
DRAWN, HOME, PILE, MOLE_THING, WAIT = "drawn", "home", "stock", "mole", "wait"
_PHASES = {choices.ASKING: "mole", choices.PLACING: "place", choices.TAKING: "take"}
_PHASES |= {choices.OVER: "over", choices.DEALING: "between"}
_SECRET = -2  # a contract that nobody counts with yet
_SET = (1 << BEDS) - 1
_BED_NUMBERS = {text: number for number, text in enumerate(BED_TEXTS)}
_ROLE_KINDS: list[list[int]] = ROLES.tolist()

Tops = tuple[int, int]


# What a page shows


@dataclass(frozen=True, slots=True)
class Bed:
    """One bed: its card, and all that its look and its refusal depend on."""

    id: str
    drawing: str
    """What lies there; nothing for bare earth."""
    cover: str
    """The animal on top of a vegetable: `s` or `m`."""
    locked: bool
    key: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """One garden."""

    letter: str
    owner: int
    """The seat that it belongs to, or less than 0."""
    mine: bool
    filled: int
    locked: bool
    """Whether its last bed is kept for its owner, somebody else (K7)."""
    worth: int | None
    """Its points by the viewer's contract, as it lies."""
    gain: int | None
    """What the viewer's drawn card would add."""
    column: int
    """That of the viewer's contract, by how many main vegetables lie in it; -1 without one."""
    over: bool
    """Whether points are counted: then it is worth only what it brought its owner."""
    score: int | None
    """What it brought its owner, when the match is over and contracts are shown."""
    cards: int
    """How many cards of the stock lie in it, covered ones too."""
    style: str
    """Its classes."""
    beds: tuple[Bed, ...]
    key: tuple[object, ...]
    """All that it depends on, but for its tag and the name of its owner."""

    @property
    def tag(self) -> str:
        """Gets what its tag says: its worth to the viewer, and at the end to its owner."""
        points = self.score if self.over else self.worth
        return "" if points is None else number(points)

    @property
    def more(self) -> str:
        """Gets what its tag adds for the drawn card, if the garden can be the viewer's."""
        return signed(self.gain) if self.gain is not None and (self.mine or self.owner < 0) else ""

    @property
    def tag_key(self) -> tuple[object, ...]:
        """Gets all that its tag depends on."""
        mine = self.mine or self.owner < 0
        gain = self.gain if mine else None
        return self.letter, self.worth, gain, self.column, self.over, self.score

    @property
    def trend(self) -> str:
        """Gets whether that is good or bad."""
        gain = self.gain or 0
        return "up" if gain > 0 else "down" if gain < 0 else "same"


@dataclass(frozen=True, slots=True)
class Gardener:
    """What lies in front of a seat."""

    seat: int
    mole: bool
    gardens: str
    total: int
    """Points in the games scored so far."""
    finished: bool
    cup: bool
    contract: str
    """When it is shown to all: main, high, low, negative."""
    won: bool


@dataclass(frozen=True, slots=True)
class Contract:
    """The viewer's contract, and which of its columns count for the viewer's gardens.

    When all is shown, a spectator sees the winner's.
    """

    seat: int
    roles: str
    """Main, high, low and negative vegetable."""
    columns: tuple[int, ...]
    pays: tuple[tuple[int, int], ...] = PAYS
    negative: int = NEGATIVE
    others: tuple[tuple[str, int], ...] = tuple((KINDS[kind], n) for kind, n in WORTH.items())


@dataclass(frozen=True, slots=True)
class Facts:
    """What the page shows beside things and places."""

    phase: str
    plots: tuple[Plot, ...]
    seats: tuple[Gardener, ...]
    contract: Contract | None
    drawn: str
    """The thing in the spot for the drawn card."""
    card: str
    """Its drawing."""
    mine: bool
    """Whether the viewer has to decide."""
    taking: bool
    """Whether that is to take a garden."""
    wait: bool
    left: int
    box: tuple[tuple[str, int], ...]
    """Cards that went back to the box, with how many of each."""
    points: int | None
    """What the viewer's gardens are worth now."""
    owned: int
    """How many the viewer has."""
    game: int
    games: int
    cup: int
    winner: int
    kinds: Mapping[str, str]
    """The name of each kind of card."""
    why: tuple[int, ...]
    """What a refusal depends on that is the same for the whole table."""


# The record, read once


class Reading:
    """A view's record as plain numbers: reading an array's fields one by one is slow."""

    def __init__(self, record: Any) -> None:
        fields = dict(zip(STATE.names or (), record.item(), strict=True))
        self.players: int = fields["players"]
        self.viewer: int = fields["viewer"]
        self.seat: int = fields["seat"]
        self.phase: int = fields["phase"]
        self.turn: int = fields["turn"]
        self.game: int = fields["game"]
        self.games: int = GAMES[fields["match"]]
        self.drawn: int = fields["drawn"]
        self.moles: int = fields["moles"]
        self.finished: int = fields["finished"]
        self.left: int = fields["left"]
        self.stock: list[int] = fields["stock"].tolist()
        self.contracts: list[int] = fields["contracts"].tolist()
        self.totals: list[int] = fields["totals"].tolist()
        self.taken: list[int] = fields["taken"].tolist()
        self.under: list[int] = fields["under"].tolist()
        self.owner: list[int] = [owner for owner in fields["owner"].tolist() if owner > NO_GARDEN]
        self.tops: list[Tops] = [(first, second) for first, second in fields["tops"].tolist()]
        self.empty: list[int] = fields["empty"].tolist()
        over = self.phase == choices.OVER
        self.winner: int = int(rules.winners(record)).bit_length() - 1 if over else -1

    @property
    def mine(self) -> bool:
        """Checks whether the viewer has to decide."""
        return self.seat >= 0 and self.seat == self.viewer

    @property
    def contract(self) -> int:
        """Gets the viewer's contract, or NO_CONTRACT."""
        return self.contracts[self.viewer] if self.viewer >= 0 else NO_CONTRACT

    def owned(self, seat: int) -> list[int]:
        """Gets the gardens of a seat."""
        return [garden for garden, owner in enumerate(self.owner) if owner == seat >= 0]


_SCRATCH = np.zeros(1, STATE)


@lru_cache(20_000)
def worth(tops: Tops, contract: int) -> int:
    """Gets the points of what shows in a garden, by a contract."""
    _SCRATCH["tops"][0, 0] = tops
    return int(garden_points(_SCRATCH[0], 0, contract))


def shown(tops: Tops, kind: int) -> int:
    """Gets the beds on which a kind of card lies on top."""
    return tops[kind // VEGETABLES] >> BEDS * (kind % VEGETABLES) & _SET


def with_card(tops: Tops, bed: int, kind: int) -> Tops:
    """Gets what shows in a garden when a card is put on an empty bed."""
    bit = 1 << BEDS * (kind % VEGETABLES) + bed
    return (tops[0] | bit, tops[1]) if kind < VEGETABLES else (tops[0], tops[1] | bit)


def column_of(tops: Tops, contract: int) -> int:
    """Gets the column of a contract that counts for a garden: by its main vegetables."""
    mains = shown(tops, _ROLE_KINDS[contract][0]).bit_count()
    return min(mains, len(PAYS) - 1)


@lru_cache(10_000)
def lying(tops: Tops, under: int) -> tuple[str, ...]:
    """Gets what lies on each bed of a garden, as a position writes it."""
    _SCRATCH["tops"][0, 0] = tops
    _SCRATCH["under"][0, 0] = under
    return tuple(write_bed(*bed) for bed in beds(_SCRATCH[0], 0))


@lru_cache(100)
def _all_gestures(drawn: str) -> list[Gesture]:
    """Gets the gesture of every move there is, by its number."""
    placings = [Gesture(bed, drawn, bed) for bed in BED_TEXTS]
    return [*placings, *_MOLINGS, *_TAKINGS, *_OTHERS]


_MOLINGS = [Gesture(f"mole-{bed}", MOLE_THING, bed) for bed in BED_TEXTS]
_TAKINGS = [Gesture(f"take-{letter}", f"sign-{letter}", HOME) for letter in GARDENS]
_OTHERS = [Gesture("draw", PILE, DRAWN), Gesture("wait", WAIT, WAIT)]


class Boards:
    """Lays out the views of Kraut & Rüben."""

    def __init__(self, game: Kraut) -> None:
        names = game.rulebook.names["kind"]
        self._kinds: dict[str, dict[str, str]] = {
            lang: {kind: names[kind][lang] for kind in KINDS} for lang in LANGUAGES
        }
        self._phrases = Phrases(game.folder / "table.toml")
        self._places = lru_cache(4_000)(self._make_places)
        self._drawn = lru_cache(2_000)(self._make_drawn)

    def board(self, view: View, lang: str, names: Sequence[str]) -> Board:
        """Lays a view out."""
        say, at = self._phrases.speak(lang), Reading(view.record)
        drawn = f"d-{at.left}" if at.drawn != NO_CARD else ""
        gestures = _gestures(view, drawn) if at.mine else ()
        facts = self._facts(at, drawn, gestures, lang)
        things = self._things(at, facts, say, names)
        places = self._all_places(at, facts, say)
        lead, prompt = self._now(at, facts, say, names)
        status = _status(say, sum([plot.filled for plot in facts.plots]), at.game, at.games)
        return Board(lead, prompt, status, things, places, gestures, facts)

    def _facts(self, at: Reading, drawn: str, gestures: Sequence[Gesture], lang: str) -> Facts:
        why = _why(at, gestures)
        plots = _plots(at, why)
        mine = [plot.worth or 0 for plot in plots if plot.mine]
        return Facts(
            phase=_PHASES[at.phase],
            plots=plots,
            seats=_gardeners(at),
            contract=_contract(at),
            drawn=drawn,
            card=ART.card(KINDS[at.drawn], at.left).id if drawn else "",
            mine=at.mine,
            taking=at.mine and at.phase == choices.TAKING,
            wait=bool(gestures) and gestures[-1].move == "wait",
            left=at.left,
            box=_box(at, plots),
            points=sum(mine) if mine else None,
            owned=len(mine),
            game=at.game,
            games=at.games,
            cup=CUP,
            winner=at.winner,
            kinds=self._kinds[lang],
            why=why,
        )

    # Things and places

    def _things(
        self, at: Reading, facts: Facts, say: Speaker, names: Sequence[str]
    ) -> dict[str, Thing]:
        found = {PILE: _pile(say, at.left)}
        if facts.drawn:
            found[facts.drawn] = self._drawn(say, at.drawn, facts.drawn, facts.card)
        if at.viewer >= 0 and at.moles >> at.viewer & 1:
            found[MOLE_THING] = _mole(say)
        if facts.wait:
            found[WAIT] = Thing(WAIT, say("wait"), "", "wait")
        for plot in facts.plots:
            owner = names[plot.owner] if plot.owner >= 0 else ""
            sign = _sign(say, plot.letter, owner, plot.mine, plot.filled)
            found[sign.id] = sign
        return found

    def _make_drawn(self, say: Speaker, kind: int, thing: str, drawing: str) -> Thing:
        name = say("to_plant", card=_capital(self._kind(KINDS[kind], say)))
        return Thing(thing, name, drawing, BED_TEXTS[0])

    def _all_places(self, at: Reading, facts: Facts, say: Speaker) -> dict[str, Place]:
        trial = "mole-" if at.mine and at.phase == choices.ASKING else ""
        found: dict[str, Place] = {}
        for garden, plot in enumerate(facts.plots):
            found |= self._places(
                garden, at.tops[garden], at.under[garden], plot.locked, trial, say
            )
        if at.mine and at.phase == choices.ASKING:
            found[DRAWN] = Place(DRAWN, say("draw_here"), "draw")
        if at.mine and at.phase == choices.TAKING:
            found[HOME] = Place(HOME, say("home"), "wait")
        return found

    def _make_places(
        self, garden: int, tops: Tops, under: int, locked: bool, trial: str, say: Speaker
    ) -> dict[str, Place]:
        texts = BED_TEXTS[garden * BEDS : (garden + 1) * BEDS]
        return {
            text: Place(
                text, say("bed", garden=GARDENS[garden], n=bed + 1, what=what), trial + text
            )
            for bed, (text, card) in enumerate(zip(texts, lying(tops, under), strict=True))
            for what in [self._on_bed(card, locked, say)]
        }

    def _on_bed(self, card: str, locked: bool, say: Speaker) -> str:
        """Says what lies on a bed: "tomato under a snail"."""
        if card == EMPTY:
            return say("bed_kept" if locked else "bed_empty")
        below, _, top = card.partition("+")
        name = self._kind(below, say)
        return say(f"under_{top}", card=name) if top else name

    def _kind(self, kind: str, say: Speaker) -> str:
        return self._kinds[say.lang][kind]

    # What to do now

    def _now(
        self, at: Reading, facts: Facts, say: Speaker, names: Sequence[str]
    ) -> tuple[str, str]:
        """Says what to do now, or what one is waiting for."""
        if facts.phase == "over":
            return _ended(at, facts, say, names)
        if facts.phase == "between":
            return self._between(at, say, names)
        card = say(f"one_{KINDS[at.drawn]}") if facts.drawn else ""
        if not at.mine:
            who = names[at.turn]
            return say(f"{facts.phase}_lead", who=who, card=card), say(f"{facts.phase}_they")
        if facts.phase == "mole":
            return say("your_turn"), say("your_choice")
        if facts.phase == "take":
            return _offer(at, facts, say)
        return say(f"drew_{KINDS[at.drawn]}"), self._planting(at, facts, say)

    def _planting(self, at: Reading, facts: Facts, say: Speaker) -> str:
        """Says what to do with the drawn card, and what it would bring at home."""
        if at.drawn == SNAIL:
            return say("snail_covers" if facts.why[3] else "snail_settles")
        it = say(f"it_{KINDS[at.drawn]}")
        own = [plot for plot in facts.plots if plot.mine and plot.gain is not None]
        if not own:
            return say("plant_anywhere", it=it)
        if len(own) == 1:
            gain = own[0].gain or 0
            key = "plant_costs" if gain < 0 else "plant_home"
            return say(key, points=say("points", n=abs(gain)))
        each = [say("in_garden", garden=p.letter, points=signed(p.gain or 0)) for p in own]
        return say("plant_homes", each=", ".join(each))

    def _between(self, at: Reading, say: Speaker, names: Sequence[str]) -> tuple[str, str]:
        best = max(at.totals[: at.players])
        leaders = [names[seat] for seat in range(at.players) if at.totals[seat] == best]
        lead = say("game_over", n=at.game)
        return lead, say("leads", who=f" {say('and')} ".join(leaders), n=best)


# What to say


@lru_cache(4_000)
def _status(say: Speaker, planted: int, game: int, games: int) -> str:
    told = say("planted", n=planted)
    return f"{say('game', game=game, games=games)} · {told}" if games > 1 else told


def _ended(at: Reading, facts: Facts, say: Speaker, names: Sequence[str]) -> tuple[str, str]:
    points = at.totals[facts.winner]
    if facts.winner == at.viewer:
        return say("you_win"), say("win_points", n=points)
    return say("wins", who=names[facts.winner]), say("win_points", n=points)


def _offer(at: Reading, facts: Facts, say: Speaker) -> tuple[str, str]:
    """Says whether a garden may or must be taken now; at two players each takes two (K78)."""
    if not facts.wait:
        return say("take_must"), say("take_must_how")
    return say("take_wait"), say("take_wait_two" if at.players == 2 else "take_wait_how")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def number(points: int) -> str:
    """Writes points, with a true minus."""
    return str(points).replace("-", "−")


def signed(points: int) -> str:
    """Writes points with their sign."""
    return f"+{points}" if points > 0 else number(points)


@lru_cache(4_000)
def _sign(say: Speaker, letter: str, owner: str, mine: bool, filled: int) -> Thing:
    """Makes a garden's sign: it says whose it is, and how full."""
    whose = say("yours") if mine else say("garden_of", who=owner) if owner else say("nobodys")
    told = say("sign", garden=letter, whose=whose, n=filled)
    return Thing(f"sign-{letter}", told, "", f"take-{letter}")


@lru_cache(400)
def _pile(say: Speaker, left: int) -> Thing:
    return Thing(PILE, say("stock", n=left), "k-back", "draw")


@lru_cache(4)
def _mole(say: Speaker) -> Thing:
    return Thing(MOLE_THING, say("your_mole"), "k-card-mole-1", "mole-A1")


# What lies there


def _gestures(view: View, drawn: str) -> tuple[Gesture, ...]:
    every = _all_gestures(drawn)
    return tuple([every[move.code] for move in view.legal_moves()])


def _why(at: Reading, gestures: Sequence[Gesture]) -> tuple[int, ...]:
    """Gets what refusals depend on at this table: whose turn, what to do, with which card."""
    if not at.mine:
        return ()
    covers = False
    if at.phase == choices.PLACING:
        garden, bed = divmod(_BED_NUMBERS[gestures[0].move], BEDS)
        covers = not at.empty[garden] >> bed & 1
    return at.phase, at.turn, at.drawn, covers, at.moles >> at.turn & 1, at.owner.count(at.turn)


def _plots(at: Reading, why: tuple[int, ...]) -> tuple[Plot, ...]:
    over = at.phase == choices.OVER
    viewer, contract = at.viewer, at.contract
    return tuple(
        [
            _plot(
                garden,
                at.tops[garden],
                at.under[garden],
                owner,
                owner == viewer >= 0,
                contract,
                (at.contracts[owner] if owner >= 0 else NO_CONTRACT) if over else _SECRET,
                why,
            )
            for garden, owner in enumerate(at.owner)
        ]
    )


@lru_cache(8_000)
def _plot(
    garden: int,
    tops: Tops,
    under: int,
    owner: int,
    mine: bool,
    contract: int,
    scoring: int,
    why: tuple[int, ...],
) -> Plot:
    """Gathers one garden."""
    cards = lying(tops, under)
    left = cards.count(EMPTY)
    value = gain = None
    column = -1
    if contract != NO_CONTRACT:
        value = worth(tops, contract)
        column = column_of(tops, contract)
        drawn = why[2] if why else NO_CARD
        if left and drawn not in (NO_CARD, SNAIL):
            gain = worth(with_card(tops, cards.index(EMPTY), drawn), contract) - value
    locked = left == 1 and owner >= 0 and not mine
    because = _because(tops, left, owner, why) if why else ()
    taking = why[0] == choices.TAKING and why[-1] if why else NOBODY
    over = scoring != _SECRET
    score = worth(tops, scoring) if over and scoring != NO_CONTRACT else None
    return Plot(
        letter=GARDENS[garden],
        owner=owner,
        mine=mine,
        filled=BEDS - left,
        locked=locked,
        worth=value,
        gain=gain,
        column=column,
        over=over,
        score=score,
        cards=BEDS - left + under.bit_count() - shown(tops, MOLE).bit_count(),
        style=" ".join(_styles(owner, mine, left)),
        beds=_beds(garden, tops, under, locked, because),
        key=(garden, tops, under, owner, mine, taking, because),
    )


def _styles(owner: int, mine: bool, left: int) -> Iterator[str]:
    if owner >= 0:
        yield f"s{owner}"
        yield "own" if mine else "theirs"
    if left == 0:
        yield "full"


def _because(tops: Tops, left: int, owner: int, why: tuple[int, ...]) -> tuple[int, ...]:
    """Gets what the refusal of a garden's beds can depend on, and no more: it is kept by this."""
    phase, turn, drawn, covers, *_ = why
    if phase == choices.ASKING:
        return phase, left == 0, shown(tops, MOLE).bit_count() >= MOST_ANIMALS
    if phase == choices.TAKING:
        return (phase,)
    if drawn == SNAIL:
        return phase, covers, min(left, 2), shown(tops, SNAIL).bit_count() >= MOST_ANIMALS, SNAIL
    return phase, left == 0, owner if left == 1 and owner != turn else NOBODY


@lru_cache(4_000)
def _beds(
    garden: int, tops: Tops, under: int, locked: bool, because: tuple[int, ...]
) -> tuple[Bed, ...]:
    return tuple(
        _bed(garden * BEDS + bed, card, locked and card == EMPTY, because)
        for bed, card in enumerate(lying(tops, under))
    )


@lru_cache(10_000)
def _bed(place: int, card: str, locked: bool, because: tuple[int, ...]) -> Bed:
    drawing = "" if card == EMPTY else ART.card(card, place).id
    return Bed(
        BED_TEXTS[place], drawing, card.partition("+")[2], locked, (place, card, locked, because)
    )


def _contract(at: Reading) -> Contract | None:
    seat = at.viewer if at.viewer >= 0 else at.winner
    if seat < 0:
        return None
    contract = at.contracts[seat]
    columns = [column_of(at.tops[garden], contract) for garden in at.owned(seat)]
    return Contract(seat, CONTRACTS[contract], tuple(columns))


def _gardeners(at: Reading) -> tuple[Gardener, ...]:
    over = at.phase == choices.OVER
    gardens: list[str] = ["" for _ in range(at.players)]
    first = NOBODY
    for garden, owner in enumerate(at.owner):
        if owner >= 0:
            gardens[owner] += GARDENS[garden]
            if at.taken[garden] == 1 and at.games > 1:  # the cup is for matches only (K76)
                first = owner
    return tuple(
        [
            _gardener(
                seat,
                bool(at.moles >> seat & 1),
                gardens[seat],
                at.totals[seat],
                bool(at.finished >> seat & 1) and not over,
                seat == first,
                CONTRACTS[at.contracts[seat]] if over else "",
                at.winner == seat,
            )
            for seat in range(at.players)
        ]
    )


_gardener = lru_cache(4_000)(Gardener)


def _box(at: Reading, plots: Sequence[Plot]) -> tuple[tuple[str, int], ...]:
    """Gets the cards that went back to the box."""
    lie = sum([plot.cards for plot in plots])
    if CARDS - at.left - lie - (at.drawn != NO_CARD) == 0:
        return ()
    cards = Counter("".join([card for plot in range(len(plots)) for card in _all_cards(at, plot)]))
    gone = []
    for kind, name in enumerate(KINDS[:MOLE]):
        n = STOCK[kind] - at.stock[kind] - cards[name] - (at.drawn == kind)
        if n:
            gone.append((name, n))
    return tuple(gone)


def _all_cards(at: Reading, garden: int) -> tuple[str, ...]:
    return lying(at.tops[garden], at.under[garden])
