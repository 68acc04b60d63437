"""The keyed random source inside a state, and the small fast generator of play-outs.

A state carries a 128-bit key and a counter. Each draw is SipHash-2-4 of the counter under the
key: a record replays for ever, and the cards that were drawn tell nothing about the next ones.
The play-out generator (SplitMix64) is only fast.
"""

from __future__ import annotations

import hashlib
import secrets

from tablee.core.arrays import np
from tablee.core.bits import int64
from tablee.core.compiled import Rng, StateRecord, compiled
from tablee.core.errors import InvalidOption
from tablee.core.state.text import is_whole

KEY_BYTES = 16
_V0, _V1 = np.uint64(0x736F6D6570736575), np.uint64(0x646F72616E646F6D)
_V2, _V3 = np.uint64(0x6C7967656E657261), np.uint64(0x7465646279746573)
_EIGHT_BYTES = np.uint64(8 << 56)
_FINAL = np.uint64(0xFF)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1, _MIX2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@compiled
def _rotate(word: np.uint64, by: int) -> np.uint64:
    return np.uint64((word << np.uint64(by)) | (word >> np.uint64(64 - by)))


@compiled
def _sip_round(
    v0: np.uint64, v1: np.uint64, v2: np.uint64, v3: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    v0, v2 = v0 + v1, v2 + v3
    v1, v3 = _rotate(v1, 13) ^ v0, _rotate(v3, 16) ^ v2
    v0, v2 = _rotate(v0, 32) + v3, v2 + v1
    v3, v1 = _rotate(v3, 21) ^ v0, _rotate(v1, 17) ^ v2
    return v0, v1, _rotate(v2, 32), v3


@compiled
def siphash(key0: np.uint64, key1: np.uint64, message: np.uint64) -> np.uint64:
    """Return SipHash-2-4 of one 64-bit message under a 128-bit key."""
    v0, v1, v2, v3 = key0 ^ _V0, key1 ^ _V1, key0 ^ _V2, key1 ^ _V3
    for block in (message, _EIGHT_BYTES):
        v3 ^= block
        v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
        v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
        v0 ^= block
    v2 ^= _FINAL
    for _ in range(4):
        v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
    return v0 ^ v1 ^ v2 ^ v3


@compiled
def draw(state: StateRecord) -> np.uint64:
    """Draw 64 fresh bits from a state's chance."""
    word = siphash(state.key[0], state.key[1], np.uint64(state.draws))
    state.draws += 1
    return word


@compiled
def below(state: StateRecord, n: int) -> int:
    """Draw a number from 0 to n - 1, each exactly as likely, from a state's chance."""
    while True:
        product = (draw(state) >> _HALF) * np.uint64(n)
        if (product & _LOW) >= np.uint64(1 << 32) % np.uint64(n):
            return int64(product >> _HALF)


@compiled
def eight_below(state: StateRecord, n: int) -> int:
    """Draw eight numbers at once, below n, n - 1, … n - 7; packed, eight bits each.

    Four come from each half of a word: what one number leaves of the luck is used for
    the next. Halves that would favour some results are thrown away, so that all are exactly as
    likely. n is 8 to 128; where fewer than eight are left, the last ones mean nothing.
    """
    while True:
        word = draw(state)
        first, fair = _four_below(word >> _HALF, n)
        second, fair_too = _four_below(word & _LOW, n - 4)
        if fair and fair_too:
            return first | second << 32


@compiled
def _four_below(luck: np.uint64, n: int) -> tuple[int, np.bool]:
    packed = int64(0)
    ways = np.uint64(1)
    for i in range(4):
        luck *= np.uint64(n - i)
        ways *= np.uint64(n - i)
        packed |= int64(luck >> _HALF) << (8 * i)
        luck &= _LOW
    return packed, luck >= ways or luck >= np.uint64(1 << 32) % ways


@compiled
def next_word(rng: Rng) -> np.uint64:
    """Return 64 bits from a play-out's generator."""
    rng[0] += GOLDEN
    word = rng[0]
    word = (word ^ (word >> np.uint64(30))) * _MIX1
    word = (word ^ (word >> np.uint64(27))) * _MIX2
    return np.uint64(word ^ (word >> np.uint64(31)))


@compiled
def pick(rng: Rng, n: int) -> int:
    """Pick a number from 0 to n - 1 with a play-out's generator (even to one part in 2**24)."""
    return int64(((next_word(rng) >> _HALF) * np.uint64(n)) >> _HALF)


@compiled
def rekey(state: StateRecord, rng: Rng) -> None:
    """Give a state a fresh key from a play-out's generator."""
    state.key[0] = next_word(rng)
    state.key[1] = next_word(rng)
    state.draws = 0


def new_rng(*seeds: int) -> Rng:
    """Make a play-out generator; equal seeds give equal luck."""
    digest = hashlib.sha256(f"tablee rng {seeds}".encode()).digest()
    return np.frombuffer(digest[:8], dtype=np.uint64).copy()


def key_of(seed: int | None = None, key: str | bytes | None = None) -> bytes:
    """Return the 16 bytes of a key: one given, one made from a seed, or a new secret one."""
    if seed is not None and key is not None:
        raise InvalidOption("seed and key were both given: give one of them.")
    if key is not None:
        return _read_key(key)
    if seed is None:
        return secrets.token_bytes(KEY_BYTES)
    if not is_whole(seed):
        raise InvalidOption(f"seed {seed!r} is a {type(seed).__name__}: a seed is a whole number.")
    return hashlib.sha256(f"tablee seed {seed}".encode()).digest()[:KEY_BYTES]


def _read_key(key: str | bytes) -> bytes:
    if not isinstance(key, (str, bytes)):
        raise InvalidOption(
            f"key {key!r} is a {type(key).__name__}: a key is 32 digits 0-9a-f, or 16 bytes."
        )
    try:
        raw = bytes.fromhex(key) if isinstance(key, str) else key
    except ValueError:
        raise InvalidOption(f"key {key!r} is not hexadecimal: write 32 digits 0-9a-f.") from None
    if len(raw) != KEY_BYTES:
        raise InvalidOption(f"key {key!r} has {len(raw)} bytes: a key has {KEY_BYTES}.")
    return raw
