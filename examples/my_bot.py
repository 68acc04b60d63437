"""A bot of one's own in twenty lines, and how it does in the arena."""

from tablee import Move, State, View, find_game
from tablee.bots.bot import NO_CLOCK, Clock
from tablee.lab.arena import Contest, hold


class MyBot:
    """Imagines a few deals, and keeps the move that leaves the next seat least choice."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, clock: Clock = NO_CLOCK) -> Move:
        """Chooses a move; it sees its own view, never the state."""
        deals = [view.redeal(self.seed + i) for i in range(3)]
        return max(view.legal_moves(), key=lambda move: self.freedom(deals, move))

    def freedom(self, deals: list[State], move: Move) -> int:
        """Count the moves that the next seat has left: the fewer the better."""
        return -sum(len(deal.play(move).legal_moves()) for deal in deals)


if __name__ == "__main__":
    contest = Contest(find_game("fourmis"), ("examples.my_bot:MyBot", "random"), 4, {})
    for standing in hold(contest, games=8).bots:
        print(f"{standing.bot}: {standing.times_fair:.2f} times a fair share of the wins")
        assert not standing.forfeits, standing.forfeits
