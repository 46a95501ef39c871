"""The command `ibau`, called within this process."""

import pytest

from ibau.terminal import main as cli


class CliRun:
    """What a call within this process printed, and its exit status."""

    def __init__(self, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
        with pytest.raises(SystemExit) as ended:
            cli.main(arguments)
        self.code = ended.value.code
        self.out, self.err = capsys.readouterr()
