"""Small arrays are NumPy's, byte for byte, as far as they go."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee import GAMES
from tablee.core.arrays import small
from tests.core.arrays.walks import NAMES, walk

WORDS = st.integers(0, (1 << 64) - 1)
WHOLE = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


def bare(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs a module of the tests where neither NumPy nor Numba is."""
    return subprocess.run(
        [sys.executable, "-m", *arguments], capture_output=True, text=True, check=False, timeout=600
    )


def test_a_match_is_the_same_without_numpy() -> None:
    done = bare("tests.core.arrays.bare")
    assert done.returncode == 0, done.stderr
    for table, told in json.loads(done.stdout).items():
        name, players = table.split()
        assert walk(GAMES[name], int(players)) == told, table


def test_the_laws_hold_without_numpy() -> None:
    laws = ("pytest", "-p", "tests.core.arrays.bare", "-q", "--one-table", "tests/test_laws.py")
    done = bare(*laws, "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", NAMES)
def test_fields_lie_where_numpy_lays_them(name: str) -> None:
    kind = GAMES[name].rules.STATE
    assert kind.fields is not None
    columns = [(n, f[0].base.str, f[0].shape) for n, f in kind.fields.items()]
    own = small.dtype(columns, align=True)
    assert own.fields is not None
    assert own.itemsize == kind.itemsize
    assert {n: at for n, (_, at) in own.fields.items()} == {n: f[1] for n, f in kind.fields.items()}


@given(a=WORDS, b=WORDS)
def test_words_wrap_around(a: int, b: int) -> None:
    with np.errstate(over="ignore"):
        theirs: list[Any] = _calculated(np.uint64(a), np.uint64(b), np.uint64(b % 64))
    mine = _calculated(small.uint64(a), small.uint64(b), small.uint64(b % 64))
    assert [int(word) for word in mine] == [int(word) for word in theirs]


def _calculated(a: Any, b: Any, by: Any) -> list[Any]:
    return [a + b, a - b, a * b, a << by, a >> by, a & b, a | b, a ^ b, ~a]


@given(value=st.integers(-(1 << 70), 1 << 70))
@pytest.mark.parametrize("name", WHOLE)
def test_what_is_written_is_cut_to_its_width(name: str, value: int) -> None:
    mine = small.zeros(1, getattr(small, name))
    mine[0] = value
    assert mine.tobytes() == (value % (1 << 64)).to_bytes(8, "little")[: mine.dtype.itemsize]


def test_parts_of_an_array_are_the_array_itself() -> None:
    mine, theirs = small.zeros((3, 4), small.int64), np.zeros((3, 4), np.int64)
    for one in (mine, theirs):
        one[1] = 5
        one[2, 1:3] = [7, 8]
        one[0][3] = -1
        one.reshape(-1)[0] = 9
        one[:, 2][0] = 4
    assert mine.tolist() == theirs.tolist()
    assert mine.tobytes() == theirs.tobytes()
    assert mine.view(small.uint8).tolist() == theirs.reshape(-1).view(np.uint8).tolist()
    assert [mine.sum(), mine[0].any(), mine.all()] == [theirs.sum(), True, False]


def test_what_cannot_be_changed_is_refused() -> None:
    fixed = small.frombuffer(b"12345678", small.int64)
    with pytest.raises(ValueError, match="read-only"):
        fixed[0] = 1
    with pytest.raises(IndexError, match="index 1 is out of bounds for 1 items"):
        fixed[1]
    with pytest.raises(ValueError, match="2 values do not fit into 1 places"):
        small.zeros(1)[:] = [1, 2]
