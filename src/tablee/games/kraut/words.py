"""Kraut & Rüben in sentences: refusals, the log and the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from tablee.core.arrays import np
from tablee.core.bits import count
from tablee.core.compiled import Records
from tablee.core.header import NOBODY
from tablee.core.rules.rulebook import Refusal, Rulebook, Told, named, signed
from tablee.core.rules.words import Words as BookWords
from tablee.core.state.position import ScoreLine
from tablee.games.kraut import advice, material, rules
from tablee.games.kraut.compare import difference
from tablee.games.kraut.gardens import choices
from tablee.games.kraut.gardens.garden import beds, garden_points, gardens_at, owned, pays, shows
from tablee.games.kraut.notation import write_bed
from tablee.games.kraut.state import NO_CARD, OVER

MINOR = ("kept_mole", "waited", "drawn", "owns", "skipped")
"""What goes without saying: nothing happened, or the next line says it."""
Say = Callable[..., Told]
"""Writes a line of the log: an event, its clause, who it is about, and what it names."""
SIGNED = ("n", "less")
"""What a comparison tells with a sign."""
_ABREAST = 3
_WIDTH = 4 * material.COLUMNS + 2
_SHEET = (*material.ROLE_NAMES, *material.PLANTS[material.CLOVER :])
_CLAUSES = ("K64", "K69", "K69", "K67", *["K68"] * len(material.WORTH))


class Words(BookWords):
    """The sentences of Kraut & Rüben."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._refuse = lru_cache(5_000)(self._write_refusal)  # saves 7 % of a page

    def _name(self, table: str, kind: int, lang: str, as_object: bool = True) -> str:
        return named(self._book.names[table][material.KINDS[kind]], lang, as_object)

    def _roles(self, contract: str, lang: str) -> dict[str, str]:
        """Name the four vegetables of a contract."""
        kinds = [self._book.names["kind"][kind][lang] for kind in contract]
        return dict(zip(material.ROLE_NAMES, kinds, strict=True))

    def thing(self, text: str, lang: str) -> str:
        """Return a contract by its vegetables: the main one, and what counts for and against it."""
        main, high, low, negative = self._roles(text, lang).values()
        between = "\u202f: " if lang == "fr" else ": "
        return f"{main}{between}{high}, {low}, −{negative}"

    def refuse(self, state: Any, move: int, lang: str) -> Refusal | None:
        """Say why a move is not allowed."""
        number = int(choices.refusal(state, move))
        if number == choices.FREE:
            return None
        return self._refuse(number, move, int(state["drawn"]), lang)

    def refuse_each(self, states: Records, codes: Sequence[int], lang: str) -> list[Refusal | None]:
        """Return why many moves are not allowed: a table tells it for forty beds."""
        numbers, drawn = np.array(codes, np.int64), int(states["drawn"][0])
        choices.refusals_first(states, numbers)
        return [
            None if number == choices.FREE else self._refuse(number, move, drawn, lang)
            for number, move in zip(numbers.tolist(), codes, strict=True)
        ]

    def _write_refusal(self, number: int, move: int, drawn: int, lang: str) -> Refusal:
        garden, bed = _place(move)
        animal = material.MOLE if move >= choices.MOLES else material.SNAIL
        return self._book.refuse(
            f"K{number}",
            lang,
            garden=garden + 1,
            bed=f"{garden + 1}-{bed + 1}",
            card=self._name("card", drawn, lang, as_object=False),
            animal=self._name("kind_plural", animal, lang),
        )

    def explain(self, view: Any, move: int, lang: str) -> str:
        """Say why a move is sensible."""
        sentence, garden, card = advice.reason(view, move)
        places = {"garden": garden + 1, "card": self._name("card", card, lang)}
        return self._book.advise(sentence, lang, **places)

    def compare(self, view: Any, made: int, best: int, lang: str) -> str:
        """Say what the best move brings more than the one made."""
        sentence, places = difference(view, made, best) or ("", {})
        told = {name: signed(n) if name in SIGNED else n for name, n in places.items()}
        return self._book.advise(sentence, lang, **told) if sentence else ""

    def plan(self, view: Any, lang: str) -> str:
        """Say how many main vegetables the viewer's garden still wants, or which is the richest."""
        me = int(view.viewer)
        own = [garden for garden in owned(view, me) if view.empty[garden]]
        if not own:
            return self._richest(view, me, lang)
        best = int(view.high.argmax())
        lacks = best - next(garden_lines(view, me, own[0])).count
        reason = "wants_main" if lacks > 0 else "sheds_main" if lacks else "has_main"
        return self._book.advise(reason, lang, garden=own[0] + 1, best=best, n=abs(lacks))

    def _richest(self, view: Any, me: int, lang: str) -> str:
        """Say which free garden pays the viewer's contract best, if one alone does."""
        free = [garden for garden in owned(view, NOBODY) if view.empty[garden]]
        points = {n: sum(line.points for line in garden_lines(view, me, n)) for n in free}
        most = max(points.values(), default=0)
        best = [n for n in free if points[n] == most]
        if most <= 0 or len(best) > 1:
            return ""
        return self._book.advise("richest", lang, garden=best[0] + 1, n=most)

    def show(self, state: Any, lang: str, names: Sequence[str]) -> str:
        """Draw the table: players, gardens with owners three abreast, and the viewer's contract."""
        title = self._titles(lang)
        lines = [title["game"].format(game=int(state.game), stock=int(state.left))]
        for seat in range(state.players):
            mole = title["mole" if state.moles >> seat & 1 else "no_mole"]
            lines.append(f"  {names[seat]:<10} {mole}, {title['points']} {state.totals[seat]}")
        gardens = [_draw(state, garden, names) for garden in range(gardens_at(state))]
        for first in range(0, len(gardens), _ABREAST):
            for row in zip(*gardens[first : first + _ABREAST], strict=True):
                lines.append("  " + "".join(f"{part:<{_WIDTH}}" for part in row).rstrip())
        if state.drawn != NO_CARD:
            lines.append(f"  {title['drawn']} {self._name('kind', int(state.drawn), lang)}")
        if state.viewer >= 0:
            contract = material.EVERY_CONTRACT[state.contracts[state.viewer]]
            lines.append(f"  {title['contract'].format(**self._roles(contract, lang))}")
        return "\n".join(lines)

    def sheet(self, state: Any) -> tuple[ScoreLine, ...]:
        """Explain the points of a finished game, as long as its gardens lie there."""
        return tuple(line for seat in range(state.players) for line in _seat_lines(state, seat))

    def ending(self, state: Any) -> str:
        """Return the clause by which the match ended."""
        if not rules.everyone_finished(state):
            return "K19"
        return "K75" if state.games > 1 else "K15"

    def _say(
        self,
        lang: str,
        names: Sequence[str],
        event: str,
        clause: str,
        who: int | Sequence[int] = (),
        **places: object,
    ) -> Told:
        told = self._book.tell(event, lang, clause, who, names, **places)
        return replace(told, minor=event in MINOR)

    def tell_move(self, state: Any, move: int, lang: str, names: Sequence[str]) -> list[Told]:
        """Say who does what."""
        garden, bed = _place(move)
        covered = beds(state, garden)[bed][0]
        event, clause = _deed(move, int(state.drawn), covered)
        table, kind = ("one", int(state.drawn)) if event == "placed" else ("card", covered)
        card = self._name(table, kind, lang)
        who = int(state.turn)
        return [self._say(lang, names, event, clause, who, card=card, garden=garden + 1)]

    def tell(
        self, before: Any, event: int, after: Any, lang: str, names: Sequence[str]
    ) -> list[Told]:
        """Say what happened by itself."""
        say = partial(self._say, lang, names)
        return list(self._happened(before, event, after, lang, say))

    def _happened(self, before: Any, event: int, after: Any, lang: str, say: Say) -> Iterator[Told]:
        seat = int(before.turn)
        if event == rules.DEALT:
            name, clause = ("dealt_next", "K17") if after.games > 1 else ("dealt", "K21")
            yield say(name, clause, int(after.turn), game=int(after.game))
        elif event == rules.DRAWN:
            yield say("drawn", "K42", seat, card=self._name("one", int(after.drawn), lang))
        elif event == rules.BOXED:
            card = self._name("card", int(before.drawn), lang)
            yield say("boxed", "K52" if before.drawn == material.SNAIL else "K10", card=card)
        elif event == rules.FINISHED:
            yield say("finished", "K18" if before.players == 2 else "K61", seat)
            if before.moles >> seat & 1:
                yield say("lost_mole", "K14", seat)
        elif event == rules.SCORED:
            yield from self._tell_scores(before, after, lang, say)
        else:
            if event == rules.KEPT:
                yield say("owns", "K53", seat)
            up = int(rules.next_seat(before))
            while (seat := (seat + 1) % int(before.players)) != up:
                yield say("skipped", "K14", seat)

    def _tell_scores(self, before: Any, after: Any, lang: str, say: Say) -> Iterator[Told]:
        """Say everyone's contract, what each of their gardens brings, and their cup."""
        if before.left == 0 and not rules.everyone_finished(before):
            yield say("dry", "K19")
        for seat in range(before.players):
            contract = int(before.contracts[seat])
            roles = self._roles(material.EVERY_CONTRACT[contract], lang)
            yield say("contract", "K20", seat, **roles)
            for garden in owned(before, seat):
                points = str(garden_points(before, garden, contract)).replace("-", "−")
                yield say("garden", "K56", seat, garden=garden + 1, points=points)
            if rules.has_cup(before, seat):
                yield say("cup", "K76", seat, points=int(before.cup))
            if before.games > 1:
                points = signed(int(rules.game_points(before, seat)))
                yield say("total", "K75", seat, points=points, total=int(after.totals[seat]))
        if after.phase == OVER:
            winner = int(rules.winners(after)).bit_length() - 1
            totals = after.totals[: after.players].tolist()
            if totals.count(max(totals)) > 1:
                yield say("tied", "K17" if after.games > 1 else "K16", winner)
            yield say("over", self.ending(after), winner)


def _place(move: int) -> tuple[int, int]:
    """Return the garden and the bed of a move; for one that names none, the first."""
    if move >= choices.TAKES:
        return (move - choices.TAKES if move < choices.DRAW else 0), 0
    return divmod(move % choices.PLACES, material.BEDS)


def _deed(move: int, drawn: int, covered: int) -> tuple[str, str]:
    """Return what a move is called in the log, and its clause."""
    if move == choices.DRAW:
        return "kept_mole", "K44"
    if move == choices.WAIT:
        return "waited", "K55"
    if move >= choices.TAKES:
        return "took", "K54"
    if move >= choices.MOLES:
        return "moled", "K45"
    if drawn != material.SNAIL:
        return "placed", "K43"
    return ("settled", "K49") if covered == NO_CARD else ("snailed", "K48")


def _draw(state: Any, garden: int, names: Sequence[str]) -> list[str]:
    """Draw a garden: a title, then its rows of beds."""
    owner = state.owner[garden]
    cells = [f"{write_bed(*bed):<4}" for bed in beds(state, garden)]
    rows = [
        "".join(cells[first : first + material.COLUMNS])
        for first in range(0, material.BEDS, material.COLUMNS)
    ]
    return [f"{material.GARDENS[garden]} {names[owner] if owner > NOBODY else '-'}", *rows]


def _seat_lines(state: Any, seat: int) -> Iterator[ScoreLine]:
    for garden in owned(state, seat):
        yield from garden_lines(state, seat, garden)
    if rules.has_cup(state, seat):
        yield ScoreLine(seat, "cup", 1, int(state.cup), int(state.cup), "K76")


def garden_lines(state: Any, seat: int, garden: int) -> Iterator[ScoreLine]:
    """Explain one garden: the mains always, as they set the prices; others if they lie there."""
    contract = int(state.contracts[seat])
    kinds = (*material.ROLES[contract].tolist(), *material.WORTH)
    points = (0, *pays(state, garden, contract), state.negative, *state.worth)
    for what, clause, kind, each in zip(_SHEET, _CLAUSES, kinds, map(int, points), strict=True):
        n = count(shows(state, garden, kind))
        if n or what == "main":
            yield ScoreLine(seat, what, n, each, n * each, clause, material.GARDENS[garden])
