"""Ctrl-C is heard, whenever it comes."""

import subprocess
import sys

import pytest

WHILE_FINALIZED = """
import sys, time
from ibau.__main__ import interrupted_again

sys.unraisablehook = interrupted_again

class Finalized:
    def __del__(self):
        raise KeyboardInterrupt  # as where a signal comes now

try:
    Finalized()
    time.sleep(30)
except KeyboardInterrupt:
    print("heard")
"""


@pytest.mark.posix
def test_an_interruption_while_an_object_is_finalized_is_not_lost() -> None:
    ran = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", WHILE_FINALIZED], capture_output=True, encoding="utf-8", timeout=25, check=True
    )
    assert (ran.stdout, ran.stderr) == ("heard\n", "")
