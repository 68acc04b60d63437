"""A table in JSON, as one seat or a spectator may see it; encoded once for all who see the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tablee.core import as_json
from tablee.core.fields import layout_of
from tablee.core.state.position import State, View
from tablee.house.tables.outcome import outcome_of
from tablee.house.tables.pace import iso_of

if TYPE_CHECKING:
    from tablee.house.tables.table import Table


def encode(value: object) -> bytes:
    """Write JSON."""
    return as_json.dumps(value)


def event(name: str, data: bytes, number: int | None = None) -> bytes:
    """Write one event of a stream."""
    head = b"" if number is None else b"id: %d\n" % number
    return b"%sevent: %s\ndata: %s\n\n" % (head, name.encode(), data)


def facts_of(table: Table) -> dict[str, Any]:
    """Return what everyone may know of the table itself; the key only when all is over."""
    over = table.phase == "over" and not table.sealed
    return {
        "table": table.id,
        "game": table.game.name,
        "players": table.setup.players,
        "options": table.setup.options,
        "join": table.setup.who_may_join,
        "pace": table.setup.pace,
        "due": iso_of(table.due) if table.due is not None else None,
        "phase": table.phase,
        "seats": [
            {
                "seat": n,
                "who": s.who,
                "name": s.name,
                "bot": s.bot,
                "away_since": s.away_since,
                "screen": table.seats.host_of(n),
            }
            for n, s in enumerate(table.seats)
        ],
        "commitment": table.match.commitment,
        "luck": list(table.match.origin.luck) if table.match.origin and table.match.key else None,
        "secret": table.match.origin.secret.hex() if table.match.origin and over else None,
        "key": table.match.key.hex() if table.match.key and over else None,
        "rematch": table.rematch,
        "day": table.day.date,
        "asks_back": table.match.takeback_request.seat,
    }


def moves_since(table: Table, ply: int) -> list[dict[str, Any]]:
    """Return the moves from a ply on."""
    return [
        {"ply": n, "seat": table.match.movers[n], "move": str(table.match.moves[n])}
        for n in range(ply, table.ply)
    ]


class JsonView:
    """A state as all may see it: each viewer's fields by name, numbers and lists of numbers."""

    def __init__(self, state: State) -> None:
        self.turn = state.seat
        self._state = state
        self._records = state.views()

    def fields(self, seat: int | None) -> dict[str, Any]:
        """Return the fields of one viewer's record."""
        layout = layout_of(self._records.dtype)
        return layout.flat(self._records[0 if seat is None else seat + 1])

    def news(self, seat: int | None, ply: int, moves: Sequence[Mapping[str, Any]]) -> bytes:
        """Write what a viewer may know at a ply, and the moves that are news."""
        facts: dict[str, Any] = {
            "ply": ply,
            "turn": self.turn,
            "seat": seat,
            "moves": moves,
            "view": self.fields(seat),
            "legal": [],
        }
        if self.turn is None:
            facts["outcome"] = outcome_of(self._state.outcome())
        elif self.turn == seat:
            facts["legal"] = [str(move) for move in self._state.legal_moves()]
        return encode(facts)


def whole_view(
    state: State, seat: int | None, ply: int, lang: str, names: Sequence[str]
) -> dict[str, Any]:
    """Return a view at length: its text, its fields, and each legal move with a sentence."""
    view = state.view(seat)
    mine = seat is not None and state.seat == seat
    return {
        "ply": ply,
        "turn": state.seat,
        "seat": seat,
        "text": str(view),
        "view": JsonView(state).fields(seat),
        "legal": [name_move(view, str(move), lang, names) for move in view.legal_moves()]
        if mine
        else [],
        "scores": state.scores,
        "outcome": outcome_of(state.outcome()),
    }


def name_move(view: View, move: str, lang: str, names: Sequence[str]) -> Mapping[str, str]:
    """Return a move's text and the sentence that says it."""
    told = view.game.words.tell_move(view.record, view.game.parse_move(move).code, lang, names)
    return {"move": move, "sentence": " ".join(t.sentence for t in told)}
