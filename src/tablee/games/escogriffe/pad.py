"""The score pad of Le Grand Escogriffe: the die, who won the round, and how long the others are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from tablee.core.header import NOBODY
from tablee.core.state.position import ScoreLine
from tablee.games.escogriffe.art import ART
from tablee.games.escogriffe.material import LONGEST, find_figure, house_deck
from tablee.games.escogriffe.state import FEET, LAST_CHANCES, clear_figures, clear_hands, grow
from tablee.table.pad import Answer, Answers, Ask, Choice, Die, Flaw, Pad, Panel


@cache
def figure(size: int) -> tuple[int, ...]:
    """Return the kinds of a figure of so many cards, from head to feet; or nothing."""
    return find_figure(house_deck(), size)


def drawn(size: int) -> str:
    """Return the cards of such a figure, one under another; nothing where there is none."""
    deck = house_deck()
    return "/".join(ART.card(deck.kinds[kind].code, n).id for n, kind in enumerate(figure(size)))


SIZES = tuple(size for size in range(2, LONGEST + 1) if figure(size))


class EscogriffePad(Pad):
    """Asks for the target, the round's winner, and whom the last chance has brought to an end."""

    options = ("points",)
    begins = "E44"

    def panels(self, ask: Ask) -> list[Panel]:
        """Return the round first, then everyone's figure."""
        table = Panel("table", ask.say("the_round"), (self._target(ask), self._winner(ask)))
        return [table, *(self._figure(ask, seat) for seat in range(len(ask.names)))]

    def _target(self, ask: Ask) -> Choice:
        least, faces = int(ask.record.smallest), int(ask.record.die)
        answers = tuple(Answer(n, str(n)) for n in range(least, least + faces))
        die = Die(faces, least - 1, "e-die-{face}")
        return Choice("target", ask.say("target"), answers, ask.say("target_hint"), die)

    def _winner(self, ask: Ask) -> Choice:
        people = [Answer(seat + 1, name) for seat, name in enumerate(ask.names)]
        nobody = Answer(len(people) + 1, ask.say("nobody"))
        return Choice("winner", ask.say("winner"), (*people, nobody))

    def _figure(self, ask: Ask, seat: int) -> Panel:
        target = ask.at["target"] or LONGEST
        whole = [Answer(n, str(n)) for n in SIZES if n <= target]
        asked = ask.at["winner"] != seat + 1
        label, hint = ask.say("last_chance"), ask.say("last_chance_hint")
        answers = (Answer(0, ask.say("unfinished")), *whole)
        question = Choice(f"s{seat}.size", label, answers, hint, asked=asked)
        size = ask.at[question.name] if asked else target
        return Panel(f"s{seat}", ask.names[seat], (question,), seat, drawn(size))

    def flaws(self, ask: Ask) -> Iterator[Flaw]:
        """Yield a missing target or winner, and figures that are longer than the hand was."""
        if not ask.at["target"]:
            yield Flaw("no_target", "E2")
        if not ask.at["winner"]:
            yield Flaw("no_winner", "E58")
        for seat in range(len(ask.names)):
            if ask.at["target"] and ask.at[f"s{seat}.size"] > ask.at["target"]:
                yield Flaw("too_long", "E56", f"s{seat}", {"n": ask.at["target"]})

    def lay(self, record: Any, number: int, at: Answers) -> None:
        """Build everyone's figure, as it was after the last chances."""
        players = int(record.players)
        clear_figures(record)
        clear_hands(record)
        record.rounds = number
        record.target = at["target"] or record.smallest
        record.round_winner = at["winner"] - 1 if 0 < at["winner"] <= players else NOBODY
        for seat in range(players):
            wins = record.round_winner == seat
            for kind in figure(int(record.target) if wins else at[f"s{seat}.size"]):
                grow(record, seat, kind, FEET)
        record.phase = LAST_CHANCES

    def picture(self, line: ScoreLine, record: Any) -> str:
        """Return a figure of that size."""
        return drawn(line.count) if line.what in ("figure", "last_chance") else ""


PAD = EscogriffePad()
