"""Kraut & Rüben on a table: gardens with their beds, the stock, the drawn card, and gestures.

Beds are places, and so are the spot for the drawn card (`drawn`) and the one in front of a player
for the garden to be taken (`home`). Things are the stock, the drawn card, one's mole and the sign
of each garden. A drawn card is told from the next by how many were left when it was turned up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from tablee.core.board import Board, Gesture, Place, Thing
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

DRAWN, HOME, PILE, MOLE_THING, WAIT = "drawn", "home", "stock", "mole", "wait"
_PHASES = {choices.ASKING: "mole", choices.PLACING: "place", choices.TAKING: "take"}
_PHASES |= {choices.OVER: "over", choices.DEALING: "between"}
_SET = (1 << BEDS) - 1
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
    mains: int
    """The viewer's main vegetables in it: the column of the contract."""
    score: int | None
    """What it brought its owner, when the game is over and contracts are shown."""
    beds: tuple[Bed, ...]
    key: tuple[object, ...]
    """All that its beds depend on."""
    head: tuple[object, ...]
    """All that its sign depends on."""

    @property
    def full(self) -> bool:
        """Checks that no bed is empty."""
        return self.filled == BEDS


@dataclass(frozen=True, slots=True)
class Gardener:
    """What lies in front of a seat."""

    seat: int
    mole: bool
    gardens: tuple[str, ...]
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
    why: tuple[object, ...]
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


@lru_cache(10_000)
def lying(tops: Tops, under: int) -> tuple[str, ...]:
    """Gets what lies on each bed of a garden, as a position writes it."""
    _SCRATCH["tops"][0, 0] = tops
    _SCRATCH["under"][0, 0] = under
    return tuple(write_bed(*bed) for bed in beds(_SCRATCH[0], 0))


@lru_cache(100)
def _placings(drawn: str) -> list[Gesture]:
    return [Gesture(bed, drawn, bed) for bed in BED_TEXTS]


_MOLINGS = [Gesture(f"mole-{bed}", MOLE_THING, bed) for bed in BED_TEXTS]
_TAKINGS = [Gesture(f"take-{letter}", f"sign-{letter}", HOME) for letter in GARDENS]
_OTHERS = [Gesture("draw", PILE, DRAWN), Gesture("wait", WAIT, WAIT)]


class Boards:
    """Lays out the views of Kraut & Rüben."""

    def __init__(self, game: Kraut) -> None:
        names = game.rulebook.names["kind"]
        self._kinds = {lang: {kind: names[kind][lang] for kind in KINDS} for lang in LANGUAGES}
        self._phrases = Phrases(game.folder / "table.toml")
        self._places = lru_cache(4_000)(self._make_places)

    def board(self, view: View, lang: str, names: Sequence[str]) -> Board:
        """Lays a view out."""
        say, at = self._phrases.speak(lang), Reading(view.record)
        drawn = f"d-{at.left}" if at.drawn != NO_CARD else ""
        gestures = self._gestures(view, drawn) if at.mine else ()
        facts = self._facts(at, drawn, gestures, lang)
        things = self._things(at, facts, say, names)
        places = self._all_places(at, facts, say)
        lead, prompt = self._now(at, facts, say, names)
        status = self._status(at, facts, say)
        return Board(lead, prompt, status, things, places, gestures, facts)

    def _gestures(self, view: View, drawn: str) -> tuple[Gesture, ...]:
        every = [*_placings(drawn), *_MOLINGS, *_TAKINGS, *_OTHERS]
        return tuple([every[move.code] for move in view.legal_moves()])

    # Facts

    def _facts(self, at: Reading, drawn: str, gestures: Sequence[Gesture], lang: str) -> Facts:
        why = self._why(at, gestures)
        plots = tuple([_plot(at, garden, why) for garden in range(len(at.owner))])
        mine = [plot.worth or 0 for plot in plots if plot.mine]
        return Facts(
            phase=_PHASES[at.phase],
            plots=plots,
            seats=tuple([_gardener(at, seat) for seat in range(at.players)]),
            contract=_contract(at),
            drawn=drawn,
            card=ART.card(KINDS[at.drawn], at.left).id if drawn else "",
            mine=at.mine,
            wait=bool(gestures) and gestures[-1].move == "wait",
            left=at.left,
            box=_box(at),
            points=sum(mine) if mine else None,
            owned=len(mine),
            game=at.game,
            games=at.games,
            cup=CUP,
            winner=at.winner,
            kinds=self._kinds[lang],
            why=why,
        )

    def _why(self, at: Reading, gestures: Sequence[Gesture]) -> tuple[object, ...]:
        """Gets what refusals depend on at this table, and what the drawn card is to do."""
        if not at.mine:
            return ()
        covers = False
        if at.phase == choices.PLACING:
            garden, bed = divmod(BED_TEXTS.index(gestures[0].move), BEDS)
            covers = not at.empty[garden] >> bed & 1
        snail = at.drawn == SNAIL
        return at.phase, at.turn, snail, covers, at.moles >> at.turn & 1, len(at.owned(at.turn))

    # Things and places

    def _things(
        self, at: Reading, facts: Facts, say: Speaker, names: Sequence[str]
    ) -> dict[str, Thing]:
        found = [Thing(PILE, say("stock", n=at.left), "k-back", "draw")]
        if facts.drawn:
            name = say("to_plant", card=_capital(self._kind(KINDS[at.drawn], say)))
            found.append(Thing(facts.drawn, name, facts.card, BED_TEXTS[0]))
        if at.viewer >= 0 and at.moles >> at.viewer & 1:
            found.append(Thing(MOLE_THING, say("your_mole"), "k-card-mole-1", "mole-A1"))
        if facts.wait:
            found.append(Thing(WAIT, say("wait"), "", "wait"))
        found += [self._sign(plot, say, names) for plot in facts.plots]
        return {thing.id: thing for thing in found}

    def _sign(self, plot: Plot, say: Speaker, names: Sequence[str]) -> Thing:
        owner = names[plot.owner] if plot.owner >= 0 else ""
        name = _sign_name(say, plot.letter, owner, plot.mine, plot.filled, plot.worth)
        return Thing(f"sign-{plot.letter}", name, "", f"take-{plot.letter}")

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
        if card == ".":
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
            key = "wait" if facts.wait else "must"
            return say(f"take_{key}"), say(f"take_{key}_how")
        return say("you_drew", card=card), self._planting(at, facts, say)

    def _planting(self, at: Reading, facts: Facts, say: Speaker) -> str:
        """Says what to do with the drawn card, and what it would bring at home."""
        if at.drawn == SNAIL:
            return say("snail_covers" if facts.why[3] else "snail_settles")
        it = say(f"it_{KINDS[at.drawn]}")
        own = [plot for plot in facts.plots if plot.mine and plot.gain is not None]
        if not own:
            return say("plant_anywhere", it=it)
        if len(own) == 1:
            return say("plant_home", it=it, points=signed(own[0].gain or 0))
        each = [say("in_garden", garden=p.letter, points=signed(p.gain or 0)) for p in own]
        return say("plant_homes", it=it, each=", ".join(each))

    def _between(self, at: Reading, say: Speaker, names: Sequence[str]) -> tuple[str, str]:
        best = max(at.totals[: at.players])
        leaders = [names[seat] for seat in range(at.players) if at.totals[seat] == best]
        lead = say("game_over", n=at.game)
        return lead, say("leads", who=" & ".join(leaders), n=best)

    def _status(self, at: Reading, facts: Facts, say: Speaker) -> str:
        planted = sum([plot.filled for plot in facts.plots])
        told = say("planted", n=planted)
        if at.games > 1:
            told = f"{say('game', game=at.game, games=at.games)} · {told}"
        return told


def _ended(at: Reading, facts: Facts, say: Speaker, names: Sequence[str]) -> tuple[str, str]:
    points = at.totals[facts.winner]
    if facts.winner == at.viewer:
        return say("you_win"), say("win_points", n=points)
    return say("wins", who=names[facts.winner]), say("win_points", n=points)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@lru_cache(200)
def signed(points: int) -> str:
    """Writes points with their sign, a true minus."""
    return f"+{points}" if points > 0 else str(points).replace("-", "−")


@lru_cache(4_000)
def _sign_name(
    say: Speaker, letter: str, owner: str, mine: bool, filled: int, points: int | None
) -> str:
    """Says a garden's sign: whose it is, how full, and what it is worth to the viewer."""
    whose = say("your_garden") if mine else say("garden_of", who=owner) if owner else say("free")
    told = say("sign", garden=letter, whose=whose, n=filled)
    return told if points is None else f"{told}, {say('worth', n=points)}"


def _plot(at: Reading, garden: int, why: tuple[object, ...]) -> Plot:
    """Gathers one garden."""
    tops, under, owner = at.tops[garden], at.under[garden], at.owner[garden]
    empty, letter, mine = at.empty[garden], GARDENS[garden], owner == at.viewer >= 0
    left = empty.bit_count()
    contract = at.contract
    value = gain = score = None
    mains = 0
    if contract != NO_CONTRACT:
        value = worth(tops, contract)
        mains = shown(tops, _ROLE_KINDS[contract][0]).bit_count()
        if at.mine and left and at.drawn not in (NO_CARD, SNAIL):
            bed = empty.bit_length() - 1
            gain = worth(with_card(tops, bed, at.drawn), contract) - value
    if at.phase == choices.OVER and owner >= 0:
        score = worth(tops, at.contracts[owner])
    locked = left == 1 and owner >= 0 and not mine
    animals = tuple([shown(tops, a).bit_count() >= MOST_ANIMALS for a in (SNAIL, MOLE)])
    because = (*why, min(left, 2), owner, *animals) if why else ()
    return Plot(
        letter,
        owner,
        mine,
        BEDS - left,
        locked,
        value,
        gain,
        mains,
        score,
        _beds(garden, tops, under, locked, because),
        (garden, tops, under, locked, because),
        (garden, owner, mine, left, value, why),
    )


@lru_cache(4_000)
def _beds(
    garden: int, tops: Tops, under: int, locked: bool, because: tuple[object, ...]
) -> tuple[Bed, ...]:
    return tuple(
        _bed(garden * BEDS + bed, card, locked and card == ".", because)
        for bed, card in enumerate(lying(tops, under))
    )


@lru_cache(10_000)
def _bed(place: int, card: str, locked: bool, because: tuple[object, ...]) -> Bed:
    drawing = "" if card == "." else ART.card(card, place).id
    return Bed(
        BED_TEXTS[place], drawing, card.partition("+")[2], locked, (place, card, locked, because)
    )


def _contract(at: Reading) -> Contract | None:
    seat = at.viewer if at.viewer >= 0 else at.winner
    if seat < 0:
        return None
    main = _ROLE_KINDS[at.contracts[seat]][0]
    mains = [shown(at.tops[garden], main).bit_count() for garden in at.owned(seat)]
    columns = tuple([min(n, len(PAYS) - 1) for n in mains])
    return Contract(seat, CONTRACTS[at.contracts[seat]], columns)


def _gardener(at: Reading, seat: int) -> Gardener:
    over = at.phase == choices.OVER
    return Gardener(
        seat,
        bool(at.moles >> seat & 1),
        tuple([GARDENS[garden] for garden in at.owned(seat)]),
        at.totals[seat],
        bool(at.finished >> seat & 1) and not over,
        _has_cup(at, seat),
        CONTRACTS[at.contracts[seat]] if over else "",
        at.winner == seat,
    )


def _has_cup(at: Reading, seat: int) -> bool:
    """Checks whether a seat was the first to take a garden, in a match (K76)."""
    return at.games > 1 and any([at.taken[garden] == 1 for garden in at.owned(seat)])


def _box(at: Reading) -> tuple[tuple[str, int], ...]:
    """Gets the cards that went back to the box."""
    gardens = range(len(at.owner))
    lie = sum([(at.tops[g][0].bit_count() + at.tops[g][1].bit_count()) for g in gardens])
    lie += sum([at.under[g].bit_count() for g in gardens])
    lie -= sum([shown(at.tops[g], MOLE).bit_count() for g in gardens])
    if CARDS - at.left - lie - (at.drawn != NO_CARD) == 0:
        return ()
    gone = []
    for kind in range(MOLE):
        on_beds = sum([shown(at.tops[g], kind).bit_count() for g in gardens])
        if kind < VEGETABLES:
            on_beds += sum([(at.under[g] >> BEDS * kind & _SET).bit_count() for g in gardens])
        n = STOCK[kind] - at.stock[kind] - on_beds - (at.drawn == kind)
        if n:
            gone.append((KINDS[kind], n))
    return tuple(gone)
