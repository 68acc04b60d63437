"""Fourmis on a table: a view as a plate with the trick, seats around it, a race and a hand.

A card keeps its id wherever it lies open. Ladybirds are equal: those of one's own hand lie on one
another and are told apart by how many there are, those of others by who played them. Of the won
cards only queens and ladybirds lie open (F16); all are counted when a round is scored.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tablee.core.board import Board, Gesture, Place, Thing
from tablee.core.phrases import Phrases, Speaker
from tablee.core.position import View
from tablee.games.fourmis import rules
from tablee.games.fourmis.material import (
    ALL_NINJAS,
    ALL_QUEENS,
    ANTS,
    CARDS,
    COLOURS,
    GOAL,
    LADYBIRD,
    NINJA,
    QUEENS,
    TEAM_ROUNDS,
)
from tablee.games.fourmis.notation import CARD_TEXTS

if TYPE_CHECKING:
    from tablee.games.fourmis import Fourmis

TRICK = "trick"
SIDES = {3: ("near", "left", "right"), 4: ("near", "left", "far", "right")}
_NO_CARD = -1
_FEW = 4  # so many cards to choose from push their neighbours aside
_STEPS = 60  # of the race, whatever its length: the classes n0 to n60 of the pages
_FIELDS = rules.STATE.names or ()
_SORTED = sorted(range(LADYBIRD), key=lambda card: (card % 5, card))


class Laid(NamedTuple):
    """A card of the trick."""

    id: str
    side: str
    drawing: str
    name: str
    leads: bool
    home: str
    """The element that it came from."""
    winner: str
    """The element that it goes to, when the trick is full."""


class Goods(NamedTuple):
    """What lies before somebody, or before the ghost; the same for all who look at it."""

    who: int
    what: str
    """The phrase that names its cards: the ghost has no hand, but a pile."""
    size: int
    """How many they are."""
    note: str
    down: int
    """The won cards that lie face down."""
    open: tuple[str, ...]
    """The drawings of those that lie open."""
    heap: str
    """All won cards, for a reader."""
    team: int
    wins: bool


class Seat(NamedTuple):
    """A side of the cloth."""

    who: int
    id: str
    style: str
    """Its classes: side, seat, and whether it is the viewer's, or on turn."""
    goods: Goods
    aphids: int = 0
    gain: str = ""
    """The points of a scored round; both are told only then."""


class Objective(NamedTuple):
    """An objective, and what each seat has towards it as far as everyone sees."""

    drawing: str
    what: str
    colour: str
    counts: tuple[tuple[int, int, bool], ...]
    """Seat, number, and whether it has the objective in a scored round."""


class Step(NamedTuple):
    """Those who stand at one height of the race."""

    n: int
    k: int
    """How far they stand aside from the step below, in tokens."""
    aphids: int
    seats: tuple[int, ...]
    name: str


Race = tuple[tuple[Step, ...], tuple[tuple[int, str], ...]]


class Hand(NamedTuple):
    """The viewer's own cards."""

    cards: tuple[tuple[str, int], ...]
    """Each thing in hand, and how many cards it is."""
    name: str
    few: int
    """How many may be played, if they are few enough to push their neighbours aside."""
    half: int
    """The cards of a row, where the hand lies in two."""


class Facts(NamedTuple):
    """What the page shows beside things and places."""

    people: int
    names: tuple[str, ...]
    hand: Hand
    trick: tuple[Laid, ...]
    open: bool
    """Whether the viewer's place in the trick is still empty."""
    seats: tuple[Seat, ...]
    """Clockwise, from the viewer's; the ghost comes last."""
    objectives: tuple[Objective, ...]
    race: tuple[Step, ...]
    marks: tuple[tuple[int, str], ...]
    scored: bool
    over: bool


class _Table:
    """What lies open, in plain numbers, and what follows from it: the same for all who look."""

    def __init__(self, record: Any) -> None:
        row = dict(zip(_FIELDS, record.item(), strict=True))
        self.record = record
        self.players: int = row["players"]
        self.seat: int = row["seat"]
        self.phase: int = row["phase"]
        self.rounds: int = row["rounds"]
        self.leader: int = row["leader"]
        self.bar: int = row["bar"]
        self.ninja: int = row["ninja"]
        self.teams: int = row["teams"]
        self.plus: int = row["plus"]
        self.minus: int = row["minus"]
        self.trick: list[int] = row["trick"].tolist()[: row["played"]]
        self.aphids: tuple[int, ...] = tuple(row["aphids"].tolist()[: self.players])
        self.won: list[int] = row["won"].tolist()
        self.after = _after(self.players, self.rounds % 2)
        self.hands = len(self.after)
        gone = sum(map(_size, self.won)) + _size(row["aside"])
        self.tricks = gone // self.hands
        self.left = CARDS // self.hands - self.tricks
        self.full = len(self.trick) == self.hands
        self.over = self.phase == rules.OVER
        self.scored = self.phase == rules.DEALING
        self.best = int(rules.strongest(record)) if self.trick else -1
        self.order = self._order()
        self.told: dict[str, _Told] = {}
        """What is said of it, by language."""

    def _order(self) -> list[int]:
        """Gets who plays in this trick, from its leader."""
        found = [self.leader]
        while len(found) < self.hands:
            found.append(self.after[found[-1]])
        return found


class _Told(NamedTuple):
    """What is said of an open table in one language."""

    status: str
    goods: tuple[Goods, ...]
    objectives: tuple[Objective, ...]


class _Seen:
    """A view: the open table, who looks, and his hand."""

    def __init__(self, view: View) -> None:
        raw = bytearray(bytes(view))
        self.record = view.record
        self.viewer = -1 if view.viewer is None else view.viewer
        at = _HANDS + self.viewer * _HAND
        self.hand = int.from_bytes(raw[at : at + _HAND], "little") if self.viewer >= 0 else 0
        raw[_VIEWER], raw[_HANDS:_AFTER_HANDS] = 0, _NO_HANDS
        self.table = _read(bytes(raw))


_HANDS, _VIEWER = [rules.STATE.fields[name][1] for name in ("hands", "viewer")]  # type: ignore[index]
_HAND = rules.STATE["hands"].base.itemsize
_NO_HANDS = bytes(rules.STATE["hands"].itemsize)
_AFTER_HANDS = _HANDS + len(_NO_HANDS)


@lru_cache(1_000)
def _read(raw: bytes) -> _Table:
    return _Table(np.frombuffer(raw, rules.STATE)[0])


def _size(cards: int) -> int:
    return (cards & ANTS).bit_count() + (cards >> LADYBIRD)


@cache
def _after(players: int, odd: int) -> tuple[int, ...]:
    """Gets who comes after whom; the ghost changes sides from round to round (F14)."""
    state = np.zeros(1, rules.STATE)
    state["players"], state["rounds"] = players, 2 - odd
    return tuple(int(rules.after(state[0], who)) for who in range(rules.hands_at(state[0])))


@cache
def _around(players: int, after: tuple[int, ...], first: int) -> dict[int, str]:
    """Gets who sits on which side, clockwise from below; two face each other beside the ghost."""
    if players == 2:
        ghost = "left" if after[first] == rules.GHOST else "right"
        return {first: "near", 1 - first: "far", rules.GHOST: ghost}
    around, who = {}, first
    for side in SIDES[players]:
        around[who], who = side, after[who]
    return around


@lru_cache(1_000)
def _styles(
    players: int, after: tuple[int, ...], viewer: int, turn: int
) -> tuple[tuple[int, str, str], ...]:
    """Gets who sits around, with the id and the classes of each place."""
    return tuple(
        [
            (
                who,
                f"seat-{who}",
                f"around {side} s{who}"
                + " turn waiting" * (who == turn)
                + " own" * (who == viewer),
            )
            for who, side in _around(players, after, max(viewer, 0)).items()
        ]
    )


class Boards:
    """Lays out the views of Fourmis."""

    def __init__(self, game: Fourmis) -> None:
        self._phrases = Phrases(game.folder / "table.toml")
        self._colours = game.rulebook.names["colour"]
        self._ghost = game.rulebook.names["show"]["ghost"]
        self._join = game.rulebook.join
        self.card_name = lru_cache(None)(self._card_name)
        self._heap = lru_cache(4_000)(self._heap_name)
        self._held = lru_cache(4_000)(self._hand_things)
        self._lay = lru_cache(8_000)(self._lay_card)

    def board(self, view: View, lang: str, names: Sequence[str]) -> Board:
        """Lays a view out."""
        seen, say = _Seen(view), self._phrases.speak(lang)
        table = seen.table
        names = (*names, self._ghost[lang]) if table.players == 2 else tuple(names)
        mine = table.seat >= 0 and table.seat == seen.viewer
        hand, cards = self._held(seen.hand, lang)
        trick = self._laid(seen, say, names)
        things = {thing.id: thing for thing in (*hand, *[thing for _, thing in trick])}
        gestures = _gestures(view, seen.hand >> LADYBIRD) if mine else ()
        lead, prompt = self._ribbon(seen, say, names)
        laid = tuple([card for card, _ in trick])
        facts = self._facts(seen, say, names, cards, laid, len(gestures))
        places = {TRICK: Place(TRICK, say("your_place" if mine else "trick"))}
        return Board(lead, prompt, self._told(table, say).status, things, places, gestures, facts)

    def _facts(
        self,
        seen: _Seen,
        say: Speaker,
        names: tuple[str, ...],
        cards: tuple[tuple[str, int], ...],
        laid: tuple[Laid, ...],
        choices: int,
    ) -> Facts:
        table, viewer, n = seen.table, seen.viewer, len(cards)
        who_is = (*names[:viewer], say("you"), *names[viewer + 1 :]) if viewer >= 0 else names
        race, marks = _race(table.aphids, who_is, say)
        few = choices if choices <= _FEW and choices < n else 0
        hand = say("your_hand", n=table.left) if viewer >= 0 else ""
        is_open = viewer >= 0 and not table.over and not table.scored
        return Facts(
            people=table.players,
            names=names,
            hand=Hand(cards, hand, few, n if n <= 6 else (n + 1) // 2),
            trick=laid,
            open=is_open and not any(card.side == "near" for card in laid),
            seats=self._seats(seen, say),
            objectives=self._told(table, say).objectives,
            race=race,
            marks=marks,
            scored=table.scored,
            over=table.over,
        )

    def _told(self, table: _Table, say: Speaker) -> _Told:
        """Gets what is said of the open table, which all who look at it share."""
        told = table.told.get(say.lang)
        if told is None:
            goods = self._goods(table, say)
            told = table.told[say.lang] = _Told(_status(table, say), goods, _objectives(table))
        return told

    # The hand

    def _hand_things(
        self, cards: int, lang: str
    ) -> tuple[tuple[Thing, ...], tuple[tuple[str, int], ...]]:
        """Gets the things of a hand, and of each its id and how many cards it is."""
        held = [card for card in _SORTED if cards >> card & 1]
        things = [
            Thing(f"c-{text}", self.card_name(card, lang), f"f-{text}", text)
            for card in held
            for text in [CARD_TEXTS[card]]
        ]
        ladybirds = cards >> LADYBIRD
        if ladybirds:
            say = self._phrases.speak(lang)
            many = say("ladybirds_held", n=ladybirds)
            name = self.card_name(LADYBIRD, lang) if ladybirds == 1 else many
            things.append(Thing(f"c-L{ladybirds}", name, "f-L", "L"))
        counts = [(thing.id, ladybirds if thing.trial == "L" else 1) for thing in things]
        return tuple(things), tuple(counts)

    def _card_name(self, card: int, lang: str) -> str:
        """Names a card by itself: "Green ninja, strength 9"."""
        say = self._phrases.speak(lang)
        if card == LADYBIRD:
            return say("ladybird")
        force = int(rules.force_of(card))
        kind = "queen" if card >= QUEENS else "ninja" if force == NINJA else "soldier"
        name = say(kind, colour=self._colours[COLOURS[card % 5]][lang], force=force)
        return name[:1].upper() + name[1:]

    # The trick

    def _laid(self, seen: _Seen, say: Speaker, names: Sequence[str]) -> list[tuple[Laid, Thing]]:
        table = seen.table
        if not table.trick:
            return []
        sides = _around(table.players, table.after, max(seen.viewer, 0))
        taker = f"won-{table.order[table.best]}" if table.full and table.best >= 0 else ""
        laid = []
        for place, card in enumerate(table.trick):
            who, leads = table.order[place], place == table.best
            name, held = names[who], -1
            if who == seen.viewer:
                name, held = say("you"), seen.hand >> LADYBIRD
            laid.append(self._lay(card, who, name, held, sides[who], leads, taker, say))
        return laid

    def _lay_card(
        self,
        card: int,
        who: int,
        name: str,
        held: int,
        side: str,
        leads: bool,
        taker: str,
        say: Speaker,
    ) -> tuple[Laid, Thing]:
        """Lays a card in the trick; `held` are the ladybirds left to the viewer who played it."""
        text = CARD_TEXTS[card]
        if card == LADYBIRD:
            text = f"L{held + 1}" if held >= 0 else f"L-of-{who}"
        told = say("led_by" if leads else "laid_by", who=name, card=self.card_name(card, say.lang))
        home = "hand" if held >= 0 else f"fan-{who}"
        thing = Thing(f"c-{text}", told, f"f-{CARD_TEXTS[card]}")
        return Laid(thing.id, side, thing.drawing, told, leads, home, taker), thing

    # The seats

    def _seats(self, seen: _Seen, say: Speaker) -> tuple[Seat, ...]:
        table, goods = seen.table, self._told(seen.table, say).goods
        styles = _styles(table.players, table.after, seen.viewer, table.seat)
        if not (table.scored or table.over):
            return tuple([Seat(who, name, style, goods[who]) for who, name, style in styles])
        return tuple(
            [
                Seat(who, name, style, goods[who], table.aphids[who], _gain(table, who))
                if who < table.players
                else Seat(who, name, style, goods[who])
                for who, name, style in styles
            ]
        )

    def _goods(self, table: _Table, say: Speaker) -> tuple[Goods, ...]:
        cards = dict(zip(table.order, table.trick, strict=False))
        winners = int(rules.winners(table.record)) if table.over else 0
        found = []
        for who in range(table.hands):
            card = cards.get(who, _NO_CARD)
            down, shown, heap = self._heap(table.won[who], say.lang)
            found.append(
                Goods(
                    who=who,
                    what="in_hand" if who < table.players else "ghost_pile",
                    size=table.left - (card != _NO_CARD),
                    note=_note(table, say, who, card),
                    down=down,
                    open=shown,
                    heap=heap,
                    team=who % 2 if table.teams else -1,
                    wins=bool(winners >> who & 1),
                )
            )
        return tuple(found)

    def _heap_name(self, won: int, lang: str) -> tuple[int, tuple[str, ...], str]:
        """Gets how many won cards lie face down, those that lie open, and all in words."""
        say = self._phrases.speak(lang)
        queens = [card for card in range(QUEENS, LADYBIRD) if won >> card & 1]
        ladybirds = won >> LADYBIRD
        down = _size(won) - len(queens) - ladybirds
        shown = [f"f-won-{CARD_TEXTS[card]}" for card in queens] + ["f-won-L"] * ladybirds
        if not won:
            return 0, (), say("won_nothing")
        parts = [self.card_name(card, lang) for card in queens]
        if ladybirds:
            many = say("ladybirds_won", n=ladybirds)
            parts.append(self.card_name(LADYBIRD, lang) if ladybirds == 1 else many)
        if down:
            parts.append(say("face_down", n=down))
        return down, tuple(shown), say("won", cards=", ".join(parts))

    # What to do now

    def _ribbon(self, seen: _Seen, say: Speaker, names: Sequence[str]) -> tuple[str, str]:
        table = seen.table
        if table.over:
            return self._ending(seen, say, names)
        if table.scored:
            return say("round_over", n=table.rounds), say("count_aphids")
        if table.full:
            return _taken(seen, say, names)
        if table.seat < 0:
            return names[rules.GHOST] if table.players == 2 else "", say("ghost_turns")
        if table.seat == seen.viewer:
            return say("your_turn"), _duty(seen, say)
        return names[table.seat], _their_duty(table, say)

    def _ending(self, seen: _Seen, say: Speaker, names: Sequence[str]) -> tuple[str, str]:
        table = seen.table
        mask, n = int(rules.winners(table.record)), max(table.aphids)
        best = [who for who in range(table.players) if mask >> who & 1]
        who = self._join([names[seat] for seat in best], say.lang, "and")
        mine = seen.viewer in best
        shared = len(best) > (2 if table.teams else 1)
        told = "shared" if shared else "won_by_team" if table.teams else "won_by"
        if mine and not shared and not table.teams:
            return say("bravo"), say("won_by_you", n=n)
        return say("bravo" if mine else "over"), say(told, who=who, n=n)


def _gestures(view: View, ladybirds: int) -> tuple[Gesture, ...]:
    """Gets the gesture of every legal move: from the hand to the trick."""
    return tuple(
        [
            Gesture(text, f"c-{text}{ladybirds}" if text == "L" else f"c-{text}", TRICK)
            for text in map(str, view.legal_moves())
        ]
    )


def _gain(table: _Table, who: int) -> str:
    points = int(rules.round_points(table.record, who))
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def _taken(seen: _Seen, say: Speaker, names: Sequence[str]) -> tuple[str, str]:
    """Says who takes a full trick."""
    table = seen.table
    if table.best < 0:
        return say("nobody"), say("nobody_takes")
    who = table.order[table.best]
    if who == seen.viewer:
        return say("you_take"), say("you_lead")
    if who >= table.players:
        return names[who], say("ghost_takes")
    return names[who], say("takes")


def _duty(seen: _Seen, say: Speaker) -> str:
    """Says what binds the viewer, by the same situations as `rules.duty`."""
    table, (allowed, clause) = seen.table, rules.duty(seen.record)
    if clause == rules.F4:
        ninjas = (int(allowed) & ALL_NINJAS).bit_count()
        return say("follow", n=ninjas)
    if clause == rules.F2:
        free = ("_queen" if allowed & ALL_QUEENS else "") + ("_ladybird" if allowed > ANTS else "")
        return say("beat" + free, bar=table.bar)
    if not table.trick:
        return say("lead")
    return say("discard", bar=table.bar) if table.bar else say("nothing_to_beat")


def _their_duty(table: _Table, say: Speaker) -> str:
    """Says what another seat has to do: what it holds is its secret."""
    if not table.trick:
        return say("they_lead")
    if table.ninja:
        return say("they_follow")
    return say("they_beat", bar=table.bar) if table.bar else say("they_choose")


def _note(table: _Table, say: Speaker, who: int, card: int) -> str:
    """Says in a word or two what somebody has done or is doing."""
    if card == _NO_CARD:
        return say("thinks") if who == table.seat else ""
    if card >= QUEENS:
        return say("laid_queen" if card < LADYBIRD else "laid_ladybird")
    force = card // 5 + 2
    if force == NINJA:
        return say("laid_ninja")
    return say("opened" if who == table.leader else "laid_force", force=force)


def _status(table: _Table, say: Speaker) -> str:
    if table.over:
        return say("match_over")
    key = "team_round" if table.teams else "round"
    told = say(key, n=table.rounds, of=TEAM_ROUNDS)
    if table.scored:
        return f"{told} · {say('counting')}"
    number = table.tricks + 1
    if number == CARDS // table.hands:
        return f"{told} · {say('last_trick')}"
    return f"{told} · {say('first_trick') if number == 1 else say('nth_trick', n=number)}"


def _objectives(table: _Table) -> tuple[Objective, ...]:
    """Gets the objectives; won ants are counted when a round is scored, queens at any time."""
    if table.scored or table.over:
        counts = [
            tuple(
                (who, int(rules.tally(record, what, who)), bool(rules.reaches(record, what, who)))
                for record in [table.record]
                for who in range(table.players)
            )
            for what in (rules.PLUS, rules.MINUS, rules.QUEEN_RACE)
        ]
        return _shown_objectives(table.plus, table.minus, tuple(counts))
    queens = [(cards & ALL_QUEENS).bit_count() for cards in table.won[: table.players]]
    open_count = tuple([(who, n, False) for who, n in enumerate(queens)])
    return _shown_objectives(table.plus, table.minus, ((), (), open_count))


@lru_cache(4_000)
def _shown_objectives(
    plus: int, minus: int, counts: tuple[tuple[tuple[int, int, bool], ...], ...]
) -> tuple[Objective, ...]:
    shown = (
        (f"f-plus-{COLOURS[plus]}", "plus", COLOURS[plus]),
        (f"f-minus-{COLOURS[minus]}", "minus", COLOURS[minus]),
        ("f-queens", "queens", ""),
    )
    return tuple(Objective(*what, count) for what, count in zip(shown, counts, strict=True))


@lru_cache(4_000)
def _race(aphids: tuple[int, ...], who_is: tuple[str, ...], say: Speaker) -> Race:
    """Gets who stands how high, and the marks of a stalk that grows with its highest climber."""
    top = max(GOAL, *aphids)
    steps: list[Step] = []
    for height in sorted(set(aphids)):
        seats = tuple([seat for seat, n in enumerate(aphids) if n == height])
        n = round(_STEPS * height / top)
        aside = 0
        if steps and n - steps[-1].n < _STEPS // GOAL and not steps[-1].k:
            aside = len(steps[-1].seats)
        who = ", ".join(who_is[seat] for seat in seats)
        steps.append(Step(n, aside, height, seats, say("has_aphids", who=who, n=height)))
    return tuple(steps), _marks(top)


@cache
def _marks(top: int) -> tuple[tuple[int, str], ...]:
    every = 3 if top == GOAL else 5 if top <= 30 else 10
    return tuple(
        (round(_STEPS * n / top), str(n) if n % every == 0 else "") for n in range(top + 1)
    )
