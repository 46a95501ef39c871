#!/usr/bin/env python
"""How many lines each part has, beside its budget in pyproject.toml.

python scripts/size.py          # print the table
python scripts/size.py check    # and fail where a part is over: raise its budget in a commit that says why, or delete
python scripts/size.py throws   # print which lines know of throws that can be checked, file by file
"""

import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PARTS = {  # by how a path begins; the first that fits
    "src/ibau/games/": "games",
    "src/ibau/web/": "web",
    "src/ibau/lab/": "lab",
    "src/ibau/": "product",
    "client/": "client",
    "tests/": "tests",
    "benchmarks/": "benchmarks",
    "docs/": "docs",
    "scripts/": "scripts",
}
WRITTEN = {".py", ".pyi", ".svelte", ".ts", ".css", ".mjs", ".html", ".md", ".typ", ""}  # endings of what people write

# Throws that can be checked: whole files, and elsewhere the lines that name something of them.
OF_THROWS = ("src/ibau/throws/", "src/ibau/web/hosted/throws.py", "src/ibau/terminal/commands/verify.py",
             "client/src/fairness/", "client/tests/fairness", "tests/throws/", "tests/terminal/test_verify.py",
             "tests/web/test_throws.py", "tests/browser/test_fairness.py")  # fmt: skip
READING = ("src/ibau/web/", "client/", "tests/web/", "tests/browser/")  # where else they may be named
NAMING = re.compile(
    r"\b(?:un)?seal(?:s|ed|ing)?\b|seal_of|\b[Uu]nsealed\b|\bSealed\b|\bOpened\b|\b(?:No)?Part(?:Request)?\b|\bnopart\b|\bparts?\b|PARTS?\b"
    r"|\b[Pp]roof(?:s|_view|View)?\b|\bproved\b|\bthrows\.(?:proof|link|tags|adds|awaited|heard|drawn|chain)\b|\badds\b|\bwaits\b|\bunopened\b|\bhead\b"
    r"|\blink\b.*\bthrow|\bthrow.*\blinks?\b"
)


def sizes() -> dict[str, tuple[int, int]]:
    """The files of each part that git holds, and their lines."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout  # noqa: S607 - git of this machine
    files, lines = Counter[str](), Counter[str]()
    for name in listed.split("\0"):
        part = next((part for beginning, part in PARTS.items() if name.startswith(beginning)), "")
        path = ROOT / name
        if part and path.suffix in WRITTEN and path.is_file():
            files[part] += 1
            lines[part] += len(path.read_bytes().splitlines())
    return {part: (files[part], lines[part]) for part in dict.fromkeys(PARTS.values()) if part}


def budgets() -> dict[str, int]:
    """The most lines that each part may have."""
    found: dict[str, int] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["ibau"]["size"]
    return found


def main(arguments: list[str]) -> int:
    """Print the table.  Returns 1 where a part is over its budget and that is to be checked."""
    if arguments not in ([], ["check"]):
        sys.exit(str(__doc__))
    allowed, over = budgets(), list[str]()
    table = [f"{'part':<12}{'files':>7}{'lines':>9}{'budget':>9}"]
    for part, (files, lines) in sizes().items():
        table.append(f"{part:<12}{files:>7}{lines:>9}{allowed[part]:>9}")
        if lines > allowed[part]:
            over.append(f"{part} has {lines} lines; its budget in pyproject.toml is {allowed[part]}.")
    sys.stdout.write("\n".join([*table, *over, ""]))
    return 1 if over and arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
