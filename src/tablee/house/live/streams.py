"""Those who follow a table by an event stream: what each has been told, and what is news to them.

All who see the same share the bytes: as JSON by seat, as pages by seat and language.
"""

from __future__ import annotations

import asyncio

from tablee.core.state.position import Move
from tablee.house.live import views
from tablee.house.live.seat_page import SeatPage, Version, people_of
from tablee.house.live.story import Story
from tablee.house.render import templating
from tablee.house.tables.pace import waited_at
from tablee.house.tables.presence import Presence
from tablee.house.tables.quick_chat import Talk
from tablee.house.tables.table import Table
from tablee.table.people import Person

SCREEN = "screen"
"""From where a table's own screen looks: as everyone may, whoever's browser it is."""
OTHER_SEAT = views.event("seat", b"{}")
"""Tells a page that it is no longer that of its seat: nothing of it may stay."""


class Listener:
    """One event stream: what it has been told, and how to wake it."""

    __slots__ = (
        "_waiter",
        "around",
        "closed",
        "gone",
        "lang",
        "looks_on",
        "ply",
        "revision",
        "screen",
        "seat",
        "shown",
        "version",
        "visitor",
        "woken",
        "words",
    )

    def __init__(self, visitor: str | None, ply: int, lang: str | None = None) -> None:
        self.visitor = visitor
        self.lang = lang
        """The language of its pages; None for a stream of JSON."""
        self.seat: int | None = None
        self.screen: tuple[int, ...] = ()
        """The seats that share its screen."""
        self.shown = ""
        """The seat from which its page looks, as it says itself."""
        self.looks_on = False
        """Whether it is the page of somebody who does not sit there."""
        self.ply = ply
        self.revision = -1
        self.around = -1
        """Which change of who is here it has been told of, before the deal."""
        self.version: Version | None = None
        """What its page shows."""
        self.words = b""
        """What has been said and it has not heard yet."""
        self.closed = False
        self.gone = False
        """Whether its page was told to go: it hears nothing more."""
        self.woken = False
        self._waiter: asyncio.Future[None] | None = None

    def wake(self) -> None:
        """Says that there may be news."""
        self.woken = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def close(self) -> None:
        """End the stream."""
        self.closed = True
        self.wake()

    async def wait(self) -> None:
        """Wait for news."""
        if not self.woken:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        self.woken = False


class Streams:
    """The streams of a table and what they are written from; who is there, and what they say."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.listeners: set[Listener] = set()
        self.presence = Presence(table.opener)
        self.talk = Talk()
        self.thinking: asyncio.Task[None] | None = None
        """The bots that are playing."""
        self._stories: dict[str, Story] = {}
        self._seat_pages: dict[tuple[int | None, str, tuple[int, ...]], SeatPage] = {}
        self._json: views.JsonView | None = None
        self._events: dict[int | None, bytes] = {}
        self._retelling: asyncio.Task[None] | None = None
        self._told = self._at
        """The moves that were played, and taken back, when all was told."""
        table.changed = self._changed

    def listen(
        self, visitor: str | None, ply: int, lang: str | None = None, shown: str = ""
    ) -> Listener:
        """Begins to tell somebody what happens from a ply on: as JSON, or as pages in `lang`.

        `shown` is the seat from which the page looks, as it says itself.
        """
        listener = Listener(visitor, ply, lang)
        listener.shown = shown
        listener.looks_on = lang is not None and not self.table.belongs(visitor)
        self.listeners.add(listener)
        self._count(listener, 1)
        if visitor is not None:
            self.presence.come(visitor)
        self.look_around()
        self.table.wake_bots()
        return listener

    @property
    def _at(self) -> tuple[int, int]:
        return self.table.ply, len(self.table.taken)

    def people(self, seat: int | None) -> list[Person]:
        """Return everyone around the table, as one seat sees them."""
        return people_of(self.table, seat, self.presence.here)

    @property
    def attended(self) -> bool:
        """Whether somebody watches, or a person sits here who is not replaced by a bot."""
        watched = bool(self.listeners or self.presence.here)
        return watched or any(seat.who == "person" for seat in self.table.seats)

    @property
    def busy(self) -> bool:
        """Whether somebody follows the table, or something is being done at it."""
        return bool(self.listeners or self.thinking or self.table.lock.locked())

    def _count(self, listener: Listener, n: int) -> None:
        """Count those who look on without sitting here, and big screens."""
        watching, screens = self.presence.own_crowd
        if listener.shown == SCREEN:
            screens += n
        elif listener.looks_on:
            watching += n
        self.presence.own_crowd = (watching, screens)

    def leave(self, listener: Listener) -> None:
        """Lets somebody go."""
        self.listeners.discard(listener)
        self._count(listener, -1)
        if listener.visitor is not None:
            self.presence.leave(listener.visitor)
        self.look_around()

    def see(self, visitor: str | None) -> None:
        """Note that one of those around the table has looked at a page of it."""
        if visitor is not None and self.table.belongs(visitor):
            self.presence.see(visitor)
            self.look_around()
            self.table.wake_bots()

    def look_around(self, patience: float = float("inf")) -> None:
        """Check who is here, and whether the others have waited too long for the seat on turn."""
        if self.presence.look_around(waited_at(self.table), patience):
            if self._waits_for() is None:
                self.table.intermission.keep(self._readers())
            self._go_on()

    def wake(self) -> None:
        """Wakes everyone, if only to hear that the connection lives."""
        for listener in self.listeners:
            listener.wake()

    def close(self) -> None:
        """End all streams."""
        for listener in self.listeners:
            listener.close()

    # The break after a round

    def ready(self, visitor: str | None, more: bool = False) -> None:
        """Note that somebody has seen the points of a round, or ask for more time."""
        pause = self.table.intermission
        if more:
            pause.more(visitor)
        else:
            pause.ready(visitor)
        self._go_on()

    def _readers(self) -> set[str]:
        """Return the people at the table who have its page open."""
        open_pages = {one.visitor for one in self.listeners if one.lang is not None}
        seats = self.table.seats
        return {s.device for s in seats if s.who == "person" and s.device in open_pages}  # type: ignore[misc]

    def _waits_for(self) -> str | None:
        """Return whom a break waits for without a clock.

        By the day, the person who opens the round.
        """
        seat = self.table.waited_for if self.table.by_the_day else None
        return None if seat is None else self.table.seats[seat].device

    def _take_a_break(self) -> None:
        """Begins a break if the last move has ended a round, and somebody is to look."""
        pause = self.table.intermission
        for story in list(self._stories.values())[:1]:
            story.follow(self.table.moves)
            if story.scored_frame is None:
                continue
            if (opener := self._waits_for()) is not None:
                pause.begin(self.table.ply, {opener}, float("inf"))
            else:
                pause.begin(self.table.ply, self._readers())
                self._watch_the_clock()

    def _watch_the_clock(self) -> None:
        pause = self.table.intermission
        if pause.closed:
            asyncio.get_running_loop().call_later(pause.left + 0.05, self._time_is_up)

    def _time_is_up(self) -> None:
        self.table.intermission.end()
        self._watch_the_clock()
        self._go_on()

    def _go_on(self) -> None:
        """Show whoever follows a page what has changed around it, and lets bots go on."""
        for listener in self.listeners:
            if listener.lang is not None or self.table.state is None:
                listener.wake()
        if not self.table.intermission.closed:
            self.table.wake_bots()

    async def _tell_anew(self) -> None:
        """Tells everything anew after a move was taken back; until then pages hear nothing."""
        stories, self._stories = self._stories, {}
        self._seat_pages.clear()
        for lang in stories:
            await self.story(lang)
        seat = self.table.taken[-1][1]
        for listener in self.listeners:
            listener.version, listener.ply = None, min(listener.ply, self.table.ply)
            if listener.lang is not None:
                ui = templating.speak(listener.lang)
                facts = {"told": ui("took_back", who=self.table.seats.names[seat])}
                listener.words += views.event("told", views.encode(facts))
        self.wake()

    def _changed(self) -> None:
        self._json = None
        self._events.clear()
        before, self._told = self._told, self._at
        if before != self._told:
            self.presence.end_wait()
        if before[1] != self._told[1] and self._stories:
            self._retelling = asyncio.get_running_loop().create_task(self._tell_anew())
            return
        if not self.table.closed:
            self._take_a_break()
        if self.table.closed:
            self.close()
        else:
            self.wake()

    def say(self, seat: int, word: str) -> None:
        """Tells everyone that somebody says one of the six words; the log keeps it."""
        self.talk.heard.append((self.table.ply, seat, word))
        for listener in self.listeners:
            facts = {"seat": seat, "word": word}
            if listener.lang is not None:
                ui = templating.speak(listener.lang)
                text = ui(f"word_{word}")
                told = ui("word_told", who=self.table.seats.names[seat], word=text)
                facts |= {"text": text, "told": told}
            listener.words += views.event("word", views.encode(facts))
            listener.wake()

    def news_for(self, listener: Listener) -> bytes:
        """Return the events that a stream has not had yet."""
        words, listener.words = listener.words, b""
        return words + self._news_for(listener)

    def _news_for(self, listener: Listener) -> bytes:
        if listener.gone:
            return b""
        seated_anew = listener.revision != self.table.revision
        before = listener.seat
        if seated_anew or listener.screen:
            listener.screen = self.table.seats.screen_of(listener.visitor)
            listener.seat = self.table.seat_of(listener.visitor)
            listener.revision = self.table.revision
        if listener.lang is None:
            return self._json_news(listener, seated_anew)
        if listener.lang not in self._stories:
            return b""  # not dealt yet: the lobby's page listens to the stream of JSON
        if self._is_other_seat(listener, before):
            listener.gone = True
            return OTHER_SEAT
        return self._page_news(listener, listener.lang)

    @staticmethod
    def _is_other_seat(listener: Listener, before: int | None) -> bool:
        """Return whether a page shows what another seat may see."""
        if listener.version is not None:
            return listener.seat != before
        return listener.shown not in ("", SCREEN, str(listener.seat))

    # As JSON

    def _json_news(self, listener: Listener, seated_anew: bool) -> bytes:
        told = b""
        if seated_anew:
            told = views.event("table", views.encode(views.facts_of(self.table)))
        told += self._who_is_here(listener) if self.table.state is None else b""
        if self.table.state is not None and (told or listener.ply != self.table.ply):
            told += self._view_event(listener)
        listener.ply = self.table.ply
        return told

    def _who_is_here(self, listener: Listener) -> bytes:
        """Tells who is at a page of a table that has not begun, if that has changed."""
        if listener.around == self.presence.revision:
            return b""
        listener.around = self.presence.revision
        people = [
            n
            for n, seat in enumerate(self.table.seats)
            if seat.device is not None and seat.device in self.presence.here
        ]
        return views.event("here", views.encode({"here": people}))

    def _view_event(self, listener: Listener) -> bytes:
        table, seat = self.table, listener.seat
        first = listener.ply if 0 <= listener.ply <= table.ply else 0
        usual = first == table.ply - 1
        if usual and seat in self._events:
            return self._events[seat]
        if self._json is None:
            self._json = views.JsonView(table.dealt())
        told = views.event(
            "view", self._json.news(seat, table.ply, views.moves_since(table, first)), table.ply
        )
        if usual:
            self._events[seat] = told
        return told

    # As pages

    async def story(self, lang: str) -> Story:
        """Return what has happened, told in a language; at first by replaying the moves."""
        if lang not in self._stories:
            self.table.dealt()
            made = await asyncio.to_thread(self._tell_all, lang, tuple(self.table.moves))
            self._stories.setdefault(lang, made)
            if self._waits_for() is not None:
                self._take_a_break()
        story = self._stories[lang]
        story.follow(self.table.moves)
        return story

    def _tell_all(self, lang: str, moves: tuple[Move, ...]) -> Story:
        table = self.table
        bots = [seat.bot is not None for seat in table.seats]
        story = Story(table.deal(), lang, table.seats.names, bots)
        story.follow(moves)
        return story

    @property
    def pause(self) -> float:
        """The seconds that pages need to show what follows the last move."""
        for story in self._stories.values():
            story.follow(self.table.moves)
            return sum(event.pause for event in story.latest) / 1000
        return 0.0

    def seat_page(self, seat: int | None, lang: str, screen: tuple[int, ...] = ()) -> SeatPage:
        """Return the page as a seat sees it; the story of that language must have begun."""
        key = (seat, lang, screen)
        found = self._seat_pages.get(key)
        if found is None:
            found = SeatPage(self.table, seat, self._stories[lang], self.presence, screen)
            self._seat_pages[key] = found
        return found

    def _page_news(self, listener: Listener, lang: str) -> bytes:
        seat_page = self.seat_page(listener.seat, lang, listener.screen)
        if seat_page.version != seat_page.present:
            self._refresh_all()
        told = seat_page.delta(listener.version, listener.ply)
        listener.version, listener.ply = seat_page.version, self.table.ply
        return told

    def _refresh_all(self) -> None:
        """Write all pages that are followed, one after the other: that is quicker."""
        for listener in self.listeners:
            if listener.lang in self._stories and listener.revision == self.table.revision:
                self.seat_page(listener.seat, listener.lang, listener.screen).refresh()
