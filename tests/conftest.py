"""Shared fixtures; Hypothesis draws the same examples in every run, so that failures are reproducible.

Tests do not see the user's data, such as tables of exact values.
"""

import gc
import os
import signal
import sys
from collections.abc import Generator, Iterator

import pytest
from hypothesis import settings

# No Numba in the background: hundreds of processes would compile what few of them live to use.
os.environ.setdefault("IBAU_MACHINE", "kernel")

settings.register_profile("ibau", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ibau")

# They look at limits that Windows has not.
OF_POSIX = ("machine/test_cache.py", "web/test_descriptors.py", "web/test_process.py")
collect_ignore = list(OF_POSIX) if sys.platform == "win32" else []

signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it is ignored, also by what tests begin


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("long") is None)  # or one would run on alone at the end


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    gc.disable()  # or thousands of tests are looked through at each collection, now and later
    collected = yield
    gc.freeze()
    gc.enable()
    return collected


@pytest.fixture(scope="session", autouse=True)
def own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield
