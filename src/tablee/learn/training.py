"""A training from its first decision to its checkpoint, to be gone on with another day."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from tablee.bots.network.inputs import inputs_of
from tablee.core.errors import InvalidOption
from tablee.core.game import Game
from tablee.learn.advice import follow_advice
from tablee.learn.net import Net
from tablee.learn.ppo import learn, targets
from tablee.learn.selfplay import Tables
from tablee.learn.settings import SMALL, Settings, Sitting, settings_for

WARMUP = 20
"""Lessons in which the steps grow to their full length."""
OFTEN = 5
"""Lessons between two points of the curve."""


@dataclass
class Course:
    """How far a training is."""

    lessons: int = 0
    decisions: int = 0
    matches: int = 0
    seconds: float = 0.0
    curve: list[dict[str, float]] = field(default_factory=list)


class Training:
    """A network that learns a game, with all that is needed to go on."""

    def __init__(self, game: Game, settings: Settings, device: str = "cpu") -> None:
        torch.manual_seed(settings.seed)
        if device == "cuda":
            torch.backends.cuda.matmul.allow_tf32 = True
        self.game, self.settings, self.device, self.course = game, settings, device, Course()
        inputs = inputs_of(game)
        self.net = Net(inputs, game.move_codes, settings.width, settings.blocks).to(device)
        self.best = torch.optim.AdamW(
            self.net.parameters(),
            settings.rate,
            betas=(0.9, 0.98),
            weight_decay=1e-4,
            fused=device == "cuda",
        )
        self.gone = 0.0
        """The part of the present run that is over."""
        self._tables: dict[Sitting, Tables] = {}

    def run(
        self,
        seconds: float = math.inf,
        lessons: float = math.inf,
        tell: Callable[[Course], None] = lambda course: None,
    ) -> None:
        """Learn for so long: steps grow shorter, and curiosity less, to the end."""
        for sitting in self.settings.sittings:
            self._at(sitting)
        if self.settings.advised and not self.course.lessons:
            follow_advice(self.game, self.settings, self.net, self.best, self.device)
        start, before, first = time.perf_counter(), self.course.seconds, self.course.lessons
        self.gone = 0.0
        while self.gone < 1:
            self._lesson(self.gone)
            spent, made = time.perf_counter() - start, self.course.lessons - first
            self.course.seconds = before + spent
            self.gone = max(spent / seconds, made / lessons)
            if self.course.lessons % OFTEN == 0 or self.gone >= 1:
                tell(self.course)

    def _lesson(self, gone: float) -> None:
        settings, course = self.settings, self.course
        sitting = settings.sittings[course.lessons % len(settings.sittings)]
        course.lessons += 1
        for group in self.best.param_groups:
            group["lr"] = settings.rate * max(0.02, 1 - gone) * min(1, course.lessons / WARMUP)
        lesson = self._at(sitting).play(self.net)
        trust = max(0.0, 1 - gone / settings.trust) if settings.trust else 0.0
        goals = targets(lesson, settings.far, trust)
        curious = settings.curious * (1 - 0.9 * gone)
        measure = learn(self.net, self.best, lesson, goals, settings.batch, curious)
        course.decisions += lesson.move.numel()
        course.matches += int(lesson.ended.sum())
        course.curve.append(
            {
                "seconds": round(course.seconds, 1),
                "decisions": course.decisions,
                "players": sitting.players,
                "entropy": round(measure.free, 4),
                "error": round(measure.error, 4),
                "spread": round(measure.spread, 4),
                "matches": int(lesson.ended.sum()),
            }
        )

    def _at(self, sitting: Sitting) -> Tables:
        if sitting not in self._tables:
            self._tables[sitting] = Tables(self.game, sitting, self.settings, self.device)
        return self._tables[sitting]

    def save(self, path: Path) -> None:
        """Write a checkpoint."""
        torch.save(
            {
                "game": self.game.name,
                "version": self.game.version,
                "inputs": inputs_of(self.game).mark,
                "settings": self.settings.as_dict(),
                "course": vars(self.course),
                "net": self.net.state_dict(),
                "best": self.best.state_dict(),
                "luck": torch.get_rng_state(),
            },
            path,
        )

    def load(self, path: Path) -> None:
        """Go on from a checkpoint."""
        kept = torch.load(path, map_location=self.device, weights_only=True)
        mine = (self.game.name, self.game.version, inputs_of(self.game).mark)
        if (kept["game"], kept["version"], kept["inputs"]) != mine:
            raise InvalidOption(
                f"{path} has learned {kept['game']}, version {kept['version']}, seen in another"
                f" way than {self.game.name}, version {self.game.version}."
            )
        self.net.load_state_dict(kept["net"])
        self.best.load_state_dict(kept["best"])
        self.course = Course(**kept["course"])
        torch.set_rng_state(kept["luck"].cpu())


def settings_in(
    game: Game, checkpoint: Path | None, device: str, changes: dict[str, Any]
) -> Settings:
    """Return the settings of a checkpoint, or the usual ones for a device, with changes."""
    if checkpoint is None:
        small = SMALL if device == "cpu" else {}
        return settings_for(game, **{**small, **changes})
    own = dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["settings"])
    own["sittings"] = tuple(
        Sitting(s["players"], tuple(tuple(pair) for pair in s["options"])) for s in own["sittings"]
    )
    fixed = {name for name in ("width", "blocks") if changes.get(name, own[name]) != own[name]}
    if fixed:
        raise InvalidOption(f"{', '.join(sorted(fixed))} of a checkpoint cannot be changed.")
    return settings_for(game, **{**own, **changes})
