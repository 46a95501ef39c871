#!/usr/bin/env python
"""Generate tables of the documentation: commands, messages, words, counts, figures.

    python scripts/docs.py check    # fails unless each page names each of its tables once

A page names a table in a comment, <!-- made of ibau perft -->; scripts/site.py inserts the table there.
"""

import json
import random
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

from ibau.core.completion_rates import Completion, completion_counts
from ibau.core.contract import System
from ibau.core.form import Word
from ibau.games import game, systems
from ibau.language import LANGUAGES, translator_for
from ibau.paper.game_guide import row_of
from ibau.search.calibration import calibration_file
from ibau.terminal.help import VERBATIM, WithSections
from ibau.terminal.main import ibau
from ibau.web.protocol.from_client import FromClient, RoomRequest
from ibau.web.protocol.from_server import FromServer

ROOT = Path(__file__).resolve().parents[1]
MADE = re.compile(r"^<!-- made of (?P<name>[^\n]+) -->$", re.MULTILINE)
SWITCH = re.compile(r"(?<![\w`-])--[a-z]+(?:-[a-z]+)*")

Parts = dict[str, str]  # the tables of a page, by name


# --- Commands --------------------------------------------------------------------------------------------------------


def commands(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    """Yield a command, or those of a group, with their full names."""
    if isinstance(command, click.Group):
        for inner, one in command.commands.items():
            yield from commands(f"{name} {inner}", one)
    else:
        yield name, command


def chapter(name: str, command: click.Command) -> str:
    """The help of a command, as Markdown."""
    with click.Context(command, info_name=name) as context:
        parts = [usage(name, command, context), *paragraphs(command.help or "")]
        for title, rows in command.sections() if isinstance(command, WithSections) else ():
            parts.append(table(title, [(entry, " ".join(texts)) for entry, texts in rows]))
        if rows := options(command, context):
            parts.append(table("Option", rows))
    return "\n\n".join(parts)


def usage(name: str, command: click.Command, context: click.Context) -> str:
    """The usage line: arguments and required options."""
    arguments = [param for param in command.params if isinstance(param, click.Argument)]
    needed = [param for param in command.params if isinstance(param, click.Option) and param.required]
    words = [param.make_metavar(context) for param in arguments]
    words += [f"{param.opts[0]} {param.make_metavar(context)}" for param in needed]
    return f"`{' '.join([name, *words])}`"


def options(command: click.Command, context: click.Context) -> list[tuple[str, str]]:
    """The options with their help texts, without `--help`."""
    given = [param for param in command.params if isinstance(param, click.Option)]
    return [record for param in given if (record := portable_text(param).get_help_record(context))]


def portable_text(option: click.Option) -> click.Option:
    """An option without the limit of `--workers`, which depends on the machine."""
    if option.name != "workers" or not isinstance(option.type, click.IntRange):
        return option
    found, without_end = copy(option), copy(option.type)
    without_end.max, found.type = None, without_end
    return found


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a command's help, without examples."""
    for part in re.split(r"\n\s*\n", text.strip()):
        if not part.startswith(VERBATIM):
            yield options_as_code(" ".join(part.split()))


def table(title: str, rows: list[tuple[str, str]]) -> str:
    """A table of two columns."""
    lines = [f"| {cell(f'`{name}`')} | {cell(options_as_code(text))} |" for name, text in rows]
    return "\n".join([f"| {title} | |", "|---|---|", *lines])


def cell(text: str) -> str:
    """Escape a text for a cell of a table."""
    return text.replace("|", r"\|")


def options_as_code(text: str) -> str:
    """Format options in a text as code."""
    return SWITCH.sub(r"`\g<0>`", text)


# --- Messages --------------------------------------------------------------------------------------------------------


def types() -> dict[str, list[Any]]:
    """The named types of the client, by module."""
    found: dict[str, list[Any]] = {}
    listed: set[Any] = {FromClient, RoomRequest, FromServer}  # unions of the other types
    for module in protocol.MODULES:
        named = [hint for hint in vars(module).values() if is_named(hint) and hint not in listed]
        found[module.__name__.rpartition(".")[2]] = named
        listed.update(named)
    return found


def is_named(hint: Any) -> bool:
    """Whether a value of a module has a name in the client."""
    return isinstance(hint, Hashable) and hint in protocol.NAMES


def type_table(hints: list[Any]) -> str:
    """A table of types: name, fields in TypeScript, and docstring."""
    rows = [(f"{protocol.NAMES[hint]}: {shape(hint)}", meaning(hint)) for hint in hints]
    return table("Type", rows)


def shape(hint: Any) -> str:
    """The fields of an object, or the alternatives of a union."""
    if not isinstance(hint, type):
        return protocol.type_text(hint)
    return f"{{{', '.join(f'{field}: {kind}' for field, kind in protocol.fields(hint))}}}"


def meaning(hint: Any) -> str:
    """The docstring of a class."""
    return " ".join(str(hint.__doc__).split()) if isinstance(hint, type) else ""


# --- Tables in several languages --------------------------------------------------------------------------------------


def rows(cells: Iterable[Iterable[object]]) -> str:
    """The rows of a table in Markdown, without its heads."""
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in cells)


# --- Which game for whom ---------------------------------------------------------------------------------------------


def games_rows(lang: str) -> str:
    """Name, minutes per game, throws, score of the better player, minutes to read the rules, age."""
    titled = ((translator_for(lang)(system.title), row_of(system)) for system in systems().values())
    return rows(
        (title, row.minutes, "✓" if row.luck else "–", row.share, row.reading, row.age or "–")
        for title, row in titled
        if row
    )


def choosing_table() -> str:
    """A table of the games, for choosing one."""
    heads = "| game | minutes | throws | the better player scores | minutes to read the rules | age |"
    return f"{heads}\n|---|---|---|---|---|---|\n{games_rows('en')}"


# --- The glossary ----------------------------------------------------------------------------------------------------


def glossary_rows(lang: str) -> str:
    """A word in one language, where it is used, its translations, and the booklets that use it."""
    others = [other for other in LANGUAGES if other != lang]
    terms = sorted(catalogues.GLOSSARY["term"], key=lambda term: _plain(term[lang]))
    return rows(
        (term[lang], _where(term, lang), *(term[other] for other in others), term.get("source", "")) for term in terms
    )


def _where(term: dict[str, Any], lang: str) -> str:
    """The game or sense of a word; a single text, such as the name of a game, is the same in every language."""
    about: str | dict[str, str] = term.get("about", "")
    return about if isinstance(about, str) else about[lang]


def _plain(word: str) -> str:
    """The sort key of a word: without accents."""
    return "".join(filter(str.isascii, unicodedata.normalize("NFKD", word.casefold())))


def glossary() -> str:
    """The table of the glossary."""
    heads = "| English | where | français | Deutsch | source |"
    return f"{heads}\n|---|---|---|---|---|\n{glossary_rows('en')}"


# --- Words of position texts ------------------------------------------------------------------------------------------

PLIES = 40  # of the game whose position is the example
FEW = 10  # the most choices that are all listed
TYPED = {"number": "a number", "list": "numbers with commas between, or `-`"}


def position_words(system: System) -> str:
    """An example of a position, and the meaning of each of its words."""
    form = system.form
    heads = "| word | meaning | how it is written |\n|---|---|---|\n"
    board = ("board", "the pieces on the squares", form.squares.notation)
    places = {" ": "", ",": ", after a comma"}
    others = ((f"{word.name}{places[word.separator]}", _label(word), _written(word)) for word in form.words)
    return f"`{system.id}`, for example `{_example(system)}`\n\n{heads}{rows((board, *others))}"


def _label(word: Word) -> str:
    """The label of a word, without its capital."""
    return word.label[:1].lower() + word.label[1:]


def _written(word: Word) -> str:
    """The possible values of a word."""
    if not word.choices:
        return TYPED[word.typed]
    if len(word.choices) > FEW:
        none, first, *_, last = word.choices
        return f"`{none[0]}` {none[1]}, or `{first[0]}` to `{last[0]}`"
    return ", ".join(f"`{choice}` {text}" for choice, text in word.choices)


def _example(system: System) -> str:
    """A position of a random game, the same each time."""
    state, generator = game(system.id).initial(), random.Random(1)  # noqa: S311 - an example
    for _ in range(PLIES):
        state = state.after(generator.choice(state.legal))
    return str(state)


# --- How games end ----------------------------------------------------------------------------------------------------


def endings_table(system: System) -> str:
    """The counts of benchmarks.completion for a game."""
    found, readings = completion_counts(system), ((game(preset.id), preset.id) for preset in system.presets)
    presets = {str(system.ruleset_with(named.ruleset.values)): preset for named, preset in readings}
    heads = "| ruleset | games | ended | of these by repetition or without progress | 95 % interval |"
    cells = (_ended(presets.get(name, name), counts) for name, counts in found.rulesets.items())
    return f"{heads}\n|---|---:|---:|---:|---|\n{rows(cells)}\n\nBoth sides played by `{found.player}`."


def _ended(name: str, counts: Completion) -> tuple[object, ...]:
    """The row of a ruleset."""
    low, high = counts.interval
    share = f"{counts.ended / counts.games:.1%}{'' if counts.is_enough else ' **too few**'}"
    return f"`{name}`", counts.games, share, counts.drawn_out, f"{low:.1%} to {high:.1%}"


# --- What a chance is worth -------------------------------------------------------------------------------------------

BINS = ("0 to 20 %", "20 to 40 %", "40 to 60 %", "60 to 80 %", "80 to 100 %")  # those of benchmarks.win_probability


def calibration_table() -> str:
    """A table of the steepness of each game, and of predicted and actual scores."""
    files = [file for system in systems().values() if (file := calibration_file(system)).exists()]
    heads = f"| game | games | steepness | {' | '.join(BINS)} |\n|---|---:|---:|{'---:|' * len(BINS)}"
    return f"{heads}\n{rows(_steepness(json.loads(file.read_text('utf-8'))) for file in files)}"


def _steepness(kept: dict[str, Any]) -> tuple[object, ...]:
    """The row of a game."""
    low, high = kept["interval"]
    bins = (f"{chance} / {scored} ({count})" if count else "" for chance, scored, count in kept["bins"])
    return kept["ruleset"], kept["games"], f"{kept['steepness']:.2f} ({low:.2f} to {high:.2f})", *bins


# --- Measured figures -------------------------------------------------------------------------------------------------

MEASURED = ROOT / "docs/measured"
SPEED = ("speed.tsv", "first-move.tsv", "by-hand.tsv", "in-page.tsv", "two-threads.tsv")


def figures(*files: Path) -> Parts:
    """The tables of files of tab-separated values, by file name."""
    return {path.name: measured_table(path.read_text("utf-8")) for path in files}


def measured_table(text: str) -> str:
    """A table of tab-separated values, whose first line states how they were measured."""
    conditions, heading, *lines = (line.split("\t") for line in text.splitlines())
    heads = f"| {' | '.join(heading)} |\n|---|{'---:|' * (len(heading) - 1)}"
    return f"{conditions[0].removeprefix('# ')}\n\n{heads}\n{rows(lines)}"


# --- Pages -----------------------------------------------------------------------------------------------------------


def page_parts() -> dict[Path, Parts]:
    """The tables of each page, by name."""
    return {
        ROOT / "docs/commands.md": {name: chapter(name, command) for name, command in commands("ibau", ibau)},
        ROOT / "docs/benchmarks.md": figures(*(MEASURED / name for name in SPEED)),
        ROOT / "docs/choosing.md": {"the games": choosing_table()},
        ROOT / "docs/glossary.md": {"locale/glossary.toml": glossary()},
        ROOT / "docs/notation.md": {
            f"the form of {name}": position_words(system) for name, system in systems().items()
        },
        ROOT / "docs/measured/reviews.md": {"calibration.json": calibration_table()},
        ROOT / "docs/measured/levels.md": figures(*(MEASURED / "levels").glob("*.tsv")),
        ROOT / "docs/measured/strength.md": figures(MEASURED / "perfect.tsv"),
        ROOT / "docs/measured/completion.md": {
            f"the games of {name}": endings_table(one) for name, one in systems().items()
        },
        ROOT / "docs/web-protocol.md": {name: type_table(hints) for name, hints in types().items()},
        **{file.with_suffix(".md"): figures(file) for file in (ROOT / "docs/training").glob("*.tsv")},
    }


def pages() -> dict[Path, str]:
    """The pages with their tables."""
    return {page: fill_page(page, named) for page, named in page_parts().items()}


def fill_page(page: Path, named: Parts) -> str:
    """A page with the tables that it names."""
    text = page.read_text("utf-8")
    if sorted(MADE.findall(text)) != sorted(named):
        sys.exit(f"{page.relative_to(ROOT)} should name each of these once, in a comment: {', '.join(named)}")
    return MADE.sub(lambda part: named[part["name"]], text)


if __name__ == "__main__":
    if sys.argv[1:] != ["check"]:
        sys.exit("usage: python scripts/docs.py check")
    pages()
