"""Commands that need an extra of the package."""

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

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

        return checked

    return decorate
