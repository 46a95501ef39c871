#!/usr/bin/env python
"""Smoke test of an installation: commands, the server with its page, backups, and the computer's moves.

    python scripts/smoke.py

Needs nothing but Python; fails if a command fails or writes to standard error.
"""

import re
import subprocess
import sys
from tempfile import TemporaryDirectory
from urllib.request import urlopen

IBAU = (sys.executable, "-X", "utf8", "-m", "ibau")
SECONDS = 60
MOVE = """
import ibau
state = ibau.game("seega+first_player=first").initial()
assert ibau.player("level5").choose(state).action in state.actions
"""


def checked_output(*command: str) -> str:
    """The output of a program; exits if it fails."""
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=5 * SECONDS, check=False)  # noqa: S603 - our own words
    if ran.returncode or ran.stderr:
        sys.exit(f"{' '.join(command)} ended with {ran.returncode}:\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def check_server(folder: str) -> None:
    """Start a server, and check its answers."""
    command = (*IBAU, "serve", "--port", "0", "--data", folder)
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as server:  # noqa: S603 - our own words
        try:
            line = server.stdout.readline() if server.stdout else ""
            address = re.search(r"http://\S+", line)
            if not address:
                sys.exit(f"The server does not start: {line}")
            for path, expected in (("/healthz", '{"status":"ok"}'), ("/", "<!doctype html>")):
                answer = urlopen(f"{address[0]}{path}", timeout=SECONDS).read().decode()  # noqa: S310 - our own server
                if not answer.startswith(expected):
                    sys.exit(f"{path} answers {answer[:200]!r}")
        finally:
            server.kill()


if __name__ == "__main__":
    outputs = [
        checked_output(*IBAU, *words)
        for words in (("--version",), ("rules", "seega", "--lang", "fr"), ("playouts", "seega", "-n", "10"))
    ]
    print(*outputs)  # noqa: T201 - for a person to read
    checked_output(sys.executable, "-c", MOVE)
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # Windows keeps what a process has just left
        served, copy, again = (f"{folder}/{name}" for name in ("games Ünï", "copy", "again"))
        check_server(served)
        checked_output(*IBAU, "backup", copy, "--data", served)
        checked_output(*IBAU, "restore", copy, "--data", again)
