"""What a table refuses beside moves, and how every refusal is answered.

TableeError
└── TableRefusal         with a word for programs and an HTTP status
    ├── Unreadable       400  the request cannot be read
    ├── BadName          400  a name that cannot be shown
    ├── Unknown          401  nobody knows who asks
    ├── NotAllowed       403  who asks may not do this
    │   ├── NotYet            he may later
    │   ├── NotYourSeat       a seat is its owner's
    │   ├── SawCards          he has held another hand of the match
    │   └── NotOpener         only whoever opened the table may
    ├── NoTable          404
    ├── NothingThere     404  an address at which there is nothing
    ├── NotYourTurn      409
    ├── NotNow           409  the table is not in a state for it
    │   ├── EmptySeat         somebody is missing
    │   └── TooFewSeats       fewer seats than people who sit
    ├── SeatTaken        409
    ├── TooBig           413
    ├── TooMuch          429
    │   └── TooManyTables     more unfinished tables than one visitor may have
    ├── Broken           500  something has failed here
    ├── NotReadyYet      503  the cards of a game are not there yet
    └── NotStored        503  the store did not answer; nothing has happened
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.core.errors import IllegalMove, InvalidError, InvalidMove, StaleMove, TableeError


class TableRefusal(TableeError):
    """Something that is not possible at a table."""

    status = 400
    word = "refused"
    wait: int | None = None
    """Seconds after which it may be tried again."""
    places: Mapping[str, object] = {}
    """What fills the places of its phrase."""


class Unreadable(TableRefusal):
    """A request that cannot be read."""

    word = "unreadable"


class BadName(TableRefusal):
    """A name that cannot be shown."""

    word = "bad_name"

    def __init__(self, sentence: str, most: int) -> None:
        super().__init__(sentence)
        self.places = {"most": most}


class Unknown(TableRefusal):
    """A visitor without a token, or with a false one."""

    status, word = 401, "unknown"


class NotAllowed(TableRefusal):
    """Something that only others may do."""

    status, word = 403, "not_allowed"


class NotYet(NotAllowed):
    """Something that one may do once somebody has had his time."""

    word = "not_yet"


class NotYourSeat(NotAllowed):
    """Something that only the owner of a seat may do with it."""

    word = "not_your_seat"


class SawCards(NotAllowed):
    """A seat that somebody wants who has held another hand of the match."""

    word = "saw_cards"


class NotOpener(NotAllowed):
    """Something that only whoever opened the table may do."""

    word = "not_opener"


class NoTable(TableRefusal):
    """A table that does not exist."""

    status, word = 404, "no_table"


class NothingThere(TableRefusal):
    """An address at which there is nothing."""

    status, word = 404, "nothing_there"


class NotYourTurn(TableRefusal):
    """A move of a seat that is not to decide."""

    status, word = 409, "not_your_turn"


class NotNow(TableRefusal):
    """Something that comes too early or too late."""

    status, word = 409, "not_now"


class EmptySeat(NotNow):
    """A seat at which nobody sits when the cards are to be dealt."""

    word = "empty_seat"


class TooFewSeats(NotNow):
    """Fewer seats than people who sit."""

    word = "too_few_seats"


class SeatTaken(TableRefusal):
    """A seat at which somebody sits."""

    status, word = 409, "seat_taken"


class TooBig(TableRefusal):
    """A request beyond the limit of size."""

    status, word = 413, "too_big"


class TooMuch(TableRefusal):
    """A visitor beyond a limit."""

    status, word, wait = 429, "too_much", 1

    def __init__(self, sentence: str, wait: int = 1) -> None:
        super().__init__(sentence)
        self.wait = wait


class TooManyTables(TooMuch):
    """A visitor who has begun more than he has ended."""

    word = "too_many_tables"


class Broken(TableRefusal):
    """Something that has failed here, and should not have."""

    status, word = 500, "broken"


class NotReadyYet(TableRefusal):
    """A game that cannot be played yet: at the first start its rules are compiled."""

    status, word, wait = 503, "being_printed", 10


class NotStored(TableRefusal):
    """A change that the store could not take."""

    status, word, wait = 503, "not_stored", 1


def answer_of(error: TableeError) -> tuple[int, dict[str, Any]]:
    """Gets the HTTP status and the JSON of a refusal: what, where, why."""
    if isinstance(error, StaleMove):
        facts = {"move": error.move, "answers": error.answers, "ply": error.ply}
        return 409, {"error": "stale", "sentence": str(error), **facts}
    if isinstance(error, IllegalMove):
        refusal = error.refusal
        facts = {"move": error.move, "clause": refusal.clause, "position": error.position}
        return 422, {"error": "illegal", "sentence": refusal.sentence, **facts}
    if isinstance(error, TableRefusal):
        return error.status, {"error": error.word, "sentence": str(error)}
    word = "invalid_move" if isinstance(error, InvalidMove) else "invalid"
    return 400 if isinstance(error, InvalidError) else 500, {"error": word, "sentence": str(error)}


def headers_of(error: TableeError) -> list[tuple[bytes, bytes]]:
    """Gets the headers of a refusal: when to try again, if waiting helps."""
    wait = error.wait if isinstance(error, TableRefusal) else None
    return [] if wait is None else [(b"retry-after", b"%d" % wait)]
