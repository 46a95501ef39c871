"""What pages tell people to do, done from top to bottom: sessions, files that are to be saved, commands."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = ("tutorial.md",)
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SAVED = re.compile(r"# (\w+\.py)\n")  # the first line of a file
PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_says_can_be_done(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    names: dict[str, Any] = {}
    for language, text in FENCE.findall((DOCS / page).read_text("utf-8")):
        if language == "sh":
            run_commands(text)
        elif saved := SAVED.match(text):
            (tmp_path / saved[1]).write_text(text)
        else:
            assert language == "python", f"nobody knows what to do with {language!r}"
            run_session(text, names, page)


def run_commands(text: str) -> None:
    """As typed in a shell; each has to end well."""
    environment = {**os.environ, "PATH": PATH}
    done = subprocess.run(["/bin/bash", "-e", "-c", text], env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr


def run_session(text: str, names: dict[str, Any], page: str) -> None:
    """A session goes on where the one before it ended."""
    session = doctest.DocTestParser().get_doctest(text, names, page, page, 0)
    assert session.examples, text
    said: list[str] = []
    found = doctest.DocTestRunner().run(session, out=said.append, clear_globs=False)
    names.update(session.globs)
    assert not found.failed, "".join(said)
