"""What flies from one moment of a table to the next: exactly what has moved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tablee.table.kit import Spot
from tablee.table.rendered import Rendered, by_id


class Flight(NamedTuple):
    """A thing that has moved, from what it lay in to what it lies in now."""

    id: str
    source: str
    """The id of where it was; if it was nowhere, the ids of where it may have come from."""
    target: str
    """The id of where it is; if it is nowhere, the ids of where it may have gone."""


def flights(before: Rendered, after: Rendered) -> list[Flight]:
    """Return what flies from one moment to the next: exactly what has moved.

    A thing that moves changes the zone that it leaves and the one where it arrives, so zones that
    were kept are not looked at.
    """
    left, come = before.zones, after.zones
    was = by_id([z for name, z in left.items() if z.spots and z is not come.get(name)])
    now = by_id([z for name, z in come.items() if z.spots and z is not left.get(name)])
    return [*_moved(was, now), *_gone_since(was, now)]


Spots = Mapping[str, tuple[Spot, str]]


def _moved(before: Spots, after: Spots) -> Iterable[Flight]:
    for name, (spot, home) in after.items():
        if spot.place:
            continue
        if name in before:
            was = before[name][1]
            if was != home:
                yield Flight(name, was, home)
        elif spot.came:
            yield Flight(name, spot.came, home)


def _gone_since(before: Spots, after: Spots) -> Iterable[Flight]:
    for name, (spot, home) in before.items():
        if spot.goes and name not in after:
            yield Flight(name, home, spot.goes)
