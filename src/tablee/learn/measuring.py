"""What a network is worth beside players that choose at random: many matches at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from tablee.batch import Batch
from tablee.core.game import Game
from tablee.lab.intervals import Interval, of_shares
from tablee.learn.net import Net
from tablee.learn.settings import Sitting

LONGEST = 5_000
"""Decisions after which a match that has not ended is left out."""


def share_among_random(
    net: Net, game: Game, sitting: Sitting, games: int, seed: int = 0
) -> tuple[float, Interval]:
    """Return the share of the wins of one seat that plays by the network, with its interval."""
    batch = Batch(game, games, sitting.players, seed, **sitting.chosen())
    mine, won = np.arange(games) % sitting.players, np.full(games, np.nan)
    for _ in range(LONGEST):
        batch.step(np.where(batch.seat == mine, _best(net, batch), batch.choose()))
        over = batch.ended & np.isnan(won)
        won[over] = batch.returns[over, mine[over]]
        if not np.isnan(won).any():
            break
    shares = (1 + won[~np.isnan(won)] * (sitting.players - 1)) / sitting.players
    return float(shares.mean()), of_shares(shares.tolist())


@torch.no_grad()
def _best(net: Net, batch: Batch) -> Any:
    """Return the move that the network likes best in every game."""
    device = net.head.weight.device
    seen, mask = (torch.as_tensor(x, device=device) for x in (batch.observation, batch.mask))
    with torch.autocast(device.type, torch.bfloat16, device.type == "cuda"):
        moves, _ = net(seen, mask, batch.players)
    return moves.argmax(1).cpu().numpy()
