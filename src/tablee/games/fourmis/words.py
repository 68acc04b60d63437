"""Fourmis in sentences: cards by name, refusals, the log and the score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablee.core.bits import count, members
from tablee.core.rules.rulebook import Refusal, Rulebook, Told, signed, with_capitals
from tablee.core.rules.words import Words as BookWords
from tablee.core.state.position import ScoreLine
from tablee.games.fourmis import advice, rules
from tablee.games.fourmis.compare import difference
from tablee.games.fourmis.material import ALL_QUEENS, COLOURS, LADYBIRD, NINJA, RANKS, SOLDIERS
from tablee.games.fourmis.notation import CARD_TEXTS, write_cards
from tablee.games.fourmis.plan import GOALS, plan

MOST_NAMED = 3
"""Cards that a refusal names one by one."""
_CLAUSES = {"plus": "F65", "minus": "F66", "queens": "F67"}


class Words(BookWords):
    """The sentences of Fourmis."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book

    def card(self, card: int, lang: str) -> str:
        """Name a card inside a sentence: "the green ninja"."""
        names, letter, force = self._book.names, COLOURS[card % 5], rules.force_of(card)
        colour, plain = names["colour"][letter][lang], names["plain_colour"][letter][lang]
        return str(names["card"][RANKS[card]][lang].format(force=force, colour=colour, plain=plain))

    def thing(self, text: str, lang: str) -> str:
        """Name a card by its text."""
        return self.card(CARD_TEXTS.index(text), lang)

    def cards(self, cards: int, lang: str) -> str:
        """Name alternatives: "the red 7 or the green ninja"."""
        names = [self.card(card, lang) for card in members(rules.as_moves(cards))]
        return self._book.join(names, lang)

    def refuse(self, state: Any, card: int, lang: str) -> Refusal | None:
        """Say why a card may not be played."""
        number = int(rules.refusal(state, card))
        if number == rules.FREE:
            return None
        places: dict[str, object] = {"card": self.card(card, lang)}
        if number == rules.F4:
            places["cards"] = self.cards(rules.duty(state)[0], lang)
        if number == rules.F2:
            allowed = int(rules.duty(state)[0])
            places["cards"] = self._above(allowed & SOLDIERS, int(state.bar), lang)
            places["bar"] = self._bar(state, lang)
            places["also"] = self._also(allowed, lang)
        return self._book.refuse(f"F{number}", lang, **places)

    def _above(self, cards: int, bar: int, lang: str) -> str:
        """Name cards above a force; more than a few by their force alone."""
        if count(cards) <= MOST_NAMED:
            return self.cards(cards, lang)
        names = self._book.names["above"]["ninjas" if bar + 1 >= NINJA else "soldiers"]
        return str(names[lang].format(force=bar + 1))

    def _also(self, allowed: int, lang: str) -> str:
        """Say which other cards of the hand F2 allows; nothing if there are none."""
        queen, ladybird = allowed & ALL_QUEENS, allowed >> LADYBIRD
        what = "both" if queen and ladybird else "queen" if queen else "ladybird"
        return f" {self._book.names['also'][what][lang]}" if queen or ladybird else ""

    def _bar(self, state: Any, lang: str) -> str:
        """Name the card that is to be beaten."""
        trick = state.trick[: state.played].tolist()
        at_bar = [card for card in trick if rules.force_of(card) == state.bar]
        return self.card(at_bar[-1 if state.beat == rules.PREVIOUS else 0], lang)

    def explain(self, view: Any, card: int, lang: str) -> str:
        """Say why a card is sensible."""
        sentence, named = advice.reason(view, card)
        places = {"card": self.card(named, lang), **self._colours(view, lang)}
        return self._book.advise(sentence, lang, **places)

    def compare(self, view: Any, made: int, best: int, lang: str) -> str:
        """Say what the best card does that the one played did not."""
        found = difference(view, made, best)
        if found is None:
            return ""
        cards = {"made": self.card(made, lang), "best": self.card(best, lang)}
        return self._book.advise(found[0], lang, **with_capitals(cards), **found[1])

    def plan(self, view: Any, lang: str) -> str:
        """Say which goal is within reach, or which are held."""
        sentence, n, held = plan(view)
        goals = self._book.join([self._book.names["goal"][one][lang] for one in held], lang, "and")
        places = {"n": n, "goals": goals, **self._colours(view, lang)}
        return self._book.advise(sentence, lang, **places) if sentence else ""

    def show(self, state: Any, lang: str, names: Sequence[str]) -> str:
        """Draw the table as a seat sees it: of the won cards only some lie open (F16)."""
        title = self._titles(lang)
        lines = [title["round"].format(n=int(state.rounds), **self._colours(state, lang))]
        hands = [*names[: state.players], title["ghost"]][: rules.hands_at(state)]
        for who, name in enumerate(hands):
            aphids = int(state.aphids[who]) if who < state.players else "-"
            hand = f"{title['hand']} {rules.hand_size(state, who):>2}"
            won = f"{title['won']} {_won(state, who)} {title['face_down']}"
            lines.append(f"  {name:<10} {title['aphids']} {aphids:>3}   {hand}   {won}")
        lines.append(f"  {title['trick']} {_trick(state, hands)}")
        if state.viewer >= 0:
            lines.append(f"  {title['yours']} {write_cards(int(state.hands[state.viewer]))}")
        return "\n".join(lines)

    def sheet(self, state: Any) -> tuple[ScoreLine, ...]:
        """Explain the points of a finished round, as long as its won cards lie there.

        Seats that missed an objective are told their number too.
        """
        lines = []
        for seat in range(state.players):
            for objective, what in GOALS.items():
                n = rules.tally(state, objective, state.won[seat])
                points = int(state.worth[objective]) if rules.reaches(state, objective, seat) else 0
                lines.append(ScoreLine(seat, what, n, 0, points, _CLAUSES[what]))
            ladybirds = int(state.won[seat]) >> LADYBIRD
            if ladybirds:
                each = int(state.worth[3])
                lines.append(ScoreLine(seat, "ladybirds", ladybirds, each, each * ladybirds, "F71"))
        return tuple(lines)

    def ending(self, state: Any) -> str:
        """Return the clause by which the match ended."""
        return "F15" if state.teams else "F12"

    def tell_move(self, state: Any, card: int, lang: str, names: Sequence[str]) -> list[Told]:
        """Say who plays what."""
        said = self.card(card, lang)
        return [self._book.tell("played", lang, None, int(state.seat), names, card=said)]

    def tell(
        self, before: Any, event: int, after: Any, lang: str, names: Sequence[str]
    ) -> list[Told]:
        """Say what happened by itself."""
        if event == rules.TURNED:
            card = self.card(int(after.trick[after.played - 1]), lang)
            return [self._book.tell("turned", lang, "F14", card=card)]
        if event == rules.TRICK_WON and after.leader >= after.players:
            return [self._book.tell("ghost_trick", lang, "F79")]
        if event == rules.TRICK_WON:
            return [self._book.tell("trick", lang, "F47", who=int(after.leader), names=names)]
        if event == rules.TRICK_ASIDE:
            return [self._book.tell("nobody_trick", lang, "F7")]
        if event == rules.SCORED:
            return self._tell_scores(before, after, lang, names)
        return [self._tell_deal(after, lang, names)]

    def _colours(self, state: Any, lang: str) -> dict[str, Any]:
        """Name the colours of both objectives."""
        names = self._book.names["plain_colour"]
        return {what: names[COLOURS[state[what]]][lang] for what in ("plus", "minus")}

    def _tell_deal(self, state: Any, lang: str, names: Sequence[str]) -> Told:
        places = {"round": int(state.rounds), **self._colours(state, lang)}
        if state.leader >= state.players:
            return self._book.tell("ghost_dealt", lang, "F77", **places)
        return self._book.tell("dealt", lang, "F9", int(state.leader), names, **places)

    def _tell_scores(self, before: Any, after: Any, lang: str, names: Sequence[str]) -> list[Told]:
        told = [self._tell_objective(before, objective, lang, names) for objective in GOALS]
        for line in self.sheet(before):
            if line.what == "ladybirds":
                points = signed(line.points)
                said = self._book.tell("ladybirds", lang, "F71", line.seat, names, points=points)
                told.append(said)
        for seat in range(after.players):
            points = signed(rules.round_points(before, seat))
            places = {"points": points, "total": int(after.aphids[seat])}
            told.append(self._book.tell("total", lang, "F11", seat, names, **places))
        if after.phase == rules.OVER:
            best = members(rules.winners(after))
            told.append(self._book.tell("over", lang, self.ending(after), best, names))
        return told

    def _tell_objective(self, state: Any, objective: int, lang: str, names: Sequence[str]) -> Told:
        what = GOALS[objective]
        best = [seat for seat in range(state.players) if rules.reaches(state, objective, seat)]
        colour = COLOURS[state.minus if objective == rules.MINUS else state.plus]
        ants = self._book.names["ants"][colour][lang]
        if not best:
            return self._book.tell(f"no_{what}", lang, "F10", ants=ants)
        n = rules.tally(state, objective, state.won[best[0]])
        return self._book.tell(what, lang, _CLAUSES[what], best, names, ants=ants, n=n)


def _won(state: Any, who: int) -> str:
    """Return the won cards that lie open, and how many do not."""
    cards = int(state.won[who])
    return f"{write_cards(cards & ~SOLDIERS)} + {count(cards & SOLDIERS)}"


def _trick(state: Any, hands: Sequence[str]) -> str:
    """Return who has played what."""
    trick = enumerate(state.trick[: state.played])
    who = [hands[rules.after(state, int(state.leader), place)] for place in range(len(hands))]
    return ", ".join(f"{who[place]} {CARD_TEXTS[card]}" for place, card in trick) or "-"
