"""A table in JSON, as one seat or a spectator may see it; encoded once for all who see the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from tablee.core.position import Outcome, State, View

SECRET = ("key", "draws")


def encode(value: object) -> bytes:
    """Writes JSON."""
    return orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY)


def event(name: str, data: bytes, number: int | None = None) -> bytes:
    """Writes one event of a stream."""
    head = b"" if number is None else b"id: %d\n" % number
    return b"%sevent: %s\ndata: %s\n\n" % (head, name.encode(), data)


def fields_of(view: View) -> dict[str, Any]:
    """Gets the fields of a view's record by name: numbers and lists of numbers."""
    names = view.game.rules.STATE.names
    fields = dict(zip(names, view.record.item(), strict=True))
    for name in SECRET:
        del fields[name]
    return fields


def news(state: State, seat: int | None, first: int, moves: Sequence[tuple[int, str]]) -> bytes:
    """Writes what a viewer may know after some moves; the first of them answered ply `first`."""
    view = state.view(seat)
    turn = state.seat
    facts: dict[str, Any] = {
        "ply": first + len(moves),
        "turn": turn,
        "seat": seat,
        "moves": [
            {"ply": first + n, "seat": by, "move": move} for n, (by, move) in enumerate(moves)
        ],
        "view": fields_of(view),
        "legal": [str(m) for m in view.legal_moves()] if turn is not None and turn == seat else [],
    }
    if turn is None:
        facts["outcome"] = outcome_of(state.outcome())
    return encode(facts)


def outcome_of(outcome: Outcome | None) -> dict[str, Any] | None:
    """Gets an outcome in plain types."""
    if outcome is None:
        return None
    return {
        "winners": outcome.winners,
        "scores": outcome.scores,
        "clause": outcome.reason.id,
        "sheet": [vars(line) for line in outcome.sheet],
    }


def whole_view(
    state: State, seat: int | None, ply: int, lang: str, names: Sequence[str]
) -> dict[str, Any]:
    """Gets a view at length: its text, its fields, and each legal move with a sentence."""
    view = state.view(seat)
    mine = seat is not None and state.seat == seat
    return {
        "ply": ply,
        "turn": state.seat,
        "seat": seat,
        "text": str(view),
        "view": fields_of(view),
        "legal": [name_move(view, str(move), lang, names) for move in view.legal_moves()]
        if mine
        else [],
        "scores": state.scores,
        "outcome": outcome_of(state.outcome()),
    }


def name_move(view: View, move: str, lang: str, names: Sequence[str]) -> Mapping[str, str]:
    """Gets a move's text and the sentence that says it."""
    told = view.game.tell_move(view.record, view.game.parse_move(move).code, lang, names)
    return {"move": move, "sentence": " ".join(t.sentence for t in told)}
