"""What the house needs from outside: a store, and others to talk to. Small Protocols, no more.

`store/` answers them by SQLite or PostgreSQL, `house/memory/store.py` by plain dictionaries. Each
method is one transaction: it raises `NotStored` if the store does not answer, and then nothing
has happened. What changes a table is told to other workers once it is committed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from tablee.house.messages import Message
from tablee.house.ports.gatherings import Gathering
from tablee.house.ports.notifications import Channel, Due, TurnNotification
from tablee.house.ports.pads import SharedPad
from tablee.house.ports.seats import Seat
from tablee.house.ports.stored import StoredMove, StoredTable
from tablee.house.ports.tries import Try

Facts = Mapping[str, Any]
"""What is stored of a new table, by the names of its columns."""
Deal = Callable[[Mapping[str, Any], tuple[Seat, ...]], tuple[bytes, tuple[str, ...]]]
"""Makes the key of a deal and the luck in it, from a stored table and its seats."""
CHANGED = "changed"
"""The fact that a command writes anew when it has changed what an open house may have in memory."""


class TableStore(Protocol):
    """Tables, their seats and their moves."""

    async def append(self, played: StoredMove, call: TurnNotification | None, at: int) -> None:
        """Store a move, and whom to notify at a moment; raise Conflict if its ply is taken."""

    async def load(self, table: str, ply: int = 0) -> StoredTable | None:
        """Return a table with its moves from a ply on."""

    async def exists(self, table: str) -> bool:
        """Return whether there is a table of a name."""

    async def open(
        self, table: str, facts: Facts, around: Sequence[Seat], secret: str | None
    ) -> None:
        """Write a new table and its seats."""

    async def open_again(
        self,
        table: str,
        source: str,
        key: bytes,
        moves: Sequence[tuple[int, str]],
    ) -> None:
        """Deal the cards of another match at a table and lay its first moves, all at once."""

    async def arrange(
        self, table: str, facts: Facts, before: Sequence[Seat], after: Sequence[Seat]
    ) -> bool:
        """Change what is played, lay the seats anew; False if dealt, or if seats have changed."""

    async def change_seat(
        self, table: str, dealt: bool, seat: int, before: Seat, after: Seat
    ) -> bool:
        """Put another player at a seat; False if table or seat have changed."""

    async def remove_person(self, table: str, seat: int, before: Seat) -> bool:
        """Empty a person's seat before the deal and note the removal; False if it has changed."""

    async def uncover(self, table: str, seat: int | None, ply: int, device: str) -> None:
        """Note whose hand is uncovered on a shared screen; None for nobody's."""

    async def start(self, table: str, deal: Deal) -> bool:
        """Deal, unless that was done or a seat is empty."""

    async def renew(self, table: str, version: int) -> None:
        """Have a table that is not dealt play by the present rules."""

    async def close(self, table: str, why: str) -> None:
        """End a match that is not over as drawn, and keep the reason."""

    async def end(self, table: str, scores: Sequence[int], counts: bool) -> None:
        """Note that a match is over, and the result of a first try that counts."""

    async def rematch(
        self, old: str, new: str, facts: Facts, around: Sequence[Seat], secret: str
    ) -> str:
        """Open the next table for the same people, once; return its name."""

    async def of_code(self, code: str) -> str | None:
        """Return the unfinished table that has a short code."""

    async def of_visitor(self, visitor: str, most: int = 50) -> list[str]:
        """Return the tables where a visitor sits, or alone may deal; newest first."""

    async def all_of_visitor(self, visitor: str) -> list[str]:
        """Return all tables of a visitor, the last moved first."""

    async def open_to_all(self, most: int = 50) -> list[str]:
        """Return the tables that anyone may join and that have not begun."""

    async def count_open(self, visitor: str) -> int:
        """Return how many unfinished tables a visitor has opened within a day."""

    async def count_closed(self, visitor: str) -> int:
        """Return how many of a visitor's matches ended as drawn of late."""

    async def played_again(self, tables: Sequence[str]) -> set[str]:
        """Return those of some tables that play the cards of another match again."""


class MatchStore(Protocol):
    """Records that were brought here, and reviews."""

    async def keep_record(self, name: str, text: str) -> None:
        """Keep a record by its name, once."""

    async def record(self, name: str) -> str | None:
        """Return a record that was brought here."""

    async def keep_review(self, name: str, seat: int, text: str) -> None:
        """Keep the review of a match from a seat in place of an older one."""

    async def review(self, name: str, seat: int) -> str | None:
        """Return what is kept of the review of a match from a seat."""

    async def reviews(self, names: Sequence[str]) -> dict[tuple[str, int], str]:
        """Return what is kept of the reviews of some matches, by match and seat."""


class DayStore(Protocol):
    """First tries at deals of the day."""

    async def going(self, visitor: str, game: str, day: str) -> str | None:
        """Return the table at which a visitor is in the middle of a day's deal."""

    async def open_try(
        self, table: str, facts: Facts, around: Sequence[Seat], secret: str, key: bytes
    ) -> None:
        """Open and deal a table for a day's deal; raise Conflict for a second first try."""

    async def tries_of(self, visitor: str, since: str, until: str) -> list[Try]:
        """Return a visitor's first tries of some days, the latest first."""

    async def days_of(self, visitor: str) -> list[str]:
        """Return the days on which a visitor has ended a try, the latest first."""

    async def results(self, game: str, day: str) -> dict[int, int]:
        """Return how often each lead was reached, the lowest first."""


class PeopleStore(Protocol):
    """Revoked tokens and codes that carry a visitor to another device."""

    async def generations(self) -> dict[str, int]:
        """Return how often visitors have revoked their tokens; without those who never have."""

    async def revoke(self, visitor: str, generation: int) -> None:
        """Revoke all of a visitor's codes, and all tokens but those of this generation."""

    async def keep_code(self, code: str, visitor: str) -> None:
        """Keep the hash of a code; earlier ones of the visitor are void."""

    async def visitor_of_code(self, code: str) -> str | None:
        """Return whom a code carries, as long as it is good."""

    async def use_code(self, code: str) -> str | None:
        """Return whom a code carries, and make it worthless."""

    async def forget(self, visitor: str) -> list[str]:
        """Erase a visitor's name, addresses and codes; return the tables that have changed."""


class NotificationStore(Protocol):
    """Channels by which visitors are notified, and the outbox of what waits."""

    async def channels_of(self, visitor: str) -> list[Channel]:
        """Return a visitor's channels, the oldest first."""

    async def channel(self, name: str) -> Channel | None:
        """Return a channel by its name."""

    async def open_channel(self, channel: Channel) -> None:
        """Keep a channel, in place of an earlier address or the oldest devices."""

    async def close_channels(self, names: Sequence[str]) -> None:
        """Forget channels, and what waits for them."""

    async def close_all(self, visitor: str) -> None:
        """Forget all channels of a visitor."""

    async def confirm(self, name: str) -> bool:
        """Note that an address is its owner's; False if it has been forgotten."""

    async def refuse(self, name: str) -> None:
        """Note that the mail server knows no such address."""

    async def is_refused(self, name: str) -> bool:
        """Return whether the mail server knows no such address."""

    async def visitors(self) -> frozenset[str]:
        """Return everyone who wants to be notified."""

    async def note(self, call: TurnNotification, at: int) -> None:
        """Note a turn for each channel of its visitor, to be sent at a moment."""

    async def waits(self) -> bool:
        """Return whether anything is to be sent now."""

    async def take(self, most: int) -> list[Due]:
        """Take what is to be sent now: no other worker gets it for a while."""

    async def put_off(self, due: Due, stage: str, tries: int, next_at: int) -> None:
        """Let go of a notification until its next try or stage."""

    async def drop(self, due: Due) -> None:
        """Forget a notification."""

    async def let_go(self) -> None:
        """Give back all that a worker had taken before it ended."""

    async def forget_unconfirmed(self) -> None:
        """Forget addresses that were never confirmed."""


class PadStore(Protocol):
    """Score sheets that several devices write, until a day after the last note."""

    async def share(self, name: str, text: str) -> str:
        """Keep a sheet that several may write; return the short code that leads to it."""

    async def read(self, name: str) -> SharedPad | None:
        """Return a shared sheet, as long as it is kept."""

    async def of_code(self, code: str) -> str | None:
        """Return the shared sheet that a short code leads to."""

    async def write(self, name: str, version: int, text: str) -> bool:
        """Write a sheet anew; False if it is not kept, or no longer at this version."""

    async def end(self, name: str) -> None:
        """Remove a shared sheet."""

    async def forget_old(self) -> None:
        """Remove sheets on which nobody has noted anything for so long."""


class GatheringStore(Protocol):
    """Evenings and clubs: by their codes, until they are forgotten."""

    async def open(self, gathering: Gathering) -> str:
        """Keep a new gathering; return the short code that leads to it."""

    async def read(self, name: str) -> Gathering | None:
        """Return a gathering, as long as it is kept."""

    async def of_code(self, code: str) -> Gathering | None:
        """Return the gathering that a short code leads to."""

    async def write(self, before: Gathering, after: Gathering) -> bool:
        """Write it and its members anew and tell other workers; False if it has changed."""

    async def renew_code(self, name: str) -> str:
        """Give it another code, and the old one leads nowhere; return the new one."""

    async def of_visitor(self, visitor: str) -> list[Gathering]:
        """Return those that a visitor opened or belongs to."""

    async def within(self, parent: str) -> list[Gathering]:
        """Return the evenings of a club."""

    async def due(self) -> list[str]:
        """Return those about which something is to be done, now or later."""

    async def tables_of(self, name: str) -> list[str]:
        """Return the unfinished tables of a gathering, the oldest first."""

    async def unseal(self, tables: Sequence[str]) -> None:
        """Let tables show their cards: nobody plays the same ones any more."""

    async def end(self, name: str) -> None:
        """Forget a gathering, and the names at its tables."""

    async def forget_old(self) -> None:
        """Forget those whose moment has come."""


class FactStore(Protocol):
    """Facts of the house: its announcement, its health, and leases among workers."""

    async def keep(self, name: str, value: str) -> None:
        """Keep a fact in place of an earlier one."""

    async def count(self, game: str, measure: str) -> None:
        """Add one to a sum of this month."""

    async def announce(self, text: str) -> None:
        """Keep the host's announcement and tell other workers."""

    async def kept(self, name: str) -> str:
        """Return a fact; nothing if there is none."""

    async def take_lease(self, name: str, holder: str, lasts: int) -> bool:
        """Take or renew a lease of so many milliseconds; False if another worker has it."""

    async def end_lease(self, name: str, holder: str) -> None:
        """Give back a lease, if it is still held."""


Heard = Callable[[str, Message | None], None]
"""Hears a message of another worker, by the worker's name; None: anything may have changed."""


class Store(Protocol):
    """Everything that the house keeps, and other workers that keep it too."""

    @property
    def tables(self) -> TableStore:
        """Tables, seats and moves."""

    @property
    def matches(self) -> MatchStore:
        """Brought records, and reviews."""

    @property
    def days(self) -> DayStore:
        """First tries at deals of the day."""

    @property
    def people(self) -> PeopleStore:
        """Revoked tokens, and codes."""

    @property
    def notifications(self) -> NotificationStore:
        """Channels, and the outbox."""

    @property
    def pads(self) -> PadStore:
        """Shared score sheets."""

    @property
    def gatherings(self) -> GatheringStore:
        """Evenings and clubs."""

    @property
    def facts(self) -> FactStore:
        """Facts of the house."""

    @property
    def alone(self) -> bool:
        """Whether there can be no other worker."""

    def secret(self, name: str = "secret", make: Callable[[], str] | None = None) -> str:
        """Return a key of the house: made once, kept with the tables."""

    async def listen(self, heard: Heard) -> None:
        """Begin to hear other workers."""

    async def publish(self, message: Message) -> None:
        """Tell other workers something that is not stored; may get lost."""

    def close(self) -> None:
        """Write what waits, and let go."""
