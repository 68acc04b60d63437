"""Pictures in pixels: a Chromium of this machine looks at a file and draws what it sees."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from tablee.core.errors import NoBrowser

_NAMES = (
    "chromium",
    "chromium-headless-shell",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
_QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


def find_browser() -> str:
    """Find a Chromium, or say that there is none."""
    for name in _NAMES:
        path = shutil.which(name)
        if path:
            return path
    raise NoBrowser(f"no PNG was written: there is no Chromium here ({', '.join(_NAMES)}).")


def photograph(
    file: Path, picture: Path, width: int, height: int, browser: str, clear: bool = False
) -> None:
    """Write a PNG of an SVG or HTML file; a clear one shows through where nothing is drawn."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [browser, *_QUIET, f"--user-data-dir={profile}", f"--screenshot={picture}"]
        command += ["--default-background-color=00000000"] if clear else []
        address = file.resolve().as_uri()
        done = subprocess.run(
            [*command, f"--window-size={width},{height}", address],
            capture_output=True,
            timeout=120,
            check=False,
        )
    if not picture.exists():
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise NoBrowser(f"{browser} drew no {picture.name}: {said[-1] if said else 'no reason'}.")
