"""A network learns by playing against itself, on a processor too, and goes on another day."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from tablee import find_game
from tablee.bots.network.adviser import Adviser
from tablee.bots.network.weights import read_network
from tablee.core.errors import InvalidOption

if not find_spec("torch"):
    pytest.skip("PyTorch is not installed: pip install 'tablee[learn]'", allow_module_level=True)

import torch

from tablee.learn.settings import Settings, Sitting, settings_for
from tablee.learn.shrink import shrink
from tablee.learn.training import Training, settings_in

torch.set_num_threads(1)  # so small a network is not worth more

FOURMIS, TWO = find_game("fourmis"), Sitting(2)
TINY = {"games": 64, "steps": 8, "batch": 256, "width": 16, "blocks": 1, "sittings": (TWO,)}


def tiny(**changes: object) -> Settings:
    return settings_for(FOURMIS, **{**TINY, **changes})


def test_a_training_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    file, training = tmp_path / "half.pt", Training(FOURMIS, tiny())
    training.run(lessons=2)
    training.save(file)
    other = Training(FOURMIS, settings_in(FOURMIS, file, "cpu", {}))
    other.load(file)
    assert other.settings == training.settings
    assert [point["decisions"] for point in other.course.curve] == [512, 1024]
    other.run(lessons=1)
    assert other.course.lessons == 3 and other.course.decisions == 3 * 512


def test_a_checkpoint_of_another_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "one.pt"
    Training(FOURMIS, tiny()).save(file)
    kraut = find_game("kraut")
    with pytest.raises(InvalidOption, match="has learned fourmis, version 1"):
        Training(kraut, settings_for(kraut, **TINY)).load(file)


def test_a_network_in_bytes_decides_as_the_one_it_comes_from(tmp_path: Path) -> None:
    training = Training(FOURMIS, tiny(width=48, blocks=2))
    training.run(lessons=3)
    training.save(tmp_path / "whole.pt")
    shrink(tmp_path / "whole.pt", FOURMIS, tmp_path / "small.npz")
    small = Adviser(read_network(tmp_path / "small.npz", FOURMIS), FOURMIS)
    state = FOURMIS.deal(2, seed=1)
    for _ in range(30):
        assert state.seat is not None
        view = state.view(state.seat)
        seen, mask = (torch.from_numpy(x)[None] for x in (view.observation(), view.legal_mask()))
        with torch.no_grad():
            worths, values = training.net(seen, mask, 2)
        out, legal = small.look(view) / 4096, view.legal_mask()
        assert np.abs(out[: len(legal)] - worths[0].numpy())[legal].max() < 0.03
        assert np.abs(out[len(legal) : len(legal) + 2] - values[0].numpy()).max() < 0.03
        state = state.play(state.legal_moves()[0])
