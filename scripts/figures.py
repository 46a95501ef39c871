#!/usr/bin/env python
"""Pass on what is read and, once it is complete, put it into docs/benchmarks.md between its marks."""

import re
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "docs/benchmarks.md"
SECTION = re.compile(r"(?<=<!-- bench -->\n).*?(?=<!-- /bench -->)", re.DOTALL)


def main() -> None:
    """Read the figures from standard input."""
    lines: list[str] = []
    for line in sys.stdin:
        sys.stdout.write(line)
        sys.stdout.flush()
        lines.append(line)
    if not any(line.startswith("|") for line in lines):
        sys.exit("No table was measured; docs/benchmarks.md stays as it is.")
    filled, sections = SECTION.subn(lambda _: f"\n{''.join(lines).strip()}\n\n", PAGE.read_text("utf-8"))
    if sections != 1:
        sys.exit(f"{PAGE} has {sections} sections between <!-- bench --> and <!-- /bench -->, not one.")
    PAGE.write_text(filled, "utf-8")


if __name__ == "__main__":
    main()
