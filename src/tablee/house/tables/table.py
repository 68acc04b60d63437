"""A live table: a match, and how its moves are judged. Judge, write, tell: in this order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from tablee.core.errors import IllegalMove, StaleMove
from tablee.core.game import Game
from tablee.core.record import BACK, Record
from tablee.core.state.position import Move, State
from tablee.house.daily.day import DayTry
from tablee.house.errors import Covered, NotAllowed, NotNow, NotYourTurn, SealedDay, StillLooking
from tablee.house.events import Events, MovePlayed, TableUpdated
from tablee.house.ports.seats import Seats
from tablee.house.ports.stored import Conflict, StoredMove, StoredTable
from tablee.house.tables import takeback
from tablee.house.tables.fairness import origin_of
from tablee.house.tables.match import Match
from tablee.house.tables.pace import DAY
from tablee.house.tables.round_break import RoundBreak
from tablee.house.tables.setup import Setup

ARRANGED = ("game", "players", "options", "who_may_join", "pace")
"""What may change before the deal, by the names of its columns."""
BEHIND = 50
"""Plies by which another worker may be ahead; an answer to a later one is a mistake."""


class TableBackend(Protocol):
    """Services a table depends on."""

    async def write_move(self, table: Table, played: StoredMove, after: State) -> None:
        """Store a move that leads to a state, or raise Conflict."""

    async def write_takeback(self, said: StoredMove) -> None:
        """Store what was said about taking back a move, or raise Conflict."""

    async def read(self, name: str, ply: int = 0) -> StoredTable:
        """Return a table with what was stored of its match from a place on."""


class Table:
    """A game with its seats, as this worker knows it."""

    def __init__(self, stored: StoredTable, backend: TableBackend, events: Events) -> None:
        self.id: str = stored.row["id"]
        self.setup = Setup.of(stored.row)
        self.match = Match()
        self.seats = Seats()
        self.past_seat_holders: frozenset[str] = frozenset()
        """The visitors who have held a hand of this match."""
        self.removed: frozenset[str] = frozenset()
        """The visitors who were removed before the deal."""
        self.rematch: str | None = None
        self.closed = False
        """Whether it was ended as drawn; then nobody moves."""
        self.ended = stored.row["ended_at"] is not None
        """Whether the store has noted the end of the match."""
        self.revision = 0
        """Counts the changes of what everyone may know of the table itself."""
        self.round_break = RoundBreak()
        self.lock = asyncio.Lock()
        self._backend = backend
        self._events = events
        self._last_snapshot: tuple[Any, ...] = ()
        """What the store has last told of the table itself."""
        self._apply_stored(stored)

    # What is known

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.setup.game

    @property
    def day(self) -> DayTry:
        """What it has to do with the deal of a day."""
        return self.setup.day

    @property
    def sealed(self) -> bool:
        """Whether others may still play these cards: today, or at another table of a round."""
        return self.match.same_cards or self.day.sealed

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.match.moves)

    @property
    def turn(self) -> int | None:
        """The seat that is to move; None before the deal and after the end."""
        return None if self.match.state is None else self.match.state.seat

    @property
    def phase(self) -> str:
        """Whether the table is open, playing or over."""
        return "open" if self.match.state is None else "over" if self.turn is None else "playing"

    def seat_of(self, visitor: str | None) -> int | None:
        """Return the seat from which a visitor looks.

        None for a spectator, and at a shared screen on which no hand is uncovered.
        """
        return self.seats.seat_of(visitor, self.match.movers, self.turn)

    def belongs(self, visitor: str | None) -> bool:
        """Return whether a visitor opened this table or sits at it."""
        opened = visitor is not None and visitor == self.setup.opener
        return opened or bool(self.seats.of(visitor))

    def seat_for(self, visitor: str | None) -> int:
        """Return the seat from which a visitor looks; refuse a spectator."""
        seat = self.seat_of(visitor)
        if seat is None and self.seats.of(visitor):
            raise Covered("several share this screen: uncover the hand of whose turn it is.")
        if seat is None:
            raise NotAllowed("only those who sit at this table may do this: sit down first.")
        return seat

    @property
    def waited_for(self) -> int | None:
        """The seat of the person on turn; None if nobody is waited for."""
        turn = self.turn
        return turn if turn is not None and self.seats[turn].who == "person" else None

    @property
    def due(self) -> int | None:
        """Until when the person on turn may think, in milliseconds; None without a limit."""
        if not self.setup.by_the_day or self.waited_for is None:
            return None
        return self.match.clock.began_at + self.setup.pace * DAY * 1000

    def dealt(self) -> State:
        """Return the state; refuse a table that has not begun."""
        if self.match.state is None:
            raise NotNow("the cards are not dealt yet: start the table first.")
        return self.match.state

    def record(self) -> Record:
        """Return the record; it holds the key, so only of a match that is over."""
        match, setup = self.match, self.setup
        if self.phase != "over" or match.key is None:
            raise NotNow("the record holds the key of the cards: it is given when all is over.")
        if self.sealed:
            raise SealedDay("others may still play these cards: look again when they are done.")
        names = {n: seat.name or str(n + 1) for n, seat in enumerate(self.seats)}
        how = (self.game, setup.players, match.key, setup.options, names, tuple(match.moves))
        taken = tuple((ply, move) for ply, _, move in match.taken)
        older = setup.rules_version if setup.rules_version != self.game.version else None
        return Record(*how, match.commitment, match.origin, taken, older)

    # Judge, write, tell

    async def play(
        self, seat: int, text: str, answers: int, lang: str = "en", by_bot: bool = False
    ) -> int:
        """Play a move that answers a ply; return the next ply once the move is stored."""
        async with self.lock:
            if self.ply < answers <= self.ply + BEHIND:  # another worker may know more
                await self._catch_up()
            while answers == self.ply:
                move, after = self._judge(seat, text, lang)
                played = StoredMove(self.id, self.match.stored_rows, seat, str(move), by_bot)
                try:
                    await self._backend.write_move(self, played, after)
                except Conflict:  # another worker has written a move, or about taking one back
                    await self._catch_up()
                    continue
                self._advance(seat, move, after)
                break
            else:
                return self._acknowledge_duplicate(seat, text, answers)
        self._events.publish(MovePlayed(self))
        return answers + 1

    def _acknowledge_duplicate(self, seat: int, text: str, answers: int) -> int:
        """Acknowledge a move that is sent twice; any other for a past ply is stale."""
        past = 0 <= answers < self.ply and self.match.movers[answers] == seat
        if past and self.game.parse_move(text) == self.match.moves[answers]:
            return answers + 1
        raise StaleMove(text, answers, self.ply)

    def _judge(self, seat: int, text: str, lang: str) -> tuple[Move, State]:
        """Return a move and the state after it; refuse one that is not allowed."""
        state = self.dealt()
        move = self.game.parse_move(text)
        if state.seat is None:
            raise NotNow("the match is over: ask for a rematch.")
        mover = self.seats[seat].device if self.setup.by_the_day else None
        if self.round_break.waits_for_others(mover):  # by the day, to move is to have read
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
        """Take in a move that is stored, and tell."""
        self.match.advance(seat, move, after)
        older = self.setup.rules_version
        if older != self.game.version and not self.game.keeps_to(older, after.record):
            self.match.outdated = True
        if after.seat is None:
            self.revision += 1
        self._events.publish(TableUpdated(self))

    async def take_back(self, seat: int, event: str) -> None:
        """Ask for one's last move, or answer who asks; once all agree it is taken back."""
        async with self.lock:
            await self._catch_up()
            who, event = takeback.judge(self, seat, event)
            said = StoredMove(self.id, self.match.stored_rows, who, event)
            try:
                await self._backend.write_takeback(said)
            except Conflict:
                await self._catch_up()
                raise NotNow("the table has changed meanwhile: look again.") from None
            self._note(who, event)

    def _note(self, seat: int, event: str) -> None:
        """Take in what was said about taking back, and tell; the last move goes if all agree."""
        match = self.match
        match.stored_rows += 1
        beside = self.seats.of(self.seats[seat].device) if event == takeback.YES else ()
        match.takeback_request = match.takeback_request.after(beside or (seat,), event)
        if event == BACK:
            match.take_back()
        self.revision += 1
        self._events.publish(TableUpdated(self))

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
        self._apply_stored(await self._backend.read(self.id, self.match.stored_rows))

    def _apply_stored(self, stored: StoredTable) -> None:
        """Take in what the store has of the table, and moves that it has beyond those known."""
        row, match = stored.row, self.match
        if row["closed"] is not None:
            self.close()
            return
        snapshot = (
            *(row["key"] is not None, row["rematch"], *(row[name] for name in ARRANGED)),
            row["sealed"],
            *(stored.seats, stored.past_seat_holders, stored.removed),
        )
        if snapshot == self._last_snapshot and not stored.moves:
            return
        self._last_snapshot = snapshot
        match.same_cards = bool(row["sealed"])
        if match.state is None:
            self.setup = Setup.of(row)
            match.origin = origin_of(row)
        if row["key"] is not None and match.state is None:
            match.key = bytes(row["key"])
            match.state = self.setup.deal(match.key)
            match.clock.restart()
        self.seats, self.rematch = Seats(stored.seats), row["rematch"]
        self.past_seat_holders, self.removed = stored.past_seat_holders, stored.removed
        for seat, text in stored.moves:
            if text in takeback.EVENTS:
                self._note(seat, text)
                continue
            move = self.game.parse_move(text)
            self._advance(seat, move, self.dealt().play(move))
        match.clock.began_at = stored.last_at or match.clock.began_at
        self.revision += 1
        self._events.publish(TableUpdated(self))

    def close(self) -> None:
        """Take in that the match was ended as drawn: nobody moves, and streams end."""
        self.closed = True
        self._events.publish(TableUpdated(self))
