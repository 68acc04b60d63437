"""Games of other packages: written as `tablee new-game` does, and installed into a folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tablee.new_game import write_new_game


def install(folder: Path, name: str, own_field: bool = True, point: str = "") -> Path:
    """Installs a fresh game into a folder as pip would; gets its package, to be changed."""
    package = write_new_game(name, folder) / f"tablee_{name}"
    package = package.rename(folder / package.name)
    if own_field:  # two games cannot have the same record
        change(
            package / "rules.py",
            'scratch("room"',
            f'scratch("of_{name}", "i8", 4),\n    scratch("room"',
        )
    facts = folder / f"tablee_{name}-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: tablee-{name}\nVersion: 1.0\n")
    point = point or f"tablee_{name}"
    (facts / "entry_points.txt").write_text(f"[tablee.games]\n{name} = {point}\n")
    return package


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def run(folder: Path, code: str, **env: str) -> Any:
    """Runs some lines in a process of its own that finds the folder's games; gets its last line."""
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-c", f"import json\n{code}"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path} | env,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])
