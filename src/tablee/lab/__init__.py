"""Many games, and what they tell.

    from tablee import find_game
    from tablee.lab.simulate import simulate

    result = simulate(find_game("kraut"), players=3, games=1000, seed=1)
    print(result.win_intervals)

`simulate` plays many matches, at random or by a bot, on one core or many; `counts` counts the ways
in which a match can go on; `tablee.batch` steps many games at once, for programs that learn.
"""
