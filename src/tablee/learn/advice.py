"""The first lessons of a network that would find nothing by itself: what advice would do.

Games are played on all cores by advice and some chance, while the network learns which move
advice prefers, and to value its seat by the points so far.
"""

from __future__ import annotations

import os
import threading
import time
from queue import Empty, Full, Queue
from typing import Any

import numpy as np
import torch
from torch.nn import functional as F  # noqa: N812

from tablee.batch import Batch
from tablee.core.game import Game
from tablee.lab.kernels import advise_all
from tablee.learn.net import Net
from tablee.learn.selfplay import standing_of
from tablee.learn.settings import Settings, Sitting

GAMES, STEPS = 256, 64
ERRORS = 0.1
"""The part of all moves that is made at random, so that errors are seen to be mended."""
BATCH = 32_768
RATE = 1e-3


def follow_advice(
    game: Game, settings: Settings, net: Net, best: torch.optim.Optimizer, device: str
) -> dict[str, float]:
    """Learn from advice for the seconds of the settings; return how often it is met."""
    chunks: Queue[Any] = Queue(64)
    done = threading.Event()
    sittings = settings.sittings
    hands = [
        threading.Thread(
            target=_play, args=(game, sittings[n % len(sittings)], n, chunks, done), daemon=True
        )
        for n in range(max(1, (os.cpu_count() or 2) - 1))
    ]
    for hand in hands:
        hand.start()
    chunks.put(chunks.get())  # compiling does not count
    met = _learn(chunks, time.perf_counter() + settings.advised, net, best, settings, device)
    done.set()
    for hand in hands:
        hand.join()
    return met


def _play(game: Game, sitting: Sitting, seed: int, chunks: Queue[Any], done: Any) -> None:
    """Play at tables of one kind until it is enough."""
    batch = Batch(game, GAMES, sitting.players, 1_000 + seed, **sitting.chosen())
    moves = np.zeros(game.rules.MOST_MOVES, np.int64)
    worths, luck = np.zeros(game.rules.MOST_MOVES), np.random.default_rng(seed)
    while not done.is_set():
        found = []
        for _ in range(STEPS):
            good = np.zeros(GAMES, np.int64)
            advise_all(batch.states, moves, worths, good)
            found.append((batch.observation.copy(), batch.mask.copy(), good))
            batch.step(np.where(luck.random(GAMES) < ERRORS, batch.choose(), good))
        chunk = tuple(np.concatenate(part) for part in zip(*found, strict=True))
        while not done.is_set():
            try:
                chunks.put((sitting, batch.spec, chunk), timeout=0.1)
                break
            except Full:
                continue


def _learn(
    chunks: Queue[Any],
    end: float,
    net: Net,
    best: torch.optim.Optimizer,
    settings: Settings,
    device: str,
) -> dict[str, float]:
    """Learn from what has been played until the time is over."""
    waiting: dict[Sitting, list[Any]] = {}
    met, size = {}, min(BATCH, settings.batch)
    start = time.perf_counter()
    while (left := end - time.perf_counter()) > 0:
        try:
            sitting, spec, chunk = chunks.get(timeout=1)
        except Empty:
            continue
        found = waiting.setdefault(sitting, [])
        found.append(chunk)
        if sum(len(one[2]) for one in found) < size:
            continue
        parts = [np.concatenate(part) for part in zip(*waiting.pop(sitting), strict=True)]
        for group in best.param_groups:
            group["lr"] = RATE * min(1.0, 2 * left / (end - start))
        tensors = [torch.from_numpy(part).to(device) for part in parts]
        met[f"{sitting.players}"] = _step(net, best, tensors, sitting, spec, settings)
    return met


def _step(
    net: Net,
    best: torch.optim.Optimizer,
    tensors: list[torch.Tensor],
    sitting: Sitting,
    spec: Any,
    settings: Settings,
) -> float:
    """Take one step towards advice; return how often it was met."""
    seen, mask, good = tensors
    standing = standing_of(seen, spec.parts, sitting.players, settings.swing)
    with torch.autocast(seen.device.type, torch.bfloat16, seen.is_cuda):
        moves, value = net(seen, mask, sitting.players)
    loss = F.cross_entropy(moves, good) + F.mse_loss(value, standing)
    best.zero_grad(set_to_none=True)
    torch.autograd.backward([loss])
    torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    best.step()
    open_ = mask.sum(1) > 1
    return float((moves.argmax(1) == good)[open_].float().mean())
