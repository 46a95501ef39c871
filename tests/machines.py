"""Searches and loops on a machine that a test names."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from ibau.machine import choosing

MACHINES = ("plain", "kernel", "native")


@contextmanager
def machine(name: str) -> Iterator[None]:
    """Within the block rooms are those of this machine, as if IBAU_MACHINE named it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choosing, "ASKED", name)
        yield
