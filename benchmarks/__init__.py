"""What the README's figures are made with: `python -m benchmarks`."""
