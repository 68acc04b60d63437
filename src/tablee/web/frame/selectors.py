"""Whether a page of ours shows something, said by a selector: as much of CSS as lessons need.

Compounds of `#id`, `.class`, `[name^='…']` and `[name$='…']`, one inside the other; after `:has()`
stands what else the same element must hold. A page is read only if all that is named is in it.
"""

from __future__ import annotations

import re
from functools import cache

VOID = {"br", "hr", "img", "input", "link", "meta", "use", "path", "circle", "rect"}
PART = re.compile(r"#([\w-]+)|\.([\w-]+)|\[([\w-]+)([\^$])='([^']*)'\]")
HAS = re.compile(r"^(\S*?):has\(([^)]*)\)(.*)$")
TAG = re.compile(r"<(/?)(\w+)([^>]*)>")
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')


def shows(html: str, selector: str) -> bool:
    """Return whether an element of a page fits a selector."""
    held = HAS.match(selector)
    if held:
        return shows(html, f"{held[1]} {held[2]}") and shows(html, f"{held[1]}{held[3]}")
    compounds = selector.split()
    written = (sign for compound in compounds for sign in _signs(compound))
    return all(sign in html for sign in written) and _finds(html, compounds)


def _finds(html: str, compounds: list[str]) -> bool:
    last, around = compounds[-1], list[str]()
    sign = _signs(last)[0]
    for closes, tag, attributes in TAG.findall(html):
        if closes:
            del around[-1:]
            continue
        if sign in attributes and _is(attributes, last):
            outer = compounds[:-1]
            for one in around:
                if outer and _is(one, outer[0]):
                    outer = outer[1:]
            if not outer:
                return True
        if tag not in VOID and not attributes.endswith("/"):
            around.append(attributes)
    return False


def _is(attributes: str, compound: str) -> bool:
    """Return whether an element has all that a compound asks for."""
    has = dict(ATTRIBUTE.findall(attributes))
    return all(
        (not id_ or has.get("id") == id_)
        and (not style or style in has.get("class", "").split())
        and (how != "^" or has.get(name, "").startswith(value))
        and (how != "$" or has.get(name, "").endswith(value))
        for id_, style, name, how, value in _parts(compound)
    )


@cache
def _signs(compound: str) -> tuple[str, ...]:
    """Return what is written wherever an element fits a compound."""
    return tuple(
        f'id="{id_}"' if id_ else style or (f'{name}="{value}' if how == "^" else f'{value}"')
        for id_, style, name, how, value in _parts(compound)
    )


@cache
def _parts(compound: str) -> tuple[tuple[str, ...], ...]:
    if PART.sub("", compound):
        raise ValueError(f"{compound!r} is more than this reads.")
    return tuple(PART.findall(compound))
