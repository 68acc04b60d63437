"""What a host copies works: units, the proxy, the image, and every command of hosting.md."""

from __future__ import annotations

import fnmatch
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import httpx
import pytest
import yaml
from typer.testing import CliRunner

from tablee.cli import app
from tablee.house.settings import FILE, make_folder
from tests.web.processes import Server

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("systemd/*"))
HOSTING = (ROOT / "docs" / "host" / "hosting.md").read_text(encoding="utf-8")
COMMANDS = [
    line
    for block in re.findall(r"^```\n(.*?)^```", HOSTING, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]
ELSEWHERE = {
    "apt": "changes the machine",
    "useradd": "changes the machine",
    "git": "needs the address that only the host knows",
    "python3": "tests/test_constraints.py holds what is installed",
    "/opt/tablee/bin/pip": "tests/test_constraints.py holds what is installed",
    "/opt/tablee/bin/python": "as in the Dockerfile, whose steps are tried here",
    "install": "its files are looked for here",
    "echo": "writes the host's own settings; their names are looked for here",
    "systemctl": "needs systemd running; its units are checked here",
    "sed": "writes the host's own name",
    "ln": "switches the site on",
    "nginx": "checked here with the same file",
    "certbot": "needs a public name",
    "docker": "needs an engine; image and compose files are checked here",
    "podman": "needs an engine",
    "TABLEE_ADDRESS": "needs an engine; the compose file is checked here",
    "TABLEE_HOST": "needs an engine; the compose file is checked here",
}
"""The first words of commands that no test runs, and why."""
POSTGRES = ("createuser", "createdb", "dropdb", "pg_restore")
"""PostgreSQL's own commands, run as its own user; `tests/store/test_postgres_copy.py` runs them."""


def needed(program: str) -> str:
    """Return where a program is; skip the test, with a sentence, where there is none."""
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not on this machine")
    return found


def run(words: Sequence[str | Path], within: Path = ROOT) -> subprocess.CompletedProcess[str]:
    asked = [str(word) for word in words]
    return subprocess.run(
        asked, capture_output=True, text=True, check=False, timeout=120, cwd=within
    )


# The machine's own services


def test_the_units_are_what_systemd_expects(tmp_path: Path) -> None:
    """Only the programs that a host installs are missing here."""
    analyze = needed("systemd-analyze")
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace("/opt/tablee/bin/tablee", sys.executable)
        (tmp_path / unit.name).write_text(text.replace("User=tablee\n", ""), encoding="utf-8")
    done = run([analyze, "verify", *sorted(tmp_path.iterdir())])
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("unit", [one for one in UNITS if one.suffix == ".service"], ids=str)
def test_a_service_can_do_little_beside_its_work(unit: Path) -> None:
    analyze = needed("systemd-analyze")
    done = run([analyze, "security", "--offline=true", "--threshold=30", unit])
    assert done.returncode == 0, done.stdout[-300:]


def test_the_proxy_accepts_its_file(tmp_path: Path) -> None:
    nginx = needed("nginx")
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8").replace("listen [::]:80;", "")
    (tmp_path / "site").write_text(site)
    whole = f"pid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{ access_log off;"
    (tmp_path / "whole").write_text(f"{whole} include {tmp_path}/site; }}\n")
    done = run([nginx, "-t", "-q", "-c", tmp_path / "whole"])
    assert done.returncode == 0, done.stderr


# The image


def lets_in(path: str) -> bool:
    """Return whether `.dockerignore` lets a file into the image: the last line that fits says so.

    A line that names a folder stands for all that is in it.
    """
    inside = True
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        parts = [path, *map(str, Path(path).parents)]
        if any(fits(part, line.removeprefix("!")) for part in parts):
            inside = line.startswith("!")
    return inside


def fits(path: str, pattern: str) -> bool:
    if pattern.startswith("**/"):
        return fnmatch.fnmatch(Path(path).name, pattern.removeprefix("**/"))
    return path.count("/") == pattern.count("/") and fnmatch.fnmatch(path, pattern)


@pytest.mark.parametrize(
    "path", ["data/tablee.sqlite", ".git/config", ".venv/bin/python", "src/x.sqlite-wal", "tests/a"]
)
def test_no_table_no_key_and_no_history_is_in_an_image(path: str) -> None:
    assert not lets_in(path)


def test_the_linter_has_nothing_to_say_of_the_image() -> None:
    done = run([Path(sys.executable).with_name("hadolint"), ROOT / "Dockerfile"])
    assert (done.returncode, done.stdout) == (0, "")


def test_what_is_let_into_the_image_is_enough_to_build(tmp_path: Path) -> None:
    """The steps of the Dockerfile as plain commands, without what is fetched."""
    listed = run(["git", "ls-files"]).stdout.split("\n")
    for name in listed:
        if name and lets_in(name) and (ROOT / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / name)
    copied = re.findall(r"^COPY (?!--)(.*) (\S+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert {top for sources, _ in copied for top in sources.split()} == {
        *(path.name for path in tmp_path.iterdir() if path.name != "docs"),
        "docs/package.md",
    }
    wheel = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    done = run([*wheel, "--no-index", "--wheel-dir", tmp_path / "out", tmp_path])
    assert done.returncode == 0, done.stderr
    (made,) = (tmp_path / "out").iterdir()
    names = run([sys.executable, "-m", "zipfile", "-l", made]).stdout
    assert "tablee/web/frame/base.html" in names and "tablee/games/fourmis/rules.py" in names


def test_the_image_looks_after_its_health(tmp_path: Path) -> None:
    """The check of the image passes at a house that is open, and fails where there is none."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    (check,) = re.findall(r"^HEALTHCHECK .* CMD (\[.*\])$", text, re.MULTILINE)
    _, *words = json.loads(check)
    with Server(f"sqlite:///{tmp_path / 'tablee.sqlite'}", tmp_path / "log") as server:
        words = [word.replace("http://127.0.0.1:8000", server.url) for word in words]
        assert run([sys.executable, *words]).returncode == 0
    assert run([sys.executable, *words]).returncode != 0


@pytest.mark.parametrize("name", ["compose.yaml", "compose-postgres.yaml"])
def test_compose_files_name_only_what_there_is(name: str) -> None:
    whole = yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))
    assert (DEPLOY / whole["services"]["tablee"]["build"] / "Dockerfile").is_file()
    kept = {
        volume.partition(":")[0]
        for service in whole["services"].values()
        for volume in service["volumes"]
    }
    assert kept == set(whole["volumes"])
    used = {one for service in whole["services"].values() for one in service.get("secrets", ())}
    assert used == set(whole.get("secrets", ()))
    for service in whole["services"].values():
        assert set(service.get("depends_on", ())) <= set(whole["services"])
    assert all("latest" not in s.get("image", "") for s in whole["services"].values())


# Every command of the page


def first_word(line: str) -> str:
    words = shlex.split(line)
    if words[0] == "runuser":
        words = words[4:]
    return words[0].partition("=")[0]


def test_every_command_is_run_or_says_why_not() -> None:
    known = {*ELSEWHERE, *POSTGRES, "tablee"}
    words = {first_word(line) for line in COMMANDS}
    assert words == known, "a command has come, or one of the list has gone"


def test_files_that_are_installed_are_there() -> None:
    for line in COMMANDS:
        for name in re.findall(r"/opt/tablee-source/(\S+)", line):
            assert [*ROOT.glob(name)], f"{line}: no {name}"


def test_settings_that_are_written_are_read() -> None:
    written = {re.match(r'echo "(\w+)=', line) for line in COMMANDS if line.startswith("echo")}
    names = {found[1] for found in written if found} - {"TABLEE_SMTP_PASSWORD"}
    told = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "400"}).output
    assert names and all(name in told for name in names)


def own_commands() -> list[str]:
    """The commands of Tablée that end by themselves, in the order of the page."""
    lines = [line for line in COMMANDS if first_word(line) == "tablee"]
    return [line for line in lines if " serve" not in line]


def test_the_page_is_followed_from_copy_to_restore(tmp_path: Path) -> None:
    """Its paths lead to a folder of this test; the copies have the names of the page."""
    data, copies, drill = tmp_path / "data", tmp_path / "backups", tmp_path / "drill"
    copies.mkdir()
    make_folder(data)
    house = Server(f"sqlite:///{data / FILE}", tmp_path / "log")
    with house as server, httpx.Client(base_url=server.url) as client:
        opened = client.post("/api/tables", json={"game": "fourmis", "players": 2}).json()
        client.headers["authorization"] = f"Bearer {opened['token']}"
        where = f"/api/tables/{opened['table']}/seats"
        assert client.post(where, json={"name": "Geneviève"}).is_success
    backup = ["backup", str(copies / "tablee-20261118-041500.sqlite"), "--data", str(data)]
    assert CliRunner().invoke(app, backup, catch_exceptions=False).exit_code == 0
    for line in own_commands():
        words = line.removeprefix("runuser -u tablee -- tablee ").split()
        placed = [
            word.replace("/var/lib/tablee", str(data))
            .replace("/var/backups", str(tmp_path))
            .replace(f"{tmp_path}/tablee", str(copies))
            .replace("/tmp/drill", str(drill))
            .replace("/tmp/figures-2026.html", str(tmp_path / "figures-2026.html"))
            for word in words
        ]
        done = CliRunner().invoke(app, placed, catch_exceptions=False)
        fine = done.exit_code == 0 or placed[0] == "doctor"  # root is not well either
        assert fine, f"{line}: {done.output}"
    assert (drill / FILE).is_file() and (tmp_path / "figures-2026.html").is_file()
