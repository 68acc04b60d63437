"""Le Grand Escogriffe in sentences: cards by name, refusals, the log and the score sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from tablee.core.bits import members
from tablee.core.rules.rulebook import Refusal, Rulebook, Told, named, signed
from tablee.core.rules.words import Words as BookWords
from tablee.core.state.position import ScoreLine
from tablee.games.escogriffe import advice, rules
from tablee.games.escogriffe.compare import difference
from tablee.games.escogriffe.figures.plan import missing
from tablee.games.escogriffe.material import Deck, Joint
from tablee.games.escogriffe.notation import figure_of, of_seat, pile_of
from tablee.games.escogriffe.state import (
    DEALING,
    LAST_CHANCES,
    OVER,
    first_seat,
    hand_size,
    is_complete,
    piles_at,
    top_of,
)

_FEW = 3
"""Missing cards that a plan names."""
_LAYS = {rules.BEGIN: "begun", rules.AT_HEAD: "laid_head", rules.AT_FEET: "laid_feet"}


class Words(BookWords):
    """The sentences of the game with one deck."""

    def __init__(self, book: Rulebook, deck: Deck) -> None:
        self._book = book
        self._deck = deck

    def card(self, kind: int, lang: str, as_object: bool = False) -> str:
        """Name a card inside a sentence: "the neck"; as an object in German "den Hals"."""
        card = self._deck.kinds[kind]
        own, house = dict(card.names), self._book.names["card"]
        names = own if lang in own else house.get(card.code)
        return named(names, lang, as_object) if names else card.code

    def thing(self, text: str, lang: str) -> str:
        """Name a card by its code."""
        return self.card(self._deck.numbers[text], lang)

    def cards(self, kinds: Sequence[int], lang: str) -> str:
        """Name several cards."""
        return self._book.join([self.card(kind, lang) for kind in kinds], lang, "and")

    def joint(self, joint: Joint | None, lang: str) -> str:
        """Name a joint: "red chest"; in a deck that is not the house's "chest, red"."""
        names = self._book.names
        if joint is None:
            return str(names["joint"]["none"][lang])
        known = names["joint"].get(f"{joint.shape}_{joint.colour}")
        if known:
            return str(known[lang])
        shape = names["shape"].get(joint.shape, {}).get(lang, joint.shape)
        return f"{shape}, {names['colour'].get(joint.colour, {}).get(lang, joint.colour)}"

    def show(self, state: Any, lang: str, names: Sequence[str]) -> str:
        """Draw the table as a seat sees it: figures from the head, of piles the top (E15)."""
        title = self._titles(lang)
        places = {"round": int(state.rounds), "target": int(state.target), "left": int(state.left)}
        lines = [title["round"].format(**places)]
        for seat in range(state.players):
            size, total = int(hand_size(state, seat)), int(state.totals[seat])
            figure = self._codes(figure_of(state, seat))
            lines.append(
                f"  {names[seat]:<10} {title['points']} {total:>3}   {title['hand']} {size:>2}"
                f"   {title['figure']} {figure}"
            )
        tops = [self._codes(pile_of(state, pile)[-1:]) for pile in range(int(piles_at(state)))]
        shown = "   ".join(f"{pile}: {top}" for pile, top in enumerate(tops, 1))
        lines.append(f"  {title['piles']}  {shown}")
        if state.took:
            lines.append(f"  {title['drawn']} {self._codes([int(state.took) - 1])}")
        if state.viewer >= 0:
            lines.append(f"  {title['yours']} {self._codes(_hand(state).elements())}")
        return "\n".join(lines)

    def _codes(self, kinds: Iterable[int]) -> str:
        return " ".join(self._deck.kinds[kind].code for kind in kinds) or "-"

    # Refusals

    def explain(self, view: Any, move: int, lang: str) -> str:
        """Say why a move is sensible."""
        sentence, kind = advice.reason(view, move)
        return self._book.advise(sentence, lang, card=self.card(kind, lang, as_object=True))

    def compare(self, view: Any, made: int, best: int, lang: str) -> str:
        """Say what the best move does that the one made did not."""
        found = difference(view, made, best)
        if found is None:
            return ""
        cards = {"made": self._card_of(view, made, lang), "best": self._card_of(view, best, lang)}
        return self._book.advise(found[0], lang, **cards, **found[1])

    def _card_of(self, view: Any, move: int, lang: str) -> str:
        if move == rules.DRAW:
            return ""
        taken = move < rules.FIRST_CARD_MOVE
        kind = top_of(view, move - rules.TAKE) if taken else rules.card_of(move)
        return self.card(int(kind), lang, as_object=True)

    def plan(self, view: Any, lang: str) -> str:
        """Say which cards the viewer's figure still lacks, if they are few."""
        figure = figure_of(view, int(view.viewer))
        lacks = missing(self._deck, figure, _hand(view), int(view.target))
        if lacks is None or len(lacks) > _FEW:
            return ""
        reason = "lacks" if lacks else "has_all"
        return self._book.advise(reason, lang, cards=self.cards(lacks, lang))

    def refuse(self, state: Any, move: int, lang: str) -> Refusal | None:
        """Say why a move is not allowed."""
        number = int(rules.refusal(state, move))
        if number == rules.FREE:
            return None
        places: dict[str, object] = {"target": int(state["target"]), "seat": int(state["seat"])}
        if number == rules.E1:
            way = int(rules.way_of(move))
            places["pile"] = move if move < rules.FIRST_CARD_MOVE else way - rules.DROP + 1
        elif number == rules.E7:
            places["pile"] = int(state["drawn"])
        elif move >= rules.FIRST_CARD_MOVE:
            places.update(self._places_of_card(state, move, lang))
        return self._book.refuse(f"E{number}", lang, **places)

    def _places_of_card(self, state: Any, move: int, lang: str) -> dict[str, object]:
        kind, way = int(rules.card_of(move)), int(rules.way_of(move))
        places: dict[str, object] = {"card": self.card(kind, lang, as_object=True)}
        if way in (rules.AT_HEAD, rules.AT_FEET) and state["seat"] >= 0:
            at_head = way == rules.AT_HEAD
            open_end = int((state["head_ends"] if at_head else state["foot_ends"])[state["seat"]])
            card = self._deck.kinds[kind]
            places["end"] = self._book.names["end"]["head" if at_head else "feet"][lang]
            places["open"] = self.joint(self._deck.joints[open_end], lang)
            places["offer"] = self.joint(card.bottom if at_head else card.top, lang)
            places["size"] = int(state["sizes"][state["seat"]]) + 1
        return places

    # The log

    def sheet(self, state: Any) -> tuple[ScoreLine, ...]:
        """Explain the points of a finished round, as long as its figures lie there."""
        if state.phase not in (LAST_CHANCES, DEALING, OVER):
            return ()
        lines: list[ScoreLine] = []
        for seat in range(state.players):
            size = int(state.sizes[seat])
            if not is_complete(state, seat):
                lines.append(ScoreLine(seat, "nothing", 0, 0, 0, "E12"))
            elif seat == state.round_winner:
                lines.append(ScoreLine(seat, "figure", size, 1, size, "E59"))
                lines.append(ScoreLine(seat, "bonus", 1, int(state.bonus), int(state.bonus), "E13"))
            else:
                lines.append(ScoreLine(seat, "last_chance", size, 1, size, "E61"))
        return tuple(lines)

    def ending(self, state: Any) -> str:
        """Return the clause by which the match ended."""
        return "E19" if state.scoreless else "E14"

    def tell_move(self, state: Any, move: int, lang: str, names: Sequence[str]) -> list[Told]:
        """Say who does what; what is drawn from the stock stays secret."""
        if move == rules.DRAW:
            return [self._book.tell("drew", lang, "E49", int(state.seat), names)]
        kind, way = int(rules.card_of(move)), int(rules.way_of(move))
        if move < rules.FIRST_CARD_MOVE:
            line, clause, kind = "took", "E49", int(top_of(state, move - rules.TAKE))
        elif way >= rules.DROP:
            line, clause = "dropped", "E50" if rules.emptied(state) < 0 else "E7"
        else:
            line, clause = _LAYS[way], "E51"
        card = self.card(kind, lang, as_object=True)
        return [self._book.tell(line, lang, clause, int(state.seat), names, card=card)]

    def tell(
        self, before: Any, event: int, after: Any, lang: str, names: Sequence[str]
    ) -> list[Told]:
        """Say what happened by itself."""
        if event == rules.DEALT:
            places = {"round": int(after.rounds), "target": int(after.target)}
            return [self._book.tell("dealt", lang, "E2", int(first_seat(after)), names, **places)]
        if event == rules.DREW:
            return [] if after.left else [self._book.tell("last_card", lang, "E57")]
        if event == rules.RESHUFFLED:
            tops = self.cards([int(top_of(after, pile)) for pile in range(piles_at(after))], lang)
            return [self._book.tell("reshuffled", lang, "E10", cards=tops, left=int(after.left))]
        if event == rules.STOCK_STUCK:
            return [self._book.tell("stock_stuck", lang, "E11")]
        if event == rules.IDLE_STUCK:
            return [self._book.tell("idle_stuck", lang, "E16")]
        if event == rules.ROUND_WON:
            who, n = int(after.round_winner), int(after.target)
            return [self._book.tell("won", lang, "E58", who, names, n=n)]
        if event == rules.LAST_LAY:
            return [self._tell_last_lay(before, after, lang, names)]
        return self._tell_scores(before, after, lang, names)

    def _tell_last_lay(self, before: Any, after: Any, lang: str, names: Sequence[str]) -> Told:
        seat = next(s for s in range(after.players) if after.sizes[s] > before.sizes[s])
        old, new = figure_of(before, seat), figure_of(after, seat)
        kind = new[-1] if new[:-1] == old else new[0]
        card = self.card(kind, lang, as_object=True)
        return self._book.tell("last_lay", lang, "E12", seat, names, card=card, n=len(new))

    def _tell_scores(self, before: Any, after: Any, lang: str, names: Sequence[str]) -> list[Told]:
        told = []
        for line in self.sheet(before):
            if not line.points:
                continue
            what = self._book.names["score"][line.what][lang]
            places = {"what": what, "points": signed(line.points)}
            told.append(self._book.tell("scored", lang, line.clause, line.seat, names, **places))
        for seat in range(after.players):
            points = int(after.totals[seat]) - int(before.totals[seat])
            places = {"points": signed(points), "total": int(after.totals[seat])}
            told.append(self._book.tell("total", lang, "E62", seat, names, **places))
        if after.phase == OVER:
            if after.scoreless:
                told.append(self._book.tell("scoreless", lang, "E19"))
            best = members(rules.winners(after))
            told.append(self._book.tell("over", lang, self.ending(after), best, names))
        return told


def _hand(view: Any) -> Counter[int]:
    """Return the cards of the viewer's hand."""
    return Counter(dict(enumerate(of_seat(view.hands, int(view.viewer)))))
