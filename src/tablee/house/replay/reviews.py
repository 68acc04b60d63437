"""Reviews in progress: one at a time, in short pieces between which bots and hints go first.

Among several workers one makes reviews at a time: it holds a lease in the store, which ends by
itself if the worker does. A review is made once and kept. A page that waits for one shows how far
it is, and the key moments that were found so far.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from tablee.bots.loading import catch_up
from tablee.bots.review.builder import ReviewBuilder, Value
from tablee.bots.review.match_review import plays_each, review_builder
from tablee.core import as_json
from tablee.core.record import Record
from tablee.games import parse_record
from tablee.house.errors import NotStored, TooMuch
from tablee.house.thinking.work_queue import Kind

if TYPE_CHECKING:
    from tablee.house.open_house.house import House

log = logging.getLogger("tablee.reviews")
VERSION = 3
"""Which way reviews are made: an older one is made anew."""
PIECE = 0.2
"""Seconds of thinking after which others may go first."""
MOST_WAITING = 40
KEPT = 64
LEASE, LASTS = "reviewing", 15.0
"""What one worker has at a time, and the seconds for which it has it."""
POLL = 1.0
"""Seconds after which a worker asks again whether it may make a review."""
Key = tuple[str, int]
"""The name of a match, and a seat."""


# What is done where bots think


@lru_cache(2)
def _builder(text: str, seat: int) -> ReviewBuilder:
    record = parse_record(text)
    catch_up(record.game.name)
    return review_builder(record, seat)


def begin(text: str, seat: int) -> tuple[list[int], list[float], int]:
    """Return the order of the moments, how much work each is, and how closely to look."""
    builder = _builder(text, seat)
    order = builder.order
    each = plays_each(parse_record(text), builder.work)
    return order, [builder.work_of(n) for n in order], each


def look(text: str, seat: int, each: int, numbers: Sequence[int]) -> list[Value]:
    """Value the first of these moments, as many as there is time for."""
    builder, end, found = _builder(text, seat), time.perf_counter() + PIECE, []
    for number in numbers:
        found.append(builder.value(number, each))
        if time.perf_counter() > end:
            break
    return found


def finish(text: str, seat: int, values: dict[int, Value]) -> dict[str, Any]:
    """Put the values together: what is kept of the review."""
    builder = _builder(text, seat)
    builder.values = values
    return builder.build().kept()


# One after the other


@dataclass
class PendingReview:
    """A review in progress."""

    name: str
    seat: int
    text: str
    done: float = 0.0
    total: float = 1.0
    choices: list[list[Any]] = field(default_factory=list)
    """The mistakes that were found so far, as they will be kept."""
    failed: bool = False
    waits: bool = True
    """Whether a page waits for it; those reviews are made first."""

    @property
    def percent(self) -> int:
        """How much of it is done."""
        return int(100 * self.done / self.total)


class Reviews:
    """Makes reviews, and keeps them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._kept: OrderedDict[Key, dict[str, Any]] = OrderedDict()
        self._jobs: OrderedDict[Key, PendingReview] = OrderedDict()
        self._working: asyncio.Task[None] | None = None
        self._holder = secrets.token_hex(8)
        self._renewed = float("-inf")

    async def kept(self, name: str, seat: int) -> dict[str, Any] | None:
        """Return what is kept of a review that was made."""
        key = (name, seat)
        if key not in self._kept:
            found = await self._house.store.matches.review(name, seat)
            facts = as_json.loads(found) if found else {}
            if facts.get("version") != VERSION:
                return None
            self._remember(key, facts)
        self._kept.move_to_end(key)
        return self._kept[key]

    def ask(
        self, name: str, seat: int, record: Record, anew: bool = False, waits: bool = True
    ) -> PendingReview:
        """Put a review in line, unless it is there; one that failed is tried anew if asked."""
        key = (name, seat)
        if key not in self._jobs or (anew and self._jobs[key].failed):
            if len(self._jobs) >= MOST_WAITING:
                raise TooMuch("many reviews are being made: come back in a minute.", 60)
            self._house.readiness.check(record.game.name)
            self._jobs[key] = PendingReview(name, seat, str(record), waits=waits)
        self._jobs[key].waits |= waits
        if self._working is None or self._working.done():
            self._working = self._house.spawn(self._work())
        return self._jobs[key]

    def job(self, name: str, seat: int) -> PendingReview | None:
        """Return a review in progress, if it was asked for."""
        return self._jobs.get((name, seat))

    def before(self, job: PendingReview) -> int:
        """Return how many reviews are made before this one; none if it has just been made."""
        line = self._line()
        return line.index(job) if job in line else 0

    def _line(self) -> list[PendingReview]:
        """Return what is to be made: the one begun, those that a page waits for, and the others."""
        jobs = [job for job in self._jobs.values() if not job.failed]
        return sorted(jobs, key=lambda job: (not job.done, not job.waits))

    async def _work(self) -> None:
        while line := self._line():
            job = line[0]
            try:
                await self._take_turn()
                if await self.kept(job.name, job.seat) is not None:  # another worker made it
                    del self._jobs[job.name, job.seat]
                    continue
                facts = await self._make(job)
                await self._keep(job, facts)
            except Exception as error:
                log.error("a review of %s failed: %s", job.name, type(error).__name__)
                job.failed = True
            await self._end_turn()

    async def _take_turn(self) -> None:
        """Wait until no other worker makes a review, and keep it so."""
        while time.monotonic() > self._renewed + LASTS / 3:
            facts, lasts = self._house.store.facts, int(1000 * LASTS)
            if await facts.take_lease(LEASE, self._holder, lasts):
                self._renewed = time.monotonic()
            else:
                await asyncio.sleep(POLL)

    async def _end_turn(self) -> None:
        self._renewed = float("-inf")
        with contextlib.suppress(NotStored):  # it ends by itself then
            await self._house.store.facts.end_lease(LEASE, self._holder)

    async def _make(self, job: PendingReview) -> dict[str, Any]:
        order, works, each = await self._piece(partial(begin, job.text, job.seat))
        job.total, values = sum(works) or 1.0, dict[int, Value]()
        while len(values) < len(order):
            rest = order[len(values) :]
            found = await self._piece(partial(look, job.text, job.seat, each, rest))
            job.done += sum(works[len(values) : len(values) + len(found)])
            values |= dict(zip(rest, found, strict=False))
            choices = [value.choice for value in found]
            job.choices += [one.kept() for one in choices if one and one.is_mistake]
        facts: dict[str, Any] = await self._piece(partial(finish, job.text, job.seat, values))
        return facts

    async def _piece(self, job: Any) -> Any:
        await self._take_turn()
        async with self._house.queue.place(Kind.REVIEW, "review"):
            return await self._house.thinking.work(job)

    async def _keep(self, job: PendingReview, facts: dict[str, Any]) -> None:
        facts["version"] = VERSION
        text = as_json.dumps(facts).decode()
        try:
            await self._house.store.matches.keep_review(job.name, job.seat, text)
        except NotStored:
            log.error("a review was not kept")
        self._remember((job.name, job.seat), facts)
        del self._jobs[job.name, job.seat]

    def _remember(self, key: Key, facts: dict[str, Any]) -> None:
        self._kept[key] = facts
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
