"""E-mail, where the host has given an SMTP server: one plain text, and one press to stop."""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Mapping
from email import policy
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import urlsplit

from itsdangerous import BadSignature, TimestampSigner

from tablee.core.errors import InvalidOption
from tablee.house.settings import Mailbox

SILENCE = 15.0
"""Seconds after which a server that says nothing is given up."""
LONGEST_ADDRESS = 254
PORTS = {"smtp": 25, "smtps": 465}
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(
    rf"(?=.{{1,64}}@)(?!.*=\?){_ATOM}(?:\.{_ATOM})*@(?:{_LABEL}\.)+(?=[A-Za-z]){_LABEL}"
)
"""What mail providers give out: no quotes, no comments, no encoded words, no address literals."""


class _Link(UnstructuredHeader, BaseHeader):
    """A header that is one link: on one line, as RFC 8058 needs it, however long it is."""

    def fold(self, *, policy: policy.Policy) -> str:
        return f"{self.name}: {self}{policy.linesep}"


_HEADERS = HeaderRegistry()
_HEADERS.map_to_type("list-unsubscribe", _Link)
_POLICY = policy.default.clone(header_factory=_HEADERS)


def read_mailbox(url: str, sender: str, password: str = "") -> Mailbox | None:
    """Read what the host has given; None if nothing; raise InvalidOption."""
    if not url and not sender:
        return None
    try:
        found = urlsplit(url)
        port = found.port or PORTS[found.scheme]
    except (ValueError, KeyError):
        raise InvalidOption("--smtp: write smtp://USER@HOST:587 or smtps://USER@HOST.") from None
    if not found.hostname:
        raise InvalidOption("--smtp: the name of the server is missing.")
    if found.password:
        raise InvalidOption("--smtp: give the password as TABLEE_SMTP_PASSWORD, not here.")
    if not is_address(sender):
        raise InvalidOption("--mail-from: give the address that e-mail comes from.")
    user = found.username or ""
    return Mailbox(found.scheme, found.hostname, port, sender, user, password)


def is_address(text: str) -> bool:
    """Return whether this may be an e-mail address; only its owner knows whether it is one."""
    return len(text) <= LONGEST_ADDRESS and _ADDRESS.fullmatch(text) is not None


def write(sender: str, to: str, subject: str, text: str, more: Mapping[str, str]) -> EmailMessage:
    """Write a message; a machine's, so that nobody's absence answers it."""
    made = EmailMessage(_POLICY)
    made["From"] = Address("Tablée", addr_spec=sender)
    made["To"] = Address(addr_spec=to)
    made["Subject"] = subject
    made["Date"] = formatdate()
    made["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    made["Auto-Submitted"] = "auto-generated"
    for name, value in more.items():
        made[name] = value
    made.set_content(text)
    return made


def send(box: Mailbox, message: EmailMessage) -> bool:
    """Send a message; False if the address does not exist. Raises OSError or SMTPException."""
    tls = ssl.create_default_context()
    if box.scheme == "smtps":
        server: smtplib.SMTP = smtplib.SMTP_SSL(box.host, box.port, timeout=SILENCE, context=tls)
    else:
        server = smtplib.SMTP(box.host, box.port, timeout=SILENCE)
    with server:
        if box.scheme == "smtp" and (box.user or server.has_extn("starttls")):
            server.starttls(context=tls)  # a password never goes unencrypted
        if box.user:
            server.login(box.user, box.password)
        try:
            server.send_message(message)
        except smtplib.SMTPRecipientsRefused as refused:
            code = next(iter(refused.recipients.values()))[0]
            if code >= 500:
                return False
            raise
    return True


class Links:
    """Makes the links of messages, each for one channel and one purpose, and reads them back."""

    def __init__(self, secret: str, address: str) -> None:
        self._secret = secret
        self._address = address.rstrip("/")

    def make(self, purpose: str, channel: str) -> str:
        """Return the whole address of a link."""
        return f"{self._address}/me/calls/{purpose}?link={self.sign(purpose, channel)}"

    def sign(self, purpose: str, channel: str) -> str:
        """Return what proves that its bearer has read the message."""
        return self._signer(purpose).sign(channel).decode()

    def read(self, purpose: str, text: str, age: int | None = None) -> str | None:
        """Return the channel of a link; None if it is false, or older than so many seconds."""
        try:
            return self._signer(purpose).unsign(text, max_age=age).decode()
        except BadSignature:
            return None

    def _signer(self, purpose: str) -> TimestampSigner:
        return TimestampSigner(self._secret, salt=f"tablee mail {purpose}")
