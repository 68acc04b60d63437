"""The files of the pages."""

from __future__ import annotations

import re

from tablee.house.render.files import files


def test_every_stylesheet_closes_what_it_opens() -> None:
    """One brace was lost, and with it the look of all pages that came after it in the file."""
    for name, file in files().items():
        if not name.endswith(".css"):
            continue
        depth = 0
        for brace in re.findall(r"[{}]", file.plain.decode()):
            depth += 1 if brace == "{" else -1
            assert depth >= 0, name
        assert depth == 0, name
