"""Machines that run compiled loops: a kernel shipped with the package, Numba if installed, or plain Python."""
