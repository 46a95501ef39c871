"""Programs that keep the house: what is counted, and what is made of the server's messages."""

import re
import runpy
import subprocess
from pathlib import Path
from typing import Any

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"


def script(name: str) -> dict[str, Any]:
    """The names of a program, which its functions see as they are set here."""
    names: dict[str, Any] = runpy.run_path(str(SCRIPTS / name))["main" if name == "size.py" else "write"].__globals__
    return names


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("src/ibau/core/game.py", "product"),
        ("src/ibau/paper/kit/label.typ", "product"),
        ("src/ibau/games/seega/pages/en.md", "documents"),
        ("client/src/game/Game.svelte", "client"),
        ("client/tests/socket.test.ts", "tests"),
        ("tests/browser/looking.js", "tests"),
        ("tests/golden/api.txt", "made"),
        ("scripts/check", "tools"),
        ("Makefile", "rest"),
        ("docs/strength.md", "documents"),
        ("locale/fr/LC_MESSAGES/ibau.po", "made"),
        ("pyproject.toml", ""),
    ],
)
def test_a_file_counts_where_it_belongs(name: str, part: str) -> None:
    assert script("size.py")["part_of"](name) == part


def test_a_part_over_its_budget_fails_and_so_does_all(capsys: pytest.CaptureFixture[str]) -> None:
    size = script("size.py")
    lines = {"product": 7, "client": 5, "all": 12, "throws": 2, "documents": 99}
    size["sizes"] = lambda: lines
    size["budgets"] = lambda: {"product": 7, "client": 5, "all": 12, "throws": 2}
    assert size["main"](["check"]) == ""
    lines |= {"client": 6, "all": 13}
    assert size["main"](["check"]) == "client has 6 lines; its budget is 5.\nall has 13 lines; its budget is 12."
    assert size["main"]([]) == ""
    assert "6        5  client" in capsys.readouterr().out
    assert "raises a budget" in size["main"](["chekc"])


def test_each_text_and_number_of_a_message_is_described() -> None:
    """By a comment at its declaration, which the client's types repeat."""
    types = script("protocol.py")["types"]()
    assert re.findall(r"^  .*: (?:string|number|boolean)\b[^/\n]*;$", types, re.MULTILINE) == []


def test_all_is_the_sum_of_the_parts_and_every_part_has_a_budget() -> None:
    size = script("size.py")
    lines = size["sizes"]()
    assert lines["all"] == sum(lines[part] for part in size["PARTS"])
    assert lines["throws"] == sum(size["of_throws"]().values()) > 0
    assert size["budgets"]().keys() == lines.keys() - set(size["APART"])


def test_a_file_of_the_client_that_would_say_the_same_stays_as_it_is(tmp_path: Path) -> None:
    """So that nothing is rebuilt; missing and changed files are written."""
    protocol, file = script("protocol.py"), tmp_path / "fixtures/starts.ts"
    protocol["FILES"] = {file: lambda: "one"}
    protocol["write"]()
    written = file.stat().st_mtime_ns
    protocol["write"]()
    assert (file.read_text("utf-8"), file.stat().st_mtime_ns) == ("one", written)
    protocol["FILES"] = {file: lambda: "another"}
    protocol["write"]()
    assert file.read_text("utf-8") == "another"


def test_the_types_of_the_client_are_those_of_the_messages() -> None:
    types = script("protocol.py")["types"]()
    assert (
        'export interface PlayRequest {\n  type: "play";\n  ply_count: number;\n  action: string;\n  id?: string;\n}\n'
        in re.sub(r" // .*", "", types)
    )
    assert 'export type Certainty = "exact" | "sure" | "likely" | "unsure";\n' in types


def test_catalogues_are_compiled_before_the_types_of_the_client_are_made(tmp_path: Path) -> None:
    """Git does not hold them, and a fresh clone compiles first."""
    names = runpy.run_path(str(SCRIPTS / "catalogues.py"))
    (tmp_path / "told.ts").touch()
    assert names["_imported"](tmp_path / "told") == tmp_path / "told.ts"
    assert names["_imported"](tmp_path / "protocol") == tmp_path / "protocol"
    client = tmp_path / "client/src"
    client.mkdir(parents=True)
    (client / "main.ts").write_text('import type { Seat } from "./protocol";\nimport "./lines";\n')
    (client / "lines.ts").touch()
    names["first_files"].__globals__["ROOT"] = tmp_path
    assert names["first_files"]() == {"client/src/main.ts", "client/src/lines.ts"}


# --- Debian packages -------------------------------------------------------------------------------------------------

FAKE = """#!/bin/sh
case "$(basename "$0")" in
    id) echo 0 ;;
    *) echo "$@" >> "$0.log" ;;
esac
"""


@pytest.mark.posix
@pytest.mark.parametrize("forbidden", [False, True])
def test_debian_packages_are_named_first_and_may_be_forbidden(tmp_path: Path, *, forbidden: bool) -> None:
    for name in ("apt-get", "id"):
        (tmp_path / name).write_text(FAKE)
        (tmp_path / name).chmod(0o755)
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", **({"IBAU_NO_INSTALL": "1"} if forbidden else {})}
    command = [str(SCRIPTS / "debian"), "nodejs"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    installed = tmp_path / "apt-get.log"
    assert done.returncode == forbidden
    assert installed.exists() != forbidden
    assert ("apt-get install nodejs" if forbidden else "packages nodejs (IBAU_NO_INSTALL=1") in done.stderr
