"""Compiles the entries of a game as far as LLVM's own language: `python -m … GAME FILE`.

This runs in a process of its own, since Numba reads how to compile when it is imported: without
optimising, for no certain processor. What is optimised is decided when all is linked (`link.py`).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tablee.bots.search.tree import NODE as NODE_TYPE
from tablee.core.engine.jit import carray, from_dtype, njit
from tablee.core.engine.jit import types as numba_types
from tablee.core.game import Game
from tablee.games import find_game
from tablee.wasm.entries import NODE, RECORD, Entry, entries_of

types: Any = numba_types


def compile_entries(game: Game) -> list[dict[str, Any]]:
    """Return each entry: its name, its symbol, its words as LLVM has them, and its code."""
    kinds = {RECORD: from_dtype(game.rules.STATE), NODE: from_dtype(NODE_TYPE)}
    return [_compile(entry, kinds) for entry in entries_of(game)]


def _compile(entry: Entry, records: dict[str, Any]) -> dict[str, Any]:
    parameters: list[str] = []
    signature: list[Any] = []
    for word in entry.words:
        kind = records.get(word.kind) or getattr(types, word.kind)
        parameters.append(word.name)
        signature.append(types.CPointer(kind) if word.is_array else kind)
        if word.is_array:
            parameters.append(f"{word.name}_n")
            signature.append(types.int64)
    body = f"return {entry.result}({entry.call})" if entry.result else f"{entry.call}; return 0"
    made: dict[str, Any] = {
        **entry.names,
        "carray": carray,
        "int64": types.int64,
        "float64": types.float64,
        "uint64": types.uint64,
    }
    exec(f"def entry({', '.join(parameters)}):\n    {body}", made)
    result = getattr(types, entry.result or "int64")
    dispatcher = njit(result(*signature), error_model="numpy")(made["entry"])
    (compiled,) = dispatcher.overloads.values()
    return {
        "name": entry.name,
        "symbol": compiled.fndesc.llvm_func_name,
        "words": [_llvm(kind) for kind in signature],
        "result": _llvm(result),
        "code": str(compiled.library._final_module),
    }


def _llvm(kind: Any) -> str:
    return {types.int64: "i64", types.uint64: "i64", types.float64: "double"}.get(kind, "ptr")


if __name__ == "__main__":
    name, file = sys.argv[1:]
    Path(file).write_text(json.dumps(compile_entries(find_game(name))), encoding="utf-8")
