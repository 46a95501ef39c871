#!/usr/bin/env python
"""Build the documentation as a site that works offline: build/site/index.html.

    python scripts/site.py

On a web server its boards can be played on: they are embedded from the page without a server, in the folder `play`.

The documents keep their paths, so that their links work as in the repository.  The rules of all games in all languages
are added, with drawings of boards.  A warning is an error.
"""

import re
import runpy
import shutil
import sys
import tomllib
from html import escape
from itertools import product
from pathlib import Path
from urllib.parse import quote

import kits
from sphinx.cmd.build import build_main

import docs
import ibau
from ibau.core.game import State
from ibau.core.ruling import CODE, DEFINED, MARK, ruling_pages
from ibau.lab.reporting import report
from ibau.language import LANGUAGES, translator_for
from ibau.paper.diagrams import Diagram, parts
from ibau.paper.drawing import Theme
from ibau.paper.rules_pages import KINDS, Kind, egyptian_play_page, page

ROOT = Path(__file__).resolve().parents[1]
FRAME = ROOT / "docs/site"  # settings and front pages
SOURCE = ROOT / "build/site-source"
SITE = ROOT / "build/site"
PLAY = SITE / "play"  # the page without a server, which runs the boards of the others
READINGS = "docs/readings"  # the results of a study, for the report
DOCUMENTS = ("CHANGELOG.md", "CONTRIBUTING.md", "SOURCES.md")

CITED = re.compile(rf"{MARK.pattern}|(?P<cited>{CODE.pattern})")
SHADES: tuple[Theme, ...] = ("light", "dark")
WITH_BOARDS = ("tutorial", "how-to/player", "how-to/tournament", "how-to/variant")  # documents with boards
HIDDEN = re.compile(r"^<!-- board\n(.*?)^-->$", re.DOTALL | re.MULTILINE)  # next to a board drawn with letters
COLUMN = 700  # the width of text, in pixels
SQUARE = 56  # the largest width of a square, in pixels


def assemble() -> None:
    """Assemble the sources of the site in one folder."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    shutil.copytree(FRAME, SOURCE)
    for copied in ("docs", "examples"):
        shutil.copytree(ROOT / copied, SOURCE / copied, ignore=shutil.ignore_patterns("site", "__pycache__", ".*"))
    for name in DOCUMENTS:
        shutil.copy(ROOT / name, SOURCE)
    for path, text in docs.pages().items():
        (SOURCE / path.relative_to(ROOT)).write_text(text, "utf-8")
    shutil.copy(ROOT / "client/public/favicon.svg", SOURCE / "static")
    report(ROOT / READINGS, SOURCE / READINGS)
    examples = SOURCE / "examples"
    with (examples / "README.md").open("a", encoding="utf-8") as page:
        page.writelines(shown_in_full(path) for path in sorted(examples.glob("*.py")))
    for name, words in tomllib.loads((FRAME / "search.toml").read_text("utf-8")).items():
        found = SOURCE / f"{name}.md"
        found.write_text(with_search_words(found.read_text("utf-8"), words), "utf-8")
    for name in WITH_BOARDS:
        document = SOURCE / f"docs/{name}.md"
        document.write_text(with_boards(HIDDEN.sub(r"```board\n\1```", document.read_text("utf-8"))), "utf-8")
    for rulings in (SOURCE / "docs/rulings.md", *(SOURCE / "docs/rulings").iterdir()):
        rulings.write_text(DEFINED.sub(r"- [**\1.**]{#\1} **", rulings.read_text("utf-8")), "utf-8")
    for lang in LANGUAGES:
        folder = SOURCE / "rules" / lang
        (folder / "egypt.md").write_text(egyptian_play_page(lang), "utf-8")
        for system, kind in product(ibau.systems(), KINDS):
            (folder / f"{game_page_name(system, kind)}.md").write_text(game_page(system, kind, lang, folder), "utf-8")
        for document in (FRAME / "rules" / lang).iterdir():
            text = with_tables(with_contents(document.read_text("utf-8")), lang)
            (folder / document.name).write_text(text, "utf-8")
    kits.write(SOURCE / "kits", paper="A4", url="")


def with_boards(text: str) -> str:
    """A document with its descriptions of boards replaced by drawings."""
    folder = SOURCE / "docs"
    return "".join(
        diagram_markdown(part, f"board-{n}", "en", folder) if isinstance(part, Diagram) else part
        for n, part in enumerate(parts(text))
    )


def with_search_words(text: str, words: str) -> str:
    """A document with invisible search words after its title."""
    title, _, rest = text.partition("\n")
    entries = ", ".join(f"!{word}" for word in words.split(", "))  # "!" makes the search list it first
    return f"{title}\n\n```{{index}} {entries}\n```\n{rest}"


def shown_in_full(program: Path) -> str:
    """A section with the source of a program."""
    return f"\n## {program.name}\n\n```{{literalinclude}} {program.name}\n```\n"


def with_contents(welcome: str) -> str:
    """The front page of a language, with the name of each kind replaced by the list of its pages."""
    for kind in KINDS:
        pages = [game_page_name(system, kind) for system in ibau.systems()]
        welcome = welcome.replace(f"{{{kind}}}", "\n".join(["```{toctree}", ":maxdepth: 1", "", *pages, "```"]))
    return welcome


def with_tables(text: str, lang: str) -> str:
    """A page of a language, with the names of tables replaced by their rows."""
    tables = {"games": docs.games_rows, "words": docs.glossary_rows, "sheets": sheets}
    for name, rows in tables.items():
        text = text.replace(f"{{{name}}}", rows(lang))
    return text


def sheets(lang: str) -> str:
    """The rows of files to print: for each game a teacher's sheet, the game itself, and a label."""
    parts = ("-teacher", "", "-label")
    return docs.rows(
        (
            f"[{translator_for(lang)(known.title)}]({system}.md)",
            *(f"[PDF](../../kits/{system}{part}-{lang}.pdf)" for part in parts),
        )
        for system, known in ibau.systems().items()
    )


def game_page_name(system: str, kind: Kind) -> str:
    """The name of a page on a game."""
    return system if kind == "rules" else f"{system}-{kind}"


# --- Rules -----------------------------------------------------------------------------------------------------------


def game_page(system: str, kind: Kind, lang: str, folder: Path) -> str:
    """A page on a game, with links to rulings; its drawings are written to the folder."""
    return "\n".join(
        diagram_markdown(part, f"{game_page_name(system, kind)}-{n}", lang, folder)
        if isinstance(part, Diagram)
        else CITED.sub(ruling_link, part)
        for n, part in enumerate(parts(page(ibau.systems()[system].default_preset.id, lang, kind)))
    )


def ruling_link(found: re.Match[str]) -> str:
    """A link to a ruling, from its number or from the mark of a sentence."""
    code = found["cited"] or found["code"]
    if code not in ruling_pages():
        return found[0]
    page = "/".join(filter(None, ("rulings", ruling_pages()[code])))
    return f"[{found['sign'] or code}](../../docs/{page}.md#{code.lower()})"


def diagram_markdown(diagram: Diagram, name: str, lang: str, folder: Path) -> str:
    """A drawing in Markdown, for light and for dark pages, with a button that replaces it by a playable board."""
    line = diagram.line
    travels = line.last.travels if line.plies else ()
    width = min(COLUMN, SQUARE * diagram.state.game.board.width)
    for theme in SHADES:
        picture = ibau.svg.board(line.state, travels, theme=theme, width=width, lang=lang, trays=False)
        picture.save(folder / f"{name}-{theme}.svg")
    shown = "".join(f"![{diagram.caption}]({name}-{theme}.svg){{.only-{theme}}}" for theme in SHADES)
    caption = f"\n*{diagram.caption}*\n" if diagram.caption else ""
    return f'\n<div class="drawn">\n\n{shown}\n\n{button(line.state, lang)}\n</div>\n{caption}'


def button(state: State, lang: str) -> str:
    """The button of a drawing, hidden until the page finds that boards can run; "" after the end of a game."""
    if state.result:
        return ""
    translate = translator_for(lang)
    address = (
        f"#/embed/position/{quote(str(state.game.ruleset), safe='')}?position={quote(str(state), safe='')}&lang={lang}"
    )
    data = {"address": address, "title": translate(state.game.system.title), "end": translate("Close")}
    attributes = "".join(f' data-{name}="{escape(text)}"' for name, text in data.items())
    label = escape(translate("Play on from here"))
    return f'<p><button type="button" class="live" hidden{attributes}>{label}</button></p>'


# --- The texts of the theme ------------------------------------------------------------------------------------------

FRAME_TEXTS = {  # English on every page
    "de": {
        "Skip to content": "Zum Inhalt springen",
        "Contents": "Inhalt",
        "Menu": "Menü",
        "Expand": "Ausklappen",
        "Search": "Suchen",
        "Next": "Weiter",
        "Previous": "Zurück",
        "Back to top": "Nach oben",
        "On this page": "Auf dieser Seite",
        "Made with": "Erstellt mit",
        "Light mode": "Hell",
        "Dark mode": "Dunkel",
        "Auto light/dark, in light mode": "Wie das Gerät: hell",
        "Auto light/dark, in dark mode": "Wie das Gerät: dunkel",
        "Toggle Light / Dark / Auto color theme": "Zwischen hell, dunkel und wie das Gerät wechseln",
        "Toggle site navigation sidebar": "Liste der Seiten ein- oder ausblenden",
        "Toggle table of contents sidebar": "Inhalt der Seite ein- oder ausblenden",
        "Toggle navigation of": "Ein- oder ausblenden:",
    },
    "fr": {
        "Skip to content": "Aller au contenu",
        "Contents": "Sommaire",
        "Menu": "Menu",
        "Expand": "Déplier",
        "Search": "Rechercher",
        "Next": "Suivant",
        "Previous": "Précédent",
        "Back to top": "Haut de page",
        "On this page": "Sur cette page",
        "Made with": "Réalisé avec",
        "Light mode": "Clair",
        "Dark mode": "Sombre",
        "Auto light/dark, in light mode": "Comme l’appareil\u00a0: clair",
        "Auto light/dark, in dark mode": "Comme l’appareil\u00a0: sombre",
        "Toggle Light / Dark / Auto color theme": "Passer du clair au sombre ou aux couleurs de l’appareil",
        "Toggle site navigation sidebar": "Afficher ou masquer la liste des pages",
        "Toggle table of contents sidebar": "Afficher ou masquer le sommaire de la page",
        "Toggle navigation of": "Afficher ou masquer\u00a0:",
    },
}
ARTICLE = re.compile(r"(<article.*</article>)", re.DOTALL)


def translate_frames() -> None:
    """Translate the theme's texts on pages of a language.  Raises ValueError for texts that the theme no longer has."""
    for lang, words in FRAME_TEXTS.items():
        missing = set(words)
        for path in (SITE / "rules" / lang).glob("*.html"):
            html = path.read_text("utf-8")
            missing -= {text for text in words if frame_text(text).search(html)}
            path.write_text(with_frame(html, lang), "utf-8")
        if missing:
            raise ValueError(f"The theme no longer has {sorted(missing)}: see FRAME_TEXTS.")


def with_frame(html: str, lang: str) -> str:
    """A page with the theme's texts translated into the language of its article."""
    before, article, after = ARTICLE.split(html)
    for text, translation in FRAME_TEXTS[lang].items():
        before, after = (frame_text(text).sub(rf"\g<1>{translation}", part) for part in (before, after))
    return before.replace(' lang="en"', f' lang="{lang}"', 1) + article + after


def frame_text(text: str) -> re.Pattern[str]:
    """A pattern for a text that is the whole content of an element or attribute, except for a name after it."""
    return re.compile(rf'([>"]\s*){re.escape(text)}(?=\s*[<"]| \w+")')


def main() -> int:
    """Build the site; warnings are errors."""
    assemble()
    failed = build_main(["-q", "-W", "--keep-going", "-E", "-b", "html", str(SOURCE), str(SITE)])
    if not failed:
        translate_frames()
        runpy.run_path(str(ROOT / "scripts/pocket.py"))["make"](PLAY)
    return failed


if __name__ == "__main__":
    sys.exit(main())
