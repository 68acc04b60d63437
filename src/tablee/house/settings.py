"""What a host may choose."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from tablee.core.errors import InvalidOption
from tablee.core.extras import need

FILE = "tablee.sqlite"
LEAST_PASSWORD = 12
"""Signs of the staff's password, so that it cannot be guessed within the limits."""
LOG_ADDRESSES = ("none", "short", "full")
LONGEST_CONTACT = 4_000
"""Letters of the text that says who hosts the house."""
KIOSK = "kiosk"
"""Opens tables for those who stand before a kiosk; a visitor who sits down there may deal."""

EVENING = "evening"
"""Opens the tables of an evening; nobody has to be there for others to deal."""


@dataclass(frozen=True)
class Limits:
    """How much one visitor, one address or one request may ask for."""

    body: int = 16_384
    """Bytes of a request."""
    record: int = 98_304
    """Bytes of a request that brings the record of a match."""
    head: int = 32_768
    """Bytes of a request before its body."""
    arrival: float = 10.0
    """Seconds in which a request must arrive."""
    connections: int = 500
    """Connections of one address at once."""
    name: int = 24
    """Letters of a name."""
    tables: int = 100
    """Tables that one visitor may have open and unfinished."""
    opened: float = 0.5
    """Tables that one address may open or sit down at, a second; bursts of a minute's worth."""
    asked: float = 100.0
    """Requests of one address a second; bursts of ten seconds' worth."""
    plies: int = 20_000
    """Moves of one match; one that goes on ends as drawn."""
    costly: float = 5.0
    """Logs, hints, reviews and replays that an address may ask for a second; bursts of ten."""
    checked: float = 1.0
    """Records that one address may have checked a second; bursts of five seconds' worth."""
    guessed: float = 0.2
    """Short codes that one address may try a second; bursts of 200 seconds' worth."""
    streams: int = 200
    """Event streams of one address at once."""
    live: int = 2_000
    """Tables kept in memory while nobody watches them."""


NO_LIMITS = Limits(
    connections=10**6,
    tables=10**6,
    opened=1e6,
    asked=1e6,
    streams=10**6,
    arrival=600.0,
    costly=1e6,
    checked=1e6,
    guessed=1e6,
)
"""For load runs and tests."""


@dataclass(frozen=True)
class Mailbox:
    """The server that sends e-mail, and in whose name."""

    scheme: str
    host: str
    port: int
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True)
class Settings:
    """Everything that `create_app` needs to know."""

    database: str
    limits: Limits = field(default_factory=Limits)
    bot_workers: int = 1
    """Processes in which bots think; 0 for a thread of the server."""
    bot_pace: float = 0.7
    """Seconds a bot takes at least, so that people can follow."""
    away_after: float = 60.0
    """Seconds on turn after which the others may let a bot play for a player."""
    secure: bool = False
    """Whether the house is asked over HTTPS only: cookies travel so, and browsers are told."""
    address: str = ""
    """The public address of the house; where it is given, every link begins with it."""
    near: str = ""
    """Its address in the network, as it was found at the start: for phones on the same network."""

    kiosk: float = 0.0
    """Minutes after which a kiosk forgets a visitor who has left it; 0, there is no kiosk."""
    staff_password: str = field(default="", repr=False)
    """Opens the page of the host; none, no page."""
    mailbox: Mailbox | None = None
    """The server that sends e-mail; none, nobody is written to."""
    contact: str = ""
    """Who hosts this house and how to reach them, in words: for /privacy and the imprint."""
    log_addresses: str = "short"
    """How much of an address stands in the log: `none`, `short` or `full`."""
    call_after: float = 10.0
    """Seconds after which a visitor whose turn has come, and who is not at the table, is called."""
    push_loopback: bool = False
    """Whether a push service may be on this machine: for tests alone."""

    @property
    def home(self) -> str:
        """Where the links of messages lead."""
        return self.address or self.near

    def __post_init__(self) -> None:
        for value in fields(Limits):
            if not getattr(self.limits, value.name) > 0:
                raise InvalidOption(f"limit {value.name}: it must be more than 0.")
        if self.log_addresses not in LOG_ADDRESSES:
            raise InvalidOption(f"--log-addresses: choose {', '.join(LOG_ADDRESSES)}.")
        if 0 < len(self.staff_password) < LEAST_PASSWORD:
            raise InvalidOption(f"--staff-password: give {LEAST_PASSWORD} signs or more.")


def read_limits(given: Mapping[str, str]) -> Limits:
    """Return the usual limits with some of them changed."""
    usual = vars(Limits())
    changed: dict[str, Any] = {}
    for name, text in given.items():
        if name not in usual:
            raise InvalidOption(f"there is no limit {name!r}: choose {', '.join(usual)}.")
        try:
            changed[name] = type(usual[name])(text)
        except ValueError:
            raise InvalidOption(f"limit {name}={text}: write a number.") from None
    return Limits(**changed)


def read_contact(file: Path | None) -> str:
    """Return the text that says who hosts the house; raise InvalidOption if it cannot be read."""
    if file is None:
        return ""
    try:
        text = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidOption(f"--contact {file}: it cannot be read as text: {error}.") from None
    if not 0 < len(text) <= LONGEST_CONTACT:
        raise InvalidOption(f"--contact {file}: write 1 to {LONGEST_CONTACT} letters.")
    return text


def read_address(text: str) -> str:
    """Return the public address of the house; nothing if none is given."""
    if text and not re.fullmatch(r"https?://[A-Za-z0-9._:\[\]-]+/?", text):
        raise InvalidOption("--address: write https://HOST, without a path; accents as xn--….")
    return text.rstrip("/")


def make_folder(data: Path) -> None:
    """Make the folder of the tables, for its owner alone; refuse what cannot be one."""
    try:
        if not data.is_dir():
            data.mkdir(mode=0o700, parents=True)
    except OSError as error:
        raise InvalidOption(f"--data {data}: {error.strerror}; give a folder.") from None


def database_url(data: Path, database: str | None) -> str:
    """Return the URL of the store: the one given, or a SQLite file in the data folder."""
    if database is None:
        make_folder(data)
        return f"sqlite:///{data / FILE}"
    for scheme in ("postgresql://", "postgres://"):
        if database.startswith(scheme):
            need("psycopg", "postgres")
            return "postgresql+psycopg://" + database.removeprefix(scheme)
    if not database.startswith(("sqlite:///", "postgresql+psycopg://")):
        raise InvalidOption(
            f"database {database.split(':')[0]!r} is not known: give sqlite:///FILE"
            " or postgresql://USER@HOST/NAME."
        )
    return database
