"""Matches between bots, watched closely: what a report is made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from tablee.bots.levels import find_bot, warm_up
from tablee.bots.search.win_rates import true_win_rate
from tablee.core.fields import OTHERS
from tablee.core.game import Game
from tablee.core.state.position import Move, State

MOMENTS = (0.25, 0.5, 0.75)
"""The moments of a match at which its winner's chance to win is estimated."""
PLAYS = 32
"""Imagined games for each of these."""
EVERY = 11
"""One decision in so many is asked which clause forbids each move."""


@dataclass(frozen=True)
class Table:
    """What is played: a game with its options, by one bot in every seat."""

    game: Game
    players: int
    options: Mapping[str, str]
    bot: str
    seed: int = 0


@dataclass
class Match:
    """What one match came to."""

    shares: list[float]
    scores: list[int]
    decisions: int = 0
    choices: Counter[int] = field(default_factory=Counter)
    """Decisions by how many different moves there were."""
    happened: Counter[str] = field(default_factory=Counter)
    """How often something happened by a clause."""
    asked: int = 0
    """Decisions at which it was asked what is forbidden."""
    forbade: Counter[str] = field(default_factory=Counter)
    """At how many of these a clause forbade something."""
    brought: Counter[tuple[int, str]] = field(default_factory=Counter)
    """Points by seat and by what they were for."""
    held: list[tuple[int, str]] = field(default_factory=list)
    """What each seat held in secret when the match began."""
    chances: list[float] = field(default_factory=list)
    """The winner's chance to win, at each of the moments."""


def watch(table: Table, number: int) -> Match:
    """Play one deal; equal numbers are equal cards, whatever the options."""
    warm_up(table.game)
    seed = table.seed * 1_000_003 + number
    state = table.game.deal(table.players, seed, **table.options)
    bots = [find_bot(table.bot, table.game, seed * 8 + seat) for seat in range(table.players)]
    match = Match([], [], held=list(_held(state)))
    line: list[tuple[State, Move]] = []
    while state.seat is not None:
        move = bots[state.seat].choose(state.view(state.seat))
        line.append((state, move))
        state = _follow(match, state, move, len(line))
    _end(match, state, line)
    return match


def _held(state: State) -> list[tuple[int, str]]:
    """Return what the seats hold and the others do not see."""
    notation, found = state.game.notation, []
    for one in state.game.fields:
        if one.secret == OTHERS and one.per is not None and one.text:
            for seat in range(state.players):
                value = notation.get(one, state.record, seat)
                texts = [notation.codes[card] for card in value] if one.values is None else []
                names = {code: text for text, code in (one.values or {}).items()}
                texts = texts if one.values is None else [names[value]]
                found += [(seat, text) for text in dict.fromkeys(texts)]
    return found


def _follow(match: Match, state: State, move: Move, ply: int) -> State:
    """Note what a decision was and what followed from it."""
    match.decisions += 1
    match.choices[len(state.distinct_moves())] += 1
    if ply % EVERY == 0:
        match.asked += 1
        refuse, record = state.game.words.refuse, state.record
        said = (refuse(record, code, "en") for code in range(state.game.move_codes))
        match.forbade.update({refusal.clause for refusal in said if refusal is not None})
    frames = state.frames(move, "en")
    for frame in frames:
        match.happened.update(told.clause for told in frame.told if told.clause)
        for line in frame.sheet:
            match.brought[line.seat, line.what] += line.points
    return frames[-1].state


def _end(match: Match, state: State, line: list[tuple[State, Move]]) -> None:
    outcome = state.outcome()
    assert outcome is not None
    match.scores = list(outcome.scores)
    won = outcome.winners
    match.shares = [(seat in won) / len(won) for seat in range(state.players)]
    match.happened[outcome.reason.id] += 1
    own = [ply for ply, (before, _) in enumerate(line) if before.seat == won[0]]
    for moment in MOMENTS:
        ply = min(own, key=lambda ply: abs(ply - moment * len(line)))
        match.chances.append(true_win_rate(*line[ply], PLAYS, seed=ply))
