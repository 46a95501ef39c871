"""The journal of a work that can be interrupted and gone on with: a file to which lines are added.

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
    """A file of lines, new or to be continued, to which nobody else writes; what it holds stays until `keep`.

    `lines` are those that have an end, without it; `torn` is what follows them, which a kill has cut short.
    """

    def __init__(self, path: Path, in_use: IbauError) -> None:
        """Raises `in_use` where another process writes to it, and OSError where it cannot be opened."""
        self.path = path
        self._file = path.open("a+b")
        try:
            lock(self._file)
            self._file.seek(0)
            *self.lines, self.torn = self._file.read().split(END)
        except BlockingIOError as error:
            self._file.close()
            raise in_use from error
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def keep(self, lines: int) -> None:
        """Cut off whatever comes after this many lines."""
        self._file.truncate(sum(len(line + END) for line in self.lines[:lines]))

    def add(self, *lines: bytes) -> None:
        """Add lines, together as far as the system allows."""
        self._file.write(b"".join(line + END for line in lines))
        self._file.flush()
