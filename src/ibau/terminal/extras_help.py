"""Commands that need an extra of the package."""

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import click

from ibau.machine.extras import check_installed

P = ParamSpec("P")
R = TypeVar("R")


def requires_extra(extra: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a command to raise ExtraError, which says how to install it, without the extra."""

    def decorate(do: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(do)
        def checked(*args: P.args, **kwargs: P.kwargs) -> R:
            check_installed(extra)
            return do(*args, **kwargs)

        vars(checked)["extra"] = extra
        return checked

    return decorate


def required_extra(command: click.Command) -> str:
    """The extra that a command needs, or ""."""
    return str(getattr(command.callback, "extra", ""))
