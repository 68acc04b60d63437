"""A live table: its seats, its moves, and those who watch. Judge, write, tell: in this order."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any, Protocol

from tablee.core.errors import IllegalMove, StaleMove
from tablee.core.game import Game
from tablee.core.position import Move, State
from tablee.core.record import Record, commitment_of
from tablee.games import find_game
from tablee.web import views
from tablee.web.bot_workers import Advice
from tablee.web.errors import NotAllowed, NotNow, NotYourTurn
from tablee.web.listener import Listener
from tablee.web.names import isolated
from tablee.web.queries import Seat, Stored
from tablee.web.seat_page import SeatPage
from tablee.web.store import Conflict, Played
from tablee.web.story import Story

GRACE = 8.0
"""Seconds that somebody counts as here after his page was last heard of."""


FORGET = 15.0
"""Seconds for which it counts what another worker has said of who is here."""
BEHIND = 50
"""Plies by which another worker may be ahead; whoever answers a later one is mistaken."""


class Keeper(Protocol):
    """What a table needs of the house it stands in."""

    async def append(self, played: Played) -> None:
        """Stores a move, or raises Conflict."""

    async def fetch(self, table: str, ply: int) -> Stored:
        """Reads the table, and its moves from a ply on."""

    def advanced(self, table: Table) -> None:
        """Hears that a move of this worker has been stored."""


class Table:
    """A game with its seats, as this worker knows it."""

    def __init__(self, stored: Stored, keeper: Keeper) -> None:
        row = stored.row
        self.id: str = row["id"]
        self.game: Game = find_game(row["game"])
        self.players = 0
        self.options: dict[str, Any] = {}
        self.who_may_join = ""
        self.opener: str = row["opener"]
        self.seats: tuple[Seat, ...] = ()
        self.key: bytes | None = None
        self.held: frozenset[str] = frozenset()
        """The visitors who have held a hand of this match."""
        self.removed: frozenset[str] = frozenset()
        """The visitors who were removed before the deal."""
        self.closed = False
        """Whether it was ended as drawn; then nobody moves."""
        self.chronicles: dict[str, Any] = {}
        """Everything that was told, by language, once somebody has asked for it."""
        self.opener_seen = time.monotonic()
        self.rematch: str | None = None
        self.ended = row["ended_at"] is not None
        self.state: State | None = None
        self.moves: list[Move] = []
        self.movers = bytearray()
        self.revision = 0
        self.version = 0
        """Counts everything that a page may show: moves, seats, who is here."""
        self.around = 0
        """Counts what changes with people alone."""
        self.here: frozenset[str] = frozenset()
        """The visitors whose page is open, here or at another worker."""
        self.own_here: frozenset[str] = frozenset()
        """Those of them who are here."""
        self._elsewhere: dict[str, tuple[float, frozenset[str]]] = {}
        self._told_here: tuple[float, frozenset[str]] = (0.0, frozenset())
        self.overdue = False
        """Whether the seat on turn has kept the others waiting for long."""
        self.turn_began = time.monotonic()
        self.listeners: set[Listener] = set()
        self._seen: dict[str, float] = {}
        self._stories: dict[str, Story] = {}
        self._seat_pages: dict[tuple[int | None, str], SeatPage] = {}
        self.lock = asyncio.Lock()
        self.thinking: asyncio.Task[None] | None = None
        self.advice: tuple[int, asyncio.Future[list[Advice]]] | None = None
        """What was thought about a hint, for a ply."""
        self._keeper = keeper
        self._news: dict[int | None, bytes] = {}
        self._shown: views.JsonView | None = None
        self._about: bytes | None = None
        self._take_in(stored)

    # What is known

    @property
    def ply(self) -> int:
        """Gets how many moves have been played."""
        return len(self.moves)

    @property
    def phase(self) -> str:
        """Gets whether the table is open, playing or over."""
        if self.state is None:
            return "open"
        return "over" if self.state.seat is None else "playing"

    @property
    def names(self) -> list[str]:
        """Gets everyone's name, as a sentence may hold it."""
        return [isolated(seat.name or str(n + 1)) for n, seat in enumerate(self.seats)]

    def seat_of(self, visitor: str | None) -> int | None:
        """Finds where a visitor sits; None for a spectator."""
        for n, seat in enumerate(self.seats if visitor is not None else ()):
            if seat.visitor == visitor:
                return n
        return None

    def belongs(self, visitor: str | None) -> bool:
        """Whether somebody opened this table or sits at it."""
        return visitor is not None and (visitor == self.opener or self.seat_of(visitor) is not None)

    def seat_for(self, visitor: str | None) -> int:
        """Gets where a visitor sits, and refuses a spectator."""
        seat = self.seat_of(visitor)
        if seat is None:
            raise NotAllowed("only those who sit at this table may do this: sit down first.")
        return seat

    def dealt(self) -> State:
        """Gets the state, and refuses a table that has not begun."""
        if self.state is None:
            raise NotNow("the cards are not dealt yet: start the table first.")
        return self.state

    def about(self) -> bytes:
        """Writes what everyone may know of the table itself."""
        if self._about is None:
            self._about = views.encode(self.facts())
        return self._about

    def facts(self) -> dict[str, Any]:
        """Gets what everyone may know of the table itself; the key only when all is over."""
        over = self.phase == "over"
        return {
            "table": self.id,
            "game": self.game.name,
            "players": self.players,
            "options": self.options,
            "join": self.who_may_join,
            "phase": self.phase,
            "seats": [
                {"seat": n, "who": s.who, "name": s.name, "bot": s.bot, "away_since": s.away_since}
                for n, s in enumerate(self.seats)
            ],
            "commitment": self.commitment,
            "key": self.key.hex() if self.key and over else None,
            "rematch": self.rematch,
        }

    @property
    def commitment(self) -> str | None:
        """Gets the fingerprint of the key, which is shown from the deal on."""
        return commitment_of(self.key) if self.key else None

    def record(self) -> Record:
        """Gets the record; it holds the key, so only of a match that is over."""
        if self.phase != "over" or self.key is None:
            raise NotNow("the record holds the key of the cards: it is given when all is over.")
        names = {n: seat.name or str(n + 1) for n, seat in enumerate(self.seats)}
        moves = tuple(self.moves)
        return Record(
            self.game, self.players, self.key, self.options, names, moves, self.commitment
        )

    # Judge, write, tell

    async def play(
        self, seat: int, text: str, answers: int, lang: str = "en", by_bot: bool = False
    ) -> int:
        """Plays a move that answers a ply; gets the next ply once the move is stored."""
        async with self.lock:
            if self.ply < answers <= self.ply + BEHIND:  # another worker may know more
                await self._catch_up()
            if answers != self.ply:
                return self._again(seat, text, answers)
            move, after = self._judge(seat, text, lang)
            try:
                await self._keeper.append(Played(self.id, answers, seat, str(move), by_bot))
            except Conflict:
                await self._catch_up()
                return self._again(seat, text, answers)
            self._advance(seat, move, after)
        self._keeper.advanced(self)
        return answers + 1

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
        self.moves.append(move)
        self.movers.append(seat)
        self.state = after
        self.turn_began = time.monotonic()
        self._forget_news()
        if after.seat is None:
            self._about = None
            self.revision += 1
        if after.seat is None or self.overdue:
            self.overdue = False
            self.around += 1
        self._wake_all()

    # From the store

    async def refresh(self) -> None:
        """Takes in what other workers, or this one, have changed in the store."""
        async with self.lock:
            await self._catch_up()

    async def change(self, work: Callable[[], Any]) -> Any:
        """Does something to the stored table and takes in what has become of it."""
        async with self.lock:
            answer = await work()
            await self._catch_up()
        return answer

    async def _catch_up(self) -> None:
        self._take_in(await self._keeper.fetch(self.id, self.ply))

    def _knows(self, stored: Stored) -> bool:
        """Whether nothing has changed in the store since it was last read."""
        row = stored.row
        about = (row["key"] is not None, row["players"], row["who_may_join"], row["rematch"])
        known = (self.key is not None, self.players, self.who_may_join, self.rematch)
        people = (stored.seats, stored.held, stored.removed)
        same = about == known and people == (self.seats, self.held, self.removed)
        return same and not stored.moves and json.loads(row["options"]) == self.options

    def _take_in(self, stored: Stored) -> None:
        if stored.row["closed"] is not None:
            self.close()
            return
        if self.revision and self._knows(stored):
            return
        key = stored.row["key"]
        if self.state is None:
            self.players = stored.row["players"]
            self.options = json.loads(stored.row["options"])
            self.who_may_join = stored.row["who_may_join"]
        if key is not None and self.state is None:
            self.key = bytes(key)
            self.state = self.game.deal(self.players, key=self.key, **self.options)
            self.turn_began = time.monotonic()
        self.seats, self.held, self.removed = stored.seats, stored.held, stored.removed
        self.rematch = stored.row["rematch"]
        for seat, text in stored.moves:
            move = self.game.parse_move(text)
            self._advance(seat, move, self.dealt().play(move))
        self._about = None
        self._forget_news()
        self.revision += 1
        self.around += 1
        self._wake_all()

    def close(self) -> None:
        """Takes in that the match was ended as drawn: nobody moves, and streams end."""
        self.closed = True
        for listener in self.listeners:
            listener.close()

    def _wake_all(self) -> None:
        self.version += 1
        for listener in self.listeners:
            listener.wake()

    def _forget_news(self) -> None:
        self._news.clear()
        self._shown = None

    def _moves_since(self, ply: int) -> list[dict[str, Any]]:
        return [
            {"ply": n, "seat": self.movers[n], "move": str(self.moves[n])}
            for n in range(ply, len(self.moves))
        ]

    # Those who watch

    def listen(self, visitor: str | None, ply: int, lang: str | None = None) -> Listener:
        """Begins to tell somebody what happens from a ply on: as JSON, or as pages in `lang`."""
        listener = Listener(visitor, ply, lang, in_lobby=self.state is None)
        self.listeners.add(listener)
        self.look_around()
        if self.phase == "playing":
            self._keeper.advanced(self)  # bots have waited for somebody to watch
        return listener

    @property
    def attended(self) -> bool:
        """Whether a person sits here, not replaced by a bot, or watches."""
        return bool(self.listeners or self.here) or any(s.who == "person" for s in self.seats)

    def leave(self, listener: Listener) -> None:
        """Lets somebody go; he counts as here for a moment, as he may come back at once."""
        self.listeners.discard(listener)
        self.see(listener.visitor)

    def see(self, visitor: str | None) -> None:
        """Notes that somebody has just looked at the table, by a page without a stream."""
        if visitor is not None and self.belongs(visitor):
            self._seen[visitor] = time.monotonic()
            self.look_around()
            if self.phase == "playing":
                self._keeper.advanced(self)

    def look_around(self, patience: float = float("inf")) -> None:
        """Looks who is here, and whether the seat on turn tries the patience of the others."""
        now = time.monotonic()
        self._seen = {who: at for who, at in self._seen.items() if now - at < GRACE}
        self.own_here = frozenset(self._seen).union(
            [listener.visitor for listener in self.listeners if listener.visitor is not None]
        )
        heard = [people for at, people in self._elsewhere.values() if now - at < FORGET]
        here = self.own_here.union(*heard)
        if self.opener in here:
            self.opener_seen = now
        overdue = self._waits_for_person() and now - self.turn_began >= patience
        if here != self.here or overdue > self.overdue:
            self.here, self.overdue = here, overdue or self.overdue
            self.around += 1
            self.version += 1
            for listener in self.listeners:
                if listener.lang is not None:
                    listener.wake()

    def hear_of(self, worker: str, people: frozenset[str]) -> None:
        """Takes in who is at this table by another worker."""
        self._elsewhere[worker] = (time.monotonic(), people)
        self.look_around()

    def must_tell_presence(self) -> bool:
        """Whether other workers are to hear who is here now; they forget after a while."""
        at, people = self._told_here
        now = time.monotonic()
        if self.own_here == people and (not people or now - at < FORGET / 3):
            return False
        self._told_here = (now, self.own_here)
        return True

    def _waits_for_person(self) -> bool:
        seat = self.state.seat if self.state is not None else None
        return seat is not None and self.seats[seat].who == "person"

    def news_for(self, listener: Listener) -> bytes:
        """Writes the events that a stream has not had yet."""
        if listener.lang is not None:
            return self._page_news(listener, listener.lang)
        told = b""
        if listener.revision != self.revision:
            told = views.event("table", self.about())
            listener.seat = self.seat_of(listener.visitor)
        if self.state is not None and (told or listener.ply != self.ply):
            told += self._view_event(self.state, listener)
        listener.revision, listener.ply = self.revision, self.ply
        return told

    def _view_event(self, state: State, listener: Listener) -> bytes:
        first = listener.ply if 0 <= listener.ply <= self.ply else 0
        usual = first == self.ply - 1
        if usual and listener.seat in self._news:
            return self._news[listener.seat]
        if self._shown is None:
            self._shown = views.JsonView(state)
        data = self._shown.news(listener.seat, self.ply, self._moves_since(first))
        told = views.event("view", data, self.ply)
        if usual:
            self._news[listener.seat] = told
        return told

    # As pages

    async def story(self, lang: str) -> Story:
        """Gets what has happened, told in a language; at first by replaying the moves."""
        if lang not in self._stories:
            self.dealt()
            made = await asyncio.to_thread(self._tell_all, lang, tuple(self.moves))
            self._stories.setdefault(lang, made)
        story = self._stories[lang]
        story.follow(self.moves)
        return story

    def _tell_all(self, lang: str, moves: tuple[Move, ...]) -> Story:
        start = self.game.deal(self.players, key=self.key, **self.options)
        bots = [seat.bot is not None for seat in self.seats]
        story = Story(start, lang, self.names, bots)
        story.follow(moves)
        return story

    @property
    def pause(self) -> float:
        """Gets the seconds that pages need to show the moments after the last move."""
        for story in self._stories.values():
            story.follow(self.moves)
            return sum(moment.pause for moment in story.moments) / 1000
        return 0.0

    def seat_page(self, seat: int | None, lang: str) -> SeatPage:
        """Gets the page as a seat sees it; the story of that language must have begun."""
        found = self._seat_pages.get((seat, lang))
        if found is None:
            found = self._seat_pages[seat, lang] = SeatPage(self, seat, self._stories[lang])
        return found

    def _page_news(self, listener: Listener, lang: str) -> bytes:
        if listener.in_lobby:
            return self._lobby_news(listener)
        if listener.revision != self.revision:
            listener.seat = self.seat_of(listener.visitor)
            listener.revision = self.revision
        seat_page = self.seat_page(listener.seat, lang)
        if seat_page.version != self.version:
            self._refresh_all()
        told = seat_page.delta(listener.version, listener.ply)
        listener.version, listener.ply = seat_page.version, self.ply
        return told

    def _refresh_all(self) -> None:
        """Lets everyone look at once who follows a page: one after the other it is quicker."""
        for listener in self.listeners:
            if listener.lang is not None and listener.revision == self.revision:
                self.seat_page(listener.seat, listener.lang).refresh()

    def _lobby_news(self, listener: Listener) -> bytes:
        """Says that something has changed at a table that is not dealt: its page is asked anew."""
        if listener.version == self.version:
            return b""
        first, listener.version = listener.version < 0, self.version
        return b"" if first else b"event: changed\ndata: {}\n\n"
