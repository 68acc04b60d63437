"""The sums of a network, in whole numbers: equal on every machine, compiled or interpreted.

An activation is a whole number of 256ths. Inputs are few and weights lie by input, so that what
is 0 costs nothing.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from tablee.bots.network.weights import Layers, Whole
from tablee.core.bits import int64
from tablee.core.compiled import compiled

Sums: TypeAlias = "np.ndarray[Any, np.dtype[np.int32]]"
SEEN = np.rint(16 * np.log2(1 + np.arange(256))).astype(np.int32)
"""An entry of an observation as a network sees it, in 16ths."""
SHIFT = 24
"""Factors are counted in the 2^24th."""
MOST = 8191
"""An activation is no greater, so that no sum exceeds 32 bits."""


@compiled
def add_row(sums: Sums, row: Any, factor: int) -> None:
    """Add a row of weights so many times."""
    by = np.int32(factor)
    for i in range(len(sums)):
        sums[i] += np.int32(row[i] * by)


@compiled
def scale(total: int, factor: int) -> int:
    """Bring a sum back to the measure of activations."""
    return (int64(total) * int64(factor)) >> SHIFT


@compiled
def run(
    layers: Layers, places: Whole, players: int, seen: Any, sums: Sums, x: Sums, out: Sums
) -> None:
    """Write what a network says to an observation: of each move, then of each seat."""
    sums[:] = 0
    for i in range(len(places)):
        if seen[i]:
            add_row(sums, layers.first[places[i]], SEEN[seen[i]])
    for i in range(len(x)):
        x[i] = min(
            max(scale(sums[i], layers.first_factor[i]) + layers.first_bias[players, i], 0), MOST
        )
    for block in range(len(layers.blocks)):
        sums[:] = 0
        for i in range(len(x)):
            if x[i]:
                add_row(sums, layers.blocks[block, i], x[i])
        for i in range(len(x)):
            more = scale(sums[i], layers.block_factors[block, i]) + layers.block_biases[block, i]
            x[i] = min(x[i] + max(more, 0), MOST)
    out[:] = 0
    for i in range(len(x)):
        if x[i]:
            add_row(out, layers.head[i], x[i])
    for i in range(len(out)):
        out[i] = scale(out[i], layers.head_factor[i]) + layers.head_bias[i]
