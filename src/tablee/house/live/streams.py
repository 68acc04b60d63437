"""Those who follow a table by an event stream: what each has been told, and what is news to them.

All who see the same share the bytes: as JSON by seat, as pages by seat and language.
"""

from __future__ import annotations

import asyncio

from tablee.house.events import Events, MovePlayed, TableAttended, TableUpdated
from tablee.house.live import views
from tablee.house.live.asides import people_of
from tablee.house.live.break_clock import BreakClock
from tablee.house.live.json_feed import JsonFeed
from tablee.house.live.listener import Listener
from tablee.house.live.page_feed import PageFeed
from tablee.house.live.seat_page import SeatPage
from tablee.house.live.story import Story
from tablee.house.ports.work import Thinking
from tablee.house.render import templating
from tablee.house.tables.pace import waited_at
from tablee.house.tables.presence import Presence
from tablee.house.tables.quick_chat import Talk
from tablee.house.tables.table import Table
from tablee.table.people import Person

SCREEN = "screen"
"""From where a table's own screen looks: as everyone may, in any browser."""
OTHER_SEAT = views.event("seat", b"{}")
"""Tells a page that it is no longer that of its seat: nothing of it may stay."""


class Streams:
    """The streams of a table and what they are written from; who is there, and what they say."""

    def __init__(self, table: Table, events: Events, thinking: Thinking) -> None:
        self.table = table
        self.listeners: set[Listener] = set()
        self.presence = Presence(table.setup.opener)
        self.talk = Talk()
        self.bot_task: asyncio.Task[None] | None = None
        """The bots that are playing."""
        self.pressed = asyncio.Event()
        """Set when the only person here has seen enough of a moment: bots go on."""
        self.pages = PageFeed(table, self.presence, thinking)
        self._json = JsonFeed(table, self.presence)
        self._breaks = BreakClock(table, self.presence, self.listeners, self.notify_pages)
        self._events = events
        self._told = self._at
        """The moves that were played, and taken back, when all was told."""
        self._rebuilding: asyncio.Task[None] | None = None
        events.subscribe(TableUpdated, self._on_update)
        events.subscribe(MovePlayed, self._on_move)

    def listen(
        self, visitor: str | None, ply: int, lang: str | None = None, shown: str = ""
    ) -> Listener:
        """Begin to tell a visitor what happens from a ply on: as JSON, or as pages in `lang`.

        `shown` is the seat from which the page looks, as it says itself.
        """
        listener = Listener(visitor, ply, lang)
        listener.shown = shown
        listener.looks_on = lang is not None and not self.table.belongs(visitor)
        self.listeners.add(listener)
        self._count_spectator(listener, 1)
        if visitor is not None:
            self.presence.come(visitor)
        self.update_presence()
        self._events.publish(TableAttended(self.table))
        return listener

    def leave(self, listener: Listener) -> None:
        """Stop telling a visitor."""
        self.listeners.discard(listener)
        self._count_spectator(listener, -1)
        if listener.visitor is not None:
            self.presence.leave(listener.visitor)
        self.update_presence()

    def _count_spectator(self, listener: Listener, n: int) -> None:
        """Count those who look on without sitting here, and big screens."""
        watching, screens = self.presence.spectator_counts
        if listener.shown == SCREEN:
            screens += n
        elif listener.looks_on:
            watching += n
        self.presence.spectator_counts = (watching, screens)

    @property
    def _at(self) -> tuple[int, int]:
        return self.table.ply, len(self.table.match.taken)

    def people(self, seat: int | None) -> list[Person]:
        """Return everyone around the table, as one seat sees them."""
        return people_of(self.table, seat, self.presence.here)

    @property
    def attended(self) -> bool:
        """Whether bots are waited for: by who looks or asks, by people elsewhere, or by the day."""
        if self.listeners or self.presence.here or self.presence.asked:
            return True
        people = {seat.device for seat in self.table.seats if seat.who == "person"}
        return len(people) > (0 if self.table.setup.by_the_day else 1)

    @property
    def busy(self) -> bool:
        """Whether the table is followed, or something is being done at it."""
        return bool(self.listeners or self.bot_task or self.table.lock.locked())

    def attend(self, visitor: str | None) -> None:
        """Note that somebody who sits here asks for the table: bots that rested go on."""
        if self.table.seats.of(visitor):
            rested = not self.attended
            self.presence.ask()
            if rested:
                self._events.publish(TableAttended(self.table))

    def mark_seen(self, visitor: str | None) -> None:
        """Note that one of those around the table has looked at a page of it."""
        if visitor is not None and self.table.belongs(visitor):
            self.presence.see(visitor)
            self.update_presence()
            self._events.publish(TableAttended(self.table))

    def mark_ready(self, visitor: str | None, more: bool = False) -> None:
        """Note that a visitor has seen a moment or read the points, or asks for more time."""
        if self.table.seats.is_alone(visitor):
            self.pressed.set()
        self._breaks.mark_ready(visitor, more)

    def update_presence(self, patience: float = float("inf")) -> None:
        """Check who is here, and whether the others have waited too long for the seat on turn."""
        if self.presence.update(waited_at(self.table), patience):
            self._breaks.keep_readers()
            self.notify_pages()

    def wake(self) -> None:
        """Wake everyone, if only to hear that the connection lives."""
        for listener in self.listeners:
            listener.wake()

    def close(self) -> None:
        """End all streams."""
        for listener in self.listeners:
            listener.close()

    def notify_pages(self) -> None:
        """Wake pages when something has changed around the table; bots may go on too."""
        for listener in self.listeners:
            if listener.lang is not None or self.table.match.state is None:
                listener.wake()
        if not self.table.round_break.closed:
            self._events.publish(TableAttended(self.table))

    def _on_move(self, _: MovePlayed) -> None:
        """Note a person who moves: bots answer also where no page is open."""
        if self.table.seats[self.table.match.movers[-1]].who == "person":
            self.presence.ask()

    def _on_update(self, _: TableUpdated) -> None:
        """Have streams tell what has changed: a move, the table itself, or its end."""
        self._json.forget()
        before, self._told = self._told, self._at
        if before != self._told:
            self.presence.end_wait()
            self._breaks.end_by_move()
        story = self.pages.latest
        if before[1] != self._told[1] and story is not None:
            self._rebuilding = asyncio.get_running_loop().create_task(self._rebuild())
        elif self.table.closed:
            self.close()
        else:
            self._breaks.begin(story)
            self.wake()

    async def _rebuild(self) -> None:
        await self.pages.rebuild_after_takeback(self.listeners)
        if (story := self.pages.latest) is not None:
            self._breaks.begin_late(story)
        self.wake()

    def say(self, seat: int, word: str) -> None:
        """Tell everyone that a seat says one of the six words; the log keeps it."""
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
        if listener.superseded:
            return b""
        seated_anew = listener.revision != self.table.revision
        before = listener.seat
        if seated_anew or listener.screen:
            listener.screen = self.table.seats.screen_of(listener.visitor)
            listener.seat = self.table.seat_of(listener.visitor)
            listener.revision = self.table.revision
        if listener.lang is None:
            return self._json.news_for(listener, seated_anew)
        if not self.pages.tells(listener.lang):
            return b""  # not dealt yet: the lobby's page listens to the stream of JSON
        if _shows_other_seat(listener, before):
            listener.superseded = True
            return OTHER_SEAT
        return self.pages.news_for(listener, listener.lang, self.listeners)

    async def story(self, lang: str) -> Story:
        """Return what has happened, told in a language."""
        begun = self.pages.tells(lang)
        story = await self.pages.story(lang)
        if not begun:
            self._breaks.begin_late(story)
        return story

    def seat_page(self, seat: int | None, lang: str, screen: tuple[int, ...] = ()) -> SeatPage:
        """Return the page as a seat sees it; the story of that language must have begun."""
        return self.pages.seat_page(seat, lang, screen)

    @property
    def pause(self) -> float:
        """The seconds that pages need to show what follows the last move."""
        story = self.pages.latest
        return sum(event.pause for event in story.latest) / 1000 if story is not None else 0.0

    @property
    def told(self) -> int:
        """How many sentences tell the last move."""
        story = self.pages.latest
        return sum(len(event.told) for event in story.latest) if story is not None else 0


def _shows_other_seat(listener: Listener, before: int | None) -> bool:
    """Return whether a page shows what another seat may see."""
    if listener.version is not None:
        return listener.seat != before
    return listener.shown not in ("", SCREEN, str(listener.seat))
