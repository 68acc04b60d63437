"""Compressed streams: read at once, whole at the end, shared by those who read the same."""

from __future__ import annotations

import gzip
import random
import zlib

from tablee.web.http.compression import REACH, GzipStream, deflate


def texts(n: int = 40) -> list[bytes]:
    luck = random.Random(4)
    words = [f"<b class={luck.randrange(10**6)}>" for _ in range(300)]
    return ["".join(luck.choices(words, k=120)).encode() for _ in range(n)]


def test_every_piece_is_read_as_soon_as_it_arrives() -> None:
    stream, reader = GzipStream(), zlib.decompressobj(31)
    for text in texts():
        assert reader.decompress(stream.write(text)) == text
    assert reader.decompress(stream.end()) == b"" and reader.eof


def test_a_whole_stream_is_a_gzip_file() -> None:
    for sent in (texts(), []):
        stream = GzipStream()
        packed = b"".join([*[stream.write(text) for text in sent], stream.end()])
        assert gzip.decompress(packed) == b"".join(sent)


def test_what_was_sent_before_makes_the_next_piece_small() -> None:
    stream, text = GzipStream(), texts(1)[0]
    first = len(stream.write(text))
    assert len(stream.write(text)) < first / 5


def test_a_newcomer_shares_the_bytes_again_after_a_while() -> None:
    deflate.cache_clear()
    old, new = GzipStream(), GzipStream()
    old.write(b"what only one has read" * 100)
    shared = []
    for text in texts():
        pieces = old.write(text), new.write(text)
        shared.append(pieces[0] is pieces[1])
    assert shared[-1] and shared.index(True) <= REACH // 1_000
    assert len(deflate(b"", b"x")[1]) == 1
