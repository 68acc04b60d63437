"""`python -m pytest -p tests.core.arrays.bare` runs tests where neither NumPy nor Numba is.

`python -m tests.core.arrays.bare` tells what a match of each game comes to there.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


class Absent(MetaPathFinder):
    """Finds neither."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        top = name.partition(".")[0]
        if top in ("numpy", "numba", "llvmlite"):
            raise ModuleNotFoundError(f"No module named {top!r}", name=top)
        return None


sys.meta_path.insert(0, Absent())

from tablee.core.arrays import np  # noqa: E402

assert np.__version__ == "none"
if __name__ != "__main__":
    sys.modules["numpy"] = np  # what the tests themselves ask for
else:
    from tests.core.arrays.walks import tell_all

    tell_all()
