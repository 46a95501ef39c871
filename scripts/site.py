#!/usr/bin/env python
"""Build the documentation as a site that is read without a network: build/site/index.html.

    python scripts/site.py

The documents keep their places, so that their links lead where they lead in the repository.  Beside them come the rules
of all games in all languages, with the boards drawn.  A warning is an error.
"""

import re
import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import build_main

import ibau
from ibau.language import LANGUAGES, NAMES
from ibau.paper.diagrams import Diagram, parts
from ibau.paper.drawing import Theme
from ibau.paper.pages import page
from ibau.paper.rulings import CODE, ruling_codes

ROOT = Path(__file__).resolve().parents[1]
FRAME = ROOT / "docs/site"  # the settings, and the first page
SOURCE = ROOT / "build/site-source"
SITE = ROOT / "build/site"
DOCUMENTS = ("CHANGELOG.md", "CONTRIBUTING.md", "SOURCES.md")

DEFINED = re.compile(rf"^- \*\*({CODE.pattern})\. ", re.MULTILINE)
SHADES: tuple[Theme, ...] = ("light", "dark")
COLUMN = 700  # pixels of a line of text
SQUARE = 56  # pixels at most


def assemble() -> None:
    """Put everything that the site is made of into one folder."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    shutil.copytree(FRAME, SOURCE)
    for told in ("docs", "examples"):
        shutil.copytree(ROOT / told, SOURCE / told, ignore=shutil.ignore_patterns("site", "__pycache__", ".*"))
    for name in DOCUMENTS:
        shutil.copy(ROOT / name, SOURCE)
    examples = SOURCE / "examples"
    with (examples / "README.md").open("a", encoding="utf-8") as page:
        page.writelines(shown_in_full(path) for path in sorted(examples.glob("*.py")))
    rulings = SOURCE / "docs/rulings.md"
    rulings.write_text(DEFINED.sub(r"- [**\1.**]{#\1} **", rulings.read_text("utf-8")), "utf-8")
    for lang in LANGUAGES:
        folder = SOURCE / "rules" / lang
        folder.mkdir(parents=True)
        for system in ibau.systems():
            (folder / f"{system}.md").write_text(rules(system, lang, folder), "utf-8")
        (folder / "index.md").write_text(contents(lang), "utf-8")


def shown_in_full(program: Path) -> str:
    """A program as a part of the page that lists it."""
    return f"\n## {program.name}\n\n```{{literalinclude}} {program.name}\n```\n"


def contents(lang: str) -> str:
    """The list of the rules pages of a language."""
    return "\n".join([f"# {NAMES[lang]}", "", "```{toctree}", *ibau.systems(), "```", ""])


# --- Rules -----------------------------------------------------------------------------------------------------------


def rules(system: str, lang: str, folder: Path) -> str:
    """The rules page of a game, which cites the rulings; its drawings are put into the folder."""
    return "\n".join(
        drawn(part, f"{system}-{n}", lang, folder) if isinstance(part, Diagram) else CODE.sub(cited, part)
        for n, part in enumerate(parts(page(system, lang)))
    )


def cited(code: re.Match[str]) -> str:
    """The number of a ruling as a link to it."""
    return f"[{code[0]}](../../docs/rulings.md#{code[0].lower()})" if code[0] in ruling_codes() else code[0]


def drawn(diagram: Diagram, name: str, lang: str, folder: Path) -> str:
    """A drawing in Markdown, for light and for dark pages."""
    line = diagram.line
    travels = line.last.travels if line.plies else ()
    width = min(COLUMN, SQUARE * diagram.state.game.board.width)
    for theme in SHADES:
        picture = ibau.svg.board(line.state, travels, theme=theme, width=width, lang=lang, trays=False)
        picture.save(folder / f"{name}-{theme}.svg")
    shown = "".join(f"![{diagram.caption}]({name}-{theme}.svg){{.only-{theme}}}" for theme in SHADES)
    return f"\n{shown}\n\n*{diagram.caption}*\n" if diagram.caption else f"\n{shown}\n"


def main() -> int:
    """Build the site; anything that is doubtful fails."""
    assemble()
    return build_main(["-q", "-W", "--keep-going", "-E", "-b", "html", str(SOURCE), str(SITE)])


if __name__ == "__main__":
    sys.exit(main())
