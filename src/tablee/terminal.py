"""A whole game in the terminal, a person at one seat and bots at the others; and its lesson."""

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
from tablee.core.errors import InvalidMove, InvalidOption
from tablee.core.game import Game
from tablee.core.record import Record
from tablee.core.rules.phrases import Phrases
from tablee.core.state.position import Move, State, View
from tablee.table.people import BOT_NAMES
from tablee.table.posed.lesson import LEARNER, Step, lesson_of

PHRASES = Phrases(Path(__file__).with_suffix(".toml"))
MOST_MEANT = 16
"""Sentences that say what moves mean."""
WIDTH = 22
"""Letters of the longest usual move."""


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
    """Play a match, telling everything that happens; return its record, whole or not."""
    players = game.players[-1] if players is None else players
    key = key_of(seed)
    state = game.deal(players, key=key, **options)
    names = [BOT_NAMES[0] if watch else name, *BOT_NAMES[1:players]]
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
    _offer(view, lang, names)
    return _ask(view, lang)


def _offer(view: View, lang: str, names: list[str]) -> None:
    """Say what may be played, and what that means: of many moves one for each of a kind."""
    moves, say = view.legal_moves(), PHRASES.speak(lang)
    typer.echo(say("your_turn", moves="  ".join(map(str, moves))))
    meant = {view.describe(move, lang, names): str(move) for move in reversed(moves)}
    for sentence, move in list(reversed(meant.items()))[:MOST_MEANT]:
        typer.echo(f"  {move:<{WIDTH}} {sentence}")


def _ask(view: View, lang: str) -> Move:
    """Ask until a legal move is typed; say why another is not."""
    say = PHRASES.speak(lang)
    while True:
        text = _typed(say("prompt"))
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


# Lessons


def learn_in_terminal(game: Game, lang: str, name: str = "Alix") -> None:
    """Go through the lesson of a game; raise InvalidOption if it has none."""
    lesson, say = lesson_of(game), PHRASES.speak(lang)
    if not lesson.steps:
        raise InvalidOption(f"{game.name} has no lesson: read its rules with tablee rules.")
    number = 1
    while step := lesson.step(number):
        names = [name, *lesson.company]
        if number == 1:
            typer.echo(say("lesson_you", name=name))
        typer.echo(f"\n{number}/{len(lesson.steps)} · {step.idea[lang]}")
        try:
            number = max(1, number + _learn(step, lang, names))
        except Left:
            typer.echo(say("lesson_left"))
            return
    typer.echo(say("lesson_over", game=game.name))


def _learn(step: Step, lang: str, names: list[str]) -> int:
    """Ask for the gestures of a step; return by how many steps to go on."""
    played: list[str] = []
    while len(played) < len(step.expect):
        view = step.state(played).view(LEARNER)
        typer.echo(view.show(lang, names))
        typer.echo(f"\n» {step.say[lang].replace('*', '')}")
        text = _ask_lesson(step, played, view, lang, names)
        if text in ("b", "s"):
            return -1 if text == "b" else 1
        for frame in step.frames(played, text, lang, names):
            for told in frame.told:
                typer.echo(told.sentence)
        played.append(text)
    typer.echo(f"» {step.done[lang].replace('*', '')}")
    return 1


def _ask_lesson(step: Step, played: list[str], view: View, lang: str, names: list[str]) -> str:
    """Ask until a right move is typed, or a way out; another move is answered."""
    say, legal = PHRASES.speak(lang), [str(move) for move in view.legal_moves()]
    _offer(view, lang, names)
    while True:
        text = _typed(say("lesson_prompt"))
        if text == "?":
            return step.shown(played)
        if text in ("b", "s") or (text in legal and step.is_right(len(played), text)):
            return text
        try:
            refusal = view.why_not(text, lang)
        except InvalidMove as error:
            typer.echo(say("unreadable", text=text, error=str(error)))
            continue
        sentence = refusal.sentence if refusal else step.otherwise[lang]
        typer.echo(f"» {step.answer(text, lang) or sentence}")


def _typed(prompt: str) -> str:
    """Return what is typed; raise Left if the person goes."""
    try:
        text = typer.prompt(prompt, prompt_suffix=" > ").strip()
    except (typer.Abort, EOFError):
        raise Left from None
    if text == "q":
        raise Left
    return str(text)
