"""A store in plain dictionaries: for one process that keeps nothing, such as a test or a browser.

It keeps the same promises as a database (see `house/ports.py`) as long as one event loop asks it:
no method waits in its middle, so each is a transaction.
"""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tablee.house.clock import now
from tablee.house.daily.tries import Try
from tablee.house.messages import Message
from tablee.house.people.forgetting import GUEST
from tablee.house.people.notifications import (
    CONFIRM,
    LINK_LASTS,
    REFUSED,
    TURN,
    Channel,
    Due,
    TurnNotification,
)
from tablee.house.ports import Deal, Facts, Heard
from tablee.house.tables import short_codes
from tablee.house.tables.names import same_name
from tablee.house.tables.seats import BESIDE, Seat
from tablee.house.tables.stored import Conflict, StoredMove, StoredTable

DAY = 24 * 3600 * 1000
CODE_LASTS = 15 * 60 * 1000
MOST_DAYS = 400
HOLD = 10 * 60 * 1000
"""Milliseconds for which a sender has a notification for itself."""
MOST_DEVICES = 8
BLANK = {
    **dict.fromkeys(("secret", "luck", "key", "started_at", "ended_at", "closed", "rematch")),
    **dict.fromkeys(("day", "code")),
    "pace": 0,
    "first_try": 0,
    "turned": 0,
}
"""The columns of a new table that its facts do not name."""


@dataclass
class _Kept:
    """One table with everything beside it."""

    row: dict[str, Any]
    seats: list[Seat]
    moves: list[tuple[int, str, int]] = field(default_factory=list)
    """The seat, the text and the moment of each move."""
    held: set[str] = field(default_factory=set)
    removed: set[str] = field(default_factory=set)
    again: bool = False

    def forget(self, visitor: str) -> bool:
        """Put a guest in place of a visitor; return whether there was one."""
        gone = secrets.token_urlsafe(12)

        def unlinked(who: str | None) -> str | None:
            mine = who is not None and (who == visitor or who.startswith(visitor + BESIDE))
            return gone + who[len(visitor) :] if who is not None and mine else who

        before = (self.row["opener"], self.seats, self.held, self.removed)
        self.row["opener"] = unlinked(self.row["opener"])
        self.seats = [
            seat
            if unlinked(seat.visitor) == seat.visitor
            else replace(seat, visitor=unlinked(seat.visitor), name=GUEST)
            for seat in self.seats
        ]
        self.held = {who for one in self.held if (who := unlinked(one))}
        self.removed = {who for one in self.removed if (who := unlinked(one))}
        return before != (self.row["opener"], self.seats, self.held, self.removed)


def _laid(around: Sequence[Seat]) -> list[Seat]:
    """Return seats as they are kept before the deal: nobody is away, no hand is uncovered."""
    return [replace(seat, away_since=None, uncovered=None) for seat in around]


def _is_of(kept: _Kept, visitor: str) -> bool:
    """Return whether a visitor sits or sat at a table, or alone may deal there."""
    sits = any(one.visitor == visitor for one in kept.seats)
    deals = kept.row["opener"] == visitor and kept.row["started_at"] is None
    return kept.row["closed"] is None and (sits or deals)


class MemoryTables:
    """Tables, their seats and their moves."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self.kept: dict[str, _Kept] = {}

    async def append(self, played: StoredMove, call: TurnNotification | None, at: int) -> None:
        """Store a move, and whom to notify at a moment; raise Conflict if its ply is taken."""
        kept = self.kept.get(played.table)
        if kept is None or played.ply != len(kept.moves):
            raise Conflict
        kept.moves.append((played.seat, played.move, now()))
        if call is not None:
            await self._store.notifications.note(call, at)

    async def load(self, table: str, ply: int = 0) -> StoredTable | None:
        """Return a table with its moves from a ply on."""
        kept = self.kept.get(table)
        if kept is None:
            return None
        played = kept.moves[ply:]
        last = played[-1][2] if played else None if ply else kept.row["started_at"]
        moves = [(seat, move) for seat, move, _ in played]
        beside = frozenset(kept.held), frozenset(kept.removed)
        return StoredTable(dict(kept.row), tuple(kept.seats), moves, *beside, last)

    async def exists(self, table: str) -> bool:
        """Return whether there is a table of a name."""
        return table in self.kept

    async def open(
        self, table: str, facts: Facts, around: Sequence[Seat], secret: str | None
    ) -> None:
        """Write a new table and its seats."""
        if table in self.kept:
            raise Conflict
        taken = {kept.row["code"] for kept in self.kept.values()}
        while (code := short_codes.draw()) in taken:
            pass
        own = {"id": table, "opened_at": now(), "secret": secret, "code": code}
        options = json.dumps(facts["options"])
        self.kept[table] = _Kept({**BLANK, **facts, "options": options, **own}, _laid(around))

    async def open_again(
        self, table: str, source: str, key: bytes, moves: Sequence[tuple[int, str]]
    ) -> None:
        """Deal the cards of another match at a table and lay its first moves, all at once."""
        kept = self.kept[table]
        kept.row["secret"], kept.again = None, True
        await self.start(table, lambda *_: (key, ()))
        at = now()
        kept.moves.extend((seat, move, at) for seat, move in moves)

    async def arrange(
        self, table: str, facts: Facts, before: Sequence[Seat], after: Sequence[Seat]
    ) -> bool:
        """Change what is played, lay the seats anew; False if dealt, or if seats have changed."""
        kept = self.kept[table]
        if kept.row["key"] is not None or kept.seats != list(before):
            return False
        kept.row |= {**facts, "options": json.dumps(facts["options"])}
        kept.seats = _laid(after)
        return True

    async def change_seat(
        self, table: str, dealt: bool, seat: int, before: Seat, after: Seat
    ) -> bool:
        """Put another player at a seat; False if table or seat have changed."""
        kept = self.kept[table]
        at, others = kept.seats[seat], [one for n, one in enumerate(kept.seats) if n != seat]
        same = (at.visitor, at.bot, at.away_since)
        if (kept.row["key"] is not None) != dealt:
            return False
        if same != (before.visitor, before.bot, before.away_since):
            return False
        if any(after.name and same_name(one.name, after.name) for one in others):
            return False
        if after.visitor is not None and any(one.visitor == after.visitor for one in others):
            raise Conflict
        if after.visitor is not None and after.visitor != before.visitor:
            if dealt and after.visitor in kept.held:
                raise Conflict
            (kept.held.add if dealt else kept.removed.discard)(after.visitor)
        kept.seats[seat] = replace(after, uncovered=at.uncovered)
        return True

    async def remove_person(self, table: str, seat: int, before: Seat) -> bool:
        """Empty a person's seat before the deal and note the removal; False if it has changed."""
        if not await self.change_seat(table, False, seat, before, Seat()):
            return False
        self.kept[table].removed.add(str(before.visitor))
        return True

    async def uncover(self, table: str, seat: int | None, ply: int, device: str) -> None:
        """Note whose hand is uncovered on a shared screen; None for nobody's."""
        seats = self.kept[table].seats
        for n, one in enumerate(seats):
            if one.visitor is not None and one.visitor.startswith(device):
                seats[n] = replace(one, uncovered=ply if n == seat else None)

    async def start(self, table: str, deal: Deal) -> bool:
        """Deal, unless that was done or a seat is empty."""
        kept = self.kept[table]
        if kept.row["key"] is not None or any(seat.who == "empty" for seat in kept.seats):
            return False
        key, luck = deal(kept.row, tuple(kept.seats))
        kept.row |= {"key": key, "luck": json.dumps(luck), "started_at": now()}
        kept.held |= {seat.visitor for seat in kept.seats if seat.visitor is not None}
        return True

    async def renew(self, table: str, version: int) -> None:
        """Have a table that is not dealt play by the present rules."""
        if self.kept[table].row["key"] is None:
            self.kept[table].row["version"] = version

    async def close(self, table: str, why: str) -> None:
        """End a match that is not over as drawn, and keep the reason."""
        row = self.kept[table].row
        if row["ended_at"] is None:
            row |= {"ended_at": now(), "closed": why, "code": None}

    async def end(self, table: str, scores: Sequence[int], counts: bool) -> None:
        """Note that a match is over, and the result of a first try that counts."""
        row = self.kept[table].row
        row |= {"ended_at": row["ended_at"] or now(), "code": None}
        if counts:
            self._store.days.end(table, scores)

    async def rematch(
        self, old: str, new: str, facts: Facts, around: Sequence[Seat], secret: str
    ) -> str:
        """Open the next table for the same people, once; return its name."""
        row = self.kept[old].row
        if row["rematch"] is None:
            row["rematch"] = new
            await self.open(new, facts, around, secret)
        return str(row["rematch"])

    async def of_code(self, code: str) -> str | None:
        """Return the unfinished table that has a short code."""
        return next((name for name, kept in self.kept.items() if kept.row["code"] == code), None)

    async def of_visitor(self, visitor: str, most: int = 50) -> list[str]:
        """Return the tables of a visitor, the newest first."""
        return self._of(visitor, lambda row: row["opened_at"])[:most]

    async def all_of_visitor(self, visitor: str) -> list[str]:
        """Return all tables of a visitor, the last moved first."""
        return self._of(visitor, lambda r: r["ended_at"] or r["started_at"] or r["opened_at"])

    def _of(self, visitor: str, at: Callable[[dict[str, Any]], int]) -> list[str]:
        mine = [name for name, kept in self.kept.items() if _is_of(kept, visitor)]
        return sorted(mine, key=lambda name: -at(self.kept[name].row))

    async def open_to_all(self, most: int = 50) -> list[str]:
        """Return the tables that anyone may join and that have not begun."""
        rows = [kept.row for kept in self.kept.values() if kept.row["who_may_join"] == "open"]
        rows = [row for row in rows if row["started_at"] is None and row["ended_at"] is None]
        return [row["id"] for row in sorted(rows, key=lambda row: -row["opened_at"])][:most]

    async def count_open(self, visitor: str) -> int:
        """Return how many unfinished tables a visitor has opened within a day."""
        rows = [kept.row for kept in self.kept.values() if kept.row["opener"] == visitor]
        return sum(r["ended_at"] is None and r["opened_at"] > now() - DAY for r in rows)

    async def count_closed(self, visitor: str) -> int:
        """Return how many of a visitor's matches ended as drawn of late."""
        return sum(
            kept.row["closed"] is not None
            and kept.row["ended_at"] > now() - 30 * DAY
            and any(seat.visitor == visitor for seat in kept.seats)
            for kept in self.kept.values()
        )

    async def played_again(self, tables: Sequence[str]) -> set[str]:
        """Return those of some tables that play the cards of another match again."""
        return {name for name in tables if name in self.kept and self.kept[name].again}

    def forget(self, visitor: str) -> list[str]:
        """Let a visitor's seats lead to nobody; return the tables that have changed."""
        return [name for name, kept in self.kept.items() if kept.forget(visitor)]


class MemoryMatches:
    """Records that were brought here, and reviews."""

    def __init__(self) -> None:
        self._records: dict[str, str] = {}
        self._reviews: dict[tuple[str, int], str] = {}

    async def keep_record(self, name: str, text: str) -> None:
        """Keep a record by its name, once."""
        self._records.setdefault(name, text)

    async def record(self, name: str) -> str | None:
        """Return a record that was brought here."""
        return self._records.get(name)

    async def keep_review(self, name: str, seat: int, text: str) -> None:
        """Keep the review of a match from a seat in place of an older one."""
        self._reviews[name, seat] = text

    async def review(self, name: str, seat: int) -> str | None:
        """Return what is kept of the review of a match from a seat."""
        return self._reviews.get((name, seat))

    async def reviews(self, names: Sequence[str]) -> dict[tuple[str, int], str]:
        """Return what is kept of the reviews of some matches, by match and seat."""
        return {key: text for key, text in self._reviews.items() if key[0] in names}


class MemoryDays:
    """First tries at deals of the day."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._tries: dict[tuple[str, str, str], Try] = {}
        """By visitor, game and day."""

    async def going(self, visitor: str, game: str, day: str) -> str | None:
        """Return the table at which a visitor is in the middle of a day's deal."""
        rows = [
            kept.row
            for kept in self._store.tables.kept.values()
            if (kept.row["game"], kept.row["day"], kept.row["ended_at"]) == (game, day, None)
            and any(seat.visitor == visitor for seat in kept.seats)
        ]
        rows.sort(key=lambda row: (row["first_try"], row["opened_at"]))
        return str(rows[-1]["id"]) if rows else None

    async def open_try(
        self, table: str, facts: Facts, around: Sequence[Seat], secret: str, key: bytes
    ) -> None:
        """Open and deal a table for a day's deal; raise Conflict for a second first try."""
        mine = (facts["opener"], facts["game"], facts["day"])
        if facts["first_try"] and mine in self._tries:
            raise Conflict
        await self._store.tables.open(table, facts, around, secret)
        if facts["first_try"]:
            self._tries[mine] = Try(facts["game"], facts["day"], table)
        await self._store.tables.start(table, lambda *_: (key, ("",) * len(around)))

    def forget(self, visitor: str) -> None:
        """Let a visitor's tries lead to nobody."""
        for mine in [key for key in self._tries if key[0] == visitor]:
            self._tries[secrets.token_urlsafe(12), *mine[1:]] = self._tries.pop(mine)

    def end(self, table: str, scores: Sequence[int]) -> None:
        """Note the result of a try, once."""
        for key, one in self._tries.items():
            if one.table == table and one.lead is None:
                lead = scores[0] - max(scores[1:])
                self._tries[key] = replace(one, lead=lead, scores=tuple(scores))

    async def tries_of(self, visitor: str, since: str, until: str) -> list[Try]:
        """Return a visitor's first tries of some days, the latest first."""
        mine = [
            self._placed(key, one)
            for key, one in self._tries.items()
            if key[0] == visitor and since <= one.day <= until
        ]
        return sorted(mine, key=lambda one: one.day, reverse=True)

    def _placed(self, mine: tuple[str, str, str], one: Try) -> Try:
        leads = [
            other.lead
            for key, other in self._tries.items()
            if key != mine and key[1:] == mine[1:] and other.lead is not None
        ]
        beaten = sum(one.lead is not None and lead < one.lead for lead in leads)
        return replace(one, beaten=beaten, others=len(leads))

    async def days_of(self, visitor: str) -> list[str]:
        """Return the days on which a visitor has ended a try, the latest first."""
        ended = {
            one.day
            for key, one in self._tries.items()
            if key[0] == visitor and one.lead is not None
        }
        return sorted(ended, reverse=True)[:MOST_DAYS]

    async def results(self, game: str, day: str) -> dict[int, int]:
        """Return how often each lead was reached, the lowest first."""
        leads = [one.lead for key, one in self._tries.items() if key[1:] == (game, day)]
        return dict(sorted(Counter(lead for lead in leads if lead is not None).items()))


class MemoryPeople:
    """Revoked tokens and codes that carry a visitor to another device."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._generations: dict[str, int] = {}
        self._codes: dict[str, tuple[str, int]] = {}

    async def generations(self) -> dict[str, int]:
        """Return how often visitors have revoked their tokens; without those who never have."""
        return dict(self._generations)

    async def revoke(self, visitor: str, generation: int) -> None:
        """Revoke all of a visitor's codes, and all tokens but those of this generation."""
        self._generations[visitor] = generation
        self._forget(visitor)

    def _forget(self, visitor: str) -> None:
        kept = self._codes.items()
        self._codes = {code: one for code, one in kept if one[0] != visitor}

    async def keep_code(self, code: str, visitor: str) -> None:
        """Keep the hash of a code; earlier ones of the visitor are void."""
        self._forget(visitor)
        self._codes[code] = visitor, now()

    async def visitor_of_code(self, code: str) -> str | None:
        """Return whom a code carries, as long as it is good."""
        visitor, made_at = self._codes.get(code, (None, 0))
        return visitor if made_at >= now() - CODE_LASTS else None

    async def use_code(self, code: str) -> str | None:
        """Return whom a code carries, and make it worthless."""
        visitor = await self.visitor_of_code(code)
        self._codes.pop(code, None)
        return visitor

    async def forget(self, visitor: str) -> list[str]:
        """Erase a visitor's name, addresses and codes; return the tables that have changed."""
        self._forget(visitor)
        self._store.days.forget(visitor)
        await self._store.notifications.close_all(visitor)
        return self._store.tables.forget(visitor)


@dataclass(frozen=True)
class _Waiting:
    """A notification in the outbox."""

    seat: int
    ply: int
    stage: str
    tries: int
    next_at: int
    held_until: int = 0

    @property
    def is_due(self) -> bool:
        return max(self.next_at, self.held_until) <= now()


class MemoryNotifications:
    """Channels by which visitors are notified, and the outbox of what waits."""

    def __init__(self) -> None:
        self._channels: dict[str, Channel] = {}
        self._outbox: dict[tuple[str, str], _Waiting] = {}
        """By channel and table."""

    async def channels_of(self, visitor: str) -> list[Channel]:
        """Return a visitor's channels, the oldest first."""
        mine = [one for one in self._channels.values() if one.visitor == visitor]
        return sorted(mine, key=lambda one: one.made_at)

    async def channel(self, name: str) -> Channel | None:
        """Return a channel by its name."""
        return self._channels.get(name)

    async def open_channel(self, channel: Channel) -> None:
        """Keep a channel, in place of an earlier address or the oldest devices."""
        same = [one for one in await self.channels_of(channel.visitor) if one.kind == channel.kind]
        old = same if channel.kind == "mail" else same[: max(0, len(same) - MOST_DEVICES + 1)]
        await self.close_channels([channel.id, *(one.id for one in old)])
        self._channels[channel.id] = replace(channel, made_at=now())
        if not channel.confirmed:
            self._outbox[channel.id, ""] = _Waiting(0, 0, CONFIRM, 0, now())

    async def close_channels(self, names: Sequence[str]) -> None:
        """Forget channels, and what waits for them."""
        for name in names:
            self._channels.pop(name, None)
        self._outbox = {key: one for key, one in self._outbox.items() if key[0] not in names}

    async def close_all(self, visitor: str) -> None:
        """Forget all channels of a visitor."""
        await self.close_channels([one.id for one in await self.channels_of(visitor)])

    async def confirm(self, name: str) -> bool:
        """Note that an address is its owner's; False if it has been forgotten."""
        if name not in self._channels:
            return False
        self._channels[name] = replace(self._channels[name], confirmed=True)
        return True

    async def refuse(self, name: str) -> None:
        """Note that the mail server knows no such address."""
        if name not in self._channels:
            return
        made = replace(self._channels[name], confirmed=False, made_at=now())
        await self.close_channels([name])
        self._channels[name] = made
        self._outbox[name, ""] = _Waiting(0, 0, REFUSED, 0, now() + 2 * LINK_LASTS)

    async def is_refused(self, name: str) -> bool:
        """Return whether the mail server knows no such address."""
        told = self._outbox.get((name, ""))
        return told is not None and told.stage == REFUSED

    async def visitors(self) -> frozenset[str]:
        """Return everyone who wants to be notified."""
        return frozenset(one.visitor for one in self._channels.values() if one.confirmed)

    async def note(self, call: TurnNotification, at: int) -> None:
        """Note a turn for each channel of its visitor, to be sent at a moment."""
        for one in await self.channels_of(call.visitor):
            before = self._outbox.get((one.id, call.table))
            if one.confirmed and (before is None or before.ply != call.ply):
                self._outbox[one.id, call.table] = _Waiting(call.seat, call.ply, TURN, 0, at)

    async def waits(self) -> bool:
        """Return whether anything is to be sent now."""
        return any(one.is_due for one in self._outbox.values())

    async def take(self, most: int) -> list[Due]:
        """Take what is to be sent now: it is held until its sender says what became of it."""
        due = [(key, one) for key, one in self._outbox.items() if one.is_due]
        due = sorted(due, key=lambda found: found[1].next_at)[:most]
        for key, one in due:
            self._outbox[key] = replace(one, held_until=now() + HOLD)
        return [
            Due(self._channels[channel], table, one.seat, one.ply, one.stage, one.tries)
            for (channel, table), one in due
        ]

    def _key_of(self, due: Due) -> tuple[str, str] | None:
        """Return where a notification waits; None once a newer turn has taken its place."""
        key = due.channel.id, due.table
        return key if key in self._outbox and self._outbox[key].ply == due.ply else None

    async def put_off(self, due: Due, stage: str, tries: int, next_at: int) -> None:
        """Let go of a notification until its next try or stage."""
        if (key := self._key_of(due)) is not None:
            self._outbox[key] = _Waiting(due.seat, due.ply, stage, tries, next_at)

    async def drop(self, due: Due) -> None:
        """Forget a notification."""
        if (key := self._key_of(due)) is not None:
            del self._outbox[key]

    async def let_go(self) -> None:
        """Give back all that was taken and not sent."""
        self._outbox = {key: replace(one, held_until=0) for key, one in self._outbox.items()}

    async def forget_unconfirmed(self) -> None:
        """Forget addresses that were never confirmed."""
        old = now() - LINK_LASTS
        kept = self._channels.values()
        gone = [one.id for one in kept if not one.confirmed and one.made_at < old]
        await self.close_channels(gone)


class MemoryFacts:
    """Facts of the house: its announcement, its health, and leases among workers."""

    def __init__(self) -> None:
        self.sums = Counter[tuple[str, str]]()
        self._kept: dict[str, str] = {}
        self._leases: dict[str, tuple[str, int]] = {}

    async def keep(self, name: str, value: str) -> None:
        """Keep a fact in place of an earlier one."""
        self._kept[name] = value

    async def count(self, game: str, measure: str) -> None:
        """Add one to a sum, as long as this lasts."""
        self.sums[game, measure] += 1

    async def announce(self, text: str) -> None:
        """Keep the host's announcement."""
        self._kept["notice"] = text

    async def kept(self, name: str) -> str:
        """Return a fact; nothing if there is none."""
        return self._kept.get(name, "")

    async def take_lease(self, name: str, holder: str, lasts: int) -> bool:
        """Take or renew a lease of so many milliseconds; False if it is held by another."""
        owner, until = self._leases.get(name, (holder, 0))
        if owner != holder and until >= now():
            return False
        self._leases[name] = holder, now() + lasts
        return True

    async def end_lease(self, name: str, holder: str) -> None:
        """Give back a lease, if it is still held."""
        if self._leases.get(name, ("", 0))[0] == holder:
            del self._leases[name]


class MemoryStore:
    """Everything that a house keeps as long as its process lasts."""

    def __init__(self) -> None:
        self.tables = MemoryTables(self)
        self.matches = MemoryMatches()
        self.days = MemoryDays(self)
        self.people = MemoryPeople(self)
        self.notifications = MemoryNotifications()
        self.facts = MemoryFacts()
        self._secrets: dict[str, str] = {}

    @property
    def alone(self) -> bool:
        """Whether there can be no other worker: always."""
        return True

    def secret(self, name: str = "secret", make: Callable[[], str] | None = None) -> str:
        """Return a key of the house: made once, kept as long as this lasts."""
        if name not in self._secrets:
            self._secrets[name] = (make or (lambda: secrets.token_urlsafe(32)))()
        return self._secrets[name]

    async def listen(self, heard: Heard) -> None:
        """Hear nobody: there is no other worker."""

    async def publish(self, message: Message) -> None:
        """Tell nobody: there is no other worker."""

    def close(self) -> None:
        """Let go of nothing."""
