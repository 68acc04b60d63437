"""What the house promises before anybody adds luck: a table's name, and the secret behind it."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from itsdangerous import BadSignature, TimestampSigner

from tablee.core.origin import Origin
from tablee.house.daily.day import name_of

DAY = 24 * 3600


@dataclass(frozen=True)
class Offer:
    """A table that may be opened within a day, with the fingerprint of its secret."""

    text: str
    promise: str


def origin_of(row: Mapping[str, Any]) -> Origin | None:
    """Return where the key of a table comes from.

    None at one that was opened by an older version.
    """
    luck = tuple(json.loads(row["luck"] or "[]"))
    name = name_of(row["game"], row["day"]) if row["day"] else row["id"]
    return Origin(name, bytes.fromhex(row["secret"]), luck) if row["secret"] else None


class Offers:
    """Makes the secret of each table from its name, and signs names before they are used."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()
        self._signer = TimestampSigner(secret, salt="tablee offer")

    def secret_for(self, table: str) -> bytes:
        """Return the secret of a table.

        Always the same, so it can be promised before it is opened.
        """
        return hmac.digest(self._secret, f"tablee deal {table}".encode(), hashlib.sha256)

    def make(self) -> Offer:
        """Offer a table by a new name."""
        name = secrets.token_urlsafe(12)
        promise = Origin(name, self.secret_for(name)).promise
        return Offer(self._signer.sign(name).decode(), promise)

    def read(self, text: str) -> str | None:
        """Return the name that was offered; None if it was not, or too long ago."""
        try:
            return self._signer.unsign(text, max_age=DAY).decode()
        except BadSignature:
            return None
