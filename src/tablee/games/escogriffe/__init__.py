"""Le Grand Escogriffe: build a lanky figure of exactly the right size, from head to feet."""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from typing import Any

from tablee.core.compiled import Records
from tablee.core.errors import InvalidOption
from tablee.core.game import Game, Option
from tablee.games.escogriffe import advice, rules, words
from tablee.games.escogriffe.material import (
    FEWEST_PLAYERS,
    GOALS,
    MOST_PLAYERS,
    Deck,
    house_deck,
    needed_cards,
    read_deck,
)
from tablee.games.escogriffe.notation import Texts


class Escogriffe(Game):
    """The lanky fellow, for three to eight, with the deck of the house or another one."""

    name = "escogriffe"
    version = 2
    options = (Option("points", tuple(map(str, GOALS)), "E14"),)
    rules = rules
    advice = advice
    folder = Path(__file__).parent
    notation: Texts

    def __init__(self, deck: Deck | None = None) -> None:
        super().__init__()
        self.deck = deck or house_deck()
        self.notation = Texts(self.deck, is_named=not self.is_house_deck)
        self.players = range(FEWEST_PLAYERS, self._most_players() + 1)

    def _most_players(self) -> int:
        """How many players the deck has cards for (E18)."""
        counts = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
        return max(players for players in counts if needed_cards(players) <= self.deck.cards)

    @property
    def is_house_deck(self) -> bool:
        """Whether this is the deck of the house, which positions do not name."""
        return self.deck == house_deck()

    def with_deck(self, path: Path) -> Escogriffe:
        """The game with the cards of a deck file; equal decks give the same game."""
        return play_deck(read_deck(path))

    def __repr__(self) -> str:
        return (
            super().__repr__()
            if self.is_house_deck
            else f"<{self.name} with the deck {self.deck.name}>"
        )

    def __reduce__(self) -> str | tuple[Any, ...]:
        return super().__reduce__() if self.is_house_deck else (play_deck, (self.deck,))

    def blank(self, players: int | None = None, **options: object) -> Records:
        """Makes the record of a match that is still to be dealt, with the deck in it."""
        if isinstance(players, int) and self.players[-1] < players <= MOST_PLAYERS:
            raise InvalidOption(
                f"{players} players need {needed_cards(players)} cards, but the deck"
                f" {self.deck.name!r} has {self.deck.cards} (E18):"
                f" it is for {self.players[-1]} at most."
            )
        records = super().blank(players, **options)
        self.deck.write_into(records[0])
        return records

    pauses = frozenset((rules.RESHUFFLED, rules.LAST_LAY, rules.SCORED, rules.DEALT))
    scored = frozenset((rules.SCORED,))

    @cached_property
    def words(self) -> words.Words:
        """The sentences of this game."""
        return words.Words(self.rulebook, self.deck)


@cache
def play_deck(deck: Deck) -> Escogriffe:
    """The game with a deck."""
    return Escogriffe(deck)
