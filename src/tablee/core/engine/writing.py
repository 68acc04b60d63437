"""How compiled code writes arrays of small numbers: many entries at once, without checks.

Eight entries are a word. The functions in Python say what is written; the intrinsics below them
are what compiled code does, in the terms of LLVM: with vectors on a processor, word by word on a
graphics card.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from tablee.core.arrays import np
from tablee.core.engine.jit import I8, I32, I64, intrinsic, ir, overload, types

Words: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]

EIGHT = 8
"""Entries in a word; and room for seats, of which no game has more."""
_EVERY, _BIT = np.uint64(0x0101010101010101), np.uint64(0x8040201008040201)
_ALMOST = np.uint64(0x7F7F7F7F7F7F7F7F)


def read_at(column: Any, at: int) -> Any:
    """Read an entry of a column; compiled, the place is not checked for being below 0."""
    return column.reshape(-1)[at]


def write_word(out: Words, at: int, word: np.uint64) -> None:
    """Write a word, without that check either."""
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
    """Write cards, counted from 1, and 0 beyond those taken: a word for each byte of the type."""
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
        bytes_ = builder.bitcast(array.data, ir.PointerType(I8))
        builder.store(builder.trunc(args[2], I8), builder.gep(bytes_, [args[1]]))
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _store_bits(typing: Any, out: Any, at: Any, bits: Any) -> Any:
    """Store a set of flags as bytes; on a processor LLVM picks the best way to widen them."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place, n = _place(context, builder, signature, args), bits.bitwidth
        if _is_card(builder):
            for i in range(n // EIGHT):
                byte = builder.trunc(builder.lshr(args[2], args[2].type(EIGHT * i)), I8)
                builder.store(_spread(builder, byte), builder.gep(place, [I64(i)]))
        else:
            flags = builder.bitcast(args[2], ir.VectorType(ir.IntType(1), n))
            _store_wide(builder, builder.zext(flags, ir.VectorType(I8, n)), place)
        return context.get_dummy_value()

    return types.void(out, types.int64, bits), generate


@intrinsic  # type: ignore[untyped-decorator]
def _store_codes(typing: Any, out: Any, at: Any, column: Any, base: Any, taken: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[2])(context, builder, args[2])
        first, place = builder.gep(array.data, [args[3]]), _place(context, builder, signature, args)
        left = builder.trunc(args[4], I8) if taken.bitwidth > EIGHT else args[4]
        words = taken.bitwidth // EIGHT
        wide = 1 if _is_card(builder) else words
        for word in range(0, words, wide):
            here = builder.gep(first, [I64(EIGHT * word)])
            entries = _codes(builder, here, EIGHT * word, EIGHT * wide, left)
            _store_wide(builder, entries, builder.gep(place, [I64(word)]))
        return context.get_dummy_value()

    return types.void(out, types.int64, column, types.int64, taken), generate


def _codes(builder: Any, first: Any, start: int, n: int, left: Any) -> Any:
    """Return n cards, counted from 1, and 0 from `left` on."""
    many = ir.VectorType(I8, n)
    cards = builder.load(builder.bitcast(first, ir.PointerType(many)), align=1)
    some = builder.insert_element(ir.Constant(many, ir.Undefined), left, I32(0))
    limit = builder.shuffle_vector(some, some, ir.Constant(ir.VectorType(I32, n), [0] * n))
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
    """Return eight bits as eight bytes, by arithmetic."""
    every = builder.mul(builder.zext(byte, I64), I64(int(_EVERY)))
    some = builder.add(builder.and_(every, I64(int(_BIT))), I64(int(_ALMOST)))
    return builder.and_(builder.lshr(some, I64(7)), I64(int(_EVERY)))


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
