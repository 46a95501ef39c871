"""How soon Ibau plays on a machine that is new to it, and how fast its kernels are beside Numba's code."""
