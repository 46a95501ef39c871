"""Numba takes over from a kernel, in a process that has searched for a while."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

BEGIN = """
import sys, time
from ibau.background_compiler import next_decision
from ibau.games import game
from ibau.machine import takeover
from ibau.machine.machines import KernelMachine, NativeMachine
from ibau.search.alphabeta import AlphaBetaSearch

takeover.AFTER = 1e-3
state = next_decision(game("seti-beth").initial())

def search():
    return AlphaBetaSearch(state, 1, slots=1 << 10)

def found(search):
    search.run(5000)
    return search.nodes, search.depth, search.points, search.line

first, going_on = search(), search()
assert isinstance(first.machine, KernelMachine)
going_on.run(2000)
"""

TAKEN_OVER = """
expected = found(first)
until = time.monotonic() + 500
while isinstance(search().machine, KernelMachine):
    assert "numba" not in sys.modules
    assert time.monotonic() < until, "Numba has not taken over."
    time.sleep(0.2)
later = search()
assert isinstance(later.machine, NativeMachine)
assert found(later) == expected
assert "numba" in sys.modules
assert isinstance(going_on.machine, KernelMachine)
going_on.run(3000)
assert (going_on.nodes, going_on.depth, going_on.points, going_on.line) == expected
"""

NEVER = """
found(first)
for _ in range(3):
    assert isinstance(search().machine, KernelMachine)
assert not takeover._compilers
assert "numba" not in sys.modules
"""


def run(program: str, cache: Path, asked: str) -> None:
    environment = {**os.environ, "IBAU_CACHE_DIR": str(cache), "IBAU_MACHINE": asked}
    subprocess.run([sys.executable, "-c", program], check=True, env=environment, timeout=580)  # noqa: S603 - ours


@pytest.mark.slow
def test_numba_takes_over_in_a_later_search_and_never_within_one(tmp_path: Path) -> None:
    run(BEGIN + TAKEN_OVER, tmp_path, asked="")
    assert any(tmp_path.iterdir()), "It compiles into the folder of the cache."


def test_numba_never_takes_over_where_a_kernel_is_asked_for(tmp_path: Path) -> None:
    run(BEGIN + NEVER, tmp_path, asked="kernel")
    assert not list(tmp_path.iterdir())
