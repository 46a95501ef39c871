"""The command `ibau`: its subcommands, error messages and exit status."""

import platform
import signal
import sys
import warnings
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, NoReturn, cast

import click

from ibau import __version__
from ibau.core.errors import IbauError, suggestion_or_list
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import escape_controls
from ibau.language import SOURCE_LANGUAGE, translator_for
from ibau.terminal.click_params import language_option
from ibau.terminal.help import NO_FOLDER, Context, gettext_language, wanted_language, with_full_help
from ibau.terminal.help import translated as _
from ibau.terminal.streams import prepare_streams

SIGNALLED = 128  # plus the signal's number: the exit status after a signal
INTERRUPTED = SIGNALLED + signal.SIGINT

# Where each command is, and the first sentence of its help: listing them imports nothing.
COMMANDS = {
    "arena": ("ibau.lab.commands.arena:arena", "Play A against B in pairs of games."),
    "backup": ("ibau.web.commands.archive:backup", "Copy all games into a new FILE, even while the server is running."),
    "convert": (
        "ibau.terminal.commands.convert:convert",
        "Convert the games in FILE to a NEW file: JSON Lines if its name ends in .jsonl, text otherwise.",
    ),
    "draw": ("ibau.terminal.commands.draw:draw", "Draw a board, as the browser shows it."),
    "engine": ("ibau.terminal.commands.engine:engine", "Speak the engine protocol on standard input and output."),
    "export": (
        "ibau.web.commands.archive:export",
        "Write all finished games to a new FILE of records, as JSON Lines when its name ends in .jsonl.",
    ),
    "games": ("ibau.terminal.commands.games:games", "List the games and their presets, or the options of one RULESET."),
    "help": ("ibau.terminal.commands.help:show_help", "List the commands, or describe one COMMAND."),
    "lab": (
        "ibau.lab.commands.lab:lab",
        "Measure what each reading of the rules does to a game, and how certain that is.",
    ),
    "move-database": (
        "ibau.web.commands.archive:move_database",
        "Copy all games FROM a folder TO a PostgreSQL database, or back, while no server is running.",
    ),
    "perft": ("ibau.lab.commands.perft_playouts:perft", "Count the action paths of each length up to DEPTH."),
    "play": ("ibau.terminal.commands.play:play", "Play in the terminal; `help` lists what you can type there."),
    "playouts": ("ibau.lab.commands.perft_playouts:playouts", "Play random games and report how they end."),
    "pocket": (
        "ibau.web.commands.pocket:pocket",
        "Copy the page that plays without a server into a new FOLDER, for any web host.",
    ),
    "print": (
        "ibau.terminal.commands.print:print_kit",
        "Print a game to cut out: the board, pieces to fold, throwing sticks, and the rules on two sides.",
    ),
    "puzzles": ("ibau.lab.commands.puzzles:puzzles", "Find puzzles in games that the computer plays."),
    "restore": (
        "ibau.web.commands.archive:restore",
        "Replace the games with a backup FILE; the replaced games are kept next to it.",
    ),
    "review": ("ibau.terminal.commands.review:review", "Review a game: mistakes, luck and turning points."),
    "rules": ("ibau.terminal.commands.games:rules", "Show the rules of a game, its history, or tips."),
    "serve": ("ibau.web.commands.serve:serve", "Serve the browser board."),
    "show": (
        "ibau.terminal.commands.show:show",
        "Show a position: the board, what lies next to it, and the legal moves.",
    ),
    "solve": ("ibau.lab.commands.solve:solve", "Compute exact values, and prove them."),
    "tables": ("ibau.terminal.commands.tablebase:tables", "Manage tables of exact values."),
    "train": ("ibau.lab.commands.train:train", "Train a network that evaluates positions."),
    "value": (
        "ibau.terminal.commands.tablebase:value",
        "Look up the exact value of a position, and of each move, in the tables.",
    ),
    "verify": ("ibau.terminal.commands.verify:verify", "Check that the throws of recorded games are genuine."),
}

GROUPS = {
    "Play": ("play", "serve", "pocket", "games", "rules", "print"),
    "Games and positions": ("review", "verify", "convert", "show", "draw", "value", "tables"),
    "Games on a server": ("backup", "restore", "export", "move-database"),
    "Laboratory": ("arena", "lab", "perft", "playouts", "puzzles", "solve", "train"),
    "Programs and help": ("engine", "help"),
}

SYSTEM_REASONS = (  # for refusing a file, to be translated
    N_("No such file or directory"),
    N_("Permission denied"),
    N_("Is a directory"),
    N_("Not a directory"),
    N_("No space left on device"),
    N_("File name too long"),
)
TRANSLATED = {"draw", "games", "play", "print", "review", "rules", "show", "verify"}  # the commands with --lang

PACKAGES = {"wasmtime": "wasmtime", "Numba": "numba", "NumPy": "numpy"}


def runtime_info() -> dict[str, str]:
    """The versions of what Ibau runs on, and the machine for loops; imports neither Numba nor NumPy."""
    from ibau.machine.machines import describe

    python = f"{platform.python_version()} ({platform.python_implementation()})"
    packages = {name: installed(package) or "not installed" for name, package in PACKAGES.items()}
    return {"Python": python, **packages, "games run by": describe(), "platform": platform.platform()}


def installed(package: str) -> str:
    """The version of a package; "" if it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def show_version(ctx: click.Context, _param: click.Parameter, wanted: Any) -> None:
    """Show the version and, with --verbose, what Ibau runs on."""
    if not wanted:
        return
    click.echo(f"ibau, version {__version__}")
    for name, version in runtime_info().items() if ctx.params["verbose"] else ():
        click.echo(f"{name}: {version}")
    ctx.exit()


class LazyCommands(Mapping[str, click.Command]):
    """The commands by name, imported on access."""

    def __getitem__(self, name: str) -> click.Command:
        module, command = COMMANDS[name][0].split(":")
        return with_full_help(getattr(import_module(module), command))

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


class Commands(click.Group):
    """A group that suggests the nearest command for an unknown one."""

    context_class = Context

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            known = self.list_commands(ctx)
            wrong = Phrase(
                N_("No such command {name!r}{known}"), {"name": args[0], "known": suggestion_or_list(args[0], known)}
            )
            ctx.fail(str(wrong))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        """List the commands in groups with aligned columns."""
        width = max(map(len, COMMANDS))
        for title, names in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), COMMANDS[name][1]) for name in names])


@click.group(
    cls=Commands,
    commands=cast("MutableMapping[str, click.Command]", LazyCommands()),  # click does not change it
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="A RULESET is a name and changes to it, for example seega or seega+chain=none: see `ibau games`.",
)
@click.option("--version", is_flag=True, expose_value=False, callback=show_version, help="Show the version and exit.")
@click.option("--verbose", is_flag=True, is_eager=True, help="With --version: also show what it runs on.")
@language_option
def ibau(lang: str, *, verbose: bool) -> None:
    """Play and study games on the boards of ancient Egypt and its neighbours, by five published sets of rules."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command and exit: 0, 1 for an error, 2 for wrong usage, 128 plus its number after a signal."""
    warnings.formatwarning = _warning_text
    prepare_streams()
    typed = sys.argv[1:] if arguments is None else arguments
    lang = language_for(typed)
    with gettext_language(lang):
        sys.exit(run_command(typed, lang))


def language_for(arguments: Sequence[str]) -> str:
    """The language of the output; that of commands for operators and programmers is English."""
    named = next((word for word in arguments if word in COMMANDS), "")
    return wanted_language(arguments) if named in TRANSLATED else SOURCE_LANGUAGE


def run_command(arguments: Sequence[str], lang: str) -> int:
    """Run a command and return its exit status."""
    try:
        code = ibau.main(arguments, prog_name="ibau", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt) as stop:
        return SIGNALLED + int(getattr(stop.__cause__ or stop, "number", signal.SIGINT))
    except FileExistsError as error:
        show_error(_("{file} exists already; choose another name.").format(file=error.filename))
        return 1
    except IbauError as error:
        show_error(error.to_text(translator_for(lang)))
        return 1
    except OSError as error:
        if isinstance(error, FileNotFoundError) and error.filename and not Path(error.filename).parent.is_dir():
            show_error(_(NO_FOLDER).format(folder=Path(error.filename).parent))
            return 1
        wrong = Phrase(N_("{where}: {reason}"), {"where": error.filename, "reason": f"{_(error.strerror or '')}."})
        show_error(wrong.to_text(_) if error.filename and error.strerror else str(error))
        return 1
    return int(code or 0)


def show_error(message: str) -> None:
    """Print an error message."""
    click.echo(_("Error: {message}").format(message=escape_controls(message)), err=True)


def _warning_text(message: Warning | str, *_: object, **__: object) -> str:
    return f"Warning: {message}\n"
