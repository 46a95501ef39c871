"""The repository: versions, lock files, commands, and no traces of the machine it was built on."""

import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import ibau

ROOT = Path(__file__).resolve().parents[1]
FOREIGN = re.compile(rb"/work/|\bshared/|/opt/")  # paths of the machines it was written on
DOCSTRING = re.compile(r'^ *r?"""(.*)', re.MULTILINE)  # its first line; the end of a text over lines is one too
LEANING = re.compile(r"(The same|As (above|before)|After it|Of (an?|the)|Likewise|Ditto)\b")  # on what is above it
NOTABLE = 10  # lines of what is new; until the first release all is


def committed() -> Iterator[tuple[str, bytes]]:
    """Every file that git holds or would take up, and what is in it."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")  # noqa: S603
    for name in names:
        path = ROOT / name
        if name and path.is_file():
            yield name, path.read_bytes()


def test_the_changelog_knows_this_version_and_is_short_until_a_release() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"\n## [{ibau.__version__}]" in text
    if re.findall(r"^## .*", text, re.MULTILINE) == [f"## [{ibau.__version__}] - unreleased"]:
        assert sum(map(bool, text.splitlines())) <= NOTABLE


def test_docstrings_stand_alone() -> None:
    """An editor shows one by itself, without those above it."""
    found = [
        (path.name, text)
        for path in (ROOT / "src/ibau").rglob("*.py")
        for text in DOCSTRING.findall(path.read_text("utf-8"))
    ]
    assert len(found) > 1000
    assert [place for place in found if LEANING.match(place[1])] == []


def test_tests_can_be_collected_on_windows() -> None:
    """What only POSIX has is imported within a test, which has that mark."""
    lacking = re.compile(r"^import (fcntl|grp|pty|pwd|readline|resource|termios|tty)$", re.MULTILINE)
    found = [file.name for file in (ROOT / "tests").rglob("*.py") if lacking.search(file.read_text("utf-8"))]
    assert found == []


def test_lock_files_name_no_addresses() -> None:
    lock = (ROOT / "client/package-lock.json").read_text("utf-8")
    assert '"lockfileVersion"' in lock
    assert '"resolved"' not in lock


def test_what_is_built_and_not_in_git_goes_into_the_wheel() -> None:
    ignored = re.findall(r"^(/src/\S+)$", (ROOT / ".gitignore").read_text("utf-8"), re.MULTILINE)
    with (ROOT / "pyproject.toml").open("rb") as file:
        artifacts = tomllib.load(file)["tool"]["hatch"]["build"]["artifacts"]
    assert {path.rstrip("/") for path in ignored} == {path.removesuffix("/**") for path in artifacts}


def test_no_file_speaks_of_where_it_was_built() -> None:
    here = Path(__file__).name
    assert [name for name, content in committed() if FOREIGN.search(content) and not name.endswith(here)] == []


def test_the_readme_and_make_agree() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    named = set(re.findall(r"`?make (\w+)`?", (ROOT / "README.md").read_text("utf-8")))
    assert {"serve", "test"} <= named
    assert [target for target in named if f"\n{target}:" not in makefile] == []
