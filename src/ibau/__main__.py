"""The command `ibau`, also as `python -m ibau`."""

import signal
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command; Ctrl-C while Python imports it ends it as it does later on, without a traceback."""
    try:
        from ibau.terminal.main import main as run
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)  # ibau.terminal.main.INTERRUPTED
    run()


if __name__ == "__main__":
    main()
