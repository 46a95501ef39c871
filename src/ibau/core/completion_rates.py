"""Do games between strong players end by a set of rules, or does the cap end them?

That comes before everything else that can be measured: where games run into `max_turns` or `max_plies`, a figure would
measure the cap.  A draw by repetition or for want of progress is an end.  What was counted lies in the folder of a
game, in `completion.json`; `python -m benchmarks.completion` writes it.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from ibau.core.contract import System
from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.core.interval import wilson
from ibau.core.outcome import GIVEN_UP, Halt
from ibau.core.phrase import N_, Phrase

FILE = "completion.json"  # in the folder of a game
ENOUGH = 0.95  # of the games, at least, have to end

# Options that no source means by its words: where a game is cut off, who begins it and what is counted afterwards.
BOOKKEEPING = ("at_cap", "first_player", "match_scoring", "max_plies", "max_turns", "no_progress_plies", "repetition")

CUT_OFF = (Halt.CAP.name.lower(), GIVEN_UP)  # the kinds of ends that are none
DRAWN_OUT = (Halt.REPETITION.name.lower(), Halt.NO_PROGRESS.name.lower())  # ends, in a column of their own


TOO_FEW = N_(
    "Under these rules only {ended} of {games} games between strong players came to an end. So there are no "
    "figures, puzzles or reviews for them; you can still play by them."
)


class EndlessError(IbauError):
    """A figure, a puzzle or a verdict by rules under which too few games end."""


class Completion(NamedTuple):
    """How the games of a ruleset have ended: how many of each kind."""

    ruleset: str
    kinds: Mapping[str, int]

    @property
    def games(self) -> int:
        """All of them."""
        return sum(self.kinds.values())

    @property
    def ended(self) -> int:
        """Those that no cap has ended."""
        return self.games - self._of(CUT_OFF)

    @property
    def drawn_out(self) -> int:
        """Those that ended by repetition or for want of progress."""
        return self._of(DRAWN_OUT)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share that ended."""
        return wilson(self.ended, self.games)

    @property
    def message(self) -> Phrase:
        """That it is too few, for people."""
        return Phrase(TOO_FEW, {"games": self.games, "ended": self.ended})

    @property
    def is_enough(self) -> bool:
        """Is it certain that enough of them end?"""
        return self.interval[0] >= ENOUGH

    def _of(self, kinds: tuple[str, ...]) -> int:
        return sum(self.kinds.get(kind, 0) for kind in kinds)


class CompletionCounts(NamedTuple):
    """The games of a system that were counted."""

    player: str  # who played both sides
    rulesets: Mapping[str, Completion]


NOTHING = CompletionCounts("", MappingProxyType({}))


def completion_counts(system: System) -> CompletionCounts:
    """What was counted of a system, if anything."""
    file = system.folder / FILE
    return read_completion_counts(file) if file.exists() else NOTHING


@cache
def read_completion_counts(file: Path) -> CompletionCounts:
    """The counts of a file."""
    told: dict[str, Any] = json.loads(file.read_text("utf-8"))
    rulesets = {ruleset: Completion(ruleset, kinds) for ruleset, kinds in told["rulesets"].items()}
    return CompletionCounts(told["player"], rulesets)


def too_few_ended(game: Game) -> Completion | None:
    """The games that show that too few end by these rules; None where nothing says so.

    A ruleset that nobody has counted is as good as the worst of its differences from the usual one.
    """
    known = completion_counts(game.system).rulesets
    reading = game.system.ruleset_with(game.ruleset.values)
    if found := known.get(str(reading)):
        return None if found.is_enough else found
    alone = (f"{reading.preset.id}+{name}={value}" for name, value in reading.changes)
    too_few = [known[one] for one in alone if one in known and not known[one].is_enough]
    return min(too_few, key=lambda found: found.interval, default=None)


def check_ends(game: Game) -> None:
    """Raises EndlessError where too few games end by these rules."""
    if found := too_few_ended(game):
        raise EndlessError(found.message)
