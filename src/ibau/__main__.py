"""The command `ibau`, also as `python -m ibau`."""

import signal
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command.  Ctrl-C ends it without a traceback, even while Python still imports its modules."""
    try:
        from ibau.terminal.main import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)  # ibau.terminal.main.INTERRUPTED


if __name__ == "__main__":
    main()
