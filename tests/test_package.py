"""The public names."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import ibau


def test_every_public_name_is_there() -> None:
    assert sorted((*ibau._HOME_OF, *ibau._MODULES)) == sorted(ibau.__all__)
    assert all(getattr(ibau, name).__module__.startswith("ibau.") for name in ibau._HOME_OF)
    assert all(getattr(ibau, name).__name__ == f"ibau.{name}" for name in ibau._MODULES)
    assert set(ibau.__all__) < set(dir(ibau))


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
