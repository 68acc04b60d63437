"""Plays a whole match of Fourmis with random bots that see only their own view."""

from tablee import find_game
from tablee.bots.bot import RandomBot

game = find_game("fourmis")
state = game.deal(players=4, seed=7)
bots = [RandomBot(seed) for seed in range(4)]

while state.seat is not None:
    view = state.view(state.seat)
    state = state.play(bots[state.seat].choose(view))

outcome = state.outcome()
assert outcome is not None
print("winners:", outcome.winners, "aphids:", outcome.scores)
for line in outcome.sheet:
    print(f"seat {line.seat}: {line.what} × {line.count} -> {line.points:+d} ({line.clause})")
