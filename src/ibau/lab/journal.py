"""The journal of an interruptible task: a file to which lines are appended.

with Journal(path, in_use) as journal:
    known = journal.lines
    journal.keep(len(known))
    journal.add(line)
"""

from pathlib import Path
from types import TracebackType
from typing import Self

from ibau.core.errors import IbauError
from ibau.machine.lock import lock

END = b"\n"


class Journal:
    """A file of lines, new or to be continued, locked against other processes.

    `lines` are its complete lines, without line ends; `torn` is an incomplete last line, as a kill leaves it.
    """

    def __init__(self, path: Path, in_use: IbauError) -> None:
        """Raises `in_use` if another process has locked the file, and OSError if it cannot be opened."""
        self.path = path
        self._file = path.open("a+b")
        try:
            lock(self._file)
            self._file.seek(0)
            *self.lines, self.torn = self._file.read().split(END)
        except BaseException as error:
            self._file.close()
            if isinstance(error, BlockingIOError):
                raise in_use from error
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def keep(self, lines: int) -> None:
        """Truncate the file after this many lines."""
        self._file.truncate(sum(len(line + END) for line in self.lines[:lines]))

    def add(self, *lines: bytes) -> None:
        """Append lines, in a single write."""
        self._file.write(b"".join(line + END for line in lines))
        self._file.flush()
