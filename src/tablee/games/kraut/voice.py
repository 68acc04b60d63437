"""What the mole says at a table of Kraut & Rüben: what to do now, and what has happened."""

from __future__ import annotations

from tablee.core.rules.rulebook import capital, named
from tablee.games.kraut.gardens import choices
from tablee.games.kraut.gardens.contract import gain, is_asked, winner
from tablee.games.kraut.gardens.garden import owned
from tablee.games.kraut.material import KINDS, SNAIL
from tablee.games.kraut.state import ASKING, DEALING, NO_CARD, OVER, TAKING
from tablee.table.kit import Voice, signed
from tablee.table.look import Look


def voice(look: Look) -> Voice:
    """Return what to do now, or what the viewer is waiting for."""
    say, phase = look.say, look.at.phase
    if phase == OVER:
        return _ended(look)
    if phase == DEALING:
        return _halfway(look)
    if not look.mine:
        return _waiting(look)
    if phase == ASKING:
        return Voice(say("your_turn"), say("or_mole"), "K44")
    return _taking(look) if phase == TAKING else _placing(look)


def _waiting(look: Look) -> Voice:
    who, drawn = look.name(look.at.turn), look.at.drawn
    if drawn != NO_CARD:
        return Voice(look.say("they_draw", who=who, card=_one(look)))
    if look.at.phase != TAKING:
        return Voice(look.say("they_ask", who=who))
    must = choices.must_take(look.record)
    return Voice(look.say("they_must_take" if must else "they_may_take", who=who))


def _placing(look: Look) -> Voice:
    say, drawn = look.say, look.at.drawn
    if drawn == SNAIL:
        covers = choices.duty(look.record) == choices.COVER
        name = "snail_covers" if covers else "snail_settles"
        return Voice(say(name), say(f"{name}_how"), "K6")
    lead = say("plant", card=capital(_one(look)), it=say(f"it_{KINDS[drawn]}"))
    return Voice(lead, _brings(look), "K43")


def _one(look: Look) -> str:
    """Return the drawn card with its article: "a tomato"."""
    return named(look.game.rulebook.names["one"][KINDS[look.at.drawn]], look.lang)


def _brings(look: Look) -> str:
    """Say what the drawn card brings at home, or where to read it."""
    gains = {garden: gain(look, garden) or 0 for garden in owned(look.at, look.me)}
    if not gains:
        return look.say("in_green")
    if len(set(gains.values())) > 1:
        each = [look.say("in_garden", points=signed(n), garden=g + 1) for g, n in gains.items()]
        return look.say("at_home", each=", ".join(each))
    n = max(gains.values())
    return look.say("brings" if n > 0 else "costs", n=abs(n)) if n else look.say("no_change")


def _taking(look: Look) -> Voice:
    say = look.say
    if choices.must_take(look.record):
        return Voice(say("must_take"), say("must_take_why"), "K11")
    if not is_asked(look):
        return Voice(say("may_take"), say("touch_sign"), "K55")
    if len(look.people) == 2:
        return Voice(say("flag_stays"), say("touch_garden"), "K78")
    return Voice(say("flag_once"), say("touch_garden"), "K53")


def _halfway(look: Look) -> Voice:
    totals = look.at.totals[: len(look.people)]
    best = max(totals)
    who = look.names([seat for seat, n in enumerate(totals) if n == best])
    leads = look.say("leads", who=who, n=best, points=signed(best, False))
    return Voice(look.say("game_over", n=look.at.game), leads, "K17")


def _ended(look: Look) -> Voice:
    say, first, me = look.say, winner(look), look.me
    best, clause = look.at.totals[first], look.game.words.ending(look.record)
    lead = say("you_win") if me == first else look.ui("sheet_won", who=look.name(first))
    if me in (None, first):
        return Voice(lead, say("win_points", n=best, points=signed(best, False)), clause)
    short = best - look.at.totals[me]
    return Voice(lead, say("short", n=short) if short else say("tied"), clause)
