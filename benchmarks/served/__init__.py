"""Measurements of the server's guarantees, over its own sockets: `python -m benchmarks.served`."""
