"""What Python calls of the compiled code, and how each call looks from outside.

An entry takes whole arrays, numbers, and tuples of these. Outside it takes plain words: an array
is its address and its length, a tuple is its parts one after the other.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from tablee.bots.review import values as review_values
from tablee.bots.search import playout as search_playout
from tablee.bots.search import tree
from tablee.core import compiled
from tablee.core.engine.jit import CPUDispatcher
from tablee.core.engine.writing import EIGHT
from tablee.core.game import Game
from tablee.core.state import observation
from tablee.lab import playout as lab_playout

COMMON = (
    compiled.begin_first,
    compiled.deal_first,
    compiled.legal_first,
    compiled.distinct_first,
    compiled.play_first,
    compiled.put_first,
    compiled.step_first,
    compiled.hide_first,
    compiled.views_first,
    compiled.redeal_first,
    compiled.play_otherwise,
    compiled.scores_first,
    compiled.winners_first,
    compiled.returns_first,
    compiled.stage_first,
    compiled.weigh_first,
    compiled.forget_first,
    observation.observe_first,
    search_playout.play_out,
    tree.think,
    tree.lead,
    tree.is_settled,
    review_values.play_outs,
    review_values.known_share,
    review_values.ask_regular,
    review_values.true_shares,
    lab_playout.play_many,
)
"""What every game has; a game's own entries are those of its functions named `…_first`."""
RECORD, NODE = "record", "node"
_WORDS = {int: "int64", float: "float64", bool: "int64", np.uint64: "uint64"}
_ITEMS = {np.int64: "int64", np.float64: "float64", np.uint64: "uint64", Any: RECORD}


@dataclass(frozen=True)
class Word:
    """One argument as it is seen from outside: a number, or the address of an array's items."""

    name: str
    kind: str
    is_array: bool = False


@dataclass(frozen=True)
class Entry:
    """A compiled function that is called from Python."""

    name: str
    function: Any
    words: tuple[Word, ...]
    """Its arguments; a length follows each array."""
    call: str
    """The call of it, in terms of these words."""
    names: dict[str, Any]
    """What the call names besides."""
    result: str | None


def entries_of(game: Game) -> list[Entry]:
    """Return the entries of a game."""
    own = [
        value
        for module in compiled.modules_of(game.rules.STATE)
        for name, value in vars(module).items()
        if name.endswith("_first") and not name.startswith("_") and isinstance(value, CPUDispatcher)
    ]
    return [_entry(function) for function in dict.fromkeys([*COMMON, *own])]


def _entry(function: Any) -> Entry:
    plain = function.py_func
    hints = typing.get_type_hints(plain)
    words: list[Word] = []
    names: dict[str, Any] = {plain.__name__: function}
    parts = [
        _argument(name, hints[name], words, names) for name in inspect.signature(plain).parameters
    ]
    call = f"{plain.__name__}({', '.join(parts)})"
    result = None if hints["return"] is type(None) else _WORDS[hints["return"]]
    return Entry(plain.__name__, function, tuple(words), call, names, result)


def _argument(name: str, hint: Any, words: list[Word], names: dict[str, Any]) -> str:
    """Return an argument in the call's terms, and add the words that it takes."""
    if hint in _WORDS:
        words.append(Word(name, _WORDS[hint]))
        return f"{name} != 0" if hint is bool else name
    if typing.get_origin(hint) is np.ndarray:
        (item,) = typing.get_args(typing.get_args(hint)[1])
        words.append(Word(name, NODE if name.endswith("nodes") else _ITEMS[item], is_array=True))
        in_rows = typing.get_args(hint)[0] == tuple[int, int]
        shape = f"{name}_n // {EIGHT}, {EIGHT}" if in_rows else f"{name}_n,"
        return f"carray({name}, ({shape}))"
    if typing.get_origin(hint) is tuple:
        parts = [
            _argument(f"{name}_{i}", part, words, names)
            for i, part in enumerate(typing.get_args(hint))
        ]
        return f"({', '.join(parts)},)"
    names[hint.__name__] = hint  # a named tuple of the above
    fields = typing.get_type_hints(hint)
    parts = [_argument(f"{name}_{field}", fields[field], words, names) for field in hint._fields]
    return f"{hint.__name__}({', '.join(parts)})"


def flattened(arguments: tuple[Any, ...]) -> Iterator[Any]:
    """Yield the arrays and numbers of some arguments, in the order of an entry's words."""
    for argument in arguments:
        if isinstance(argument, tuple):
            yield from flattened(argument)
        else:
            yield argument
