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

# Throws that can be checked: whole files, and in the others that know of them the lines that name something of theirs.
OF_THROWS = re.compile(
    r"src/ibau/throws/|src/ibau/web/hosted/throws\.py|src/ibau/terminal/commands/verify\.py|tests/throws/"
    r"|tests/terminal/test_verify\.py|tests/web/test_throws\.py|tests/browser/test_fairness\.py|client/src/fairness/"
    r"|client/src/game/CheckSheet\.svelte|client/tests/(?:fairness|verifier)"
)
PLAYING = re.compile(r"src/ibau/web/|tests/(?:web|browser)/|client/(?!src/protocol\.ts)")  # where the others are
KNOWS = re.compile(r"\b(?:un)?seal|[pP]roof|No?[pP]art", re.IGNORECASE)
NAMES = re.compile(
    r"(?:un)?seal|proo?ve?f?|parts?\b|_part|nopart|PartRequest|links?\b|\bhead\b|\bwaits\b|unopened", re.IGNORECASE
)


def of_throws() -> dict[str, int]:
    """The lines that know of throws that can be checked, by file."""
    found: dict[str, int] = {}
    for name in tracked():
        path = ROOT / name
        is_whole = OF_THROWS.match(name)
        if path.suffix in WRITTEN and path.is_file() and (is_whole or PLAYING.match(name)):
            text = path.read_text("utf-8")
            lines = [line for line in text.splitlines() if is_whole or (KNOWS.search(text) and NAMES.search(line))]
            found |= {name: len(lines)} if lines else {}
    return found


def tracked() -> list[str]:
    """The files that git holds."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout  # noqa: S607 - git of this machine
    return listed.split("\0")[:-1]


def sizes() -> dict[str, tuple[int, int]]:
    """The files of each part that git holds, and their lines."""
    files, lines = Counter[str](), Counter[str]()
    for name in tracked():
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
    if arguments not in ([], ["check"], ["throws"]):
        sys.exit(str(__doc__))
    if arguments == ["throws"]:
        counts = of_throws()
        sys.stdout.writelines(
            f"{lines:>6}  {name}\n" for name, lines in {**counts, "all": sum(counts.values())}.items()
        )
        return 0
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
