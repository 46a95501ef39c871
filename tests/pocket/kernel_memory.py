"""For a page's Python: let the strongest level of a game think, and print the bytes of WebAssembly that this took."""

import sys
from importlib import import_module

from benchmarks.searches import positions
from ibau.games import systems
from ibau.players import levels_of, player

THOUGHTS = 2  # positions

for state in positions(sys.argv[1])[:THOUGHTS]:
    player(levels_of(systems()[sys.argv[1]])[-1].id, 1).choose(state)
used = import_module("js").process.memoryUsage()
print(used.external - used.arrayBuffers)  # noqa: T201 - for the test that runs it
