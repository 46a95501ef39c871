"""The command `ibau`: parse, call, print."""

import signal
import sys
import warnings
from collections.abc import Sequence
from gettext import gettext as _
from typing import Any, NoReturn

import click

from ibau.cli.archive import backup, export, restore
from ibau.cli.arena import arena
from ibau.cli.convert import convert
from ibau.cli.draw import draw
from ibau.cli.figures import perft, playouts
from ibau.cli.games import games, rules
from ibau.cli.help import spoken, told, wanted_language
from ibau.cli.helping import show_help
from ibau.cli.lab import lab
from ibau.cli.play import play
from ibau.cli.printing import print_kit
from ibau.cli.puzzles import puzzles
from ibau.cli.review import review
from ibau.cli.serve import engine, serve
from ibau.cli.show import show
from ibau.cli.solve import solve, table, value
from ibau.cli.streams import prepare_streams
from ibau.cli.train import train
from ibau.cli.types import language_option
from ibau.cli.verify import verify
from ibau.cli.version import show_version
from ibau.core.errors import IbauError, nearest
from ibau.core.quoting import visible
from ibau.language import translator

SIGNALLED = 128  # the exit status of what a signal has ended: this and its number
INTERRUPTED = SIGNALLED + signal.SIGINT


class Commands(click.Group):
    """A group that answers a wrong command with the nearest right one."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            known = self.list_commands(ctx)
            said = _("No such command {name!r}; there are {known}.").format(name=args[0], known=", ".join(known))
            ctx.fail(f"{said}{nearest(args[0], known)}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands,
    commands=[
        *(arena, backup, convert, draw, engine, export, games, show_help, lab, perft),
        *(play, playouts, print_kit, puzzles, restore, review, rules, serve),
        *(show, solve, table, train, value, verify),
    ],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="A RULESET is a name and changes to it, for example seega or seega-lenient+chain=none: see `ibau games`.",
)
@click.option("--version", is_flag=True, expose_value=False, callback=show_version, help="Show the version and exit.")
@click.option("--verbose", is_flag=True, is_eager=True, help="With --version: show also what runs.")
@language_option
def ibau(lang: str, *, verbose: bool) -> None:
    """Play and study games on the boards of ancient Egypt and its neighbours, by the exact rules of their sources."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command and exit: 0, 1 for what went wrong, 2 for wrong usage, 128 and its number after a signal."""
    warnings.formatwarning = _warning_text
    prepare_streams()
    typed = sys.argv[1:] if arguments is None else arguments
    lang = wanted_language(typed)
    with spoken(lang):
        sys.exit(status(typed, lang))


def status(arguments: Sequence[str], lang: str) -> int:
    """The exit status of a command."""
    try:
        code = told(ibau, translator(lang)).main(arguments, prog_name="ibau", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt) as stop:
        return SIGNALLED + int(getattr(stop.__cause__ or stop, "number", signal.SIGINT))
    except FileExistsError as error:
        show_error(_("{file} exists already; choose another name.").format(file=error.filename))
        return 1
    except IbauError as error:
        show_error(error.said(translator(lang)))
        return 1
    except OSError as error:
        show_error(str(error))
        return 1
    return int(code or 0)


def show_error(message: str) -> None:
    """Say what went wrong."""
    click.echo(_("Error: {message}").format(message=visible(message)), err=True)


def _warning_text(message: Warning | str, *_: object, **__: object) -> str:
    return f"Warning: {message}\n"
