"""The tokens: whole by day and by night, and everything on them can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablee.core.errors import UnknownDrawing
from tablee.look.tokens import CSS, LIGHTS, THINGS, colour, contrast, stylesheet, tokens

PAPERS = ("wall", "wall-2", "paper", "paper-2")
SURFACES = (
    *("wall", "paper", "cloth", "wallpaper", "meadow", "wood", "floor"),
    *("plate", "plate-2", "earth", "earth-deep", "card", "orange"),
)
INKS = ("ink", "ink-2", "ink-3", "accent-ink", "yes", "no", "luck", "judgement")
TEXT = [
    *((ink, paper) for ink in INKS for paper in PAPERS),
    *(("ink", ground) for ground in ("cloth", "wallpaper", "wallpaper-2", "meadow", "yes-light")),
    *(("on-accent", "accent"), ("on-ribbon", "ribbon"), ("ribbon-lead", "ribbon")),
    *(("card-ink", "card"), ("card-ink-2", "card"), ("card-ink", "halo"), ("card-ink", "orange")),
    *(("on-seat", f"seat-{seat}") for seat in range(8)),
]
ANTS = ("red", "yellow", "green", "blue", "plum")
MEANING = [
    *((f"{ant}-deep", ground) for ant in ANTS for ground in ("card", f"{ant}-light")),
    *(("yes", ground) for ground in ("yes-light", *PAPERS)),
    *(("field", ground) for ground in ("paper", "paper-2", "wall")),
]
BOTH = pytest.mark.parametrize("light", LIGHTS)


@BOTH
@pytest.mark.parametrize(("ink", "ground"), TEXT)
def test_a_text_can_be_read(ink: str, ground: str, light: str) -> None:
    assert contrast(colour(ink, light), colour(ground, light)) >= 4.5


@BOTH
@pytest.mark.parametrize(("mark", "ground"), MEANING)
def test_a_mark_that_means_something_can_be_seen(mark: str, ground: str, light: str) -> None:
    assert contrast(colour(mark, light), colour(ground, light)) >= 3


@BOTH
@pytest.mark.parametrize("ground", SURFACES)
@pytest.mark.parametrize(("inner", "outer"), [("halo", "halo-edge"), ("focus", "focus-gap")])
def test_a_ring_of_two_tones_shows_on_every_surface(
    inner: str, outer: str, ground: str, light: str
) -> None:
    tones = (colour(inner, light), colour(outer, light))
    assert max(contrast(tone, colour(ground, light)) for tone in tones) >= 3


def test_eight_seats_have_different_colours() -> None:
    assert len({colour(f"seat-{seat}") for seat in range(8)}) == 8


def test_day_and_night_know_the_same_tokens() -> None:
    day, night = (tokens(light) for light in LIGHTS)
    assert set(day) == set(night)
    assert day["wall"] != night["wall"]
    assert not any("light-dark" in value for value in (*day.values(), *night.values()))


def test_a_person_may_choose_the_light_and_nothing_moves_for_who_wants_rest() -> None:
    css = CSS.read_text(encoding="utf-8")
    assert '[data-light="day"]' in css and '[data-light="night"]' in css
    assert "prefers-reduced-motion: reduce" in css


def test_an_old_browser_still_has_the_colours_of_the_day() -> None:
    plain, modern = stylesheet().split("@supports (color: light-dark", 1)
    assert "light-dark" not in plain
    assert all(f"--{name}: {value};" in plain for name, value in tokens("day").items())
    assert "light-dark(#f4e6cb, #241b20)" in modern and ".may::before" in modern
    assert modern.count("{") + plain.count("{") == modern.count("}") + plain.count("}")


def test_every_motion_is_described_and_uses_tokens_that_exist() -> None:
    things = THINGS.read_text(encoding="utf-8")
    page = (Path(__file__).parents[2] / "docs" / "make" / "look.md").read_text(encoding="utf-8")
    for name in re.findall(r"@keyframes (\w+)", things):
        assert f"`{name}`" in page
    used = set(re.findall(r"var\(--([\w-]+)", things))
    assert used <= {*tokens("day"), "seat", "place"}
    assert "animation: none !important" in things


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_a_token_that_is_no_colour_is_refused() -> None:
    with pytest.raises(UnknownDrawing, match="'spring' is no plain colour"):
        colour("spring")
