"""Moves, states and views: the friendly objects around a game's records."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import total_ordering
from typing import TYPE_CHECKING, Any, Self

from tablee.core import compiled
from tablee.core.arrays import np
from tablee.core.chance import new_rng
from tablee.core.engine.writing import EIGHT
from tablee.core.errors import IllegalMove, InvalidMove, InvalidOption, InvalidPosition
from tablee.core.header import SPECTATOR
from tablee.core.rules.rulebook import Clause, Refusal, Told, check_language
from tablee.core.state.observation import Bytes, observe_first
from tablee.core.state.text import is_whole

if TYPE_CHECKING:
    from tablee.core.compiled import Records
    from tablee.core.game import Game
    from tablee.core.rules.variant import Difference
    from tablee.core.rules.words import Words

_draw: Callable[[View], str | None] | None = None
"""What draws views as HTML, if there is anything that can."""
TRIED_DEALS = 1, 5
"""How many other deals are tried to find what a move shows: mostly the first one tells."""


def register_renderer(draw: Callable[[View], str | None]) -> None:
    """Let a function draw views as HTML in notebooks; where it returns None they are text."""
    global _draw
    _draw = draw


@total_ordering
class Move:
    """One decision: a text for people, and a number (`code`) for programs that learn.

    Texts and numbers stay what they are for as long as the game's `version` stays.
    """

    __slots__ = ("_text", "code", "game")

    def __init__(self, game: Game, code: int) -> None:
        self.game = game
        self.code = code
        self._text = game.notation.write_move(code)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<{self.game.name} move {self._text}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self.code == other.code and self.game is other.game

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Move) or other.game is not self.game:
            return NotImplemented
        return self.code < other.code

    def __hash__(self) -> int:
        return hash((self.game.name, self.code))

    def __reduce__(self) -> tuple[Any, ...]:
        return Move, (self.game, self.code)


@dataclass(frozen=True)
class ScoreLine:
    """One line of a score sheet: so many of something, at so much each, by this clause.

    `what` is a word of the rule book's `names.score`; `where` tells things apart that score
    by themselves (a garden).
    """

    seat: int
    what: str
    count: int
    each: int
    points: int
    clause: str
    where: str = ""


@dataclass(frozen=True)
class Outcome:
    """How a match ended: who won, everyone's points, the clause that ended it, and why so many."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: Clause
    sheet: tuple[ScoreLine, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the outcome as plain data for JSON; the reason is the number of its clause."""
        return {
            "winners": list(self.winners),
            "scores": list(self.scores),
            "clause": self.reason.id,
            "sheet": [asdict(line) for line in self.sheet],
        }


class Position:
    """What states and views share: one record, never changed."""

    __slots__ = ("_records", "game")

    def __init__(self, game: Game, records: Records) -> None:
        records.flags.writeable = False
        self.game = game
        self._records = records

    @property
    def record(self) -> Any:
        """The raw record, read-only: fields by name, as the game's rules define them."""
        return self._records[0]

    @property
    def records(self) -> Records:
        """The raw record as an array of one, read-only: quicker to copy."""
        return self._records

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self._records["players"][0])

    @property
    def options(self) -> dict[str, str]:
        """The options of this match."""
        return self.game.options_of(self._records[0])

    def differences(self, lang: str = "en") -> list[Difference]:
        """Return what this match's variant changes, number by number; nothing if it has none."""
        return self.game.differences(self._records[0], lang)

    @property
    def seat(self) -> int | None:
        """The seat that has to decide, or None when the match is over."""
        seat = int(self._records["seat"][0])
        return None if seat < 0 else seat

    @property
    def scores(self) -> tuple[int, ...]:
        """Everyone's points so far."""
        points = np.zeros(self.players, np.int64)
        compiled.scores_first(self._records, points)
        return tuple(int(p) for p in points)

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every move that the seat to decide may make; none in a view of another seat."""
        return self._moves(compiled.legal_first)

    def distinct_moves(self) -> tuple[Move, ...]:
        """Return one of each kind of equal moves: enough for search and for counting."""
        return self._moves(compiled.distinct_first)

    def _moves(self, write: Any) -> tuple[Move, ...]:
        codes = np.empty(self.game.rules.MOST_MOVES, np.int64)
        moves = self.game.moves
        return tuple([moves[code] for code in codes[: write(self._records, codes)].tolist()])

    def legal_mask(self) -> np.ndarray[Any, np.dtype[np.bool]]:
        """Return whether each move of the game is legal here, by its number."""
        codes = np.empty(self.game.rules.MOST_MOVES, np.int64)
        mask = np.zeros(self.game.move_codes, np.bool)
        mask[codes[: compiled.legal_first(self._records, codes)]] = True
        return mask

    def returns(self) -> tuple[float, ...]:
        """Return what the match came to for each seat: 1 for a lone winner, less for the others.

        Winners share a win; the sum is always 0, and all have 0 while the match goes on.
        """
        values = np.zeros(self.players)
        compiled.returns_first(self._records, values)
        return tuple(values.tolist())

    @property
    def stage(self) -> int:
        """A number that changes when the cards are dealt anew."""
        return int(compiled.stage_first(self._records))

    @property
    def _words(self) -> Words:
        return self.game.words_of(self._records[0])

    def why_not(self, move: Move | str | int, lang: str = "en") -> Refusal | None:
        """Return by which clause a move is not allowed; None for a legal one."""
        code = self._code(move)
        return self._words.refuse(self._records[0], code, check_language(lang))

    def describe(
        self, move: Move | str | int, lang: str = "en", names: Sequence[str] | None = None
    ) -> str:
        """Return what a legal move does, as its player reads it, without what follows by itself."""
        names, code = self._names(names), self._code(move)
        told = self._words.tell_move(self._records[0], code, check_language(lang), names)
        return told[0].to(self.seat)

    def refusals(self, moves: Sequence[str], lang: str = "en") -> list[Refusal | None]:
        """Return by which clause each of some moves is not allowed; all are asked at once."""
        codes = [self._code(move) for move in moves]
        return self._words.refuse_each(self._records, codes, check_language(lang))

    def show(self, lang: str = "en", names: Sequence[str] | None = None) -> str:
        """Return the position drawn for a terminal, as its viewer sees it."""
        return self._words.show(self._records[0], check_language(lang), self._names(names))

    def _repr_html_(self) -> str:
        """Return the table as a notebook shows it: drawn if it can be, else as text."""
        view = self._seen()
        drawn = _draw(view) if _draw else None
        return drawn or f"<pre>{html.escape(view.show())}</pre>"

    def _seen(self) -> View:
        """Return what is drawn of a position: of a state, what the seat to move sees."""
        raise NotImplementedError

    def __rich__(self) -> str:
        """Return the position as a terminal shows it."""
        return self.show()

    def _names(self, names: Sequence[str] | None) -> Sequence[str]:
        """Return one name a seat; their numbers if none are given."""
        if names is None:
            return [str(seat) for seat in range(self.players)]
        if len(names) < self.players:
            raise InvalidOption(f"{len(names)} names for {self.players} seats: give one each.")
        return names

    def outcome(self) -> Outcome | None:
        """Return how the match ended, or None while it goes on."""
        return self.game.outcome(self._records)

    def _code(self, move: Move | str | int) -> int:
        if isinstance(move, str):
            return self.game.notation.read_move(move)
        if is_whole(move):
            return self.game.move(move).code
        if not isinstance(move, Move):
            raise InvalidMove(
                f"a move is a Move, its text or its number, not a {type(move).__name__}."
            )
        if move.game is not self.game:
            raise InvalidMove(f"{move} is a move of {move.game.name}, not of {self.game.name}.")
        return move.code

    def as_dict(self) -> dict[str, Any]:
        """Return the position as data for JSON; `table` has its fields by name, cards as texts.

        What a view hides is None, or {"hidden": n} where everyone sees how many cards there are.
        """
        return self.game.as_dict(self._records[0])

    def __str__(self) -> str:
        return self.game.write(self._records[0])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    def __bytes__(self) -> bytes:
        return self._records.tobytes()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game is other.game and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash((self.game.name, bytes(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self.game, bytes(self), self.game.version)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


def _restore(kind: type[Position], game: Game, raw: bytes, version: int = 1) -> Position:
    """Make a position of its bytes, if they were kept by the rules of today."""
    if version != game.version or len(raw) != game.rules.STATE.itemsize:
        raise InvalidPosition(
            f"{len(raw)} bytes kept by rules {version} of {game.name} cannot be read by rules"
            f" {game.version}: keep positions as text, or games as records."
        )
    return kind(game, np.frombuffer(bytearray(raw), game.rules.STATE))


class State(Position):
    """Everything true at one moment. It never changes; playing makes a new one."""

    __slots__ = ()

    def play(self, move: Move | str | int) -> State:
        """Play a move (or its text); return the state after it, up to the next decision."""
        code = self._code(move)
        records = compiled.copy_of(self._records)
        if not compiled.play_first(records, code, np.empty(self.game.rules.MOST_MOVES, np.int64)):
            refusal = self._words.refuse(self._records[0], code, "en")
            assert refusal is not None, f"{move} is not offered, and no clause says why: {self}"
            raise IllegalMove(self.game.notation.write_move(code), refusal, str(self))
        return State(self.game, records)

    def view(self, seat: int | None) -> View:
        """Return what a seat may know; None for a spectator."""
        viewer = SPECTATOR if seat is None else seat
        if seat is not None and not (is_whole(seat) and seat in range(self.players)):
            raise InvalidOption(f"there is no seat {seat!r}: seats are 0 to {self.players - 1}.")
        records = compiled.copy_of(self._records)
        compiled.hide_first(records, viewer)
        return View(self.game, records)

    def _seen(self) -> View:
        return self.view(self.seat)

    def laid_open(self, seat: int | None) -> View:
        """Return a view with all hands open, for a match that is over and no other."""
        records = compiled.copy_of(self._records)
        records["viewer"] = SPECTATOR if seat is None else seat
        return View(self.game, records)

    def observation(self, seat: int | None = None) -> Bytes:
        """Return what a seat may know as numbers (`game.observation_spec`), by default who decides.

        When the match is over and no seat is named, it is what all may know.
        """
        return self.view(self.seat if seat is None else seat).observation()

    def views(self) -> Records:
        """Return the records of all views at once: a spectator's, then each seat's."""
        records = np.empty(self.players + 1, self._records.dtype)
        compiled.views_first(self._records, records)
        return records

    def tell(
        self, move: Move | str | int, lang: str = "en", names: Sequence[str] | None = None
    ) -> list[Told]:
        """Return in words what a legal move does here, and everything that follows by itself."""
        return [told for frame in self._moments(move, lang, names) for told in frame.told]

    def frames(
        self, move: Move | str | int, lang: str = "en", names: Sequence[str] | None = None
    ) -> list[Frame]:
        """Return what there is to see after a legal move, one moment after the other.

        The last moment is the next decision, or the end. Before it come those that the game
        thinks worth a look: a full trick before it is taken, a score before the next deal.
        What goes without saying is not told.
        """
        return self._moments(move, lang, names, minor=False)

    def _moments(
        self, move: Move | str | int, lang: str, names: Sequence[str] | None, minor: bool = True
    ) -> list[Frame]:
        names = self._names(names)
        code = self._code(move)
        if code not in [legal.code for legal in self.legal_moves()]:
            self.play(move)  # raises, and says why
        told = self._words.tell_move(self._records[0], code, check_language(lang), names)
        records = compiled.copy_of(self._records)
        compiled.put_first(records, code)
        return self._follow(records, told, lang, names, minor)

    def _follow(
        self, records: Records, told: list[Told], lang: str, names: Sequence[str], minor: bool
    ) -> list[Frame]:
        """Run what happens by itself, and tell it after what has been told."""
        frames: list[Frame] = []
        sheet: tuple[ScoreLine, ...] = ()

        def look(records: Records) -> None:
            heard = tuple(told) if minor else tuple([one for one in told if not one.minor])
            frames.append(Frame(State(self.game, records), heard, sheet))

        before = compiled.copy_of(records)
        while event := compiled.step_first(records):
            if event in self.game.pauses:
                look(before)
                told, sheet = [], ()
            told += self._words.tell(before[0], event, records[0], lang, names)
            if event in self.game.scored:
                sheet = self._words.sheet(records[0])
            before = compiled.copy_of(records)
        look(before)
        return frames

    def tell_deal(self, lang: str = "en", names: Sequence[str] | None = None) -> list[Told]:
        """Return in words how the match of this state began."""
        records = self.game.blank(self.players, **self.options)
        records["key"] = self._records["key"]
        compiled.deal_first(records)
        differs = [one.told(check_language(lang)) for one in self.differences(lang)]
        frames = self._follow(records, differs, lang, self._names(names), minor=True)
        return [told for frame in frames for told in frame.told]


@dataclass(frozen=True)
class Frame:
    """One moment after a move: the table, what has just been told, and a round's score sheet."""

    state: State
    told: tuple[Told, ...]
    sheet: tuple[ScoreLine, ...] = ()


class View(Position):
    """What one seat, or a spectator, may know of a state."""

    __slots__ = ()

    def _seen(self) -> View:
        return self

    @property
    def viewer(self) -> int | None:
        """Whose view this is; None for a spectator."""
        viewer = int(self._records["viewer"][0])
        return None if viewer == SPECTATOR else viewer

    def observation(self) -> Bytes:
        """Return the view as numbers: see `game.observation_spec(players)` for what is where."""
        size = self.game.observation_spec(self.players).size
        out = np.empty(size // EIGHT, np.uint64)
        observe_first(self._records, out)
        return out.view(np.uint8)

    def redeal(self, rng: compiled.Rng | int) -> State:
        """Deal all that is hidden anew, as it may be for all that the viewer knows."""
        if is_whole(rng):
            rng = new_rng(int(rng))
        if not isinstance(rng, np.ndarray) or rng.dtype != np.uint64 or rng.shape != (1,):
            raise InvalidOption(f"{rng!r} is no luck: give a whole number, or new_rng(number).")
        records = compiled.copy_of(self._records)
        compiled.redeal_first(records, rng)
        return State(self.game, records)

    def is_blind(self, move: Move, seen: View, rng: compiled.Rng) -> bool:
        """Return whether a legal move leads to the same view however hidden cards lie.

        `seen` is what it has led to; some other deals are tried.
        """
        for deals in TRIED_DEALS:
            records = np.frombuffer(bytearray(bytes(self) * deals), self._records.dtype)
            compiled.play_otherwise(records, move.code, rng)
            if records.tobytes() != bytes(seen) * deals:
                return False
        return True
