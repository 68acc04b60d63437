"""CONTRIBUTING is true: its two walks are taken step by step, its answers are where it says."""

from __future__ import annotations

import ast
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import tablee
from tablee.games import find_game
from tablee.table.posed.lesson import lesson_of
from tests.web.browsing import Browser
from tests.web.guests import open_house, story

ROOT = Path(__file__).parents[1]
SRC = Path(tablee.__file__).parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PLACE = re.compile(r"`([\w/-]+\.py)`: ((?:`[\w.]+`(?:, )?)+)")
Call = tuple[str, str]
"""A file, and the name of a function in it."""


def section(title: str) -> str:
    found = re.search(rf"^##+ {re.escape(title)}\n(.*?)(?=^##|\Z)", TEXT, re.M | re.S)
    assert found, title
    return found[1]


def places(text: str) -> list[Call]:
    return [
        (file, name)
        for file, names in PLACE.findall(text)
        for name in re.findall(r"`([\w.]+)`", names)
    ]


@cache
def names_in(file: str) -> set[str]:
    """All names that a file defines at its top, and those of its classes."""
    found: set[str] = set()
    for node in ast.parse((SRC / file).read_text("utf-8")).body:
        targets = [getattr(node, "target", None), *getattr(node, "targets", [])]
        found |= {one.id for one in targets if isinstance(one, ast.Name)}
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{one.name}" for one in node.body if hasattr(one, "name")}
    return found


def test_every_answer_is_where_it_is_said_to_be() -> None:
    rows = re.findall(r"^\| (.+\?) \| (.+) \|$", section("Where is it decided?"), re.M)
    assert len(rows) >= 20
    for question, answer in rows:
        found = places(answer)
        assert found and len({file for file, _ in found}) <= 2, question
        for file, name in found:
            assert name in names_in(file), f"{question} {file} has no {name}"


@contextmanager
def calls() -> Iterator[list[Call]]:
    """Notes which functions of the package are called, in which order, in any thread."""
    made: list[Call] = []

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(SRC)):
            made.append((str(Path(code.co_filename).relative_to(SRC)), code.co_qualname))

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield made
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def walk(title: str, made: list[Call]) -> None:
    """Finds the steps of a walk among the calls, each after the one before."""
    at = 0
    steps = places(section(title))
    assert len(steps) >= 5
    for step in steps:
        later = [n for n in range(at, len(made)) if made[n] == step]
        assert later, f"{step} is not called {'after the step before' if step in made else ''}"
        at = later[0] + 1
    for script in re.findall(r"`(web/[\w/-]+\.js)`", section(title)):
        assert (SRC / script).exists()


@story
async def test_a_click_takes_the_way_that_is_told(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        stream = await place.watch(place.guest(), seated.table)
        await stream.next("frame")
        guest, move, ply = await seated.turn()
        with calls() as made:
            path = f"/t/{seated.table}/moves"
            await guest.ask("POST", path, {"move": move, "ply": ply})
            await stream.next("frame")
        walk("A click", made)
        await stream.close()


@story
async def test_a_step_of_a_lesson_takes_the_way_that_is_told(sqlite_url: str) -> None:
    lesson = lesson_of(find_game("fourmis"))
    step = next(one for one in lesson.steps if one.expect)
    async with open_house(sqlite_url) as place:
        browser, path = Browser(place), f"/learn/fourmis/{step.number}"
        await browser.get(path)
        with calls() as made:
            fields = {"move": step.shown(()), "played": "", "wrong": "0"}
            json = {"accept": "application/json"}
            answer = await browser.client.post(path, data=fields, headers=json)
        assert answer.json()["frames"]
        walk("A step of a lesson", made)
