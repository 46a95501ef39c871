"""A Python prompt for a page: it runs what is entered, and says what that prints and comes to."""

import ast
import importlib
import io
import re
import sys
import traceback
from codeop import CommandCompiler
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from itertools import count
from pathlib import Path
from rlcompleter import Completer
from typing import Any

Say = Callable[[str, str], object]  # hears a kind ("printed", "error" or "picture"), and a text or an SVG

NAME = "<prompt>"
WORD = re.compile(r"[\w.]+$")
MOST = 200  # completions


class Prompt:
    """Runs statements one after another; `ibau` has been imported."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._compile = CommandCompiler()
        self._names: dict[str, Any] = {"__name__": "__main__", "__doc__": None, "help": self._help}
        self.enter("import ibau")

    def enter(self, text: str) -> bool:
        """Run statements, unless more lines have to follow.  Returns whether they do; then nothing was run."""
        try:
            code = self._compile(text, NAME, "exec")
        except (OverflowError, SyntaxError, ValueError) as error:
            self._fail("".join(traceback.format_exception_only(error)))
            return False
        if code:
            self._run(ast.parse(text).body)
        return not code

    def save(self, name: str, text: str) -> None:
        """Write a module; the next import of it reads this one."""
        Path(name).write_text(text, "utf-8")
        sys.modules.pop(Path(name).stem, None)
        importlib.invalidate_caches()

    def completions(self, line: str) -> list[str]:
        """What the last word of a line may become, in order."""
        if not (word := WORD.search(line)):
            return []
        complete, found = Completer(self._names).complete, set[str]()
        for n in count():
            if (one := complete(word[0], n)) is None or len(found) == MOST:
                break
            found.add(one)
        return sorted(found)

    def _run(self, statements: list[ast.stmt]) -> None:
        """Run them until one fails."""
        displayhook, sys.displayhook = sys.displayhook, self._show
        try:
            with redirect_stdout(_Stream(self._say, "printed")), redirect_stderr(_Stream(self._say, "error")):
                for statement in statements:
                    exec(compile(ast.Interactive([statement]), NAME, "single"), self._names)  # noqa: S102 - what it is for
        except SystemExit:
            self._fail("There is nothing to leave here: close the page, or go on.\n")
        except BaseException as error:  # noqa: BLE001 - whatever it is, the prompt goes on
            below = error.__traceback__ and error.__traceback__.tb_next  # what is ours is left out
            self._fail("".join(traceback.format_exception(error.with_traceback(below))))
        finally:
            sys.displayhook = displayhook

    def _help(self, *_: object) -> None:
        self._fail("This Python has no docstrings: see the reference in the documentation.\n")

    def _fail(self, text: str) -> None:
        self._say("error", text)

    def _show(self, value: Any) -> None:
        """Show the value of an expression, by its picture where it has one."""
        if value is None:
            return
        self._names["_"] = value
        picture = getattr(value, "_repr_svg_", None)
        if picture and not isinstance(value, type):
            self._say("picture", picture())
        else:
            self._say("printed", f"{value!r}\n")


class _Stream(io.TextIOBase):
    """Hands on what is written to it."""

    def __init__(self, say: Say, kind: str) -> None:
        self._say, self._kind = say, kind

    def write(self, text: str) -> int:
        self._say(self._kind, text)
        return len(text)
