"""Let Numba, if installed, take over from a kernel once this process has searched for a while.

A separate process of low priority compiles and caches the code on disk; a later search loads it.
"""

import atexit
import os
import subprocess
import sys

from ibau.machine.kernels import spent

AFTER = 10.0  # seconds in a loop after which it is worth compiling
COMPILER = "ibau.background_compiler"  # run with the arguments system, loop

_compilers: dict[tuple[str, str], subprocess.Popen[bytes]] = {}


def is_ready(system: str, name: str) -> bool:
    """Has Numba compiled the loop?  Starts compiling once the loop has run for long enough."""
    key = system, name
    if key not in _compilers:
        if spent[key] < AFTER:
            return False
        _compilers[key] = _begin(system, name)
    return _compilers[key].poll() == 0


@atexit.register
def _end() -> None:
    """Kill the compilers when this process ends."""
    for compiler in _compilers.values():
        compiler.kill()


def _begin(system: str, name: str) -> "subprocess.Popen[bytes]":
    environment = {**os.environ, "IBAU_MACHINE": "native"}
    command = [sys.executable, "-m", COMPILER, system, name]
    none = subprocess.DEVNULL
    return subprocess.Popen(command, env=environment, stdin=none, stdout=none, stderr=none)  # noqa: S603 - our own program
