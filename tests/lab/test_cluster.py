"""A Ray of two workers on this machine, at night: one of them is killed, and nothing is lost."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from tablee import find_game
from tablee.lab.arena import Contest, hold
from tablee.lab.matches import Table
from tablee.lab.report import play_tables
from tablee.lab.simulate import simulate
from tablee.lab.spread import Workers
from tests.effort import NIGHT
from tests.lab.test_spread import die_once

if NIGHT:

    def test_a_killed_worker_of_a_cluster_is_replaced(tmp_path: Path) -> None:
        work = partial(die_once, 4, tmp_path / "dead")
        done = list(Workers(2, cluster=True).spread(work, range(30)))
        assert done == [n * n for n in range(30)]
        assert (tmp_path / "dead").exists()

    def test_a_cluster_plays_the_very_games_of_one_process() -> None:
        fourmis, cluster = find_game("fourmis"), Workers(2, cluster=True)
        far, here = (simulate(fourmis, 3, 9_000, seed=4, workers=w) for w in (cluster, Workers()))
        assert far.tally == here.tally
        contest = Contest(fourmis, ("casual", "random"), 3, {}, 2)
        assert hold(contest, 6, cluster) == hold(contest, 6)
        tables = [Table(fourmis, 3, {}, "casual")]
        assert play_tables(tables, 4, cluster) == play_tables(tables, 4)
