"""Tables at which a network plays against itself, and what there is to learn from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from tablee.batch import Batch
from tablee.core.game import Game
from tablee.core.state.observation import Part
from tablee.learn.net import Net
from tablee.learn.settings import Settings, Sitting


@dataclass
class Lesson:
    """What was seen and done, decision by decision and game by game."""

    seen: Tensor
    mask: Tensor
    move: Tensor
    chance: Tensor
    """The logarithm of how likely the move was."""
    value: Tensor
    """What each seat might hope for, the one to decide first."""
    standing: Tensor
    """What the points alone say of that."""
    seat: Tensor
    ended: Tensor
    returns: Tensor


class Tables:
    """Many tables of one kind, on one device."""

    def __init__(self, game: Game, sitting: Sitting, settings: Settings, device: str) -> None:
        self.players, self.device = sitting.players, torch.device(device)
        self._batch = Batch(
            game,
            settings.games,
            sitting.players,
            settings.seed,
            device=device,
            **sitting.chosen(),
        )
        self._steps, self._swing, self._codes = settings.steps, settings.swing, game.move_codes
        self._rows = torch.arange(settings.games, device=self.device)
        self._now = {
            name: self._share(name) for name in ("observation", "mask", "seat", "ended", "returns")
        }

    def _share(self, name: str) -> Tensor:
        """Return an array of the batch as a tensor over the same memory."""
        return torch.as_tensor(getattr(self._batch, name), device=self.device)

    @torch.no_grad()
    def play(self, net: Net) -> Lesson:
        """Play some decisions in every game."""
        lesson, now = self._blank(), self._now
        for t in range(self._steps):
            lesson.seen[t], lesson.mask[t] = now["observation"], now["mask"]
            lesson.seat[t] = now["seat"]
            with torch.autocast(self.device.type, torch.bfloat16, self.device.type == "cuda"):
                moves, value = net(lesson.seen[t], lesson.mask[t], self.players)
            noise = -torch.log(-torch.log(torch.rand_like(moves).clamp_(1e-9, 1 - 1e-7)))
            move = (moves + noise).argmax(1)
            lesson.move[t], lesson.value[t] = move, value
            lesson.chance[t] = moves.log_softmax(1)[self._rows, move]
            self._step(move)
            lesson.ended[t], lesson.returns[t] = now["ended"], now["returns"]
        parts = self._batch.spec.parts
        lesson.standing = standing_of(lesson.seen, parts, self.players, self._swing)
        return lesson

    def _step(self, move: Tensor) -> None:
        """Play moves that are legal by their mask, without a wait for the card to say so."""
        actions: Any = move if self.device.type == "cuda" else move.numpy()
        self._batch.step(actions, check=self.device.type == "cpu")

    def _blank(self) -> Lesson:
        steps, games = self._steps, len(self._rows)

        def room(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return torch.empty((steps, games, *shape), dtype=dtype, device=self.device)

        return Lesson(
            room(self._batch.spec.size, dtype=torch.uint8),
            room(self._codes, dtype=torch.bool),
            room(dtype=torch.int64),
            room(),
            room(self.players),
            room(0),
            room(dtype=torch.int64),
            room(dtype=torch.bool),
            room(self.players),
        )


def standing_of(seen: Tensor, parts: tuple[Part, ...], players: int, swing: float) -> Tensor:
    """Return what a value would be if the lead in points decided alone."""
    part = next(p for p in parts if p.name in ("totals", "aphids", "points") and p.width > 1)
    points = seen.new_zeros(*seen.shape[:-1], players, dtype=torch.float32)
    for byte in range(part.rows):
        at = part.start + part.stride * byte
        points += seen[..., at : at + players].float() * 256**byte
    return (players * (points / swing).softmax(-1) - 1) / (players - 1)


def rows_from(seats: Tensor, values: Tensor) -> Tensor:
    """Turn values by seat round so that they begin with a seat."""
    players = values.shape[-1]
    order = (seats[..., None] + torch.arange(players, device=seats.device)) % players
    return values.gather(-1, order)
