"""What the server promises, measured over its own sockets: `python -m benchmarks.served`."""
