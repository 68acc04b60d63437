"""A whole game in the terminal: a person at one seat, bots of a level at the others."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from tablee.bots.bot import Bot
from tablee.bots.hints import hints
from tablee.bots.levels import find_bot
from tablee.core.chance import key_of
from tablee.core.errors import InvalidMove
from tablee.core.game import Game
from tablee.core.phrases import Phrases
from tablee.core.position import Move, State, View
from tablee.core.record import Record

NAMES = ("Ada", "Björn", "Chloé", "Dimitri", "Elif", "Faisal", "Greta", "Hugo")
PHRASES = Phrases(Path(__file__).with_suffix(".toml"))


class Left(Exception):
    """The person has left the table."""


def play_in_terminal(
    game: Game,
    players: int | None,
    options: Mapping[str, Any],
    lang: str,
    seed: int | None,
    watch: bool,
    name: str = "Alix",
    level: str = "casual",
) -> Record:
    """Plays a match, telling everything that happens; gets its record, whole or not."""
    players = game.players[-1] if players is None else players
    key = key_of(seed)
    state = game.deal(players, key=key, **options)
    names = [NAMES[0] if watch else name, *NAMES[1:players]]
    luck = int.from_bytes(os.urandom(4)) if seed is None else seed
    bots = [find_bot(level, game, luck + seat) for seat in range(players)]
    record = Record(game, players, key, state.options, dict(enumerate(names)))
    person = None if watch else 0
    for told in state.tell_deal(lang, names):
        typer.echo(told)
    try:
        while state.seat is not None:
            move = _decide(state, person, bots, lang, names)
            for told in state.tell(move, lang, names):
                typer.echo(told)
            state, record = state.play(move), record.play(move)
    except Left:
        typer.echo(PHRASES.speak(lang)("left"))
    return record


def _decide(state: State, person: int | None, bots: list[Bot], lang: str, names: list[str]) -> Move:
    assert state.seat is not None
    view = state.view(state.seat)
    if state.seat != person:
        return bots[state.seat].choose(view)
    typer.echo("\n" + view.show(lang, names))
    moves = "  ".join(map(str, view.legal_moves()))
    typer.echo(PHRASES.speak(lang)("your_turn", moves=moves))
    return _ask(view, lang)


def _ask(view: View, lang: str) -> Move:
    """Asks until a legal move is typed; says why another is not."""
    say = PHRASES.speak(lang)
    while True:
        try:
            text = typer.prompt(say("prompt"), prompt_suffix=" > ").strip()
        except (typer.Abort, EOFError):
            raise Left from None
        if text == "q":
            raise Left
        if text == "?":
            for hint in hints(view, lang):
                typer.echo(str(hint))
            continue
        try:
            move = view.game.parse_move(text)
        except InvalidMove as error:
            typer.echo(say("unreadable", text=text, error=str(error)))
            continue
        refusal = view.why_not(move, lang)
        if refusal is None:
            return move
        typer.echo(str(refusal))
