"""The compiled verbs of a game, chosen by the type of its record.

A game's rules are plain functions on a record, marked `@compiled`. Generic code (play-outs,
search, simulation) calls the verbs below; each picks the function of the same name in the rules
of the game whose record it is handed, when the caller is compiled. `NUMBA_DISABLE_JIT=1` runs
the very same functions interpreted.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

from tablee.core.arrays import np
from tablee.core.engine.cache import CodeCache, name_rules
from tablee.core.engine.interpreted import DISPATCHERS, python_verbs, python_version_of
from tablee.core.engine.jit import INTERPRETED, from_dtype, njit, overload
from tablee.core.fields import blank_secrets
from tablee.core.header import EVERYTHING, NOBODY, RawRecord

StateRecord: TypeAlias = Any
"""One state: a NumPy record, changed in place. Compiled code sees its exact type."""
Moves: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]
Points: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]
Values: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Rng: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]
"""The small generator of a play-out: one 64-bit word (see `chance.py`)."""

F = TypeVar("F", bound=Callable[..., Any])

if INTERPRETED:
    np.seterr(over="ignore")  # 64-bit words wrap around, as they do when compiled

LONG = ("tablee.bots.", "tablee.lab.")
"""Modules whose functions run for long, and so release the GIL; a verb is done sooner than that."""
MUST = ("deal", "legal", "put", "redeal", "scores", "winners")
"""The verbs that a game writes itself; the others have defaults."""
_RULES: dict[Any, tuple[ModuleType, ...]] = {}
"""The modules of each game, by its record type as NumPy and as Numba knows it."""


def compiled(function: F) -> F:
    """Compile a function when it is first called, and keep the result across processes."""
    if INTERPRETED:
        return function
    nogil = function.__module__.startswith(LONG)
    # NumPy's error model: a division by 0 gives infinity, so no division has to be checked.
    dispatcher = njit(nogil=nogil, error_model="numpy")(function)
    DISPATCHERS.append(dispatcher)
    if Path(function.__code__.co_filename).exists():  # not what was typed in by hand
        dispatcher._cache = CodeCache(function)  # type: ignore[arg-type]
    return dispatcher  # type: ignore[no-any-return]


def register(dtype: np.dtype[Any], *modules: ModuleType) -> None:
    """Make the functions of some modules the verbs of all records of a type.

    Where several have a verb the first one counts: rules, then advice, then defaults.
    """
    missing = [verb for verb in MUST if not any(_says(module, verb) for module in modules)]
    if missing:
        raise ValueError(
            f"{modules[0].__name__} does not say {', '.join(missing)}: every game must."
        )
    taken = [name for name in dtype.names or () if hasattr(RawRecord, name)]
    if taken:
        raise ValueError(
            f"a field cannot be called {taken[0]!r}: NumPy records have a method so named."
        )
    record = from_dtype(dtype)
    if _RULES.get(dtype, modules) != modules:
        raise ValueError(
            f"{modules[0].__name__} and {_RULES[dtype][0].__name__} have the same record: the verbs"
            " are chosen by its fields, so let one of them differ."
        )
    _RULES[dtype] = _RULES[record] = modules
    name_rules(record, modules)


def _says(module: ModuleType, name: str) -> bool:
    """Return whether a module has a verb of its own, not only imported the one that chooses."""
    return getattr(module, name, None) not in (None, globals()[name])


def _find(modules: tuple[ModuleType, ...], name: str) -> Any:
    """Find a verb in the first module that has it."""
    return next(getattr(module, name) for module in modules if hasattr(module, name))


def _verb(stub: F) -> F:
    """Turn a stub into a call of the function of its name in the rules of the record's game."""
    name = stub.__name__

    # The same choice three times: for a caller in Python, for one that is being compiled (which
    # knows the record's type, so that nothing is left to choose when it runs), and for the
    # Python version of a caller whose game waits to be compiled.

    @functools.wraps(stub)
    def verb(state: StateRecord, *args: Any) -> Any:
        return _find(_RULES[state.dtype], name)(state, *args)

    def choose(state: Any, *args: Any) -> Any:
        modules = _RULES.get(state)
        return None if modules is None else _find(modules, name).py_func

    def in_python(state: StateRecord, *args: Any) -> Any:
        return python_version_of(_find(_RULES[state.dtype], name))(state, *args)

    overload(verb, strict=False)(choose)
    python_verbs[verb] = in_python
    return verb  # type: ignore[return-value]


@_verb
def deal(state: StateRecord) -> None:
    """Prepare a new match: players, options and key are in the record, the rest is blank."""


@_verb
def legal(state: StateRecord, moves: Moves) -> int:
    """Write all legal moves of the seat to move; return how many there are."""
    return 0


@_verb
def distinct(state: StateRecord, moves: Moves) -> int:
    """Write one of each kind of equal legal moves, for search; return how many there are."""
    return 0


@_verb
def put(state: StateRecord, move: int) -> None:
    """Carry out a legal move, and nothing that follows from it."""


@_verb
def step(state: StateRecord) -> int:
    """Carry out the next thing that happens by itself; return its number, 0 for a decision."""
    return 0


@_verb
def hide(state: StateRecord, viewer: int) -> None:
    """Blank what is special in what a seat (or -1, a spectator) may not know; see `conceal`."""


@_verb
def candid(state: StateRecord) -> bool:
    """Return whether `hide` takes nothing from what an observation shows to the seat that decides.

    Then a batch observes without making a view first, which is faster.
    """
    return False


@_verb
def redeal(state: StateRecord, rng: Rng) -> None:
    """Deal anew what a view hides, uniformly among all that its viewer must hold possible."""


@_verb
def scores(state: StateRecord, points: Points) -> None:
    """Write each seat's points so far."""


@_verb
def winners(state: StateRecord) -> int:
    """Return the winners as a mask of seats, or 0 while the match goes on."""
    return 0


# The verbs of a game's `advice.py`, for bots


@_verb
def weigh(state: StateRecord, moves: Moves, worths: Values) -> int:
    """Write the distinct moves and what each seems worth to the seat; return how many.

    It reads only what the seat to move may know, in a state as in its view.
    """
    return 0


@_verb
def estimate(state: StateRecord, seat: int, values: Values) -> None:
    """Write each seat's chance of winning the match, from here on or as it ended.

    `seat` has imagined what the others hold, so a game need not believe it.
    """


@_verb
def standing(state: StateRecord, points: Values) -> None:
    """Write each seat's points if the round ended now; what is still open may count in shares."""


@_verb
def stage(state: StateRecord) -> int:
    """Return a number that changes with each new deal, beyond which search does not look."""
    return 0


@_verb
def glimpse(state: StateRecord, seat: int) -> int:
    """Return a number for what chance has shown a seat since the last move; 0 for nothing.

    Search tells positions apart by it that the same moves have led to.
    """
    return 0


@_verb
def forget(view: StateRecord, rng: Rng, share: float) -> None:
    """Blur in a view what its seat must remember, each thing with this chance."""


@_verb
def suppose(state: StateRecord, seat: int, rng: Rng, trust: float) -> None:
    """Make a new deal more likely: the others hold what fits the way they have played."""


@compiled
def decides(state: StateRecord) -> bool:
    """Return whether a seat has to decide, and this is no view of another one."""
    seat = state.seat
    return seat >= 0 and (state.viewer == seat or state.viewer == EVERYTHING)  # type: ignore[no-any-return]


@compiled
def settle(state: StateRecord) -> None:
    """Run everything that happens by itself, up to the next decision."""
    while state.seat == NOBODY and step(state) != 0:
        pass


@compiled
def play(state: StateRecord, move: int) -> None:
    """Play a legal move, and run all that follows from it."""
    put(state, move)
    settle(state)


@compiled
def begin(state: StateRecord) -> None:
    """Deal a new match up to its first decision."""
    deal(state)
    settle(state)


@compiled
def conceal(state: StateRecord, viewer: int) -> None:
    """Make a state a view: without its key, what is declared as secret, and what `hide` blanks."""
    state.viewer = viewer
    state.key[0] = 0
    state.key[1] = 0
    state.draws = 0
    blank_secrets(state, viewer)
    hide(state, viewer)


@compiled
def share_out(state: StateRecord, mask: int, values: Values) -> None:
    """Write what a win shared by some seats is worth to each: a lone winner has 1, the sum is 0.

    It is 0 for all while the match goes on.
    """
    players = state.players
    won = 0
    for seat in range(players):
        won += mask >> seat & 1
    for seat in range(players):
        share = (mask >> seat & 1) * players / max(won, 1) - 1
        values[seat] = share / (players - 1) if won else 0.0


# The same for callers in Python: on the first record of an array. Numba takes an array from the
# interpreter faster than a single record.

Records: TypeAlias = np.ndarray[Any, np.dtype[Any]]


def copy_of(records: Records) -> Records:
    """Copy an array of records; many times faster than NumPy's own copy, field by field."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


@compiled
def begin_first(states: Records) -> None:
    """Begin a match."""
    begin(states[0])


@compiled
def deal_first(states: Records) -> None:
    """Prepare a match."""
    deal(states[0])


@compiled
def legal_first(states: Records, moves: Moves) -> int:
    """Write the legal moves."""
    return legal(states[0], moves)


@compiled
def distinct_first(states: Records, moves: Moves) -> int:
    """Write one of each kind of equal moves."""
    return distinct(states[0], moves)


@compiled
def play_first(states: Records, move: int, moves: Moves) -> bool:
    """Play a move if it is legal; return whether it was."""
    for i in range(legal(states[0], moves)):
        if moves[i] == move:
            play(states[0], move)
            return True
    return False


@compiled
def put_first(states: Records, move: int) -> None:
    """Carry out a legal move alone."""
    put(states[0], move)


@compiled
def step_first(states: Records) -> int:
    """Carry out the next thing that happens by itself."""
    return step(states[0]) if states[0].seat == NOBODY else 0


@compiled
def hide_first(states: Records, viewer: int) -> None:
    """Blank what a viewer may not know."""
    conceal(states[0], viewer)


@compiled
def views_first(states: Records, views: Records) -> None:
    """Write all views at once: a spectator's, then each seat's."""
    for viewer in range(-1, states[0].players):
        views[viewer + 1] = states[0]
        conceal(views[viewer + 1], viewer)


@compiled
def redeal_first(states: Records, rng: Rng) -> None:
    """Deal anew what a view hides."""
    redeal(states[0], rng)


@compiled
def play_otherwise(views: Records, move: int, rng: Rng) -> None:
    """Play a legal move in each of some equal views, after dealing anew what is hidden."""
    viewer = views[0].viewer
    for i in range(len(views)):
        redeal(views[i], rng)
        play(views[i], move)
        conceal(views[i], viewer)


@compiled
def scores_first(states: Records, points: Points) -> None:
    """Write everyone's points."""
    scores(states[0], points)


@compiled
def winners_first(states: Records) -> int:
    """Return the winners as a mask."""
    return winners(states[0])


@compiled
def returns_first(states: Records, values: Values) -> None:
    """Write what the match has come to for each seat."""
    share_out(states[0], winners(states[0]), values)


@compiled
def stage_first(states: Records) -> int:
    """Return the number that changes with each new deal."""
    return stage(states[0])


@compiled
def weigh_first(states: Records, moves: Moves, worths: Values) -> int:
    """Write what each distinct move seems worth."""
    return weigh(states[0], moves, worths)


@compiled
def forget_first(views: Records, rng: Rng, share: float) -> None:
    """Blur what a view's seat must remember."""
    forget(views[0], rng, share)


def modules_of(dtype: np.dtype[Any]) -> tuple[ModuleType, ...]:
    """Return the modules in which the verbs of a type of record are found."""
    return _RULES[dtype]


def verb_of(dtype: np.dtype[Any], name: str) -> Any:
    """Return a verb as the game of a type of record has it: its own, or the default."""
    return _find(_RULES[dtype], name)
