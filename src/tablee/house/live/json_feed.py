"""What streams of JSON are told of a table; encoded once for all who look from the same seat."""

from __future__ import annotations

from tablee.house.live import views
from tablee.house.live.listener import Listener
from tablee.house.tables.presence import Presence
from tablee.house.tables.table import Table


class JsonFeed:
    """Writes events of JSON."""

    def __init__(self, table: Table, presence: Presence) -> None:
        self._table = table
        self._presence = presence
        self._view: views.JsonView | None = None
        self._events: dict[int | None, bytes] = {}
        """By seat, the event that tells the last move."""

    def forget(self) -> None:
        """Forget what was written, because the table has changed."""
        self._view = None
        self._events.clear()

    def news_for(self, listener: Listener, seated_anew: bool) -> bytes:
        """Return the events that a stream has not had yet."""
        table, told = self._table, b""
        if seated_anew:
            told = views.event("table", views.encode(views.facts_of(table)))
        if table.match.state is None:
            told += self._who_is_here(listener)
        elif told or listener.ply != table.ply:
            told += self._view_event(listener)
        listener.ply = table.ply
        return told

    def _who_is_here(self, listener: Listener) -> bytes:
        """Tell who is at a page of a table that has not begun, if that has changed."""
        if listener.presence_revision == self._presence.revision:
            return b""
        listener.presence_revision = self._presence.revision
        people = [
            n
            for n, seat in enumerate(self._table.seats)
            if seat.device is not None and seat.device in self._presence.here
        ]
        return views.event("here", views.encode({"here": people}))

    def _view_event(self, listener: Listener) -> bytes:
        table, seat = self._table, listener.seat
        first = listener.ply if 0 <= listener.ply <= table.ply else 0
        usual = first == table.ply - 1
        if usual and seat in self._events:
            return self._events[seat]
        if self._view is None:
            self._view = views.JsonView(table.dealt())
        news = self._view.news(seat, table.ply, views.moves_since(table, first))
        told = views.event("view", news, table.ply)
        if usual:
            self._events[seat] = told
        return told
