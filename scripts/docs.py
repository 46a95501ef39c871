#!/usr/bin/env python
"""What is said elsewhere, in the documentation: commands, what browser and server say to each other, the glossary.

    python scripts/docs.py write    # after commands, the glossary, or what scripts/protocol.py reads changed
    python scripts/docs.py check    # fails if that was forgotten

A page holds it between two comments, of which the first names what is there; all else on a page is written by hand:

    <!-- made of ibau perft -->
    ...
    <!-- made -->
"""

import re
import sys
import unicodedata
from collections.abc import Hashable, Iterable, Iterator
from copy import copy
from pathlib import Path
from typing import Any

import catalogues
import click
import protocol

from ibau.games import systems
from ibau.language import LANGUAGES, translator
from ibau.paper.choosing import row_of
from ibau.terminal.help import AS_IT_IS, WithSections, spoken
from ibau.terminal.main import ibau
from ibau.web.protocol.from_client import FromClient, RoomRequest
from ibau.web.protocol.from_server import FromServer

ROOT = Path(__file__).resolve().parents[1]
MADE = re.compile(
    r"(?<=^<!-- made of )(?P<name>[^\n]+)(?P<between> -->\n).*?(?=^<!-- made -->$)", re.MULTILINE | re.DOTALL
)
SWITCH = re.compile(r"(?<![\w`-])--[a-z]+(?:-[a-z]+)*")

Parts = dict[str, str]  # what a page is made of, by name


# --- Commands --------------------------------------------------------------------------------------------------------


def commands(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    """All that can be typed: a command, or those of a group."""
    if isinstance(command, click.Group):
        for inner, one in command.commands.items():
            yield from commands(f"{name} {inner}", one)
    else:
        yield name, command


def chapter(name: str, command: click.Command) -> str:
    """What `--help` says of a command, as Markdown."""
    with spoken("en"), click.Context(command, info_name=name) as context:
        said = [usage(name, command, context), *paragraphs(command.help or "")]
        for title, rows in command.sections() if isinstance(command, WithSections) else ():
            said.append(table(title, [(one, " ".join(told)) for one, told in rows]))
        if rows := options(command, context):
            said.append(table("Option", rows))
    return "".join(f"\n{part}\n" for part in said) + "\n"


def usage(name: str, command: click.Command, context: click.Context) -> str:
    """The line to type: arguments, and the options that must be there."""
    arguments = [param for param in command.params if isinstance(param, click.Argument)]
    needed = [param for param in command.params if isinstance(param, click.Option) and param.required]
    words = [param.make_metavar(context) for param in arguments]
    words += [f"{param.opts[0]} {param.make_metavar(context)}" for param in needed]
    return f"`{' '.join([name, *words])}`"


def options(command: click.Command, context: click.Context) -> list[tuple[str, str]]:
    """The options and what they mean; every command has `--help`."""
    given = [param for param in command.params if isinstance(param, click.Option)]
    return [record for param in given if (record := anywhere(param).get_help_record(context))]


def anywhere(option: click.Option) -> click.Option:
    """An option as it is on any machine: how many processes there may be depends on its cores."""
    if option.name != "workers" or not isinstance(option.type, click.IntRange):
        return option
    found, without_end = copy(option), copy(option.type)
    without_end.max, found.type = None, without_end
    return found


def paragraphs(text: str) -> Iterator[str]:
    """What a command says of itself, but for its examples."""
    for part in re.split(r"\n\s*\n", text.strip()):
        if not part.startswith(AS_IT_IS):
            yield marked(" ".join(part.split()))


def table(title: str, rows: list[tuple[str, str]]) -> str:
    """A table of two columns."""
    lines = [f"| {cell(f'`{name}`')} | {cell(marked(text))} |" for name, text in rows]
    return "\n".join([f"| {title} | |", "|---|---|", *lines])


def cell(text: str) -> str:
    """Without what would end a cell of a table."""
    return text.replace("|", r"\|")


def marked(text: str) -> str:
    """Options in a sentence are code."""
    return SWITCH.sub(r"`\g<0>`", text)


# --- Messages --------------------------------------------------------------------------------------------------------


def types() -> dict[str, list[Any]]:
    """What has a name in the client, by its module."""
    found: dict[str, list[Any]] = {}
    told: set[Any] = {FromClient, RoomRequest, FromServer}  # which are all that their tables hold
    for module in protocol.MODULES:
        named = [hint for hint in vars(module).values() if is_named(hint) and hint not in told]
        found[module.__name__.rpartition(".")[2]] = named
        told.update(named)
    return found


def is_named(hint: Any) -> bool:
    """Has a value of a module a name in the client?"""
    return isinstance(hint, Hashable) and hint in protocol.NAMES


def described(hints: list[Any]) -> str:
    """A table of types: the name, the fields as TypeScript has them, and what it is."""
    rows = [(f"{protocol.NAMES[hint]}: {shape(hint)}", meaning(hint)) for hint in hints]
    return f"\n{table('Type', rows)}\n\n"


def shape(hint: Any) -> str:
    """The fields of an object, or what else there is to choose from."""
    if not isinstance(hint, type):
        return protocol.spelled(hint)
    return f"{{{', '.join(f'{field}: {kind}' for field, kind in protocol.fields(hint))}}}"


def meaning(hint: Any) -> str:
    """What a class says of itself."""
    return " ".join(str(hint.__doc__).split()) if isinstance(hint, type) else ""


# --- Tables in several languages --------------------------------------------------------------------------------------


def rows(cells: Iterable[Iterable[object]]) -> str:
    """The rows of a table in Markdown, without its heads."""
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in cells)


# --- Which game for whom ---------------------------------------------------------------------------------------------


def games_said(lang: str) -> str:
    """Name, minutes of a game, throws, what the better player scores, minutes to read the rules, age."""
    told = ((translator(lang)(system.title), row_of(system)) for system in systems().values())
    return rows(
        (title, row.minutes, "✓" if row.luck else "–", row.share, row.reading, row.age or "–")
        for title, row in told
        if row
    )


def choosing() -> str:
    """A table of the games, by what there is to choose by."""
    heads = "| game | minutes | throws | the better player scores | minutes to read the rules | age |"
    return f"\n{heads}\n|---|---|---|---|---|---|\n{games_said('en')}\n\n"


# --- The glossary ----------------------------------------------------------------------------------------------------


def words_said(lang: str) -> str:
    """A word in one language, where it occurs, the words of the other languages, and the booklets that have them."""
    others = [other for other in LANGUAGES if other != lang]
    terms = sorted(catalogues.GLOSSARY["term"], key=lambda term: _plain(term[lang]))
    return rows(
        (term[lang], _where(term, lang), *(term[other] for other in others), term.get("source", "")) for term in terms
    )


def _where(term: dict[str, Any], lang: str) -> str:
    """In which game or sense a word is meant: the name of a game is the same in every language."""
    about: str | dict[str, str] = term.get("about", "")
    return about if isinstance(about, str) else about[lang]


def _plain(word: str) -> str:
    """A word as dictionaries put it in order: without accents."""
    return "".join(filter(str.isascii, unicodedata.normalize("NFKD", word.casefold())))


def glossary() -> str:
    """A table of its words."""
    heads = "| English | where | français | Deutsch | source |"
    return f"\n{heads}\n|---|---|---|---|---|\n{words_said('en')}\n\n"


# --- Pages -----------------------------------------------------------------------------------------------------------


def parts() -> dict[Path, Parts]:
    """What each page holds, by its name there."""
    return {
        ROOT / "docs/commands.md": {name: chapter(name, command) for name, command in commands("ibau", ibau)},
        ROOT / "docs/choosing.md": {"the games": choosing()},
        ROOT / "docs/glossary.md": {"locale/glossary.toml": glossary()},
        ROOT / "docs/web-protocol.md": {name: described(hints) for name, hints in types().items()},
    }


def pages() -> dict[Path, str]:
    """The pages, with all that is made again."""
    return {page: made(page, named) for page, named in parts().items()}


def made(page: Path, named: Parts) -> str:
    """A page in which each part occurs once, between what is written by hand."""
    text = page.read_text("utf-8")
    found = [part["name"] for part in MADE.finditer(text)]
    if wrong := {*named} ^ {*found} or {name for name in found if found.count(name) > 1}:
        sys.exit(f"{page.relative_to(ROOT)} should hold each part once, between comments: {', '.join(sorted(wrong))}")
    return MADE.sub(lambda part: f"{part['name']}{part['between']}{named[part['name']]}", text)


def write() -> None:
    """Write the pages."""
    for page, text in pages().items():
        page.write_text(text, "utf-8")


def check() -> None:
    """Fail with every page that is not what would be written."""
    if stale := [str(page.relative_to(ROOT)) for page, text in pages().items() if page.read_text("utf-8") != text]:
        sys.exit(f"stale: {', '.join(stale)}; run: python scripts/docs.py write")


COMMANDS = {"write": write, "check": check}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in COMMANDS:
        sys.exit(f"usage: python scripts/docs.py {{{'|'.join(COMMANDS)}}}")
    COMMANDS[sys.argv[1]]()
