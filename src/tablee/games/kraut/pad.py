"""The score pad of Kraut & Rüben: contracts, and what lies on the beds of each garden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablee.core.state.position import ScoreLine
from tablee.games.kraut import rules
from tablee.games.kraut.gardens.garden import clear, lay
from tablee.games.kraut.material import (
    BEDS,
    CONTRACTS,
    EVERY_CONTRACT,
    KINDS,
    MOLE,
    PLANT_OF,
    ROLE_NAMES,
    SNAIL,
)
from tablee.games.kraut.state import MOST_GARDENS
from tablee.table.pad import Answer, Answers, Ask, Choice, Count, Flaw, Pad, Panel

NOT_SAID = 2 * MOST_GARDENS
"""The number of a garden of which nobody said when it was taken: after all others."""


def _gardens(players: int) -> list[tuple[str, int, int]]:
    """Return the id of each garden's panel, whose it is, and 1 if it is the second of two (K78)."""
    each = 2 if players == 2 else 1
    return [(f"s{seat}" + "b" * n, seat, n) for seat in range(players) for n in range(each)]


class KrautPad(Pad):
    """Asks for contracts and gardens."""

    options = ("match",)
    word = "game"
    begins = "K41"
    notes = ("K69", "K4")

    def panels(self, ask: Ask) -> list[Panel]:
        """Return a garden each, or two; with the first come the contract and when it was taken."""
        return [self._panel(ask, *garden) for garden in _gardens(len(ask.names))]

    def _panel(self, ask: Ask, name: str, seat: int, second: int) -> Panel:
        names = ask.game.rulebook.names["kind"]
        counts = tuple(
            Count(
                f"{name}.{kind}",
                names[kind][ask.say.lang],
                int(ask.record.animals[number - SNAIL]) if number >= SNAIL else BEDS,
                f"k-card-{PLANT_OF[kind]}-1",
            )
            for number, kind in enumerate(KINDS)
        )
        who = ask.names[seat]
        if second:
            return Panel(name, ask.say("second_garden", who=who), counts, seat, beds=BEDS)
        first = (self._contract(ask, seat), self._taken(ask, seat))
        return Panel(name, who, (*first, *counts), seat, beds=BEDS)

    def _contract(self, ask: Ask, seat: int) -> Choice:
        names, lang = ask.game.rulebook.names["kind"], ask.say.lang
        answers = tuple(
            Answer(
                number + 1,
                ", ".join(f"{ask.say(role)} {names[kind][lang]}" for role, kind in roles),
                " ".join(f"k-card-{PLANT_OF[kind]}-1" for _, kind in roles),
                number >= len(CONTRACTS),
            )
            for number, contract in enumerate(EVERY_CONTRACT)
            for roles in [list(zip(ROLE_NAMES, contract, strict=True))]
        )
        label, hint = ask.say("contract"), ask.say("contract_hint")
        return Choice(f"s{seat}.contract", label, answers, hint)

    def _taken(self, ask: Ask, seat: int) -> Choice:
        answers = tuple(Answer(n, ask.say("nth", n=n)) for n in range(1, len(ask.names) + 1))
        return Choice(f"s{seat}.taken", ask.say("taken"), answers, ask.say("taken_hint"))

    def flaws(self, ask: Ask) -> Iterator[Flaw]:
        """Yield missing contracts, too much in a garden, empty beds, two that were taken first."""
        for name, _, second in _gardens(len(ask.names)):
            if not second and not ask.at[f"{name}.contract"]:
                yield Flaw("no_contract", "K39", name)
            filled = sum(ask.at[f"{name}.{kind}"] for kind in KINDS)
            if filled > BEDS:
                yield Flaw("too_full", "K34", name, {"n": filled})
            elif filled < BEDS:
                yield Flaw("not_full", "K15", name, {"n": BEDS - filled}, mild=True)
        yield from self._table_flaws(ask)

    def _table_flaws(self, ask: Ask) -> Iterator[Flaw]:
        taken = [ask.at[f"s{seat}.taken"] for seat in range(len(ask.names))]
        said = [n for n in taken if n]
        if len(set(said)) < len(said):
            yield Flaw("taken_twice", "K53")
        elif ask.record.games > 1 and 1 not in said:
            yield Flaw("no_cup", "K76")
        for number, kind in enumerate(KINDS):
            there = len(ask.names) if number == MOLE else int(ask.record.supply[number])
            counted = sum(n for name, n in ask.at.items() if name.endswith(f".{kind}"))
            if counted > there:
                name = ask.game.rulebook.names["kind_plural"][kind][ask.say.lang]
                yield Flaw("too_many", "K32", places={"n": there, "cards": name})

    def lay(self, record: Any, number: int, at: Answers) -> None:
        """Lay out the gardens as they were when everyone had finished."""
        record.game = number
        clear(record)
        players = int(record.players)
        for garden, (name, seat, second) in enumerate(_gardens(players)):
            taken = at[f"s{seat}.taken"]
            record.contracts[seat] = max(0, at[f"s{seat}.contract"] - 1)
            record.owner[garden] = seat
            record.taken[garden] = taken + players * second if taken else NOT_SAID
            cards = [n for n, kind in enumerate(KINDS) for _ in range(at[f"{name}.{kind}"])]
            for bed, card in enumerate(cards[:BEDS]):
                lay(record, garden, bed, card)
        record.moles = 0
        record.finished = (1 << players) - 1
        record.phase = rules.SCORING

    def picture(self, line: ScoreLine, record: Any) -> str:
        """Return the vegetable that has a role in a seat's contract, or the card itself."""
        contract = EVERY_CONTRACT[record.contracts[line.seat]]
        kinds = {role: PLANT_OF[kind] for role, kind in zip(ROLE_NAMES, contract, strict=True)}
        return "k-cup" if line.what == "cup" else f"k-card-{kinds.get(line.what, line.what)}-1"

    def unsettled(self, record: Any, at: Answers) -> str:
        """Ask who took a garden first, where that decides a tie (K16)."""
        totals = record.totals[: record.players].tolist()
        tied = [seat for seat, total in enumerate(totals) if total == max(totals)]
        firsts = [int(rules.first_taken(record, seat)) for seat in tied]
        return "tie" if len(tied) > 1 and max(firsts) > MOST_GARDENS else ""


PAD = KrautPad()
