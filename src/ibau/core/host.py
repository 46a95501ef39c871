"""What each operating system has to be asked for in its own way."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

KIB = 1024

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    BELOW_NORMAL = 0x4000  # BELOW_NORMAL_PRIORITY_CLASS

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

    def end_group(process: subprocess.Popen[bytes]) -> None:
        """End a process, the leader of its group, and those it has begun."""
        tree = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        with suppress(OSError):
            subprocess.run(tree, capture_output=True, check=False)  # noqa: S603 - our own words
        process.kill()
else:
    import resource
    import signal

    UNIT = 1 if sys.platform == "darwin" else KIB  # of what a process occupied at most

    def give_way(niceness: int) -> None:
        """Let other processes go first."""
        os.nice(niceness)

    def memory_used() -> int:
        """The bytes of memory that this process occupies; where the system does not say, the most it ever did."""
        with suppress(OSError):
            return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT

    def memory_there() -> int | None:
        """The bytes of memory that this machine has; None where it does not tell."""
        try:
            return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        except (ValueError, OSError):  # not on every system
            return None

    def end_group(process: subprocess.Popen[bytes]) -> None:
        """End a process, the leader of its group, and those it has begun."""
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
