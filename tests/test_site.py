"""The pages of the documentation are a site: it builds without a warning, and misses no name."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import tablee

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_every_page_is_in_the_site(site: Path) -> None:
    pages = {path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")}
    for page in pages - {Path("package.md"), Path("index.md")}:
        assert (site / page.with_suffix("") / "index.html").exists(), page


def test_every_public_name_is_explained(site: Path) -> None:
    html = (site / "api" / "index.html").read_text("utf-8")
    explained = set(re.findall(r'id="(tablee[\w.]+)"', html))
    last = {name.rpartition(".")[2] for name in explained}
    assert sorted(set(tablee.__all__) - last) == []
    assert {"Batch", "Bot", "find_bot", "Contest", "hold", "simulate"} <= last
