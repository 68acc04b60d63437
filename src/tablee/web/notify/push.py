"""Web Push: notices encrypted for one browser (RFC 8291), signed by this server (RFC 8292).

An endpoint is an address that a client has named: only public HTTPS addresses are spoken to, and
the address that was checked is the one that is connected to.
"""

from __future__ import annotations

import base64
import http.client
import ipaddress
import json
import os
import re
import socket
import ssl
import threading
import time
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tablee.house.errors import Unreadable

LONGEST_ENDPOINT = 1_000
RECORD = 4096
"""Bytes of an encrypted record; a notice is one."""
SIGNED_FOR = 12 * 3600
"""Seconds for which a signature is good."""
SILENCE = 8.0
"""Seconds after which a server that says nothing is given up."""
LONGEST = 20.0
"""Seconds that all of it may take."""
LOOPBACK = ("127.0.0.1", "localhost")
_NAME = re.compile(r"(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*")
"""The name of a host in the public network; no address is one, however it is written (127.1)."""
_GLOBAL = ipaddress.ip_network("2000::/3")
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_ASIDE = [ipaddress.ip_network(one) for one in ("2002::/16", "192.88.99.0/24", "3fff::/20")]
"""6to4, its relays and examples: `is_global` holds for them, but nobody lives there."""
_CURVE = ec.SECP256R1()


class Unreachable(Exception):
    """The push service cannot be spoken to now, or not at all."""


def encode(data: bytes) -> str:
    """Write bytes as base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Read what `encode` wrote; raise ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


# Keys


def make_key() -> str:
    """Make the key of a server, as it is stored."""
    number = ec.generate_private_key(_CURVE).private_numbers().private_value
    return encode(number.to_bytes(32))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_bytes(serialization.Encoding.X962, form)


class Signer:
    """Signs what this server sends, so that a push service knows from whom it comes."""

    def __init__(self, key: str) -> None:
        self._key = ec.derive_private_key(int.from_bytes(decode(key)), _CURVE)
        self.public = encode(_point(self._key.public_key()))
        """What a browser asks for when it subscribes."""

    def authorize(self, endpoint: str, contact: str) -> str:
        """Write the header that proves who sends; `contact` is for the people who run it."""
        service = urlsplit(endpoint)
        claims = {
            "aud": f"{service.scheme}://{service.netloc}",
            "exp": int(time.time()) + SIGNED_FOR,
            "sub": contact,
        }
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        text = ".".join(encode(json.dumps(part).encode()) for part in parts)
        r, s = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={text}.{encode(r.to_bytes(32) + s.to_bytes(32))}, k={self.public}"


# Encryption


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypt(
    text: bytes,
    receiver: bytes,
    auth: bytes,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Encrypt a notice for the browser whose public key and secret these are."""
    own, salt = own or ec.generate_private_key(_CURVE), salt or os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, receiver)
    sender = _point(own.public_key())
    shared = own.exchange(ec.ECDH(), theirs)
    secret = _derive(auth, shared, b"WebPush: info\0" + receiver + sender, 32)
    key = _derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, text + b"\x02", None)
    return salt + RECORD.to_bytes(4) + bytes([len(sender)]) + sender + sealed


# Where to


def read_keys(text: str) -> tuple[bytes, bytes]:
    """Return the public key and the secret of a browser, as they are stored."""
    receiver, _, auth = text.partition(" ")
    return decode(receiver), decode(auth)


def check_subscription(endpoint: str, receiver: str, auth: str, local: bool) -> str:
    """Read what a browser says when it subscribes; return its keys as they are stored."""
    check_endpoint(endpoint, local)
    try:
        point, secret = decode(receiver), decode(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, point)
    except (ValueError, InvalidKey):
        raise Unreadable("the keys of this subscription cannot be read.") from None
    if len(point) != 65 or len(secret) != 16:
        raise Unreadable("the keys of this subscription have the wrong length.")
    return f"{encode(point)} {encode(secret)}"


def check_endpoint(endpoint: str, local: bool) -> SplitResult:
    """Refuse an address that no push service has."""
    try:
        found = urlsplit(endpoint)
        plain = found.port in (None, 443) and found.username is None and bool(found.hostname)
    except ValueError:
        raise Unreadable("this endpoint cannot be read.") from None
    if local and found.hostname in LOOPBACK:
        return found
    short = len(endpoint) <= LONGEST_ENDPOINT and endpoint.isascii() and endpoint.isprintable()
    named = _NAME.fullmatch(found.hostname or "") is not None
    if found.scheme != "https" or not plain or not short or not named or " " in endpoint:
        raise Unreadable("an endpoint is a public address that begins with https.")
    return found


def is_public(text: str) -> bool:
    """Return whether an address is in the public network; a translator's by what it leads to."""
    address = ipaddress.ip_address(text)
    if isinstance(address, ipaddress.IPv6Address):
        if address in _NAT64 or address.ipv4_mapped:
            address = ipaddress.IPv4Address(address.packed[-4:])
        elif address not in _GLOBAL:
            return False
    aside = address.is_multicast or any(address in network for network in _ASIDE)
    return address.is_global and not aside


def public_address(host: str, port: int, local: bool) -> str:
    """Find where a host is; raise Unreachable for what is not in the public network."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise Unreachable("the name of the push service is not known.") from error
    addresses = [str(one[4][0]) for one in found]
    if local and host in LOOPBACK:
        return addresses[0]
    if not all(map(is_public, addresses)):
        raise Unreachable("the push service is not in the public network.")
    return addresses[0]


@dataclass(frozen=True)
class Letter:
    """A notice ready to be sent: to whom, and what."""

    endpoint: str
    headers: dict[str, str]
    body: bytes


def send(letter: Letter, local: bool = False) -> int:
    """Send a notice and return the status; follow no redirect, and read no answer.

    Raises Unreachable or OSError.
    """
    to = check_endpoint(letter.endpoint, local)
    port = to.port or (443 if to.scheme == "https" else 80)
    address = public_address(str(to.hostname), port, local)
    with socket.create_connection((address, port), SILENCE) as plain:
        end = threading.Timer(LONGEST, _cut, (plain,))
        end.start()
        try:
            return _post(to, plain, letter)
        except http.client.HTTPException as error:
            raise Unreachable("the push service speaks no HTTP.") from error
        finally:
            end.cancel()


def _cut(open_socket: socket.socket) -> None:
    """End a connection that takes too long, whatever it waits for."""
    try:
        open_socket.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it has ended by itself


def _post(to: SplitResult, plain: socket.socket, letter: Letter) -> int:
    host = str(to.hostname)
    connection = http.client.HTTPConnection(host, to.port, timeout=SILENCE)
    tls = ssl.create_default_context() if to.scheme == "https" else None
    connection.sock = tls.wrap_socket(plain, server_hostname=host) if tls else plain
    try:
        path = f"{to.path or '/'}{f'?{to.query}' if to.query else ''}"
        connection.request("POST", path, letter.body, {"Host": to.netloc, **letter.headers})
        return connection.getresponse().status
    finally:
        connection.close()
