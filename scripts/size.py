#!/usr/bin/env python
"""Count the lines of hand-written programs, part by part, and compare them with the budgets in pyproject.toml.

python scripts/size.py          # print the table
python scripts/size.py check    # and fail if a part, or the total, is over its budget
python scripts/size.py throws   # print the number of lines that concern verifiable throws, by file

A commit that raises a budget lowers another by as much, or an issue grants it; the total rises only with such an issue.
Documents, and generated or measured files, are counted separately and have no budget.
"""

import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = re.compile(r"\.(py|pyi|ts|svelte|css|js|mjs|html|typ)$|^(Makefile|scripts/[^.]+|\.ci/.+)$")
MADE = re.compile(r"^(docs/(measured|training)/.*\.md|docs/benchmarks\.md|locale/.*\.pot?|tests/golden/.*\.txt)$")
PARTS = {  # the first pattern that matches a path
    "product": re.compile(r"src/ibau/"),
    "client": re.compile(r"client/src/"),
    "tests": re.compile(r"(client/)?tests/"),
    "tools": re.compile(r"(benchmarks|examples|scripts)/"),
    "rest": re.compile(r""),
}
APART = ("documents", "made")

# Verifiable throws: whole files, and in other files that use them the lines with one of their names.
OF_THROWS = re.compile(
    r"src/ibau/throws/|src/ibau/web/hosted/throws\.py|src/ibau/terminal/commands/verify\.py|tests/throws/"
    r"|tests/terminal/test_verify\.py|tests/web/test_throws\.py|tests/browser/test_fairness\.py|client/src/fairness/"
    r"|client/src/game/ThrowsSheet\.svelte|client/tests/(?:fairness|verifier)"
)
PLAYING = re.compile(r"src/ibau/web/|tests/(?:web|browser)/|client/")  # the folders of the other files
KNOWS = re.compile(r"\b(?:un)?seal|[pP]roof|No?[pP]art", re.IGNORECASE)
NAMES = re.compile(
    r"(?:un)?seal|proo?ve?f?|parts?\b|_part|nopart|PartRequest|links?\b|\bhead\b|\bwaits\b|unopened", re.IGNORECASE
)


def tracked() -> list[str]:
    """The files that git holds."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout  # noqa: S607 - git of this machine
    return [name for name in listed.split("\0") if (ROOT / name).is_file()]


def part_of(name: str) -> str:
    """The part to which a file belongs, or its kind in APART; "" for data and settings."""
    if MADE.search(name):
        return "made"
    if name.endswith(".md"):
        return "documents"
    return next(part for part, path in PARTS.items() if path.match(name)) if PROGRAM.search(name) else ""


def sizes() -> dict[str, int]:
    """The lines of each part, of all parts together, and of the kinds in APART."""
    lines = Counter[str]()
    for name in tracked():
        lines[part_of(name)] += len((ROOT / name).read_bytes().splitlines())
    parts = {part: lines[part] for part in PARTS}
    return parts | {"all": sum(parts.values()), "throws": sum(of_throws().values())} | {of: lines[of] for of in APART}


def of_throws() -> dict[str, int]:
    """The number of lines that concern verifiable throws, by file."""
    found: dict[str, int] = {}
    for name in tracked():
        is_whole = OF_THROWS.match(name)
        if PROGRAM.search(name) and (is_whole or PLAYING.match(name)):
            text = (ROOT / name).read_text("utf-8")
            knows = not is_whole and KNOWS.search(text)
            lines = [line for line in text.splitlines() if is_whole or (knows and NAMES.search(line))]
            found |= {name: len(lines)} if lines else {}
    return found


def budgets() -> dict[str, int]:
    """The most lines that each part may have."""
    found: dict[str, int] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["ibau"]["size"]
    return found


def table(lines: dict[str, int], allowed: dict[str, int]) -> str:
    """Format a table with one row per part."""
    rows = [f"{count:>9}{allowed.get(part, ''):>9}  {part}" for part, count in lines.items()]
    return "\n".join([f"{'lines':>9}{'budget':>9}  part", *rows, ""])


def main(arguments: list[str]) -> str:
    """Print a table; return what is over its budget, if that is checked."""
    if arguments not in ([], ["check"], ["throws"]):
        return str(__doc__)
    if arguments == ["throws"]:
        lines, allowed = of_throws(), dict[str, int]()
        lines["all"] = sum(lines.values())
    else:
        lines, allowed = sizes(), budgets()
    sys.stdout.write(table(lines, allowed))
    over = [
        f"{part} has {count} lines; its budget is {allowed[part]}."
        for part, count in lines.items()
        if arguments == ["check"] and part not in APART and count > allowed[part]
    ]
    return "\n".join(over)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) or 0)
