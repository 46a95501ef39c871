"""Operating systems: what each needs its own code for."""

import os
import re
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

KIB = 1024
ON_WINDOWS = sys.platform == "win32"

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    BELOW_NORMAL = 0x4000  # BELOW_NORMAL_PRIORITY_CLASS
    SOCKETS = 10_000  # the first number of socket errors

    class _Counters(ctypes.Structure):
        """PROCESS_MEMORY_COUNTERS."""

        _fields_ = (
            ("cb", wintypes.DWORD),
            ("PageFaultCount", wintypes.DWORD),
            ("PeakWorkingSetSize", ctypes.c_size_t),
            ("WorkingSetSize", ctypes.c_size_t),
            ("others", ctypes.c_size_t * 6),
        )

    class _Memory(ctypes.Structure):
        """MEMORYSTATUSEX."""

        _fields_ = (
            ("dwLength", wintypes.DWORD),
            ("dwMemoryLoad", wintypes.DWORD),
            ("ullTotalPhys", ctypes.c_uint64),
            ("others", ctypes.c_uint64 * 6),
        )

    _kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    _kernel.GetCurrentProcess.restype = wintypes.HANDLE
    _kernel.SetPriorityClass.argtypes = (wintypes.HANDLE, wintypes.DWORD)
    _kernel.K32GetProcessMemoryInfo.argtypes = (wintypes.HANDLE, ctypes.POINTER(_Counters), wintypes.DWORD)
    _kernel.GlobalMemoryStatusEx.argtypes = (ctypes.POINTER(_Memory),)

    def lower_priority(niceness: int) -> None:  # noqa: ARG001 - Windows has no such steps
        """Lower the priority of this process."""
        _kernel.SetPriorityClass(_kernel.GetCurrentProcess(), BELOW_NORMAL)

    def memory_used() -> int:
        """The memory that this process occupies, in bytes."""
        counters = _Counters(cb=ctypes.sizeof(_Counters))
        _kernel.K32GetProcessMemoryInfo(_kernel.GetCurrentProcess(), ctypes.byref(counters), counters.cb)
        return int(counters.WorkingSetSize)

    def total_memory() -> int | None:
        """The memory of this machine in bytes; None if unknown."""
        memory = _Memory(dwLength=ctypes.sizeof(_Memory))
        return int(memory.ullTotalPhys) if _kernel.GlobalMemoryStatusEx(ctypes.byref(memory)) else None

    def kill_process_group(process: int) -> None:
        """Kill a process, by its id, and its child processes."""
        import subprocess

        with suppress(OSError):
            tree = ("taskkill", "/F", "/T", "/PID", str(process))
            subprocess.run(tree, capture_output=True, check=False)  # noqa: S603 - arguments of our own

    def language() -> str:
        """The user's language, such as "fr_FR"; empty if only environment variables have it."""
        import locale

        return locale.windows_locale.get(_kernel.GetUserDefaultUILanguage(), "")

    def error_text(number: int) -> str:
        """The message of an error number; sockets have numbers of their own."""
        return ctypes.FormatError(number).strip().rstrip(".") if number >= SOCKETS else os.strerror(number)
else:
    import signal

    UNIT = 1 if sys.platform == "darwin" else KIB  # the unit of ru_maxrss

    def lower_priority(niceness: int) -> None:
        """Lower the priority of this process."""
        os.nice(niceness)

    def memory_used() -> int:
        """The memory that this process occupies, in bytes; its peak if the system reports no more."""
        import resource  # not in a web page

        with suppress(OSError):
            return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT

    def total_memory() -> int | None:
        """The memory of this machine in bytes; None if unknown."""
        try:
            return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        except (ValueError, OSError):  # not on every system
            return None

    def kill_process_group(process: int) -> None:
        """Kill a process, by its id, and the processes of the group that it leads."""
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)

    def language() -> str:
        """The user's language, such as "fr_FR"; empty if only environment variables have it."""
        return ""

    def error_text(number: int) -> str:
        """The message of an error number."""
        return os.strerror(number)


# --- Everywhere ------------------------------------------------------------------------------------------------------


def command_words(text: str, *, windows: bool = ON_WINDOWS) -> tuple[str, ...]:
    """Split a command line into words as the system's shell does.  Raises ValueError for an unclosed quotation."""
    words = shlex.shlex(text, posix=True)
    words.whitespace_split, words.commenters = True, ""
    if windows:
        words.escape, words.quotes = "", '"'  # paths contain backslashes, and names apostrophes
    return tuple(words)


def command_text(words: Sequence[str], *, windows: bool = ON_WINDOWS) -> str:
    """Join words into a command line that the system's shell splits again."""
    if not windows:
        return shlex.join(words)
    return " ".join(f'"{word}"' if not word or re.search(r"\s", word) else word for word in words)


def is_graphical() -> bool:
    """Was this started from a graphical desktop?"""
    if os.environ.get("SSH_CONNECTION"):
        return False
    return sys.platform in {"win32", "darwin"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
