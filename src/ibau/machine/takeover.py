"""Numba takes over from a kernel where it is installed, once this process has searched for a while.

It compiles in a process of its own, of low priority, which keeps the code on disk; a later search loads it.
"""

import atexit
import os
import subprocess
import sys

from ibau.machine.kernels import spent

AFTER = 10.0  # seconds in a loop after which compiling it is worth its while
COMPILER = "ibau.background_compiler"  # run as a program: (system, loop)

_compilers: dict[tuple[str, str], subprocess.Popen[bytes]] = {}


def is_ready(system: str, name: str) -> bool:
    """Has Numba compiled a loop?  Begins with it once the loop has run for long enough."""
    key = system, name
    if key not in _compilers:
        if spent[key] < AFTER:
            return False
        _compilers[key] = _begin(system, name)
    return _compilers[key].poll() == 0


@atexit.register
def _end() -> None:
    """No compiler outlives the process that began it."""
    for compiler in _compilers.values():
        compiler.kill()


def _begin(system: str, name: str) -> "subprocess.Popen[bytes]":
    environment = {**os.environ, "IBAU_MACHINE": "native"}
    command = [sys.executable, "-m", COMPILER, system, name]
    none = subprocess.DEVNULL
    return subprocess.Popen(command, env=environment, stdin=none, stdout=none, stderr=none)  # noqa: S603 - our own program
