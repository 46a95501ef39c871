"""The command `ibau`, also as `python -m ibau`."""

import signal
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command; Ctrl-C before it listens for that, as while Python imports it, ends it without a traceback."""
    try:
        from ibau.terminal.main import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)  # ibau.terminal.main.INTERRUPTED


if __name__ == "__main__":
    main()
