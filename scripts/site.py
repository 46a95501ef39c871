#!/usr/bin/env python
"""Build the documentation as a site that is read without a network: build/site/index.html.

    python scripts/site.py

The documents keep their places, so that their links lead where they lead in the repository.  Beside them come the rules
of all games in all languages, with the boards drawn.  A warning is an error.
"""

import re
import shutil
import sys
from itertools import product
from pathlib import Path

from sphinx.cmd.build import build_main

import ibau
from ibau.lab.reporting import report
from ibau.language import LANGUAGES
from ibau.paper.diagrams import Diagram, parts
from ibau.paper.drawing import Theme
from ibau.paper.pages import KINDS, Kind, egyptians, page
from ibau.paper.rulings import CODE, DEFINED, MARK, ruling_pages

ROOT = Path(__file__).resolve().parents[1]
FRAME = ROOT / "docs/site"  # the settings, and the first pages
SOURCE = ROOT / "build/site-source"
SITE = ROOT / "build/site"
READINGS = "docs/readings"  # a study, of which the report is made
DOCUMENTS = ("CHANGELOG.md", "CONTRIBUTING.md", "SOURCES.md")

CITED = re.compile(rf"{MARK.pattern}|(?P<cited>{CODE.pattern})")
SHADES: tuple[Theme, ...] = ("light", "dark")
COLUMN = 700  # pixels of a line of text
SQUARE = 56  # pixels at most


def assemble() -> None:
    """Put everything that the site is made of into one folder."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    shutil.copytree(FRAME, SOURCE)
    for copied in ("docs", "examples"):
        shutil.copytree(ROOT / copied, SOURCE / copied, ignore=shutil.ignore_patterns("site", "__pycache__", ".*"))
    for name in DOCUMENTS:
        shutil.copy(ROOT / name, SOURCE)
    report(ROOT / READINGS, SOURCE / READINGS)
    examples = SOURCE / "examples"
    with (examples / "README.md").open("a", encoding="utf-8") as page:
        page.writelines(shown_in_full(path) for path in sorted(examples.glob("*.py")))
    for rulings in (SOURCE / "docs/rulings.md", *(SOURCE / "docs/rulings").iterdir()):
        rulings.write_text(DEFINED.sub(r"- [**\1.**]{#\1} **", rulings.read_text("utf-8")), "utf-8")
    for lang in LANGUAGES:
        folder = SOURCE / "rules" / lang
        (folder / "egypt.md").write_text(egyptians(lang), "utf-8")
        for system, kind in product(ibau.systems(), KINDS):
            (folder / f"{named(system, kind)}.md").write_text(told(system, kind, lang, folder), "utf-8")
        index = folder / "index.md"
        index.write_text(with_contents(index.read_text("utf-8")), "utf-8")


def shown_in_full(program: Path) -> str:
    """A program as a part of the page that lists it."""
    return f"\n## {program.name}\n\n```{{literalinclude}} {program.name}\n```\n"


def with_contents(welcome: str) -> str:
    """The first page of a language, with the list of pages of each kind in the place of its name."""
    for kind in KINDS:
        pages = [named(system, kind) for system in ibau.systems()]
        welcome = welcome.replace(f"{{{kind}}}", "\n".join(["```{toctree}", ":maxdepth: 1", "", *pages, "```"]))
    return welcome


def named(system: str, kind: Kind) -> str:
    """What the page on a game is called."""
    return system if kind == "rules" else f"{system}-{kind}"


# --- Rules -----------------------------------------------------------------------------------------------------------


def told(system: str, kind: Kind, lang: str, folder: Path) -> str:
    """A page on a game, which cites the rulings; its drawings are put into the folder."""
    return "\n".join(
        drawn(part, f"{named(system, kind)}-{n}", lang, folder) if isinstance(part, Diagram) else CITED.sub(cited, part)
        for n, part in enumerate(parts(page(ibau.systems()[system].usual.id, lang, kind)))
    )


def cited(found: re.Match[str]) -> str:
    """The number of a ruling, or the mark of a sentence that follows it, as a link to it."""
    code = found["cited"] or found["code"]
    if code not in ruling_pages():
        return found[0]
    page = "/".join(filter(None, ("rulings", ruling_pages()[code])))
    return f"[{found['sign'] or code}](../../docs/{page}.md#{code.lower()})"


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
