"""What is said at the end of a match to those who sit there: kind, true, and to be counted.

It is made from the score sheet alone, which everyone may read.
"""

from __future__ import annotations

from tablee.core.rules.phrases import Speaker
from tablee.house.live.score_sheet import ScoreSheet
from tablee.house.render import templating
from tablee.table.kit import signed
from tablee.table.pad import pad_of, phrases_of


def kind_words(sheet: ScoreSheet, seat: int) -> list[str]:
    """Return one sentence or two: what was lacking or ahead, then what a seat did best."""
    assert sheet.outcome is not None
    ui, totals, won = templating.speak(sheet.lang), sheet.rounds[-1], sheet.outcome.winners
    best = max(totals[winner] for winner in won)
    others = [n for other, n in enumerate(totals) if other not in won]
    if seat in won:
        ahead = best - max(others, default=best)
        return [ui("kind_ahead", what=_so_many(sheet, ahead))] if ahead > 0 else []
    short = best - totals[seat]
    first = [ui("kind_short", n=short, what=_so_many(sheet, short))] if short > 0 else []
    return [*first, *_deed(sheet, seat, ui)]


def _deed(sheet: ScoreSheet, seat: int, ui: Speaker) -> list[str]:
    """Say the best that a seat did, if there is something."""
    found = _best_round(sheet, seat, ui) or _led(sheet, seat, ui) or _best_at(sheet, seat, ui)
    return [found] if found else _ahead_of(sheet, seat, ui)


def _best_round(sheet: ScoreSheet, seat: int, ui: Speaker) -> str:
    """Say in which round a seat gained more than anybody ever did."""
    if len(sheet.rounds) < 2:
        return ""
    gains = {
        (n, other): sheet.gained(other, n)
        for n in range(len(sheet.rounds))
        for other in range(len(sheet.names))
    }
    own = max((gain, n) for (n, other), gain in gains.items() if other == seat)
    if own[0] <= max(gain for (_, other), gain in gains.items() if other != seat):
        return ""
    kind = pad_of(sheet.game).word
    return ui(f"kind_best_{kind}", number=own[1] + 1, points=signed(own[0]))


def _led(sheet: ScoreSheet, seat: int, ui: Speaker) -> str:
    """Say after which round a seat was ahead of all others, the last time."""
    kind = pad_of(sheet.game).word
    for number, totals in reversed(list(enumerate(sheet.rounds[:-1], 1))):
        if totals[seat] > max(n for other, n in enumerate(totals) if other != seat):
            return ui(f"kind_led_{kind}", number=number)
    return ""


def _best_at(sheet: ScoreSheet, seat: int, ui: Speaker) -> str:
    """Say for what nobody got more in the last round."""
    place = [person.seat for person in sheet.ranked].index(seat)
    mine = [row for row in sheet.rows if row.cells[place].best]
    if not mine:
        return ""
    row = max(mine, key=lambda row: row.cells[place].points)
    return ui("kind_most", what=row.name, points=signed(row.cells[place].points))


def _ahead_of(sheet: ScoreSheet, seat: int, ui: Speaker) -> list[str]:
    """Say whom a seat has left behind, those with the fewest points last."""
    totals = sheet.rounds[-1]
    behind = [n for n in totals if n < totals[seat]]
    if not behind:
        return []
    who = sheet.names[totals.index(max(behind))]
    return [ui("kind_before", who=who, what=_so_many(sheet, totals[seat] - max(behind)))]


def _so_many(sheet: ScoreSheet, n: int) -> str:
    """Say so many points, by the name that the game has for them."""
    unit = pad_of(sheet.game).unit
    words = phrases_of(sheet.game).speak(sheet.lang) if unit else templating.speak(sheet.lang)
    return words(unit or "kind_points", n=n)
