"""What the kernels of the games cost, found without a card and kept in `kernels.toml`.

`python -m tests.lab.kernels` writes the file anew: after a change that is meant to make them
cheaper or dearer, and after another compiler.

- steps: instructions that a warp issues for one decision of its 32 games at random, by `warp.py`
- instructions: those that a kernel is made of
- registers, local: what a thread needs, and bytes that do not fit into them
"""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import numpy as np

from tablee import GAMES, Game
from tablee.lab.cuda import ptx_of, signatures_of
from tablee.lab.kernels import deal_all, roll_all, seed_all
from tests.lab.warp import LANES, Warp

KEPT = Path(__file__).with_name("kernels.toml")
COMPILERS = ("numba-cuda", "nvidia-nvvm", "nvidia-nvjitlink")
PLAYERS, DECISIONS = 4, 200
MARGIN = 0.02


def cost(game: Game, name: str) -> dict[str, int]:
    """Compile a kernel and return its figures."""
    ptx = ptx_of(game, name)
    warp = Warp(ptx)
    figures = {"instructions": warp.instructions, **_needs(ptx)}
    return {"steps": rolled(game, warp), **figures} if name == "roll" else figures


def rolled(game: Game, warp: Warp, players: int = PLAYERS, decisions: int = DECISIONS) -> int:
    """Play 32 games in a warp as the processor plays them; return the steps a decision."""
    blank, lucks = game.blank(players), np.zeros((LANES, 1), np.uint64)
    states, ended = np.repeat(blank, LANES), np.zeros(LANES, np.int64)
    seed_all(lucks, np.uint64(7))
    deal_all(states, blank, lucks)
    here, there = (states, lucks, ended), (states.copy(), lucks.copy(), ended.copy())
    moves = np.zeros(int(game.rules.MOST_MOVES), np.int64)
    roll_all(here[0], blank, here[1], moves, here[2], decisions)
    before = warp.steps
    warp.play(there[0], blank, there[1], there[2], decisions)
    for one, other in zip(here, there, strict=True):
        assert one.tobytes() == other.tobytes()
    return (warp.steps - before) // decisions


def _needs(ptx: str) -> dict[str, int]:
    """Assemble a kernel for a card and read what the assembler says of it."""
    from cuda.bindings import nvjitlink

    code = ptx.encode()
    handle = nvjitlink.create(3, ["-arch=sm_90", "-verbose", "-Xptxas=-v"])
    nvjitlink.add_data(handle, nvjitlink.InputType.PTX, code, len(code), "kernel")
    nvjitlink.complete(handle)
    told = bytearray(nvjitlink.get_info_log_size(handle))
    nvjitlink.get_info_log(handle, told)
    nvjitlink.destroy(handle)
    registers, local = (
        max(map(int, re.findall(pattern, told.decode())))
        for pattern in (r"Used (\d+) registers", r"(\d+) bytes stack frame")
    )
    return {"registers": registers, "local": local}


def compilers() -> dict[str, str]:
    return {name: version(name) for name in COMPILERS}


def kept() -> dict[str, dict[str, dict[str, int]]]:
    found: dict[str, dict[str, dict[str, int]]] = tomllib.loads(KEPT.read_text(encoding="utf-8"))
    return found


def write() -> None:
    """Write all figures anew."""
    lines = ["[compilers]", *(f'{name} = "{which}"' for name, which in compilers().items())]
    for game in GAMES.values():
        for name in signatures_of(game):
            figures = cost(game, name)
            lines += ["", f"[{game.name}.{name}]"]
            lines += [f"{what} = {figure}" for what, figure in figures.items()]
    KEPT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
