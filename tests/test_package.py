"""The public names."""

import inspect
import os
import re
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

import ibau

ROOT = Path(__file__).resolve().parents[1]
api = SimpleNamespace(**runpy.run_path(str(ROOT / "scripts/api.py")))


def test_every_public_name_is_there() -> None:
    assert sorted((*ibau._HOME_OF, *ibau._MODULES)) == sorted(ibau.__all__)
    assert all(getattr(ibau, name) is not None for name in ibau._HOME_OF)
    assert all(getattr(ibau, name).__name__ == f"ibau.{name}" for name in ibau._MODULES)
    assert set(ibau.__all__) < set(dir(ibau))


def test_signatures_change_only_on_purpose() -> None:
    assert api.LISTED.read_text("utf-8") == api.text() + "\n"  # else: python scripts/api.py write


def undocumented() -> Iterator[str]:
    """Public functions, classes, methods and properties that say nothing of themselves."""
    for name in ibau.__all__:
        value = getattr(ibau, name)
        if callable(value) and not inspect.getdoc(value):
            yield name
        if not inspect.isclass(value) or getattr(value, "__module__", "builtins") == "builtins":
            continue
        for member, of_class in vars(value).items():
            told = isinstance(of_class, property | classmethod) or inspect.isfunction(of_class)
            if told and not member.startswith("_") and not inspect.getdoc(getattr(value, member)):
                yield f"{name}.{member}"


def test_everything_public_is_documented() -> None:
    page = (ROOT / "docs/python.md").read_text("utf-8")
    assert list(undocumented()) == []
    assert [name for name in ibau.__all__ if f"`{name}" not in page and f"ibau.{name}" not in page] == []


# --- What is told of the package -------------------------------------------------------------------------------------

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_the_citation_is_of_this_version() -> None:
    """With all that its schema requires (cff-version 1.2.0), and a few things that people look for."""
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert {"cff-version": "1.2.0", "type": "software", "title": "Ibau"}.items() <= cited.items()
    assert cited["message"]
    assert cited["authors"] == PROJECT["authors"]
    assert (cited["version"], cited["license"]) == (ibau.__version__, PROJECT["license"])
    assert (cited["abstract"], cited["keywords"]) == (f"{PROJECT['description']}.", PROJECT["keywords"])


def test_the_changelog_begins_with_this_version() -> None:
    first = re.search(
        r"^## \[(.+?)\] - (unreleased|\d{4}-\d\d-\d\d)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )
    assert first
    assert first[1] == ibau.__version__


def test_what_is_not_known_yet_stands_in_the_checklist() -> None:
    told = (ROOT / "docs/releasing.md").read_text("utf-8")
    assert "urls" in PROJECT or all(
        f"`{name}`" in told
        for name in ("[project.urls]", "Homepage", "Documentation", "Source", "Changelog", "Issues", "README.md")
    )


def test_the_checklist_names_commands_that_there_are() -> None:
    told = (ROOT / "docs/releasing.md").read_text("utf-8")
    targets = re.findall(r"^(\w[\w-]*):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert set(re.findall(r"\bmake ([\w-]+)", told)) <= set(targets)
    assert [name for name in re.findall(r"\b(?:scripts|tests)/\w+\.py", told) if not (ROOT / name).is_file()] == []


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'ibau' has no attribute 'gmae'"):
        ibau.gmae  # type: ignore[attr-defined]  # noqa: B018 - checkers see it too


def test_playing_needs_neither_numpy_nor_numba() -> None:
    code = (
        "import sys, ibau; state = ibau.game('seega').initial().play('lot1'); list(state.actions);"
        "sys.exit(bool({'numpy', 'numba'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0  # noqa: S603 - our own text


USED_WELL = """\
import ibau
state = ibau.game("seega").initial().play("lot1")
ibau.player("greedy").choose(state); ibau.review(ibau.Line(state))
"""
MISSPELT = """\
import ibau
ibau.Gaem("seega")
"""


def complaints(folder: Path, name: str, checker: Sequence[str]) -> list[str]:
    """The files of which a checker complains, each time that it does, among two of a name that nobody has checked."""
    files = {f"{name}_well.py": USED_WELL, f"{name}_misspelt.py": MISSPELT}
    for file, text in files.items():
        (folder / file).write_text(text)
    found = subprocess.run(  # noqa: S603 - our own checkers
        [sys.executable, "-m", *checker, *files],
        cwd=folder,
        env={**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"},
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    lines = [line for line in found.stdout.splitlines() if "error:" in line]
    assert all("Gaem" in line for line in lines), found.stdout
    return [file for line in lines for file in files if file in line]


@pytest.mark.slow
@pytest.mark.parametrize("checker", [("mypy", "--strict"), ("pyright", "--pythonpath", sys.executable)])
def test_checkers_know_the_public_names_and_no_others(tmp_path: Path, checker: Sequence[str]) -> None:
    """Also when they remember what they saw of the package the first time."""
    assert complaints(tmp_path, "first", checker) == ["first_misspelt.py"]
    assert complaints(tmp_path, "second", checker) == ["second_misspelt.py"]
