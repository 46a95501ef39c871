"""What each operating system has to be asked for in its own way."""

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
    SOCKETS = 10_000  # where the numbers of their errors begin

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

    def give_way(niceness: int) -> None:  # noqa: ARG001 - there are no such steps here
        """Let other processes go first."""
        _kernel.SetPriorityClass(_kernel.GetCurrentProcess(), BELOW_NORMAL)

    def memory_used() -> int:
        """The bytes of memory that this process occupies."""
        counters = _Counters(cb=ctypes.sizeof(_Counters))
        _kernel.K32GetProcessMemoryInfo(_kernel.GetCurrentProcess(), ctypes.byref(counters), counters.cb)
        return int(counters.WorkingSetSize)

    def memory_there() -> int | None:
        """The bytes of memory that this machine has; None where it does not tell."""
        memory = _Memory(dwLength=ctypes.sizeof(_Memory))
        return int(memory.ullTotalPhys) if _kernel.GlobalMemoryStatusEx(ctypes.byref(memory)) else None

    def end_group(process: int) -> None:
        """End a process, given by its number, and those it has begun."""
        import subprocess

        with suppress(OSError):
            tree = ("taskkill", "/F", "/T", "/PID", str(process))
            subprocess.run(tree, capture_output=True, check=False)  # noqa: S603 - our own words

    def language() -> str:
        """The language that the user reads, as in "fr_FR"; nothing where only the environment says."""
        import locale

        return locale.windows_locale.get(_kernel.GetUserDefaultUILanguage(), "")

    def error_text(number: int) -> str:
        """What an error of this number is called; those of sockets have numbers of their own."""
        return ctypes.FormatError(number).strip().rstrip(".") if number >= SOCKETS else os.strerror(number)
else:
    import signal

    UNIT = 1 if sys.platform == "darwin" else KIB  # of what a process occupied at most

    def give_way(niceness: int) -> None:
        """Let other processes go first."""
        os.nice(niceness)

    def memory_used() -> int:
        """The bytes of memory that this process occupies; where the system does not say, the most it ever did."""
        import resource  # a page's Python has none

        with suppress(OSError):
            return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT

    def memory_there() -> int | None:
        """The bytes of memory that this machine has; None where it does not tell."""
        try:
            return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        except (ValueError, OSError):  # not on every system
            return None

    def end_group(process: int) -> None:
        """End a process, given by its number and the leader of its group, and those it has begun."""
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)

    def language() -> str:
        """The language that the user reads, as in "fr_FR"; nothing where only the environment says."""
        return ""

    def error_text(number: int) -> str:
        """What an error of this number is called."""
        return os.strerror(number)


# --- Everywhere ------------------------------------------------------------------------------------------------------


def command_words(text: str, *, windows: bool = ON_WINDOWS) -> tuple[str, ...]:
    """The words of a command, as the system's shell reads them.  Raises ValueError where a quotation has no end."""
    words = shlex.shlex(text, posix=True)
    words.whitespace_split, words.commenters = True, ""
    if windows:
        words.escape, words.quotes = "", '"'  # folders are divided by backslashes, and names hold apostrophes
    return tuple(words)


def command_text(words: Sequence[str], *, windows: bool = ON_WINDOWS) -> str:
    """The words of a command as one text that the system's shell reads back."""
    if not windows:
        return shlex.join(words)
    return " ".join(f'"{word}"' if not word or re.search(r"\s", word) else word for word in words)


def is_graphical() -> bool:
    """Was this started by a person at a graphical desktop?"""
    if os.environ.get("SSH_CONNECTION"):
        return False
    return sys.platform in {"win32", "darwin"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
