"""Le Grand Escogriffe: build a lanky figure of exactly the right size, from head to feet."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from tablee.core.compiled import Records
from tablee.core.errors import InvalidOption
from tablee.core.fields import Field
from tablee.core.game import Game, Option
from tablee.core.rules.rulebook import Rulebook
from tablee.core.state.text import is_whole
from tablee.games.escogriffe import advice, material, rules
from tablee.games.escogriffe.material import LONGEST, MOST_CARDS, Deck, house_deck, needed_cards
from tablee.games.escogriffe.notation import Texts
from tablee.games.escogriffe.state import first_stock, longest_target
from tablee.games.escogriffe.words import Words


class Escogriffe(Game):
    """The lanky fellow, for three to eight, with the deck of the house or another one."""

    name = "escogriffe"
    version = 2
    older = (1,)
    options = (Option("points", tuple(map(str, material.GOALS)), "E14"),)
    rules = rules
    advice = advice
    folder = Path(__file__).parent
    notation: Texts
    words: Words

    def __init__(self, deck: Deck | None = None) -> None:
        super().__init__()
        self.deck = deck or house_deck()
        self.notation = Texts(self.deck, is_named=not self.is_house_deck)
        counts = range(material.FEWEST_PLAYERS, material.MOST_PLAYERS + 1)
        most = max(players for players in counts if needed_cards(players) <= self.deck.cards)
        self.players = range(material.FEWEST_PLAYERS, most + 1)  # E18

    def keeps_to(self, version: int, state: Any) -> bool:
        """Rules 1 made no stock anew that had given its share (E11), and did not know E19."""
        share = int(state.stock_limit) * int(state.players)
        dry = state.reshuffles and first_stock(state) >= share
        return version == self.version or not (dry or state.scoreless >= state.scoreless_limit)

    @property
    def is_house_deck(self) -> bool:
        """Whether this is the deck of the house, which positions do not name."""
        return self.deck == house_deck()

    def with_deck(self, path: Path) -> Escogriffe:
        """Return the game with the cards of a deck file; equal decks give the same game."""
        return play_deck(material.read_deck(path))

    def __repr__(self) -> str:
        own = f"<{self.name} with the deck {self.deck.name}>"
        return super().__repr__() if self.is_house_deck else own

    def __reduce__(self) -> str | tuple[Any, ...]:
        return super().__reduce__() if self.is_house_deck else (play_deck, (self.deck,))

    def blank(self, players: int | None = None, **options: object) -> Records:
        """Make the record of a match that is still to be dealt, with the deck in it."""
        if is_whole(players) and self.players[-1] < players <= material.MOST_PLAYERS:
            raise InvalidOption(
                f"{players} players need {needed_cards(players)} cards, but the deck"
                f" {self.deck.name!r} has {self.deck.cards} (E18):"
                f" it is for {self.players[-1]} at most."
            )
        return super().blank(players, **options)

    def fill(self, record: Any) -> None:
        """Write the deck into a blank record."""
        self.deck.write_into(record)

    def keys_of(self, field: Field) -> tuple[str, ...]:
        """Return the names of the parts of a setting: for copies, the codes of the deck."""
        return tuple(self.deck.numbers) if field.name == "copies" else field.keys

    def setting_name(self, name: str, lang: str) -> str:
        """Return what people call a setting; for copies, the name of the card."""
        told, _, code = name.partition(".")
        if told != "copies":
            return super().setting_name(name, lang)
        card = self.words.card(self.deck.numbers[code], lang)
        return super().setting_name(told, lang).format(card=card)

    def check_variant(self, record: Any) -> None:
        """Refuse targets or cards with which no match can be played, and count the cards."""
        players, longest = int(record.players), longest_target(record)
        if longest > LONGEST:
            chosen = {"smallest": int(record.smallest), "die": int(record.die)}
            raise self.rulebook.refuse_variant("target", **chosen, longest=longest, most=LONGEST)
        deck = self.deck.with_copies(record.copies[: len(self.deck.kinds)].tolist())
        needed = needed_cards(players, longest)
        if not needed <= deck.cards <= MOST_CARDS:
            known = {"cards": deck.cards, "players": players, "longest": longest}
            raise self.rulebook.refuse_variant("copies", **known, needed=needed, most=MOST_CARDS)
        for n in range(int(record.smallest), longest + 1):
            if not material.find_figure(deck, n):
                raise self.rulebook.refuse_variant("figure", n=n)
        record.cards = deck.cards

    def longest(self, players: int | None = None) -> int:
        """Return a number of decisions that no match exceeds.

        Some rounds must score (E19), in a round some turns must draw or lay (E16), and there are
        only so many cards to draw (E11) and to lay; by the widest numbers of a variant.
        """
        seats, least = self.check_players(players), int(self.fields["smallest"].low)  # type: ignore[arg-type]
        goal, idle, scoreless, stock = (
            int(self.fields[name].high)  # type: ignore[arg-type]
            for name in ("goal", "idle_limit", "scoreless_limit", "stock_limit")
        )
        rounds = scoreless * (seats * goal // least + 1)
        draws, lays = stock * seats + 2 * MOST_CARDS, LONGEST * seats
        return rounds * 2 * idle * seats * (draws + lays + 1)

    pauses = frozenset((rules.RESHUFFLED, rules.LAST_LAY, rules.SCORED, rules.DEALT))
    scored = frozenset((rules.SCORED,))

    def make_words(self, book: Rulebook) -> Words:
        """Return the sentences of this game."""
        return Words(book, self.deck)


@cache
def play_deck(deck: Deck) -> Escogriffe:
    """Return the game with a deck."""
    return Escogriffe(deck)


GAME = Escogriffe()
