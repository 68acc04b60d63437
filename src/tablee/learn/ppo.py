"""What a network learns from: proximal policy optimisation, with an advantage for each seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from tablee.learn.net import Net
from tablee.learn.selfplay import Lesson, rows_from

CLIP = 0.2
FORCED = 0.25
"""The part of the moves without a choice that is learned from."""
OTHERS = 0.25
"""How much the values of the other seats matter beside one's own."""


@dataclass(frozen=True)
class Measure:
    """What a lesson was like."""

    error: float
    free: float
    """How open it was what to do: the entropy."""
    spread: float


def targets(lesson: Lesson, far: float, trust: float) -> tuple[Tensor, Tensor]:
    """Return what each seat could hope for after all, and by how much the mover did better.

    What is not known yet, since nothing that came of it was seen, is not a number.
    """
    value = torch.lerp(lesson.value, lesson.standing, trust)
    later = torch.full_like(lesson.returns[0], float("nan"))
    gain, rows = torch.zeros_like(later), torch.arange(len(later), device=later.device)
    aims, better = torch.empty_like(lesson.value), torch.empty_like(lesson.chance)
    for t in range(len(aims) - 1, -1, -1):
        over, seat, own = lesson.ended[t][:, None], lesson.seat[t], value[t, :, 0]
        later = torch.where(over, lesson.returns[t], later)
        gain = torch.where(over, 0.0, gain)
        aim = later + gain
        better[t] = later[rows, seat] - own + far * gain[rows, seat]
        aim[rows, seat] = own + better[t]
        aims[t] = rows_from(seat, aim)
        gain[rows, seat] = better[t].nan_to_num(nan=0.0)
        later[rows, seat] = own
    return aims, better


def learn(
    net: Net,
    best: torch.optim.Optimizer,
    lesson: Lesson,
    goals: tuple[Tensor, Tensor],
    batch: int,
    curious: float,
) -> Measure:
    """Go once through a lesson, in random order."""
    players, half = lesson.value.shape[-1], lesson.seen.is_cuda
    seen, mask, move, chance = (
        x.flatten(0, 1) for x in (lesson.seen, lesson.mask, lesson.move, lesson.chance)
    )
    aims, better = (x.flatten(0, 1) for x in goals)
    last = [torch.zeros((), device=seen.device)] * 3
    for some in _portions(better, mask, batch):
        with torch.autocast(seen.device.type, torch.bfloat16, half):
            moves, value = net(seen[some], mask[some], players)
        odds = moves.log_softmax(1)
        mine = odds.gather(1, move[some, None]).squeeze(1)
        gain = better[some]
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        ratio = (mine - chance[some]).exp()
        push = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        free = -(odds.exp() * odds.clamp(min=-30)).sum(1).mean()
        aim = aims[some]
        off = torch.where(aim.isnan(), 0.0, (value - aim.nan_to_num()) ** 2)
        error = off[:, 0].mean() + OTHERS * off[:, 1:].mean()
        loss = push + 0.5 * error - curious * free
        best.zero_grad(set_to_none=True)
        torch.autograd.backward([loss])
        nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        best.step()
        last = [off[:, 0].mean().detach(), free.detach(), aim[:, 0].var()]
    return Measure(*(float(x) for x in last))


def _portions(better: Tensor, mask: Tensor, batch: int) -> Iterator[Tensor]:
    """Cut what there is to learn from into equal portions, in random order.

    Of the moves that had to be made some are enough, to know what such positions are worth.
    """
    some = (torch.rand_like(better) < FORCED) | (mask.sum(1) > 1)
    known = torch.nonzero(~better.isnan() & some).squeeze(1)
    known = known[torch.randperm(len(known), device=known.device)]
    for start in range(0, max(1, len(known) - batch // 2), batch):
        if len(known) - start > 1:
            yield known[start : start + batch]
