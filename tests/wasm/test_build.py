"""Building a module of WebAssembly."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.wasm import NoLinker, build


def test_a_machine_without_a_linker_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoLinker, match=r"install Debian's package lld\.$"):
        build("fourmis", tmp_path / "fourmis.wasm")
