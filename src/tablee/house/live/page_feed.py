"""What pages are told of a table; written once for all who look from the same seat."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from tablee.core.state.position import Move
from tablee.house.live import views
from tablee.house.live.listener import Listener
from tablee.house.live.seat_page import SeatPage
from tablee.house.live.story import Story
from tablee.house.ports.work import Thinking
from tablee.house.render import templating
from tablee.house.tables.presence import Presence
from tablee.house.tables.table import Table


class PageFeed:
    """Follows a table's story in each language, and what each seat's page shows of it."""

    def __init__(self, table: Table, presence: Presence, thinking: Thinking) -> None:
        self._table = table
        self._presence = presence
        self._thinking = thinking
        self._stories: dict[str, Story] = {}
        self._seat_pages: dict[tuple[int | None, str, tuple[int, ...]], SeatPage] = {}

    @property
    def latest(self) -> Story | None:
        """A story that has followed all moves, in any language; None if none was asked for."""
        for story in self._stories.values():
            story.follow(self._table.match.moves)
            return story
        return None

    def tells(self, lang: str | None) -> bool:
        """Return whether the story has begun in a language."""
        return lang in self._stories

    async def story(self, lang: str) -> Story:
        """Return what has happened, told in a language; at first by replaying the moves."""
        table = self._table
        if lang not in self._stories:
            table.dealt()
            moves = tuple(table.match.moves)
            made = await self._thinking.offload(self._tell_all, lang, moves)
            self._stories.setdefault(lang, made)
        story = self._stories[lang]
        story.follow(table.match.moves)
        return story

    def _tell_all(self, lang: str, moves: tuple[Move, ...]) -> Story:
        table = self._table
        bots = [seat.bot is not None for seat in table.seats]
        story = Story(
            table.setup.deal(table.match.key), lang, table.seats.names, bots, table.setup.options
        )
        story.follow(moves)
        return story

    async def rebuild_after_takeback(self, listeners: AbstractSet[Listener]) -> None:
        """Tell everything anew after a move was taken back; until then pages hear nothing."""
        table = self._table
        stories, self._stories = self._stories, {}
        self._seat_pages.clear()
        for lang in stories:
            await self.story(lang)
        who = table.seats.names[table.match.taken[-1][1]]
        for listener in listeners:
            listener.version, listener.ply = None, min(listener.ply, table.ply)
            if listener.lang is not None:
                facts = {"told": templating.speak(listener.lang)("took_back", who=who)}
                listener.words += views.event("told", views.encode(facts))

    def seat_page(self, seat: int | None, lang: str, screen: tuple[int, ...] = ()) -> SeatPage:
        """Return the page as a seat sees it; the story of that language must have begun."""
        key = (seat, lang, screen)
        found = self._seat_pages.get(key)
        if found is None:
            found = SeatPage(self._table, seat, self._stories[lang], self._presence, screen)
            self._seat_pages[key] = found
        return found

    def news_for(self, listener: Listener, lang: str, listeners: AbstractSet[Listener]) -> bytes:
        """Return the events that a stream has not had yet."""
        seat_page = self.seat_page(listener.seat, lang, listener.screen)
        if seat_page.version != seat_page.present:
            self._refresh_all(listeners)
        told = seat_page.delta(listener.version, listener.ply)
        listener.version, listener.ply = seat_page.version, self._table.ply
        return told

    def _refresh_all(self, listeners: AbstractSet[Listener]) -> None:
        """Write all pages that are followed, one after the other: that is quicker."""
        for listener in listeners:
            if listener.lang in self._stories and listener.revision == self._table.revision:
                self.seat_page(listener.seat, listener.lang, listener.screen).refresh()
