"""The network: what a seat sees goes in, what to do and what everyone may hope for come out."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor, nn

from tablee.bots.network.inputs import Inputs

NEVER = -1e9


class Net(nn.Module):
    """Blocks that add to what they are given; the same for tables of all sizes."""

    def __init__(self, inputs: Inputs, moves: int, width: int, blocks: int) -> None:
        super().__init__()
        self.moves, self.most = moves, max(inputs.places)
        self.first = nn.Linear(inputs.size, width)
        self.sizes = nn.Embedding(self.most + 1, width)
        self.blocks = nn.ModuleList(nn.Linear(width, width) for _ in range(blocks))
        self.head = nn.Linear(width, moves + self.most)
        nn.init.zeros_(self.sizes.weight)
        nn.init.normal_(self.head.weight, std=0.01)
        nn.init.zeros_(self.head.bias)
        self._places: Mapping[int, Tensor] = {}
        for players, places in inputs.places.items():
            self.register_buffer(f"at{players}", torch.from_numpy(places).long(), persistent=False)

    def forward(self, seen: Tensor, mask: Tensor, players: int) -> tuple[Tensor, Tensor]:
        """Return what speaks for each legal move, and each seat's value, one's own first."""
        columns = torch.cat(
            [self.first.weight, self.first.weight.new_zeros(len(self.first.weight), 1)], 1
        )
        weight = columns[:, getattr(self, f"at{players}")]
        bias = self.first.bias + self.sizes.weight[players]
        x = torch.relu(nn.functional.linear(scaled(seen), weight, bias))
        for block in self.blocks:
            x = x + torch.relu(block(x))
        out = self.head(x).float()
        moves = out[:, : self.moves].masked_fill(~mask, NEVER)
        return moves, out[:, self.moves : self.moves + players]


def scaled(seen: Tensor) -> Tensor:
    """Return bytes as a network sees them: 1 for 1, 8 for 255."""
    kind = torch.bfloat16 if seen.is_cuda else torch.float32
    return torch.log2(seen.to(kind) + 1)
