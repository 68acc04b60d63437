"""What `make play` installs is named by version and content, and from nowhere in particular."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
FILES = ("constraints.txt", "constraints-postgres.txt")
TEXT = "".join((ROOT / name).read_text(encoding="utf-8") for name in FILES)
PINNED = dict(re.findall(r"^([a-z0-9-]+)==([^ ]+) \\$", TEXT, re.MULTILINE))


def test_everything_that_tablee_needs_is_pinned_within_its_bounds() -> None:
    facts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = facts["project"]["optional-dependencies"]
    needed = [*facts["project"]["dependencies"], *facts["build-system"]["requires"]]
    needed += [
        one
        for one in (*extras["cli"], *extras["serve"], *extras["postgres"])
        if one != "tablee[cli]"
    ]
    for one in map(Requirement, needed):
        version = PINNED.get(canonicalize_name(one.name))
        assert version is not None, f"{one.name} is not in constraints.txt"
        assert version in one.specifier, f"{one} is not met by {version}"


def test_everything_pinned_has_a_hash_and_names_no_index() -> None:
    blocks = re.split(r"^(?=[a-z])", TEXT, flags=re.MULTILINE)[1:]
    assert len(blocks) == len(PINNED) > 30
    assert all("--hash=sha256:" in block for block in blocks)
    assert "://" not in TEXT and "index" not in TEXT


def test_the_recipes_for_hosts_install_the_same_as_make_play() -> None:
    """Without what the extra `serve` needs there is no house."""
    recipes = (ROOT / "docs" / "host" / "hosting.md").read_text(encoding="utf-8")
    commands = "\n".join(re.findall(r"^```\w*\n(.*?)^```", recipes, re.DOTALL | re.MULTILINE))
    lines = [line for line in commands.replace("\\\n", "").splitlines() if "pip install" in line]
    pinned = [line for line in lines if re.search(r"--require-hashes .*/constraints.txt", line)]
    own = [line for line in lines if "--no-deps --no-build-isolation" in line]
    postgres = [line for line in lines if line.endswith("constraints-postgres.txt")]
    assert len(pinned) == 2 and len(own) == 2 and len(postgres) == 1 and len(lines) == 5
