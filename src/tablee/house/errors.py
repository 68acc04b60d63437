"""What a table refuses beside moves; `refusals.py` answers.

TableeError
└── TableRefusal         with a word for programs and an HTTP status
    ├── Unreadable       400  the request cannot be read
    ├── BadName          400  a name that cannot be shown
    ├── OnlyFor          400  an option that is not for so many players
    ├── Unknown          401  nobody knows who asks
    ├── StaffOnly        401  the password of the house is asked for
    ├── NotAllowed       403  who asks may not do this
    │   ├── Covered           several share the screen, and no hand is uncovered
    │   ├── NotYet            allowed later
    │   │   └── NotBefore     from a moment on that is told
    │   ├── NotYourSeat       a seat is its owner's
    │   ├── SawCards          has held another hand of the match
    │   ├── NotOpener         only its opener may
    │   ├── FirstTry          no help at a try that counts
    │   ├── SealedDay         the cards of a day are shown when it is over
    │   └── FromElsewhere     sent by another site's page
    ├── NoTable          404
    ├── NothingThere     404  an address at which there is nothing
    ├── NotYourTurn      409
    ├── NotNow           409  the table is not in a state for it
    │   ├── EmptySeat         a player is missing
    │   ├── StillLooking      the points of a round are being read
    │   ├── StillPlaying      a match that is not over is not looked back at
    │   └── TooFewSeats       fewer seats than people who sit
    ├── SeatTaken        409
    ├── NameTaken        409  a name that another at the table goes by
    ├── Closed           410  a match that ended as drawn, without its last card
    │   ├── OldRules          its rules have changed
    │   ├── TooLong           it went on without end
    │   └── ClosedByHost      the host of the house closed it
    ├── TooBig           413
    │   └── RecordTooBig      no record is that long
    ├── TooMuch          429
    │   └── TooManyTables     more unfinished tables than one visitor may have
    ├── Broken           500  something has failed here
    ├── NotInstalled     503  a match of a game that is not installed here now
    ├── NotReadyYet      503  the cards of a game are not there yet
    └── NotStored        503  the store did not answer; nothing has happened
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tablee.core.errors import (
    IllegalMove,
    InvalidError,
    InvalidMove,
    InvalidVariant,
    StaleMove,
    TableeError,
)


class TableRefusal(TableeError):
    """Something that is not possible at a table."""

    status = 400
    word = "refused"
    wait: int | None = None
    """Seconds after which it may be tried again."""
    places: Mapping[str, object] = {}
    """What fills the places of its phrase."""
    page = ""
    """The kind of error page, where the status does not say enough."""


class Unreadable(TableRefusal):
    """A request that cannot be read."""

    word = "unreadable"


class BadName(TableRefusal):
    """A name that cannot be shown."""

    word = "bad_name"

    def __init__(self, sentence: str, most: int) -> None:
        super().__init__(sentence)
        self.places = {"most": most}


class OnlyFor(TableRefusal):
    """An option that is not for so many players."""

    word = "only_for"

    def __init__(self, sentence: str, players: Sequence[int]) -> None:
        super().__init__(sentence)
        self.places = {"seats": ", ".join(map(str, players))}


class Unknown(TableRefusal):
    """A visitor without a token, or with a false one."""

    status, word = 401, "unknown"


class StaffOnly(TableRefusal):
    """Something for which the password of the house is asked."""

    status, word = 401, "staff_only"


class NotAllowed(TableRefusal):
    """Something that only others may do."""

    status, word = 403, "not_allowed"


class Covered(NotAllowed):
    """Something for which a hand has to be uncovered, on a screen that several share."""

    word = "covered"


class NotYet(NotAllowed):
    """Something that is allowed once a player's time is up."""

    word = "not_yet"


class NotBefore(NotYet):
    """Something that may be done from a moment on."""

    word = "not_before"

    def __init__(self, sentence: str, moment: int) -> None:
        super().__init__(sentence)
        self.moment = moment


class NotYourSeat(NotAllowed):
    """Something that only the owner of a seat may do with it."""

    word = "not_your_seat"


class SawCards(NotAllowed):
    """A seat wanted by someone who has already held another hand of the match."""

    word = "saw_cards"


class NotOpener(NotAllowed):
    """Something that only the opener of a table may do."""

    word = "not_opener"


class FirstTry(NotAllowed):
    """Help of any kind at a deal of the day, while the try counts."""

    word = "first_try"


class SealedDay(NotAllowed):
    """Another visitor's table of a day that is not over: it shows the cards of all."""

    word = "sealed_day"


class FromElsewhere(NotAllowed):
    """A post that another site's page has sent."""

    word = "elsewhere"


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


class StillLooking(NotNow):
    """A move while a player still looks at the points of the last round."""

    word, wait = "still_looking", 2


class StillPlaying(NotNow):
    """A look back at a match that is not over: its cards are secret."""

    word = "still_playing"


class EmptySeat(NotNow):
    """A seat at which nobody sits when the cards are to be dealt."""

    word = "empty_seat"


class TooFewSeats(NotNow):
    """Fewer seats than people who sit."""

    word = "too_few_seats"


class SeatTaken(TableRefusal):
    """A seat that is taken."""

    status, word = 409, "seat_taken"


class NameTaken(TableRefusal):
    """A name that another at the table goes by."""

    status, word = 409, "name_taken"


class Closed(TableRefusal):
    """A match that was ended as drawn."""

    status, word, page = 410, "closed", "closed"


class OldRules(Closed):
    """A match whose rules have changed since it began."""

    word = "old_rules"


class TooLong(Closed):
    """A match that went on beyond all measure."""

    word = "too_long"


class ClosedByHost(Closed):
    """A table that the host of the house closed."""

    word = "closed_by_host"


CLOSED = {kind.word: kind for kind in (OldRules, TooLong, ClosedByHost)}


class TooBig(TableRefusal):
    """A request beyond the limit of size."""

    status, word = 413, "too_big"


class RecordTooBig(TooBig):
    """A record, or what was sent as one, beyond the limit of size."""

    word = "record_too_big"


class TooMuch(TableRefusal):
    """A visitor beyond a limit."""

    status, word, wait = 429, "too_much", 1

    def __init__(self, sentence: str, wait: int = 1) -> None:
        super().__init__(sentence)
        self.wait = wait


class TooManyTables(TooMuch):
    """A visitor who has begun too many tables that are not over."""

    word, page = "too_many_tables", "tables"


class Broken(TableRefusal):
    """Something that has failed here, and should not have."""

    status, word = 500, "broken"


class NotInstalled(TableRefusal):
    """A match of a game that is not on the shelf now; it goes on when the game is back."""

    status, word = 503, "not_installed"
    page = "no"

    def __init__(self, game: str) -> None:
        super().__init__(
            f"the game {game!r} of this table is not installed here now: nothing is lost, and the"
            " match goes on when it is back."
        )
        self.places = {"game": game}


class NotReadyYet(TableRefusal):
    """A game that cannot be played yet: at the first start its rules are compiled."""

    status, word, wait = 503, "being_printed", 10
    page = "printing"


class NotStored(TableRefusal):
    """A change that the store could not take."""

    status, word, wait = 503, "not_stored", 1


_OF_THE_ENGINE: tuple[tuple[type[TableeError], int, str], ...] = (
    (StaleMove, 409, "stale"),
    (IllegalMove, 422, "illegal"),
    (InvalidMove, 400, "invalid_move"),
    (InvalidVariant, 400, "variant"),
    (InvalidError, 400, "invalid"),
)


def kind_of(error: TableeError) -> tuple[int, str]:
    """Return the HTTP status of a refusal, and the word by which programs know it."""
    if isinstance(error, TableRefusal):
        return error.status, error.word
    found = [(status, word) for kind, status, word in _OF_THE_ENGINE if isinstance(error, kind)]
    return found[0] if found else (500, "other")
