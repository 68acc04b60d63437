"""Calls people to their turns: what is due is taken from the store, judged, sent, tried again.

A call is written with the move that begins a turn. The worker that takes it later looks whether
the turn still lasts and no page of the table is open; a server that does not answer makes nobody
wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import random
import smtplib
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.requests import Request

from tablee.core import as_json
from tablee.core.errors import TableeError
from tablee.house.clock import now
from tablee.house.errors import NotStored, Unreadable
from tablee.house.ports.notifications import CONFIRM, DONE, LATE, SOON, TURN, Due
from tablee.house.render import templating
from tablee.house.tables.pace import DAY, say_moment
from tablee.house.tables.table import Table
from tablee.web.notify import mail, push
from tablee.web.notify.mail import Links

if TYPE_CHECKING:
    from tablee.house.open_house.house import House

log = logging.getLogger("tablee.outbox")
MOST = 24
"""Calls that are being sent at once."""
FIRST_PAUSE, LONGEST_PAUSE = 30.0, 6 * 3600.0
"""Seconds before the second try, and at most between two."""
LAST_PART = 0.25
"""A reminder is sent when this part of a player's days is left."""
HOUR = 3600.0
GONE = (404, 410)
"""What a push service says of a browser that does not want to be called any more."""


class Outbox:
    """Sends what waits, behind everything else."""

    def __init__(self, house: House, key: str) -> None:
        self._house = house
        self._store = house.store.notifications
        self.links = Links(house.store.secret(), house.settings.home)
        self.signer = push.Signer(key)
        self._threads = {"push": ThreadPoolExecutor(4), "mail": ThreadPoolExecutor(2)}
        self._sending: set[asyncio.Task[None]] = set()
        self._tidied = 0.0

    async def run(self, every: float = 2.0) -> None:
        """Look again and again what is due; a store that is away is asked again."""
        if self._house.store.alone:
            with contextlib.suppress(NotStored):
                await self._store.let_go()
        while True:
            with contextlib.suppress(NotStored):  # told in the log
                await self.send_due()
                await self._tidy()
            await asyncio.sleep(every)

    async def close(self) -> None:
        """Stop waiting for servers; what was not sent waits in the store."""
        for task in self._sending:
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)
        for threads in self._threads.values():
            threads.shutdown(wait=False, cancel_futures=True)

    async def _tidy(self) -> None:
        if time.monotonic() - self._tidied > HOUR or not self._tidied:
            self._tidied = time.monotonic()
            await self._store.forget_unconfirmed()

    async def send_due(self) -> None:
        """Begin to send what is due; others are not kept waiting for it."""
        room = MOST - len(self._sending)
        if room <= 0 or not await self._store.waits():
            return
        for due in await self._store.take(room):
            task = asyncio.get_running_loop().create_task(self._handle(due))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    # One call

    async def _handle(self, due: Due) -> None:
        try:
            await self._judge(due)
        except NotStored:
            return  # told in the log; it is held for a while, and then tried again
        except Exception as error:
            log.error("a call could not be made: %s", type(error).__name__)
            await self._try_again(due)

    async def _judge(self, due: Due) -> None:
        if due.stage == CONFIRM:
            await self._send(due, None)
            return
        table = await self._table_of(due)
        if due.stage == DONE or table is None or not lasts(table, due):
            await self._store.drop(due)
        elif await self._house.messages.is_here(table, due.channel.visitor):
            await self._next_stage(due, table, called=False)
        else:
            await self._send(due, table)

    async def _table_of(self, due: Due) -> Table | None:
        try:
            return await self._house.tables.table_for(due.table, None, acts=True)
        except NotStored:
            raise
        except TableeError:
            return None

    async def _next_stage(self, due: Due, table: Table, called: bool) -> None:
        """Put a call off until it has something else to say; for good once it was made."""
        stage, at = DONE, now() + DAY * 1000
        if called or due.stage != TURN:
            pass
        elif table.due is not None:
            reminder = table.due - int(LAST_PART * table.setup.pace * DAY * 1000)
            stage, at = (SOON, reminder) if reminder > now() else (stage, at)
        else:
            patience = self._house.settings.away_after
            stage, at = LATE, table.match.clock.began_at + int(1000 * patience)
        await self._store.put_off(due, stage, 0, at)

    async def _try_again(self, due: Due, wait: float = 0.0) -> None:
        pause = max(wait, min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(due.tries, 20)))
        at = now() + int(1000 * pause * random.uniform(1.0, 1.2))
        await self._store.put_off(due, due.stage, due.tries + 1, at)

    # Sending

    async def _send(self, due: Due, table: Table | None) -> None:
        """Send a call by its channel, and note what has come of it."""
        by = self._by_push if due.channel.kind == "push" else self._by_mail
        try:
            taken = await by(due, table)
        except (OSError, push.Unreachable, smtplib.SMTPException) as error:
            log.warning("%s does not answer: %s", due.channel.kind, type(error).__name__)
            await self._try_again(due)
            return
        if not taken:
            if due.channel.kind == "mail":
                await self._store.refuse(due.channel.id)
            else:
                await self._store.close_channels([due.channel.id])
            await self._house.notifications.reload()
        elif table is None:
            await self._store.drop(due)
        else:
            await self._next_stage(due, table, called=True)

    async def _by_push(self, due: Due, table: Table | None) -> bool:
        """Return whether a push service takes a notice; False if the browser is gone."""
        assert table is not None
        letter = self._letter(due, table)
        work = partial(push.send, letter, self._house.settings.push_loopback)
        try:
            status = await asyncio.get_running_loop().run_in_executor(self._threads["push"], work)
        except Unreadable:
            return False  # it was kept before such addresses were refused
        if status in GONE:
            return False
        if status == 429 or status >= 500:
            raise push.Unreachable(f"the push service answers {status}.")
        if status >= 300:
            log.warning("push is refused: %d", status)
        return True

    def _letter(self, due: Due, table: Table) -> push.Letter:
        title, body = words_of(due, table)
        tag = hashlib.sha256(due.table.encode()).hexdigest()[:32]
        facts = {"title": title, "body": body, "url": f"/t/{due.table}", "tag": tag}
        lasts_for = (table.due - now()) // 1000 if table.due is not None else HOUR
        headers = {
            "Content-Encoding": "aes128gcm",
            "TTL": str(max(60, int(lasts_for))),
            "Topic": tag,
            "Urgency": "normal",
            "Authorization": self.signer.authorize(due.channel.address, self._contact),
        }
        facts["lang"] = due.channel.lang
        sealed = push.encrypt(as_json.dumps(facts), *push.read_keys(due.channel.keys))
        return push.Letter(due.channel.address, headers, sealed)

    @property
    def _contact(self) -> str:
        """Where a push service reaches the host of this server."""
        box, address = self._house.settings.mailbox, self._house.settings.home
        if box is not None:
            return f"mailto:{box.sender}"
        host = urlsplit(address).hostname or "localhost"
        return address if address.startswith("https:") else f"mailto:tablee@{host}"

    async def _by_mail(self, due: Due, table: Table | None) -> bool:
        """Return whether the server sends a message; False if the address does not exist."""
        box = self._house.settings.mailbox
        if box is None:
            raise push.Unreachable("there is no mail server any more.")
        ui, stop = (
            templating.speak(due.channel.lang),
            self.links.make("stop", due.channel.id),
        )
        if table is None:
            subject = ui("mail_confirm_subject")
            text = ui("mail_confirm_text", link=self.links.make("yes", due.channel.id))
        else:
            subject, body = words_of(due, table)
            text = f"{body}\n\n{self._house.settings.home}/t/{due.table}\n"
        text += f"\n-- \n{ui('mail_foot')}\n{stop}\n"
        one_press = {
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
        message = mail.write(box.sender, due.channel.address, subject, text, one_press)
        work = partial(mail.send, box, message)
        return await asyncio.get_running_loop().run_in_executor(self._threads["mail"], work)


def lasts(table: Table, due: Due) -> bool:
    """Return whether the turn that a call is about still lasts, and its owner plays himself."""
    if table.closed or table.match.state is None or table.waited_for != due.seat:
        return False
    mine = table.seats[due.seat].device == due.channel.visitor
    return mine and due.ply <= table.ply and set(table.match.movers[due.ply :]) <= {due.seat}


def words_of(due: Due, table: Table) -> tuple[str, str]:
    """Return what a call says: the game, whose turn, who is at the table, until when.

    Never a card.
    """
    ui, lang = templating.speak(due.channel.lang), due.channel.lang
    title = ui(f"call_says_{due.stage}", game=table.game.rulebook.about["title"][lang])
    others = [name for n, name in enumerate(table.seats.names) if n != due.seat]
    body = ui("call_at_table", me=table.seats.names[due.seat], who=", ".join(others))
    if table.due is not None:
        body += " " + ui("call_until", until=say_moment(table.due, lang))
    return title, body


def outbox_of(request: Request) -> Outbox:
    """Return the outbox of the house that a request came to."""
    found: Outbox = request.app.state.outbox
    return found
