"""How compiled code writes arrays of small numbers: many entries at once, without asking twice.

Eight entries are a word. A function in Python says what is written; its twin below, in the terms
of LLVM, is what compiled code does, with vectors on a processor, word by word on a graphics card.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

Words: TypeAlias = "np.ndarray[Any, np.dtype[np.uint64]]"

EIGHT = 8
"""Entries in a word; and places for seats, of which no game has more."""
_EVERY, _BIT = np.uint64(0x0101010101010101), np.uint64(0x8040201008040201)
_ALMOST = np.uint64(0x7F7F7F7F7F7F7F7F)
_I8, _I32, _I64 = ir.IntType(8), ir.IntType(32), ir.IntType(64)


def read_at(column: Any, at: int) -> Any:
    """Read an entry of a column; compiled it does not ask whether the place is from the end."""
    return column.reshape(-1)[at]


def write_word(out: Words, at: int, word: np.uint64) -> None:
    """Write a word, without asking either."""
    out[at] = word


def write_byte(out: Words, at: int, byte: int) -> None:
    """Write a single entry."""
    out.view(np.uint8)[at] = byte


def write_bits(out: Words, at: int, bits: Any) -> None:
    """Write one entry a bit, the lowest first: as many words as the bits' type has bytes."""
    for i in range(bits.itemsize):
        packed = np.uint64(int(bits) >> EIGHT * i & 255) * _EVERY & _BIT
        out[at + i] = (packed + _ALMOST) >> np.uint64(7) & _EVERY


def write_codes(out: Words, at: int, column: Any, base: int, taken: Any) -> None:
    """Write cards from 1 on, and 0 where no more are taken: words as the number's type is wide."""
    codes = column.reshape(-1)[base : base + max(0, min(int(taken), EIGHT * taken.itemsize))]
    entries = out[at : at + taken.itemsize].view(np.uint8)
    entries[:] = 0
    entries[: len(codes)] = codes + 1


@intrinsic  # type: ignore[untyped-decorator]
def _load(typing: Any, column: Any, at: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        return builder.load(builder.gep(array.data, [args[1]]))

    return column.dtype(column, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _store(typing: Any, out: Any, at: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], _place(context, builder, signature, args))
        return context.get_dummy_value()

    return types.void(out, types.int64, types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _store_byte(typing: Any, out: Any, at: Any, byte: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        bytes_ = builder.bitcast(array.data, ir.PointerType(_I8))
        builder.store(builder.trunc(args[2], _I8), builder.gep(bytes_, [args[1]]))
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _store_bits(typing: Any, out: Any, at: Any, bits: Any) -> Any:
    """Return a set of flags, which LLVM widens by whatever the processor does best."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place, n = _place(context, builder, signature, args), bits.bitwidth
        if _is_card(builder):
            for i in range(n // EIGHT):
                byte = builder.trunc(builder.lshr(args[2], args[2].type(EIGHT * i)), _I8)
                builder.store(_spread(builder, byte), builder.gep(place, [_I64(i)]))
        else:
            flags = builder.bitcast(args[2], ir.VectorType(ir.IntType(1), n))
            _store_wide(builder, builder.zext(flags, ir.VectorType(_I8, n)), place)
        return context.get_dummy_value()

    return types.void(out, types.int64, bits), generate


@intrinsic  # type: ignore[untyped-decorator]
def _store_codes(typing: Any, out: Any, at: Any, column: Any, base: Any, taken: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[2])(context, builder, args[2])
        first, place = builder.gep(array.data, [args[3]]), _place(context, builder, signature, args)
        left = builder.trunc(args[4], _I8) if taken.bitwidth > EIGHT else args[4]
        words = taken.bitwidth // EIGHT
        wide = 1 if _is_card(builder) else words
        for word in range(0, words, wide):
            here = builder.gep(first, [_I64(EIGHT * word)])
            entries = _codes(builder, here, EIGHT * word, EIGHT * wide, left)
            _store_wide(builder, entries, builder.gep(place, [_I64(word)]))
        return context.get_dummy_value()

    return types.void(out, types.int64, column, types.int64, taken), generate


def _codes(builder: Any, first: Any, start: int, n: int, left: Any) -> Any:
    """Cards from 1 on, n at a time, and 0 from `left` on."""
    many = ir.VectorType(_I8, n)
    cards = builder.load(builder.bitcast(first, ir.PointerType(many)), align=1)
    some = builder.insert_element(ir.Constant(many, ir.Undefined), left, _I32(0))
    limit = builder.shuffle_vector(some, some, ir.Constant(ir.VectorType(_I32, n), [0] * n))
    lies = builder.icmp_signed("<", ir.Constant(many, [*range(start, start + n)]), limit)
    return builder.select(
        lies, builder.add(cards, ir.Constant(many, [1] * n)), ir.Constant(many, [0] * n)
    )


def _store_wide(builder: Any, entries: Any, place: Any) -> None:
    builder.store(entries, builder.bitcast(place, ir.PointerType(entries.type)), align=EIGHT)


def _is_card(builder: Any) -> bool:
    """Return whether this is compiled for a graphics card, which does best word by word."""
    return "nvptx" in builder.module.triple


def _place(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Return the address of a word."""
    array = context.make_array(signature.args[0])(context, builder, args[0])
    return builder.gep(array.data, [args[1]])


def _spread(builder: Any, byte: Any) -> Any:
    """Eight bits as eight bytes, by arithmetic."""
    every = builder.mul(builder.zext(byte, _I64), _I64(int(_EVERY)))
    some = builder.add(builder.and_(every, _I64(int(_BIT))), _I64(int(_ALMOST)))
    return builder.and_(builder.lshr(some, _I64(7)), _I64(int(_EVERY)))


@overload(read_at, strict=False)  # type: ignore[untyped-decorator]
def _read_at(column: Any, at: Any) -> Any:
    return lambda column, at: _load(column, at)


@overload(write_word, strict=False)  # type: ignore[untyped-decorator]
def _write_word(out: Any, at: Any, word: Any) -> Any:
    return lambda out, at, word: _store(out, at, word)


@overload(write_byte, strict=False)  # type: ignore[untyped-decorator]
def _write_byte(out: Any, at: Any, byte: Any) -> Any:
    return lambda out, at, byte: _store_byte(out, at, byte)


@overload(write_codes, strict=False)  # type: ignore[untyped-decorator]
def _write_codes(out: Any, at: Any, column: Any, base: Any, taken: Any) -> Any:
    return lambda out, at, column, base, taken: _store_codes(out, at, column, base, taken)


@overload(write_bits, strict=False)  # type: ignore[untyped-decorator]
def _write_bits(out: Any, at: Any, bits: Any) -> Any:
    return lambda out, at, bits: _store_bits(out, at, bits)
