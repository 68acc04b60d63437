"""Who asks: a signed cookie or token, no account."""

from __future__ import annotations

import secrets
from functools import lru_cache

from itsdangerous import BadSignature, Signer

from tablee.house.errors import Unknown
from tablee.web.http.requests import Scope, cookies_of, header_of

COOKIE = "tablee"
YEAR = 365 * 24 * 3600


class Visitors:
    """Makes tokens and reads them back."""

    def __init__(self, secret: str, secure: bool = False) -> None:
        self._signer = Signer(secret, salt="tablee visitor")
        self._secure = secure
        self.generations: dict[str, int] = {}
        """How often each visitor has revoked earlier tokens; most never have."""
        self._unsign = lru_cache(20_000)(self._check)

    def new(self) -> str:
        """Make the token of a new visitor."""
        return self.token(secrets.token_urlsafe(12))

    def token(self, visitor: str) -> str:
        """Return the token by which a visitor is known."""
        generation = self.generations.get(visitor, 0)
        return self._signer.sign(f"{visitor}~{generation}" if generation else visitor).decode()

    def read(self, token: str) -> str:
        """Return whose token it is; raises Unknown if it is false or was revoked."""
        visitor, _, generation = self._unsign(token).partition("~")
        if int(generation or 0) != self.generations.get(visitor, 0):
            raise Unknown("this token was revoked: sit down again.")
        return visitor

    def _check(self, token: str) -> str:
        try:
            return self._signer.unsign(token).decode()
        except (BadSignature, UnicodeDecodeError):
            raise Unknown("this token was not given by this house: sit down again.") from None

    def find(self, scope: Scope) -> str | None:
        """Find who asks; None for somebody new. A false token is refused, a false cookie not."""
        if bearer := header_of(scope, b"authorization"):
            kind, _, token = bearer.partition(" ")
            if kind.lower() != "bearer":
                raise Unknown("write Authorization: Bearer TOKEN.")
            return self.read(token.strip())
        kept = cookies_of(scope).get(COOKIE)
        try:
            return self.read(kept) if kept else None
        except Unknown:
            return None

    def cookie(self, token: str) -> str:
        """Return the header that leaves the token with a browser."""
        end = "; Secure" if self._secure else ""
        return f"{COOKIE}={token}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{end}"
