"""The settings that follow a contestant's name, as text."""

import re
from typing import Any, NamedTuple

from ibau.core.limits import MOST_THREADS
from ibau.core.quoting import quoted
from ibau.lab.arena.errors import ContestantError
from ibau.search.budget import Budget

TIME = re.compile(r"(\d+|\d*\.\d+)(s|ms)", re.ASCII)
WHOLE = re.compile(r"[1-9]\d{0,8}", re.ASCII)
SECONDS = {"s": 1.0, "ms": 0.001}
COUNTS = ("nodes", "depth", "threads")
LIMITS = "a time such as 1s or 20ms, nodes=N, depth=N"
SETTINGS = f"{LIMITS}, threads=N, judge=features, judge=shipped, judge=FILE"


class PlayerSettings(NamedTuple):
    """What follows the name."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    threads: int | None = None
    judge: str | None = None

    @property
    def budget(self) -> Budget | None:
        """None where there is no limit."""
        budget = Budget(self.seconds, self.nodes, self.depth)
        return None if budget == Budget() else budget


def read_settings(text: str, rest: str) -> PlayerSettings:
    """The settings of a contestant."""
    settings = PlayerSettings()
    for word in rest.split(","):
        name, value = read_setting(text, word)
        if getattr(settings, name) is not None:
            raise ContestantError(f"{quoted(text)} gives {name} twice.")
        settings = settings._replace(**{name: value})
    return settings


def read_setting(text: str, word: str) -> tuple[str, Any]:
    """One setting: its name and value."""
    name, equals, value = word.partition("=")
    if (time := TIME.fullmatch(word)) and float(time[1]):
        return "seconds", float(time[1]) * SECONDS[time[2]]
    if name in COUNTS and WHOLE.fullmatch(value):
        if name == "threads" and int(value) > MOST_THREADS:
            raise ContestantError(f"{quoted(text)}: at most {MOST_THREADS} threads search at once.")
        return name, int(value)
    if name == "judge" and value:
        return name, value
    if name in COUNTS and equals:
        raise ContestantError(f"{quoted(text)}: {name} needs a whole number from 1, not {quoted(value)}.")
    raise ContestantError(f"{quoted(text)}: {quoted(word)} is no setting; there are: {SETTINGS}.")
