"""The Universal Game Interface with chance: UCI's shape for any game (notation.md section 5).

The engine reads lines and answers each at once.  `go` and `query perft` work in a thread of their own: meanwhile
`stop`, `isready` and `quit` are answered, and every other command waits, or is refused while a `go` without a limit
runs.  If anything is wrong with a line, the answer is `error …` and nothing has changed.
"""

from ibau.ugi.job_queue import count_paths
from ibau.ugi.server import UgiServer, serve, serve_engine

__all__ = ["UgiServer", "count_paths", "serve", "serve_engine"]
