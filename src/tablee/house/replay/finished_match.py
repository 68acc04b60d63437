"""Matches that are over, moment by moment: what a replay shows and a review looks back at.

A match of the house goes by the name of its table. A record that a visitor brings is kept by its
content: its name is the beginning of its SHA-256, so the same record has one address for ever.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from tablee.core import as_json
from tablee.core.compiled import stage
from tablee.core.errors import IllegalMove, InvalidRecord
from tablee.core.game import Game
from tablee.core.record import Record
from tablee.core.rules.rulebook import Told
from tablee.core.state.position import Move, State, View
from tablee.games import find_game, parse_record
from tablee.house.errors import NoTable, OldRules, StillPlaying
from tablee.house.live.log_rows import Step
from tablee.house.live.story import Flown, tell_start
from tablee.house.ports.names import isolated
from tablee.house.ports.stored import StoredTable
from tablee.house.render import templating
from tablee.house.render.render_table import show
from tablee.house.tables.takeback import EVENTS
from tablee.table.flights import flights
from tablee.table.people import Person
from tablee.table.rendered import Rendered, Showing

if TYPE_CHECKING:
    from tablee.house.open_house.house import House

KEPT = 48
"""Matches that are kept in memory while visitors may look at them, each in one language."""
RECORD_NAME = re.compile(r"[0-9a-f]{24}")
"""The name of a record that was brought here; a table's name is shorter."""
Marks = Mapping[str, str]
"""Classes for what some moves take, by the text of the move."""
NO_MARKS: Marks = {}
SLOTS = {
    "onward": '<div id="onward"></div>',
    "since": '<section id="since"></section>',
    "ribbon": '<div id="ribbon" hidden></div>',  # nothing is to be done; the player tells
}


@dataclass(frozen=True)
class Moment:
    """What there was to see at one moment of a match, and what was told of it."""

    ply: int
    back: int
    """How many moments come after it until the move is made, one taken back before it too."""
    round: int
    state: State
    told: tuple[Told, ...]


@dataclass(frozen=True)
class Viewpoint:
    """Who looks: a seat or a spectator, with the hands of all open or not."""

    seat: int | None = None
    open: bool = False

    def view(self, state: State) -> View:
        """Return what these eyes see of a state."""
        return state.laid_open(self.seat) if self.open else state.view(self.seat)


class FinishedMatch:
    """A match that can be looked at again, in one language."""

    def __init__(self, name: str, record: Record, people: Sequence[Person], lang: str) -> None:
        self.name, self.record, self.people, self.lang = name, record, list(people), lang
        self.moments = _moments(record, self.names, lang)
        self._last = {moment.ply: n for n, moment in enumerate(self.moments)}

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.record.game

    @property
    def names(self) -> list[str]:
        """Everyone's name, as a sentence may hold it."""
        return [person.name for person in self.people]

    @property
    def end(self) -> State:
        """How it stood after the last move."""
        return self.moments[-1].state

    @cached_property
    def rounds(self) -> list[tuple[int, int]]:
        """Each round with the number of its first moment."""
        found: dict[int, int] = {}
        for n, moment in enumerate(self.moments):
            found.setdefault(moment.round, n)
        return list(found.items())

    @cached_property
    def stops(self) -> list[int]:
        """The moments worth a stop: a full trick, points that are counted, a new round, the end."""
        paused = {n for n, moment in enumerate(self.moments) if moment.back}
        return sorted(paused | {n for _, n in self.rounds} | {len(self.moments) - 1})

    def steps(self) -> Iterator[Step]:
        """Yield every move as a log tells it; what was taken back before is told after it."""
        for ply, move in enumerate(self.record.moves):
            first, last = (self.find(n) for n in (ply, ply + 1))
            before, moments = self.moments[first].state, self.moments[first + 1 : last + 1]
            back = max((n for n, one in enumerate(moments, 1) if one.state is before), default=0)
            told = [one for moment in moments[back:] + moments[:back] for one in moment.told]
            at = before, move, ply + 1
            yield Step.of(*at, moments[-1].round, len(moments) - back > 1, told)

    def find(self, ply: int, back: int = 0) -> int:
        """Return the number of a moment; of the last one if the match was shorter."""
        last = self._last.get(ply, len(self.moments) - 1)
        first = self._last.get(ply - 1, -1) + 1
        return max(first, last - back) if ply in self._last else last

    def view(self, ply: int, seat: int) -> View:
        """Return what a seat knew after some moves."""
        return self.moments[self.find(ply)].state.view(seat)

    def show(self, number: int, eyes: Viewpoint, marks: Marks = NO_MARKS) -> Rendered:
        """Return the table at a moment: nothing on it can be pressed."""
        showing = Showing(
            self.people, self.lang, slots=SLOTS, marks=marks, past=True, open=eyes.open
        )
        return show(eyes.view(self.moments[number].state), showing)

    def step(
        self, since: int, number: int, eyes: Viewpoint, marks: Marks = NO_MARKS
    ) -> tuple[Rendered, list[Flown]]:
        """Return the table at a moment, and what flies there from its neighbour, forth or back."""
        shown = self.show(number, eyes, marks)
        if abs(number - since) != 1:
            return shown, []
        before = self.show(since, eyes)
        if number > since:
            return shown, [(one.id, one.source, one.target) for one in flights(before, shown)]
        return shown, [(one.id, one.target, one.source) for one in flights(shown, before)]


def _moments(record: Record, names: Sequence[str], lang: str) -> list[Moment]:
    if record.version is not None:
        record.replay()  # says where older rules differ from today's
    state = record.game.deal(record.players, key=record.key, **record.options)
    told = tell_start(state, record.options, lang, names)
    found = [Moment(0, 0, _round(state), state, tuple(told))]
    for ply in range(len(record.moves) + bool(record.taken)):
        frames = []
        for move in record.taken_at(ply):
            frames += [*_frames(state, move, ply, names, lang), _taken_back(state, names, lang)]
        for move in record.moves[ply : ply + 1]:
            frames += _frames(state, move, ply, names, lang)
        found += [
            Moment(ply + 1, len(frames) - n, _round(seen), seen, told)
            for n, (seen, told) in enumerate(frames, 1)
        ]
        state = frames[-1][0] if frames else state
    return found


Seen = tuple[State, tuple[Told, ...]]
"""What there is to see after a move, or a part of it, and what is told of it."""


def _frames(state: State, move: Move, ply: int, names: Sequence[str], lang: str) -> list[Seen]:
    try:
        frames = state.frames(move, lang, names)
    except IllegalMove as error:
        raise InvalidRecord(f"move {ply + 1} does not replay. {error}", "move") from error
    return [(frame.state, tuple(frame.told)) for frame in frames]


def _taken_back(state: State, names: Sequence[str], lang: str) -> Seen:
    """Return the table as it was before a move that was taken back."""
    assert state.seat is not None
    told = templating.speak(lang)("took_back", who=names[state.seat])
    return state, (Told(told, ""),)


def _round(state: State) -> int:
    return int(stage(state.record))


def _of_old(stored: StoredTable) -> tuple[Record, list[Person]]:
    """Return a match of older rules, which ended when they changed or before."""
    row, game = stored.row, find_game(stored.row["game"])
    people = [
        Person(n, isolated(seat.name or str(n + 1)), seat.who == "bot")
        for n, seat in enumerate(stored.seats)
    ]
    names = {n: seat.name or str(n + 1) for n, seat in enumerate(stored.seats)}
    moves = [game.parse_move(move) for _, move in stored.moves if move not in EVENTS]
    how = row["players"], row["key"], as_json.loads(row["options"])
    return Record(game, *how, names, tuple(moves), version=row["version"]), people


def _while_rules_agree(record: Record) -> Record:
    """Return a match of the house, up to where its rules say something else than today's."""
    states = 0
    with contextlib.suppress(InvalidRecord):
        for _ in record.states():
            states += 1
    return replace(record, moves=record.moves[: states - 1])


class Archive:
    """Finds matches by name, and keeps those that were looked at last."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._kept: OrderedDict[tuple[str, str, tuple[Person, ...]], FinishedMatch] = OrderedDict()
        self._making = asyncio.Lock()
        """One match is replayed at a time: players do not wait for many."""

    async def find(self, name: str, lang: str, charge: Callable[[], None]) -> FinishedMatch:
        """Return a match in a language; `charge` is called for one that is not in memory.

        Raises NoTable, StillPlaying, TooMuch, or why the match has no end.
        """
        record, people = await self.source(name)
        key = (name, lang, tuple(people))
        if key not in self._kept:
            charge()
            self._house.readiness.check(record.game.name)
            if record.version is not None and not RECORD_NAME.fullmatch(name):
                record = await self._house.thinking.offload(_while_rules_agree, record)
            async with self._making:
                if key not in self._kept:
                    told = (name, record, people, lang)
                    self._kept[key] = await self._house.thinking.offload(FinishedMatch, *told)
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return self._kept[key]

    async def source(self, name: str) -> tuple[Record, list[Person]]:
        """Return the record of a match, and who played."""
        if RECORD_NAME.fullmatch(name):
            text = await self._house.store.matches.record(name)
            if text is None:
                raise NoTable(f"there is no record {name}: look at the link again.")
            record = parse_record(text)
            names = [record.names.get(seat, str(seat + 1)) for seat in range(record.players)]
            return record, [Person(seat, isolated(one)) for seat, one in enumerate(names)]
        try:
            table = await self._house.tables.table(name)
        except OldRules:
            return _of_old(await self._house.tables.backend.read(name, 0))
        if table.phase != "over":
            raise StillPlaying("this match is not over: look at it again when it is.")
        bots = [seat.who == "bot" for seat in table.seats]
        people = [Person(seat, one, bots[seat]) for seat, one in enumerate(table.seats.names)]
        return table.record(), people

    async def text(self, name: str) -> str:
        """Return the record of a match as a text, also of one that no longer replays."""
        if RECORD_NAME.fullmatch(name):
            return await self._house.store.matches.record(name) or ""
        return str((await self.source(name))[0])

    async def keep(self, record: Record) -> str:
        """Keep a record by its content; return its name."""
        text = str(record)
        name = hashlib.sha256(text.encode()).hexdigest()[:24]
        await self._house.store.matches.keep_record(name, text)
        return name
