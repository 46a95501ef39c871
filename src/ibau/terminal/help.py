"""What the commands say of themselves, in the language that is wanted.

Their texts are written where the commands are, in English, and are in the catalogues like all others.  What click
says comes from them too, and why the system refuses a file: gettext is asked.
"""

import gettext
import os
import re
import shutil
from collections.abc import Container, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Any

import click

from ibau.core.phrase import N_, Translate
from ibau.language import COMPILED, DOMAIN, LANGUAGES, SOURCE
from ibau.machine.host import language

WORD = re.compile(r"[A-Z]{3,}")  # of what stands for an argument, such as RULESET
AS_IT_IS = "\b\n"  # what click leaves alone begins with it

OF_CLICK = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("Error: {message}"),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing parameter"),
    N_("Missing command."),
    N_("No such option {name!r}."),
    N_("Try '{command} {option}' for help."),
    N_("Option {name!r} does not take a value."),
    N_("{name} {filename!r} does not exist."),
    N_("{name} {filename!r} is a directory."),
    N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is not readable."),
    N_("{name} {filename!r} is not writable."),
    N_("Could not open file {filename!r}: {message}"),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("default: {default}"),
    N_("required"),
    N_("Show this message and exit."),
)
OF_THE_SYSTEM = (
    N_("No such file or directory"),
    N_("Permission denied"),
    N_("Is a directory"),
    N_("Not a directory"),
    N_("No space left on device"),
    N_("File name too long"),
    N_("Address already in use"),
    N_("Cannot assign requested address"),
    N_("Name or service not known"),
)
NO_FOLDER = N_("There is no folder {folder}; create it first, or name another.")


def wanted_language(arguments: Sequence[str]) -> str:
    """The language that is asked for by --lang, else that of the environment."""
    named = re.search(r"(?:^|\0)--lang[=\0](\w\w)", "\0".join(arguments))
    return named[1] if named and named[1] in LANGUAGES else usual_language()


@contextmanager
def spoken(lang: str) -> Generator[None]:
    """Within the block gettext speaks a language, and so does everything that is not told another one."""
    before = os.environ.get("LANGUAGE", "")
    gettext.bindtextdomain(DOMAIN, str(COMPILED))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = lang  # which gettext goes by
    try:
        yield
    finally:
        os.environ["LANGUAGE"] = before


def usual_language() -> str:
    """The language of the environment, or of the system, where it is offered, else English."""
    variables = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    named = next((os.environ[name] for name in variables if os.environ.get(name)), "") or language()
    return named[:2] if named[:2] in LANGUAGES else SOURCE


Rows = Sequence[tuple[str, Sequence[str]]]  # a name, and sentences on what it means


class Formatter(click.HelpFormatter):
    """Sets the colon of a title as its language does, and is no wider than the terminal, where click takes 50."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.width = min(self.width, shutil.get_terminal_size().columns)

    def write_heading(self, heading: str) -> None:
        self.write(" " * self.current_indent + gettext.gettext(N_("{title}:")).format(title=heading) + "\n")


class Context(click.Context):
    """What a command runs in."""

    formatter_class = Formatter


class WithSections(click.Command):
    """A command whose help lists more than its options."""

    def sections(self) -> Iterator[tuple[str, Rows]]:
        """Titles and what is below them, in English."""
        raise NotImplementedError

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        say = gettext.gettext
        super().format_help_text(ctx, formatter)
        for title, rows in self.sections():
            with formatter.section(say(title)):
                formatter.write_dl([(name, " ".join(map(say, sentences))) for name, sentences in rows])


# --- Commands --------------------------------------------------------------------------------------------------------


def texts(command: click.Command, leave_out: Container[str] = ()) -> Iterator[str]:
    """Every text that a command and those in it say of themselves, but for those whose names are left out."""
    said: dict[str, str] = {}

    def note(text: str) -> str:
        return said.setdefault(text, text)

    for one in commands_in(command, leave_out):
        told(one, note)
        for title, rows in one.sections() if isinstance(one, WithSections) else ():
            said |= {text: text for text in (title, *(sentence for _, sentences in rows for sentence in sentences))}
    return iter(said)


def commands_in(command: click.Command, leave_out: Container[str]) -> Iterator[click.Command]:
    """A command, and those in it at any depth."""
    yield command
    for name, inner in command.commands.items() if isinstance(command, click.Group) else ():
        if name not in leave_out:
            yield from commands_in(inner, ())


def told(command: click.Command, translate: Translate) -> click.Command:
    """A command in another language, and the commands in it."""
    changed = copy(command)
    vars(changed)["context_class"] = Context
    vars(changed)["_help_option"] = None  # click keeps --help in the language of the first who asked
    changed.help, changed.epilog = (paragraphs(text or "", translate) for text in (command.help, command.epilog))
    changed.short_help = changed.get_short_help_str(limit=1000)  # the first sentence, which click would cut
    changed.options_metavar = words(command.options_metavar or "", translate)
    changed.params = [parameter(param, command, translate) for param in command.params]
    if isinstance(changed, click.Group) and isinstance(command, click.Group):
        changed.subcommand_metavar = words(command.subcommand_metavar, translate)
        vars(changed)["commands"] = Told(command.commands, translate)
    return changed


class Told(Mapping[str, click.Command]):
    """Commands in another language, each translated when it is asked for."""

    def __init__(self, commands: Mapping[str, click.Command], translate: Translate) -> None:
        self._commands, self._translate = commands, translate

    def __getitem__(self, name: str) -> click.Command:
        return told(self._commands[name], self._translate)

    def __iter__(self) -> Iterator[str]:
        return iter(self._commands)

    def __len__(self) -> int:
        return len(self._commands)


def parameter(param: click.Parameter, command: click.Command, translate: Translate) -> click.Parameter:
    """An argument or option in another language."""
    changed = copy(param)
    if not isinstance(param.type, click.Choice | click.types.BoolParamType):
        changed.type = copy(param.type)
        changed.type.name = translate(param.type.name)
    if isinstance(changed, click.Option):
        changed.help = translate(changed.help or "")
        changed.metavar = words(param.metavar, translate) if param.metavar else None
    else:
        changed.metavar = words(param.make_metavar(click.Context(command)), translate)
    return changed


def paragraphs(text: str, translate: Translate) -> str:
    """A text whose paragraphs are texts of the catalogues, without their line breaks."""
    return "\n\n".join(paragraph(part, translate) for part in re.split(r"\n\s*\n", text.strip()) if part)


def paragraph(text: str, translate: Translate) -> str:
    """One of them; of what stays as it is, such as examples, only the title is one."""
    if not text.startswith(AS_IT_IS):
        return translate(" ".join(text.split()))
    title, line_break, rest = text.removeprefix(AS_IT_IS).partition("\n")
    return f"{AS_IT_IS}{translate(title)}{line_break}{rest}"


def words(text: str, translate: Translate) -> str:
    """What stands for an argument: each of its words is a text of the catalogues."""
    return WORD.sub(lambda word: translate(word[0]), text)
