"""A warp of a graphics card without the card: NumPy plays the PTX of a kernel, 32 lanes at once.

What comes out equals what the kernel does on a card, and the instructions are counted that the
warp issues for it. Lanes that part wait for each other as on a card: those go first whose place
in the kernel comes first. Any PTX that is not known here is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

Lanes: TypeAlias = Any
"""An array with something for each lane."""
Instruction: TypeAlias = Callable[[Lanes], None]

LANES, ROOM = 32, 1 << 20
DONE = 1 << 40
SORTS = {"u": "u", "b": "u", "s": "i", "f": "f"}
SPECIAL = {"%tid.x": range(LANES), "%ntid.x": LANES, "%ctaid.x": 0, "%nctaid.x": 1}
STATEMENT = re.compile(r"\t(?:@(!?)(%p\d+)\s+)?([a-z][\w.:]*)\s*(.*);")
NOT_DONE = ("{", "}", ".", "//", ")", "\t.", "\t{", "\t}", "\t//")


def shift(by: Callable[[Lanes, Lanes], Lanes]) -> Callable[[Lanes, Lanes], Lanes]:
    """A shift by as many bits as there are, or more, leaves nothing, or the sign alone."""

    def shifted(word: Lanes, n: Lanes) -> Lanes:
        bits = 8 * word.itemsize
        once = by(word, np.minimum(n, bits - 1).astype(word.dtype))
        return once if word.dtype.kind == "i" else np.where(n < bits, once, 0)

    return shifted


def divide(x: Lanes, y: Lanes) -> Lanes:
    """Divides towards zero."""
    return (x - np.fmod(x, y)) // y


def leading_zeros(word: Lanes) -> Lanes:
    for by in (1, 2, 4, 8, 16, 32):
        word = word | word >> np.minimum(by, 8 * word.itemsize - 1).astype(word.dtype)
    return 8 * word.itemsize - np.bitwise_count(word)


def insert_bits(bits: Lanes, word: Lanes, place: Lanes, length: Lanes) -> Lanes:
    mask = ((1 << length.astype("u8")) - np.uint64(1)) << place.astype("u8")
    return word & ~mask | bits << place.astype("u8") & mask


def permute_bytes(low: Lanes, high: Lanes, order: Lanes) -> Lanes:
    both, out = low.astype("u8") | high.astype("u8") << np.uint64(32), np.zeros(LANES, "u8")
    for i in range(4):
        place = order.astype("u8") >> np.uint64(4 * i) & np.uint64(7)
        out |= (both >> place * np.uint64(8) & np.uint64(255)) << np.uint64(8 * i)
    return out


def upper_half(x: Lanes, y: Lanes) -> Lanes:
    product = x.astype(object) * y.astype(object) >> 8 * x.itemsize
    return product.astype(x.dtype)


def widely(x: Lanes, y: Lanes) -> Lanes:
    kind = f"{x.dtype.kind}{2 * x.itemsize}"
    return x.astype(kind) * y.astype(kind)


WORK: dict[str, Callable[..., Lanes]] = {
    "add": np.add,
    "and": np.bitwise_and,
    "bfi": insert_bits,
    "clz": leading_zeros,
    "cvta": np.positive,
    "div": divide,
    "div.rn": np.divide,
    "max": np.maximum,
    "min": np.minimum,
    "mov": lambda x: x,
    "mul.hi": upper_half,
    "mul.lo": np.multiply,
    "mul.wide": widely,
    "neg": np.negative,
    "not": np.invert,
    "or": np.bitwise_or,
    "popc": np.bitwise_count,
    "prmt": permute_bytes,
    "rem": np.fmod,
    "selp": lambda x, y, which: np.where(which, x, y),
    "setp.eq": np.equal,
    "setp.ge": np.greater_equal,
    "setp.gt": np.greater,
    "setp.le": np.less_equal,
    "setp.lt": np.less,
    "setp.ne": np.not_equal,
    "shl": shift(np.left_shift),
    "shr": shift(np.right_shift),
    "sub": np.subtract,
    "xor": np.bitwise_xor,
}
OPERANDS = {"bfi": (None, None, "u4", "u4"), "selp": (None, None, "?"), "shl": (None, "u4")}
OPERANDS["shr"] = OPERANDS["shl"]
ATOMIC = {"add": np.add, "max": np.maximum, "min": np.minimum}


def kind_of(suffix: str) -> str:
    """NumPy's name for a type: `s64` is `i8`."""
    return "?" if suffix == "pred" else SORTS[suffix[0]] + str(int(suffix[1:]) // 8)


def number(text: str, kind: str) -> Lanes:
    """A number in all lanes; fractions are written as their bits."""
    if text.startswith(("0d", "0f")):
        return np.full(LANES, int(text[2:], 16), f"u{kind[1]}").view(kind)
    if kind == "?":
        return np.full(LANES, bool(int(text)))
    return np.full(LANES, int(text, 0) & (1 << 64) - 1, "u8").astype(kind)


def operands(text: str) -> list[str]:
    return [one.strip() for one in re.split(r",(?![^{]*\})", text)] if text else []


class Warp:
    """The 32 lanes of a warp, alone on a card, and the instructions of a kernel."""

    def __init__(self, ptx: str) -> None:
        self.steps = 0
        self.local = 0
        self._symbols: dict[str, int] = {}
        self._params = re.findall(r"^\t\.param \.\w+ (\w+(?:\$\w+)*)", ptx, re.MULTILINE)
        self._memory = {
            "global": np.zeros(ROOM, "u1"),
            "const": self._constants(ptx),
            "shared": np.zeros(self._room(ptx, r"\.shared"), "u1"),
        }
        self.local = self._room(ptx, r"\.local")
        self._memory["local"] = np.zeros((LANES, -(-self.local // 8) * 8), "u1")
        self._registers: dict[str, Lanes] = {}
        declared = re.findall(r"\.reg \.(\w+)\s+(%\w+)", ptx)
        self._kinds = {name: kind_of(kind) for kind, name in declared}
        self._read(ptx[ptx.index("\n{") :])

    @property
    def instructions(self) -> int:
        return sum(len(block) for block in self._blocks)

    def play(self, *arguments: Any) -> None:
        """Launches the kernel: arrays are changed as they would be on a card."""
        places, values, end = [], [], 0
        for one in arguments:
            if isinstance(one, np.ndarray):
                places.append((one, end))
                values += [0, 0, one.size, one.itemsize, end, *one.shape, *one.strides]
                self._memory["global"][end : end + one.nbytes] = np.frombuffer(one.tobytes(), "u1")
                end += -(-one.nbytes // 16) * 16
            else:
                values.append(int(one))
        self._values = dict(zip(self._params, values, strict=True))
        self._run()
        for one, place in places:
            raw = self._memory["global"][place : place + one.nbytes]
            one[...] = np.frombuffer(raw.tobytes(), one.dtype).reshape(one.shape)

    def _run(self) -> None:
        self._at = np.zeros(LANES, np.int64)
        with np.errstate(all="ignore"):
            while (block := int(self._at.min())) < DONE:
                lanes = self._at == block
                self._at[lanes] = block + 1
                for instruction in self._ready(block):
                    instruction(lanes)
                self.steps += len(self._blocks[block])

    # What a kernel consists of

    def _room(self, ptx: str, space: str) -> int:
        end = 0
        for align, name, size in re.findall(space + r" \.align (\d+) \.b8 \t?(\S+)\[(\d+)\];", ptx):
            self._symbols[name] = end = -(-end // int(align)) * int(align)
            end += int(size)
        return -(-end // 8) * 8

    def _constants(self, ptx: str) -> Lanes:
        data = bytearray()
        for name, values in re.findall(r"\.const \.align \d+ \.b8 (\S+)\[\d+\] = \{(.*)\};", ptx):
            self._symbols[name] = len(data)
            data += bytes(map(int, values.split(",")))
            data += bytes(-len(data) % 16)
        return np.frombuffer(data, "u1")

    def _read(self, body: str) -> None:
        """Cuts a kernel into blocks that are entered at their beginning and left at their end."""
        self._blocks: list[list[tuple[str, ...]]] = [[]]
        self._labels: dict[str, int] = {}
        for line in body.splitlines():
            if statement := STATEMENT.match(line):
                self._blocks[-1].append(statement.groups(""))
                if statement[3].startswith(("bra", "ret")):
                    self._blocks.append([])
            elif line.startswith("$"):
                if self._blocks[-1]:
                    self._blocks.append([])
                self._labels[line.rstrip(":")] = len(self._blocks) - 1
            elif line and not line.startswith(NOT_DONE):
                raise ValueError(f"this PTX is not known here: {line!r}")
        self._made: list[list[Instruction] | None] = [None] * len(self._blocks)

    def _ready(self, block: int) -> list[Instruction]:
        made = self._made[block]
        if made is None:
            made = self._made[block] = [self._make(*one) for one in self._blocks[block]]
        return made

    # What an instruction does

    def _make(self, unless: str, guard: str, name: str, text: str) -> Instruction:
        verb, *suffixes = name.split(".")
        if verb == "bra":
            return self._jump(self._labels[text], unless, guard)
        if guard:
            raise ValueError(f"this PTX is not known here: {name} on a condition")
        if verb == "ret":
            return self._jump(DONE, "", "")
        if verb == "bar":
            return lambda lanes: None
        args, kind = operands(text), kind_of(suffixes[-1])
        if verb == "ld" and suffixes[0] == "param":
            value = number(str(self._values[args[1].strip("[]")]), kind)
            return self._write(args[0], np.positive, [value])
        if verb in ("ld", "st"):
            return self._move(verb, suffixes[0], kind, args)
        if verb == "atom":
            return self._atom(suffixes[0], ATOMIC[suffixes[1]], kind, args)
        if verb == "cvt":
            to, source = kind_of(suffixes[-2]), self._register(args[1])
            return self._write(args[0], lambda x: x.astype(kind).astype(to), [source])
        longer = f"{verb}.{suffixes[0]}"
        work = WORK[longer if longer in WORK else verb]
        kinds = OPERANDS.get(verb, (None,) * 3)
        given = [self._operand(one, own or kind) for one, own in zip(args[1:], kinds, strict=False)]
        return self._write(args[0], work, given)

    def _jump(self, where: int, unless: str, guard: str) -> Instruction:
        def jump(lanes: Lanes) -> None:
            self._at[lanes & (condition ^ bool(unless))] = where

        condition = self._register(guard) if guard else np.ones(LANES, bool)
        return jump

    def _write(self, name: str, work: Callable[..., Lanes], given: list[Lanes]) -> Instruction:
        """Works something out in all lanes, and keeps it in those that go."""
        register = self._register(name)

        def write(lanes: Lanes) -> None:
            np.copyto(register, work(*given), where=lanes, casting="unsafe")

        return write

    def _register(self, name: str) -> Lanes:
        if name not in self._registers:
            kind = self._kinds.get(name) or self._kinds[name.rstrip("0123456789")]
            self._registers[name] = np.zeros(LANES, kind)
        return self._registers[name]

    def _operand(self, text: str, kind: str) -> Lanes:
        """A register as a kind of its own width, or a number in all lanes."""
        if text in SPECIAL:
            return np.full(LANES, SPECIAL[text], kind)
        if text.startswith("%"):
            return self._register(text).view(kind)
        return number(str(self._symbols.get(text, text)), kind)

    def _places(self, space: str, text: str, size: int) -> Callable[[Lanes], tuple[Lanes, ...]]:
        """Where the lanes that go find something of a size."""
        base, _, offset = text.strip("[]").partition("+")
        start, more = self._operand(base, "i8"), int(offset or 0)
        every = np.arange(LANES)

        def places(lanes: Lanes) -> tuple[Lanes, ...]:
            where = (start[lanes] + more) // size
            return (every[lanes], where) if space == "local" else (where,)

        return places

    def _move(self, verb: str, space: str, kind: str, args: list[str]) -> Instruction:
        """Reads or writes one thing or several that lie side by side."""
        memory, size = self._memory[space].view(kind), int(kind[1])
        inner, where = args if verb == "ld" else args[::-1]
        names, places = operands(inner.strip("{}")), self._places(space, where, size)
        registers = [
            self._register(name) if name[0] == "%" else name != "_" and number(name, kind)
            for name in names
        ]

        def move(lanes: Lanes) -> None:
            *row, first = places(lanes)
            for i, register in enumerate(registers):
                if register is False:
                    continue
                if verb == "ld":
                    register[lanes] = memory[*row, first + i].astype(register.dtype)
                else:
                    memory[*row, first + i] = register[lanes].astype(kind)

        return move

    def _atom(self, space: str, change: Any, kind: str, args: list[str]) -> Instruction:
        memory, places = self._memory[space].view(kind), self._places(space, args[1], int(kind[1]))
        register, given = self._register(args[0]), self._operand(args[2], kind)

        def atom(lanes: Lanes) -> None:
            (where,) = places(lanes)
            register[lanes] = memory[where]  # right for one lane alone; nobody asks for it
            change.at(memory, where, given[lanes])

        return atom
