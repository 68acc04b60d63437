"""The table that is laid on the first page, as the step before a lesson: any move that glows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from tablee.core.game import MOST_KEPT
from tablee.core.rules.rulebook import LANGUAGES, Texts
from tablee.core.state.position import State
from tablee.house.render import templating
from tablee.house.render.laid import scene_of
from tablee.table.posed.laid import LaidTable, right_at
from tablee.table.posed.lesson import Step, lesson_of

LUCK = 0
"""What the hidden cards are dealt with: nobody learns anything from them."""


@dataclass(frozen=True, kw_only=True)
class LaidStep(Step):
    """One move at a table that was laid."""

    laid: LaidTable

    @cached_property
    def start(self) -> State:
        """The position as it lies there, with the cards that are not seen dealt."""
        return self.laid.view.redeal(LUCK)

    @property
    def address(self) -> str:
        """Where it is, after the address of the lesson."""
        return f"table/{self.laid.name}"


@lru_cache(MOST_KEPT)
def step_at(laid: LaidTable) -> LaidStep:
    """Return the step at a table: what its host says there, and any move that glows."""
    return LaidStep(
        game=laid.game,
        number=0,
        idea=_texts("learn_laid"),
        clauses=(),
        position=laid.position,
        say={lang: _voice(laid, lang) for lang in LANGUAGES},
        done=_texts("learn_laid_done"),
        expect=(right_at(laid),),
        otherwise=_texts("learn_laid_otherwise"),
        laid=laid,
    )


def _voice(laid: LaidTable, lang: str) -> str:
    guests = lesson_of(laid.game).company[: laid.view.players - 1]
    voice = scene_of(laid, lang, guests).voice
    return f"*{voice.lead}* {voice.more}"


def _texts(name: str) -> Texts:
    return {lang: templating.speak(lang)(name) for lang in LANGUAGES}
