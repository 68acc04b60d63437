"""What is shipped of a checkpoint: its weights in bytes, and all that says whom they fit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch

from tablee.bots.network.layers import SHIFT
from tablee.bots.network.weights import options_text
from tablee.core.game import Game

INPUT, ACTIVATION, OUTPUT = 16, 256, 4096
"""Parts of one in which inputs, activations and outputs are counted."""
LARGEST = 127


def shrink(checkpoint: Path, game: Game, out: Path, facts: dict[str, Any] | None = None) -> int:
    """Write a checkpoint's network in bytes; return how many."""
    kept = torch.load(checkpoint, map_location="cpu", weights_only=True)
    net = {name: tensor.float().numpy() for name, tensor in kept["net"].items()}
    told = {
        "game": kept["game"],
        "version": kept["version"],
        "inputs": kept["inputs"],
        "tables": _tables(kept, game),
        "lessons": kept["course"]["lessons"],
        "decisions": kept["course"]["decisions"],
        "matches": kept["course"]["matches"],
        "seconds": round(kept["course"]["seconds"]),
        "settings": kept["settings"],
        **(facts or {}),
    }
    text = json.dumps(told, sort_keys=True).encode()
    with out.open("wb") as file:
        np.savez_compressed(file, facts=np.frombuffer(text, np.uint8), **_layers(net))
    return out.stat().st_size


def _tables(kept: dict[str, Any], game: Game) -> list[list[Any]]:
    """Return the tables that it has learned at, each once."""
    found = {
        (s["players"], options_text(game.check_options(s["players"], dict(s["options"]))))
        for s in kept["settings"]["sittings"]
    }
    return sorted([players, options] for players, options in found)


def _layers(net: dict[str, Any]) -> dict[str, Any]:
    """Return the arrays of `Layers`."""
    first, first_factor = _bytes(net["first.weight"], ACTIVATION / INPUT)
    pairs = [
        _bytes(net[f"blocks.{n}.weight"], 1.0)
        for n in range(sum(name.startswith("blocks.") for name in net) // 2)
    ]
    head, head_factor = _bytes(net["head.weight"], OUTPUT / ACTIVATION)
    nothing = np.zeros((1, first.shape[1]), np.int8)
    return {
        "first": np.concatenate([first, nothing]),
        "blocks": np.stack([rows for rows, _ in pairs]),
        "head": head,
        "first_factor": first_factor,
        "block_factors": np.stack([factor for _, factor in pairs]),
        "head_factor": head_factor,
        "first_bias": _whole((net["first.bias"] + net["sizes.weight"]) * ACTIVATION),
        "block_biases": _whole(
            np.stack([net[f"blocks.{n}.bias"] for n in range(len(pairs))]) * ACTIVATION
        ),
        "head_bias": _whole(net["head.bias"] * OUTPUT),
    }


def _bytes(weights: Any, measure: float) -> tuple[Any, Any]:
    """Return weights as bytes, a row an input, and the factor of each of their sums."""
    unit = np.maximum(np.abs(weights).max(1), 1e-6) / LARGEST
    rows = np.rint(weights / unit[:, None]).astype(np.int8).T
    return np.ascontiguousarray(rows), _whole(unit * measure * (1 << SHIFT))


def _whole(numbers: Any) -> Any:
    return np.rint(numbers).astype(np.int32)
