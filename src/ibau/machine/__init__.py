"""What runs a loop: a kernel that came with the package, Numba where it is installed, or plain Python."""
