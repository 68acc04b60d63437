"""A live table: a match, and how its moves are judged. Judge, write, tell: in this order."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any, Protocol

from tablee.core.errors import IllegalMove, StaleMove
from tablee.core.game import Game
from tablee.core.origin import Origin
from tablee.core.record import BACK, Record, commitment_of
from tablee.core.state.position import Move, State
from tablee.games import find_game
from tablee.house.clock import now
from tablee.house.daily.day import DayTry
from tablee.house.errors import Covered, NotAllowed, NotNow, NotYourTurn, SealedDay, StillLooking
from tablee.house.people.notifications import TurnNotification, notification_of
from tablee.house.tables import takeback
from tablee.house.tables.fairness import origin_of
from tablee.house.tables.pace import DAY, LIVE
from tablee.house.tables.round_break import Intermission
from tablee.house.tables.seats import Seats
from tablee.house.tables.stored import Conflict, StoredMove, StoredTable
from tablee.table.look import rules_address

ARRANGED = ("players", "who_may_join", "pace")
"""What else may change before the deal beside options, by the names of its columns."""
BEHIND = 50
"""Plies by which another worker may be ahead; whoever answers a later one is mistaken."""


class Keeper(Protocol):
    """What a table needs of the house it stands in."""

    async def append(self, played: StoredMove, call: TurnNotification | None = None) -> None:
        """Store a move and whom it calls, or raise Conflict."""

    async def fetch(self, name: str, ply: int) -> StoredTable:
        """Read the table, and its moves from a ply on."""

    def advanced(self, table: Table) -> None:
        """Hears that a move of this worker has been stored."""


class Table:
    """A game with its seats, as this worker knows it."""

    def __init__(self, stored: StoredTable, keeper: Keeper) -> None:
        row = stored.row
        self.id: str = row["id"]
        self.game: Game = find_game(row["game"])
        self.rules_version: int = row["version"]
        """The version of the rules by which the match began."""
        self.outdated = False
        """Whether it has come to where these say something else than today's."""
        self.players = 0
        self.options: dict[str, Any] = {}
        self.who_may_join = ""
        self.pace = LIVE
        """Days that a move may take; none at a live table."""
        self.opened_at: int = row["opened_at"]
        self.opener: str = row["opener"]
        self.code: str = row["code"] or ""
        """By which it is found until the deal; tables of older versions have none."""
        self.turned: int = row["turned"]
        """By how many seats everyone has moved on since the first of these matches."""
        self.seats = Seats()
        self.origin: Origin | None = None
        """Where the key comes from; older tables have none."""
        self.key: bytes | None = None
        self.held: frozenset[str] = frozenset()
        """The visitors who have held a hand of this match."""
        self.removed: frozenset[str] = frozenset()
        """The visitors who were removed before the deal."""
        self.closed = False
        """Whether it was ended as drawn; then nobody moves."""
        self.rematch: str | None = None
        self.day = DayTry(row["day"], bool(row["first_try"]))
        self.ended = row["ended_at"] is not None
        self.state: State | None = None
        self.moves: list[Move] = []
        self.rows = 0
        """How much the store has of this match: its moves, and what was said about taking back."""
        self.wish = takeback.NO_WISH
        """Whether somebody wants their last move back."""
        self.taken: list[tuple[int, int, Move]] = []
        """The moves that were taken back: the ply that each had answered, its seat, the move."""
        self.before: State | None = None
        """The state before the last move, as long as that may be taken back."""
        self.movers = bytearray()
        self.revision = 0
        """Counts the changes of what everyone may know of the table itself."""
        self.intermission = Intermission()
        self.changed: Callable[[], None] = lambda: None
        """Hears of every move and every change."""
        self.turn_began = time.monotonic()
        self.turn_began_at = now()
        """The same by the clock on the wall, which goes on while nobody looks."""
        self.lock = asyncio.Lock()
        self._keeper = keeper
        self._told: list[Any] = []
        """What the store has last told of the table itself."""
        self._take_in(stored)

    # What is known

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.moves)

    @property
    def turn(self) -> int | None:
        """The seat that is to move; None before the deal and after the end."""
        return None if self.state is None else self.state.seat

    @property
    def phase(self) -> str:
        """Whether the table is open, playing or over."""
        return "open" if self.state is None else "over" if self.turn is None else "playing"

    @property
    def blank(self) -> Any:
        """A record with the options and the numbers of the rules that are played here."""
        return self.game.blank(self.players, **self.options)[0]

    @property
    def rules(self) -> str:
        """The address of the rule book with those numbers."""
        return rules_address(self.game, self.blank)

    def seat_of(self, visitor: str | None) -> int | None:
        """From which seat a visitor looks; None for a spectator, and where no hand is uncovered."""
        return self.seats.seat_of(visitor, self.movers, self.turn)

    def belongs(self, visitor: str | None) -> bool:
        """Return whether somebody opened this table or sits at it."""
        return visitor is not None and (visitor == self.opener or bool(self.seats.of(visitor)))

    def seat_for(self, visitor: str | None) -> int:
        """From which seat a visitor looks, and refuses a spectator."""
        seat = self.seat_of(visitor)
        if seat is None and self.seats.of(visitor):
            raise Covered("several share this screen: uncover the hand of whose turn it is.")
        if seat is None:
            raise NotAllowed("only those who sit at this table may do this: sit down first.")
        return seat

    def deal(self) -> State:
        """Return the state in which the match began."""
        return self.game.deal(self.players, key=self.key, **self.options)

    @property
    def by_the_day(self) -> bool:
        """Whether a move may take days, and nobody needs to be here."""
        return self.pace != LIVE

    @property
    def waited_for(self) -> int | None:
        """The seat of the person on turn; None if nobody is waited for."""
        turn = self.turn
        return turn if turn is not None and self.seats[turn].who == "person" else None

    @property
    def due(self) -> int | None:
        """Until when the person on turn may think, in milliseconds; None where nobody says."""
        if not self.by_the_day or self.waited_for is None:
            return None
        return self.turn_began_at + self.pace * DAY * 1000

    def dealt(self) -> State:
        """Return the state, and refuses a table that has not begun."""
        if self.state is None:
            raise NotNow("the cards are not dealt yet: start the table first.")
        return self.state

    @property
    def commitment(self) -> str | None:
        """The fingerprint of the house's secret, from the opening on; of old, that of the key."""
        if self.origin is not None:
            return self.origin.promise
        return commitment_of(self.key) if self.key else None

    def record(self) -> Record:
        """Return the record; it holds the key, so only of a match that is over."""
        if self.phase != "over" or self.key is None:
            raise NotNow("the record holds the key of the cards: it is given when all is over.")
        if self.day.sealed:
            raise SealedDay("others may still play these cards: look again when the day is over.")
        names = {n: seat.name or str(n + 1) for n, seat in enumerate(self.seats)}
        how = (self.game, self.players, self.key, self.options, names, tuple(self.moves))
        taken = tuple((ply, move) for ply, _, move in self.taken)
        older = self.rules_version if self.rules_version != self.game.version else None
        return Record(*how, self.commitment, self.origin, taken, older)

    # Judge, write, tell

    async def play(
        self, seat: int, text: str, answers: int, lang: str = "en", by_bot: bool = False
    ) -> int:
        """Plays a move that answers a ply; returns the next ply once the move is stored."""
        async with self.lock:
            if self.ply < answers <= self.ply + BEHIND:  # another worker may know more
                await self._catch_up()
            if not await self._store(seat, text, answers, lang, by_bot):
                return self._again(seat, text, answers)
        self._keeper.advanced(self)
        return answers + 1

    async def _store(self, seat: int, text: str, answers: int, lang: str, by_bot: bool) -> bool:
        """Judges a move and writes it; False if the table has moved on before."""
        while answers == self.ply:
            move, after = self._judge(seat, text, lang)
            try:
                played = StoredMove(self.id, self.rows, seat, str(move), by_bot)
                await self._keeper.append(played, notification_of(self, after, self.ply + 1, seat))
            except Conflict:  # a move, or a word about taking one back
                await self._catch_up()
                continue
            self._advance(seat, move, after)
            return True
        return False

    def _again(self, seat: int, text: str, answers: int) -> int:
        """Acknowledges a move that is sent twice; any other for a past ply is stale."""
        past = 0 <= answers < self.ply and self.movers[answers] == seat
        if past and self.game.parse_move(text) == self.moves[answers]:
            return answers + 1
        raise StaleMove(text, answers, self.ply)

    def _judge(self, seat: int, text: str, lang: str) -> tuple[Move, State]:
        state = self.dealt()
        move = self.game.parse_move(text)
        if state.seat is None:
            raise NotNow("the match is over: ask for a rematch.")
        if self.by_the_day:
            self.intermission.ready(self.seats[seat].device)
        if self.intermission.closed:
            raise StillLooking("the points of the last round are being read: wait a moment.")
        if state.seat != seat:
            raise NotYourTurn(f"it is the turn of seat {state.seat}, and you sit at seat {seat}.")
        try:
            return move, state.play(move)
        except IllegalMove:
            view = state.view(seat)
            refusal = view.why_not(move, lang)
        assert refusal is not None
        raise IllegalMove(text, refusal, str(view))

    def _advance(self, seat: int, move: Move, after: State) -> None:
        self.rows += 1
        self.before = self.state
        self.wish = takeback.NO_WISH
        self.moves.append(move)
        self.movers.append(seat)
        self.state = after
        older = self.rules_version != self.game.version
        if older and not self.game.keeps_to(self.rules_version, after.record):
            self.outdated = True
        self.turn_began, self.turn_began_at = time.monotonic(), now()
        if after.seat is None:
            self.revision += 1
        self.changed()

    async def take_back(self, seat: int, event: str) -> None:
        """Asks for one's last move, or answers who asks; once all agree it is taken back."""
        async with self.lock:
            await self._catch_up()
            who, event = takeback.judge(self, seat, event)
            try:
                await self._keeper.append(StoredMove(self.id, self.rows, who, event))
            except Conflict:
                await self._catch_up()
                raise NotNow("the table has changed meanwhile: look again.") from None
            self._note(who, event)

    def _note(self, seat: int, event: str) -> None:
        """Take in what was said about taking back; the last move goes if all agree."""
        self.rows += 1
        beside = self.seats.of(self.seats[seat].device) if event == takeback.YES else ()
        self.wish = self.wish.after(beside or (seat,), event)
        if event == BACK and self.before is not None:
            self.taken.append((self.ply - 1, self.movers.pop(), self.moves.pop()))
            self.state, self.before = self.before, None
            self.turn_began, self.turn_began_at = time.monotonic(), now()
        self.revision += 1
        self.changed()

    # From the store

    async def refresh(self) -> None:
        """Take in what other workers, or this one, have changed in the store."""
        async with self.lock:
            await self._catch_up()

    async def change(self, work: Callable[[], Any]) -> Any:
        """Do something to the stored table and take in what has become of it."""
        async with self.lock:
            answer = await work()
            await self._catch_up()
        return answer

    async def _catch_up(self) -> None:
        self._take_in(await self._keeper.fetch(self.id, self.rows))

    def _take_in(self, stored: StoredTable) -> None:
        if stored.row["closed"] is not None:
            self.close()
            return
        row, key = stored.row, stored.row["key"]
        told = [key is not None, row["options"], row["rematch"], *(row[name] for name in ARRANGED)]
        told += [stored.seats, stored.held, stored.removed]
        if told == self._told and not stored.moves:
            return
        self._told = told
        if self.state is None:
            for name in ARRANGED:
                setattr(self, name, row[name])
            self.options = json.loads(row["options"])
            self.origin = origin_of(row)
        if key is not None and self.state is None:
            self.key = bytes(key)
            self.state = self.deal()
            self.turn_began = time.monotonic()
        self.seats, self.held, self.removed = Seats(stored.seats), stored.held, stored.removed
        self.rematch = row["rematch"]
        for seat, text in stored.moves:
            if text in takeback.EVENTS:
                self._note(seat, text)
                continue
            move = self.game.parse_move(text)
            self._advance(seat, move, self.dealt().play(move))
        self.turn_began_at = stored.last_at or self.turn_began_at
        self.revision += 1
        self.changed()

    def close(self) -> None:
        """Take in that the match was ended as drawn: nobody moves, and streams end."""
        self.closed = True
        self.changed()

    def wake_bots(self) -> None:
        """Lets bots go on that have waited for somebody to watch."""
        if self.phase == "playing":
            self._keeper.advanced(self)
