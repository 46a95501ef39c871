"""The Universal Game Interface with chance: the shape of UCI for any game (notation.md section 5).

The engine reads lines and answers each at once.  `go` and `query perft` run in a thread, during which `stop`,
`isready` and `quit` are answered; every other command waits, or is refused while a `go` without a limit runs.  If a
line is invalid, the answer is `error …` and nothing changes.
"""

from ibau.ugi.job_queue import count_paths
from ibau.ugi.server import UgiServer, serve, serve_engine

__all__ = ["UgiServer", "count_paths", "serve", "serve_engine"]
