"""What is asked of the operating system; that nothing is asked which Windows has not, the type checker sees."""

import os
import subprocess
import sys

from ibau.core.host import KIB, memory_there, memory_used

MIB = KIB * KIB


def test_memory_is_told_in_bytes() -> None:
    there = memory_there()
    assert there is not None
    assert 5 * MIB < memory_used() < there


def test_whoever_gives_way_goes_behind_others() -> None:
    asked = "import os; from ibau.core.host import give_way; give_way(5); print(os.nice(0))"
    run = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)  # noqa: S603 - our own words
    assert int(run.stdout) == min(19, os.nice(0) + 5)
