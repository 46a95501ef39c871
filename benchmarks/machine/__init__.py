"""Time to the first move on a new machine, and the speed of kernels compared with Numba's code."""
