#!/usr/bin/env python
"""Pass on what is read and, once it is complete, put it into the README between the marks of its figures."""

import re
import sys
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"
SECTION = re.compile(r"(?<=<!-- bench -->\n).*?(?=<!-- /bench -->)", re.DOTALL)


def main() -> None:
    """Read the figures from standard input."""
    lines: list[str] = []
    for line in sys.stdin:
        sys.stdout.write(line)
        sys.stdout.flush()
        lines.append(line)
    if not any(line.startswith("|") for line in lines):
        sys.exit("No table was measured; the README stays as it is.")
    filled, sections = SECTION.subn(lambda _: f"\n{''.join(lines).strip()}\n\n", README.read_text("utf-8"))
    if sections != 1:
        sys.exit(f"{README} has {sections} sections between <!-- bench --> and <!-- /bench -->, not one.")
    README.write_text(filled, "utf-8")


if __name__ == "__main__":
    main()
