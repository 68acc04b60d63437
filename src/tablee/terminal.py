"""A whole game in the terminal: a person at one seat, bots of a level at the others."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import typer

from tablee.bots.bot import Bot
from tablee.bots.hints import hints
from tablee.bots.levels import find_bot
from tablee.core.chance import key_of
from tablee.core.errors import InvalidMove
from tablee.core.game import Game
from tablee.core.position import Move, State, View
from tablee.core.record import Record

NAMES = ("Ada", "Björn", "Chloé", "Dimitri", "Elif", "Faisal", "Greta", "Hugo")
WORDS = {
    "your_turn": {
        "fr": "À toi. Tu peux jouer : {moves}",
        "en": "Your turn. You may play: {moves}",
        "de": "Du bist dran. Du darfst spielen: {moves}",
    },
    "prompt": {
        "fr": "Ton coup (? pour un conseil, q pour partir)",
        "en": "Your move (? for a hint, q to leave)",
        "de": "Dein Zug (? für einen Tipp, q zum Gehen)",
    },
    "unreadable": {
        "fr": "« {text} » n’est pas un coup : écris l’un des coups proposés.",
        "en": "{error}",
        "de": "„{text}“ ist kein Zug: Schreibe einen der genannten Züge.",
    },
    "left": {
        "fr": "La partie s’arrête là ; une graine et les mêmes coups la rejouent.",
        "en": "The game stops here; the same seed and moves play it again.",
        "de": "Das Spiel endet hier; derselbe Seed und dieselben Züge spielen es noch einmal.",
    },
}


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
        typer.echo(WORDS["left"][lang])
    return record


def _decide(state: State, person: int | None, bots: list[Bot], lang: str, names: list[str]) -> Move:
    assert state.seat is not None
    view = state.view(state.seat)
    if state.seat != person:
        return bots[state.seat].choose(view)
    typer.echo("\n" + state.game.show(view, lang, names))
    typer.echo(WORDS["your_turn"][lang].format(moves="  ".join(map(str, view.legal_moves()))))
    return _ask(view, lang)


def _ask(view: View, lang: str) -> Move:
    """Asks until a legal move is typed; says why another is not."""
    while True:
        try:
            text = typer.prompt(WORDS["prompt"][lang], prompt_suffix=" > ").strip()
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
            typer.echo(WORDS["unreadable"][lang].format(text=text, error=error))
            continue
        refusal = view.why_not(move, lang)
        if refusal is None:
            return move
        typer.echo(str(refusal))
