"""Fourmis on a table: a view as cards, a trick and gestures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tablee.core.board import Board, Gesture, Place, Thing
from tablee.core.phrases import Phrases, Speaker
from tablee.core.position import View
from tablee.games.fourmis.material import LADYBIRD
from tablee.games.fourmis.notation import CARD_TEXTS

if TYPE_CHECKING:
    from tablee.games.fourmis import Fourmis

TRICK = "trick"


@dataclass(frozen=True)
class Facts:
    """What the page shows beside things and places."""

    hand: tuple[str, ...]


class Boards:
    """Lays out the views of Fourmis."""

    def __init__(self, game: Fourmis) -> None:
        self._words = game.words
        self._phrases = Phrases(game.folder / "table.toml")

    def board(self, view: View, lang: str, names: Sequence[str]) -> Board:
        """Lays a view out."""
        say, state = self._phrases.speak(lang), view.record
        things = {thing.id: thing for thing in self._hand(state, lang)}
        moves = view.legal_moves() if view.seat == view.viewer else ()
        gestures = tuple(Gesture(str(move), f"c-{move}", TRICK) for move in moves)
        lead = say("your_turn") if gestures else ""
        places = {TRICK: Place(TRICK, say("trick"))}
        facts = Facts(tuple(things))
        return Board(lead, say("play"), self._status(state, say), things, places, gestures, facts)

    def _hand(self, state: Any, lang: str) -> list[Thing]:
        if state.viewer < 0:
            return []
        cards = int(state.hands[state.viewer])
        held = [card for card in range(LADYBIRD) if cards >> card & 1]
        return [
            Thing(f"c-{text}", self._words.card(card, lang), f"f-{text}", text)
            for card in held
            for text in [CARD_TEXTS[card]]
        ]

    def _status(self, state: Any, say: Speaker) -> str:
        return say("round", n=int(state.rounds))
