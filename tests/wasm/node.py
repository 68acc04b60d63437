"""A module of WebAssembly in Node, called with the arguments of the compiled functions."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from tablee.core.game import Game
from tablee.wasm.entries import entries_of, flattened

CALLS = Path(__file__).with_name("calls.mjs")


class Kernel:
    """The compiled code of a game as WebAssembly."""

    def __init__(self, game: Game, file: Path) -> None:
        node = shutil.which("node")
        assert node is not None
        self._entries = {entry.name: entry for entry in entries_of(game)}
        self._node = subprocess.Popen(
            [node, str(CALLS), str(file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a function: its arrays are changed in place, as compiled code does."""
        entry, given = self._entries[name], list(flattened(arguments))
        arrays = [value for value in given if isinstance(value, np.ndarray)]
        words: list[dict[str, Any]] = []
        for word, value in zip(entry.words, given, strict=True):
            if word.is_array:
                told = base64.b64encode(value.tobytes()).decode()
                words += [{"kind": "bytes", "value": told}, _number("int64", value.size)]
            else:
                words.append(_number(word.kind, value))
        answer = self._ask({"name": name, "words": words})
        for array, told in zip(arrays, answer["arrays"], strict=True):
            array.reshape(-1).view(np.uint8)[:] = np.frombuffer(base64.b64decode(told), np.uint8)
        return float(answer["result"]) if entry.result == "float64" else int(answer["result"])

    def _ask(self, call: dict[str, Any]) -> dict[str, Any]:
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._node.stdin.write(json.dumps(call) + "\n")
        self._node.stdin.flush()
        return dict(json.loads(self._node.stdout.readline()))

    def close(self) -> None:
        """End Node."""
        self._node.communicate()


def _number(kind: str, value: Any) -> dict[str, Any]:
    return {
        "kind": kind,
        "value": float(value) if kind == "float64" else str(int(value)),
    }
