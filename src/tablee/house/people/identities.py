"""Who a visitor is: a signed token, no account; and codes that carry a visitor elsewhere, once."""

from __future__ import annotations

import hashlib
import secrets
from functools import lru_cache

from itsdangerous import BadSignature, Signer

from tablee.house.errors import Unknown
from tablee.house.ports.store import PeopleStore

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class Identities:
    """Makes tokens and codes, and reads them back."""

    def __init__(self, secret: str, store: PeopleStore) -> None:
        self._signer = Signer(secret, salt="tablee visitor")
        self._store = store
        self._generations: dict[str, int] = {}
        """How often each visitor has revoked earlier tokens; most never have."""
        self._unsign = lru_cache(20_000)(self._check)

    async def reload(self) -> None:
        """Read which tokens were revoked, by this worker or another."""
        self._generations = await self._store.generations()

    def new(self) -> str:
        """Make the token of a new visitor."""
        return self.token(secrets.token_urlsafe(12))

    def token(self, visitor: str) -> str:
        """Return the token by which a visitor is known."""
        generation = self._generations.get(visitor, 0)
        return self._signer.sign(f"{visitor}~{generation}" if generation else visitor).decode()

    def read(self, token: str) -> str:
        """Return whose token it is; raise Unknown if it is false or was revoked."""
        visitor, _, generation = self._unsign(token).partition("~")
        if int(generation or 0) != self._generations.get(visitor, 0):
            raise Unknown("this token was revoked: sit down again.")
        return visitor

    def _check(self, token: str) -> str:
        try:
            return self._signer.unsign(token).decode()
        except (BadSignature, UnicodeDecodeError):
            raise Unknown("this token was not given by this house: sit down again.") from None

    async def revoke(self, visitor: str) -> str:
        """Make all tokens of a visitor worthless; return a new one."""
        generation = self._generations.get(visitor, 0) + 1
        await self._store.revoke(visitor, generation)
        self._generations[visitor] = generation
        return self.token(visitor)

    async def make_code(self, visitor: str, kind: str = "") -> str:
        """Make a code that works once, and soon: it carries a visitor, or by kind a seat."""
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(10))
        await self._store.keep_code(hash_of(kind + code), visitor)
        return code

    async def visitor_of_code(self, code: str, use: bool = False, kind: str = "") -> str:
        """Return whom a code carries; raise Unknown if it is false, used or too old."""
        hashed = hash_of(kind + code.strip())
        found = await (self._store.use_code if use else self._store.visitor_of_code)(hashed)
        if found is None:
            raise Unknown("this code is false, used or too old: make another one.")
        return found


def hash_of(code: str) -> str:
    """Return what is stored of a code, however it was typed."""
    return hashlib.sha256(code.strip().lower().encode()).hexdigest()
