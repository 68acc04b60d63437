"""How much each address may ask for what costs, by kind."""

from __future__ import annotations

from starlette.requests import Request

from tablee.house.settings import Limits
from tablee.web.http.limits import Bucket


class Buckets:
    """One bucket for each kind of request that costs more than others."""

    def __init__(self, limits: Limits) -> None:
        self.newcomers = Bucket(limits.opened, burst_seconds=60)
        self.costly = Bucket(limits.costly, burst_seconds=10)
        self.checks = Bucket(limits.checked, burst_seconds=5)
        self.tries = Bucket(limits.guessed, burst_seconds=200)
        self.guesses = Bucket(0.2, burst_seconds=50)
        """Passwords that an address may try."""
        self.letters = Bucket(1 / 600, burst_seconds=3600)
        """Addresses that a visitor may have confirmed, and letters to one of them."""


def buckets_of(request: Request) -> Buckets:
    """Return the buckets of the house that a request came to."""
    found: Buckets = request.app.state.buckets
    return found
