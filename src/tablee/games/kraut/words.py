"""Kraut & Rüben in sentences: refusals, the log and the score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from tablee.core.bits import count
from tablee.core.compiled import Records
from tablee.core.header import NOBODY
from tablee.core.position import ScoreLine
from tablee.core.rulebook import Refusal, Rulebook, Told, named, signed
from tablee.core.words import Words as BookWords
from tablee.games.kraut import advice, choices, rules
from tablee.games.kraut.garden import NO_CARD, beds, garden_points, gardens_at, pays, shows
from tablee.games.kraut.material import (
    BEDS,
    CLOVER,
    COLUMNS,
    EVERY_CONTRACT,
    GARDENS,
    KINDS,
    MOLE,
    PLANTS,
    ROLE_NAMES,
    ROLES,
    ROWS,
    SNAIL,
    WORTH,
)
from tablee.games.kraut.notation import MOVE_TEXTS, write_bed

_ABREAST = 3
_WIDTH = 4 * COLUMNS + 2


class Words(BookWords):
    """The sentences of Kraut & Rüben."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._refuse = lru_cache(5_000)(self._write_refusal)  # forty at each ply, most as before

    def _name(self, table: str, kind: int, lang: str, as_object: bool = False) -> str:
        return named(self._book.names[table][KINDS[kind]], lang, as_object)

    def thing(self, text: str, lang: str) -> str:
        """A contract by its vegetables: the main one, and what counts for and against it."""
        main, high, low, negative = (self._book.names["kind"][one][lang] for one in text)
        between = "\u202f: " if lang == "fr" else ": "
        return f"{main}{between}{high}, {low}, −{negative}"

    def refuse(self, state: Any, move: int, lang: str) -> Refusal | None:
        """Says why a move is not allowed."""
        number = int(choices.refusal(state, move))
        if number == choices.FREE:
            return None
        return self._refuse(number, move, int(state["drawn"]), lang)

    def refuse_each(self, states: Records, codes: Sequence[int], lang: str) -> list[Refusal | None]:
        """The same for many moves: a table tells why of forty beds."""
        numbers, drawn = np.array(codes, np.int64), int(states["drawn"][0])
        choices.refusals_first(states, numbers)
        return [
            None if number == choices.FREE else self._refuse(number, move, drawn, lang)
            for number, move in zip(numbers.tolist(), codes, strict=True)
        ]

    def _write_refusal(self, number: int, move: int, drawn: int, lang: str) -> Refusal:
        places: dict[str, object] = {}
        if move < choices.DRAW:
            place = move % choices.PLACES if move < choices.TAKES else (move - choices.TAKES) * BEDS
            places["bed"] = MOVE_TEXTS[place]
            places["garden"] = place // BEDS + 1
        places["card"] = self._name("card", drawn, lang)
        places["animal"] = self._name("kind_plural", MOLE if move >= choices.MOLES else SNAIL, lang)
        return self._book.refuse(f"K{number}", lang, **places)

    def explain(self, view: Any, move: int, lang: str) -> str:
        """Says why a move is sensible."""
        sentence, garden, card = advice.reason(view, move)
        places = {"garden": garden + 1, "card": self._name("card", card, lang, as_object=True)}
        return self._book.advise(sentence, lang, **places)

    def plan(self, view: Any, lang: str) -> str:
        """Says how many main vegetables one's garden still wants, or which one is the richest."""
        me = int(view.viewer)
        gardens = [n for n in range(gardens_at(view)) if view.empty[n]]
        own = [n for n in gardens if view.owner[n] == me]
        if not own:
            return self._richest(view, me, [n for n in gardens if view.owner[n] < 0], lang)
        best = int(view.high.argmax())
        lacks = best - next(garden_lines(view, me, own[0])).count
        reason = "wants_main" if lacks > 0 else "sheds_main" if lacks else "has_main"
        return self._book.advise(reason, lang, garden=own[0] + 1, best=best, n=abs(lacks))

    def _richest(self, view: Any, me: int, free: list[int], lang: str) -> str:
        """Says which free garden pays one's contract best, if one alone does."""
        points = {n: sum(line.points for line in garden_lines(view, me, n)) for n in free}
        most = max(points.values(), default=0)
        best = [n for n in free if points[n] == most]
        if most <= 0 or len(best) > 1:
            return ""
        return self._book.advise("richest", lang, garden=best[0] + 1, n=most)

    def show(self, state: Any, lang: str, names: Sequence[str]) -> str:
        """Draws the table: players, gardens with their owners three abreast, and one's contract."""
        title = self._titles(lang)
        lines = [title["game"].format(game=int(state.game), stock=int(state.left))]
        for seat in range(state.players):
            mole = title["mole" if state.moles >> seat & 1 else "no_mole"]
            lines.append(f"  {names[seat]:<10} {mole}, {title['points']} {state.totals[seat]}")
        gardens = range(gardens_at(state))
        for first in gardens[::_ABREAST]:
            lines += _draw(state, gardens[first : first + _ABREAST], names)
        if state.drawn != NO_CARD:
            lines.append(f"  {title['drawn']} {self._name('kind', int(state.drawn), lang)}")
        if state.viewer >= 0:
            roles = self._roles(int(state.contracts[state.viewer]), lang)
            lines.append(f"  {title['contract'].format(**roles)}")
        return "\n".join(lines)

    def sheet(self, state: Any) -> tuple[ScoreLine, ...]:
        """Explains the points of a finished game, as long as its gardens lie there."""
        return tuple(line for seat in range(state.players) for line in _seat_lines(state, seat))

    def ending(self, state: Any) -> str:
        """The clause by which the match ended."""
        if not rules.everyone_finished(state):
            return "K19"
        return "K75" if state.games > 1 else "K15"

    def tell_move(self, state: Any, move: int, lang: str, names: Sequence[str]) -> list[Told]:
        """Says who does what."""
        by: dict[str, Any] = {"who": int(state.turn), "names": names}
        if move == choices.DRAW:
            return [_minor(self._book.tell("kept_mole", lang, "K44", **by))]
        if move == choices.WAIT:
            return [_minor(self._book.tell("waited", lang, "K55", **by))]
        if move >= choices.TAKES:
            garden = move - choices.TAKES + 1
            return [self._book.tell("took", lang, "K54", **by, garden=garden)]
        if move >= choices.MOLES:
            return [self._tell_cover("moled", "K45", state, move - choices.MOLES, lang, by)]
        if state.drawn == SNAIL and _top(state, move) != NO_CARD:
            return [self._tell_cover("snailed", "K48", state, move, lang, by)]
        garden = move // BEDS + 1
        if state.drawn == SNAIL:
            return [self._book.tell("settled", lang, "K49", **by, garden=garden)]
        card = self._name("one", int(state.drawn), lang, as_object=True)
        return [self._book.tell("placed", lang, "K43", **by, card=card, garden=garden)]

    def _tell_cover(
        self, event: str, clause: str, state: Any, place: int, lang: str, by: dict[str, Any]
    ) -> Told:
        card = self._name("card", _top(state, place), lang, as_object=True)
        garden = place // BEDS + 1
        return self._book.tell(event, lang, clause, **by, card=card, garden=garden)

    def tell(
        self, before: Any, event: int, after: Any, lang: str, names: Sequence[str]
    ) -> list[Told]:
        """Says what happened by itself."""
        by: dict[str, Any] = {"who": int(before.turn), "names": names}
        if event == rules.DEALT:
            return [self._tell_deal(after, lang, names)]
        if event == rules.DRAWN:
            card = self._name("one", int(after.drawn), lang, as_object=True)
            return [_minor(self._book.tell("drawn", lang, "K42", **by, card=card))]
        if event == rules.BOXED:
            card = self._name("card", int(before.drawn), lang, as_object=True)
            clause = "K52" if before.drawn == SNAIL else "K10"
            return [self._book.tell("boxed", lang, clause, card=card)]
        if event == rules.FINISHED:
            return self._tell_finished(before, lang, by)
        if event == rules.SCORED:
            return list(self._tell_scores(before, after, lang, names))
        return self._tell_next(before, event, lang, names)

    def _tell_deal(self, state: Any, lang: str, names: Sequence[str]) -> Told:
        places: dict[str, Any] = {"who": int(state.turn), "names": names, "game": int(state.game)}
        if state.games > 1:
            return self._book.tell("dealt_next", lang, "K17", **places)
        return self._book.tell("dealt", lang, "K21", **places)

    def _tell_finished(self, before: Any, lang: str, by: dict[str, Any]) -> list[Told]:
        clause = "K18" if before.players == 2 else "K61"
        told = [self._book.tell("finished", lang, clause, **by)]
        if before.moles >> before.turn & 1:
            told.append(self._book.tell("lost_mole", lang, "K14", **by))
        return told

    def _tell_next(self, before: Any, event: int, lang: str, names: Sequence[str]) -> list[Told]:
        """Says that no garden could be taken, and who is skipped."""
        told = []
        if event == rules.KEPT:
            told.append(_minor(self._book.tell("owns", lang, "K53", int(before.turn), names)))
        seat, after = int(before.turn), int(rules.next_seat(before))
        while (seat := (seat + 1) % int(before.players)) != after:
            told.append(_minor(self._book.tell("skipped", lang, "K14", seat, names)))
        return told

    def _tell_scores(
        self, before: Any, after: Any, lang: str, names: Sequence[str]
    ) -> Iterator[Told]:
        if before.left == 0 and not rules.everyone_finished(before):
            yield self._book.tell("dry", lang, "K19")
        for seat in range(before.players):
            yield from self._tell_points(before, seat, lang, names)
            points = signed(int(rules.game_points(before, seat)))
            if before.games > 1:
                places = {"points": points, "total": int(after.totals[seat])}
                yield self._book.tell("total", lang, "K75", seat, names, **places)
        if after.phase == choices.OVER:
            yield from self._tell_end(after, lang, names)

    def _tell_points(
        self, state: Any, seat: int, lang: str, names: Sequence[str]
    ) -> Iterator[Told]:
        """Says a seat's contract, what each of its gardens brings, and its cup."""
        contract = int(state.contracts[seat])
        yield self._book.tell("contract", lang, "K20", seat, names, **self._roles(contract, lang))
        for garden in range(len(GARDENS)):
            if state.owner[garden] == seat:
                points = str(garden_points(state, garden, contract)).replace("-", "−")
                places = {"garden": garden + 1, "points": points}
                yield self._book.tell("garden", lang, "K56", seat, names, **places)
        if rules.has_cup(state, seat):
            yield self._book.tell("cup", lang, "K76", seat, names, points=int(state.cup))

    def _roles(self, contract: int, lang: str) -> dict[str, str]:
        """Names the four vegetables of a contract."""
        kinds = [self._book.names["kind"][kind][lang] for kind in EVERY_CONTRACT[contract]]
        return dict(zip(ROLE_NAMES, kinds, strict=True))

    def _tell_end(self, state: Any, lang: str, names: Sequence[str]) -> Iterator[Told]:
        winner = int(rules.winners(state)).bit_length() - 1
        totals = [int(total) for total in state.totals[: state.players]]
        if totals.count(max(totals)) > 1:
            clause = "K17" if state.games > 1 else "K16"
            yield self._book.tell("tied", lang, clause, winner, names)
        yield self._book.tell("over", lang, self.ending(state), winner, names)


def _draw(state: Any, gardens: range, names: Sequence[str]) -> Iterator[str]:
    """Draws gardens side by side: a title, then their rows of beds."""
    owners = {NOBODY: "-", **dict(enumerate(names))}
    titles = [f"{GARDENS[garden]} {owners[state.owner[garden]]}" for garden in gardens]
    yield "  " + "".join(f"{title:<{_WIDTH}}" for title in titles).rstrip()
    for row in range(ROWS):
        cells = [bed for garden in gardens for bed in _row(state, garden, row)]
        yield "  " + "".join(cells).rstrip()


def _row(state: Any, garden: int, row: int) -> list[str]:
    lying = beds(state, garden)[COLUMNS * row : COLUMNS * (row + 1)]
    return [*(f"{write_bed(*bed):<4}" for bed in lying), "  "]


def _minor(told: Told) -> Told:
    """What goes without saying: nothing happened, or the next line says it."""
    return replace(told, minor=True)


def _top(state: Any, place: int) -> int:
    """The card on top of a bed, by the number of its move."""
    return beds(state, place // BEDS)[place % BEDS][0]


def _seat_lines(state: Any, seat: int) -> Iterator[ScoreLine]:
    for garden in range(len(GARDENS)):
        if state.owner[garden] == seat:
            yield from garden_lines(state, seat, garden)
    if rules.has_cup(state, seat):
        yield ScoreLine(seat, "cup", 1, int(state.cup), int(state.cup), "K76")


def garden_lines(state: Any, seat: int, garden: int) -> Iterator[ScoreLine]:
    """Explains one garden: the mains always, as they set the prices; others if they lie there."""
    contract = int(state.contracts[seat])
    main, high, low, negative = (int(kind) for kind in ROLES[contract])
    high_pays, low_pays = (int(pay) for pay in pays(state, garden, contract))
    rows = [(main, "main", 0, "K64"), (high, "high", high_pays, "K69")]
    rows += [(low, "low", low_pays, "K69"), (negative, "negative", int(state.negative), "K67")]
    for kind in WORTH:
        rows.append((kind, PLANTS[kind], int(state.worth[kind - CLOVER]), "K68"))
    for kind, what, each, clause in rows:
        n = count(int(shows(state, garden, kind)))
        if n or what == "main":
            yield ScoreLine(seat, what, n, each, n * each, clause, GARDENS[garden])
