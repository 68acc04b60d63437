"""Who asks: by a signed cookie or token in a request."""

from __future__ import annotations

from tablee.house.errors import Unknown
from tablee.house.people.identities import Identities
from tablee.web.http.requests import Scope, cookies_of, header_of

COOKIE = "tablee"
YEAR = 365 * 24 * 3600


def find(identities: Identities, scope: Scope) -> str | None:
    """Return who asks; None for a new visitor. A false token is refused, a false cookie not."""
    if bearer := header_of(scope, b"authorization"):
        kind, _, token = bearer.partition(" ")
        if kind.lower() != "bearer":
            raise Unknown("write Authorization: Bearer TOKEN.")
        return identities.read(token.strip())
    kept = cookies_of(scope).get(COOKIE)
    try:
        return identities.read(kept) if kept else None
    except Unknown:
        return None


def cookie(token: str, secure: bool) -> str:
    """Return the header that leaves the token with a browser."""
    end = "; Secure" if secure else ""
    return f"{COOKIE}={token}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{end}"
