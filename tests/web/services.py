"""Servers on this machine: one takes e-mail, one takes pushes, checks who sends and reads them."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, TypeVar

import http_ece
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from tablee.house.settings import Mailbox


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Service:
    """Something that listens; while it is silent it takes connections and never answers."""

    def __init__(self) -> None:
        self.silent = False
        self.asked = 0
        self.port = 0
        self._over = asyncio.Event()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.asked += 1
        try:
            if self.silent:
                await self._over.wait()
            else:
                await self.serve(reader, writer)
        finally:
            writer.close()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raise NotImplementedError


S = TypeVar("S", bound=Service)


@asynccontextmanager
async def listening(service: S, port: int = 0) -> AsyncIterator[S]:
    server = await asyncio.start_server(service.connected, "127.0.0.1", port)
    service.port = server.sockets[0].getsockname()[1]
    try:
        yield service
    finally:
        service._over.set()
        server.close()
        await asyncio.sleep(0.05)  # those who were kept waiting leave


class PostOffice(Service):
    """Takes e-mail."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[EmailMessage] = []
        self.raw: list[bytes] = []
        """The messages as they came."""
        self.unknown: set[str] = set()
        """Addresses that nobody has."""

    @property
    def box(self) -> Mailbox:
        return Mailbox("smtp", "127.0.0.1", self.port, "tablee@example.org")

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 post office\r\n")
        while line := await reader.readline():
            word = line[:4].upper()
            if word == b"DATA":
                writer.write(b"354 go on\r\n")
                text = await reader.readuntil(b"\r\n.\r\n")
                self.raw.append(text[:-3])
                found = message_from_bytes(
                    text[:-3].replace(b"\r\n..", b"\r\n."), policy=policy.default
                )
                assert isinstance(found, EmailMessage)
                self.messages.append(found)
            said = b"221 bye\r\n" if word == b"QUIT" else b"250 good\r\n"
            if word == b"RCPT" and any(f"<{one}>".encode() in line for one in self.unknown):
                said = b"550 nobody has this address\r\n"
            writer.write(said)
            if word == b"QUIT":
                return


@dataclass
class Phone:
    """A browser that wants to be called: its keys, and what it was told."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    auth: bytes = b"sixteen bytes 16"
    told: list[Any] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    @property
    def subscription(self) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": text_of(point), "auth": text_of(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def take(self, headers: dict[str, str], body: bytes) -> None:
        """Decrypts a notice as a browser does, by another's implementation of the standard."""
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth)
        self.told.append(json.loads(plain))
        self.headers.append(headers)


class PushService(Service):
    """Takes pushes for phones, after it has checked who sends them."""

    def __init__(self) -> None:
        super().__init__()
        self.phones: dict[str, Phone] = {}
        self.status = 201
        self.senders: set[str] = set()

    def phone(self) -> Phone:
        path = f"/push/{len(self.phones)}"
        made = Phone(f"http://127.0.0.1:{self.port}{path}")
        self.phones[path] = made
        return made

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        true_case = dict(line.split(": ", 1) for line in head[1:] if line)
        body = await reader.readexactly(int(headers["content-length"]))
        if self.status == 201:
            self._check(true_case["Authorization"])
            self.phones[head[0].split()[1]].take(headers, body)
        more = "Location: http://127.0.0.1:1/\r\n" if self.status == 307 else ""
        writer.write(f"HTTP/1.1 {self.status} Said\r\n{more}Content-Length: 0\r\n\r\n".encode())
        await writer.drain()

    def _check(self, header: str) -> None:
        """Checks the signature of a sender, and for whom and how long it is good."""
        kind, _, rest = header.partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        text, _, signed = parts["t"].rpartition(".")
        claims = json.loads(bytes_of(text.split(".")[1]))
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(parts["k"]))
        raw = bytes_of(signed)
        r, s = int.from_bytes(raw[:32]), int.from_bytes(raw[32:])
        try:
            key.verify(encode_dss_signature(r, s), text.encode(), ec.ECDSA(hashes.SHA256()))
        except InvalidSignature:
            raise AssertionError("the sender is not who it says") from None
        assert kind == "vapid" and claims["aud"] == f"http://127.0.0.1:{self.port}"
        assert claims["sub"].startswith(("mailto:", "https:"))
        self.senders.add(parts["k"])


async def until(holds: Callable[[], bool | Awaitable[bool]], seconds: float = 20.0) -> None:
    """Waits until something is so."""
    async with asyncio.timeout(seconds):
        while True:
            found = holds()
            if found if isinstance(found, bool) else await found:
                return
            await asyncio.sleep(0.02)
