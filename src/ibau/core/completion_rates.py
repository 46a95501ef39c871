"""How often games between strong players end by the rules, rather than at the cap.

Rulesets under which too few games end are not measured further: where games run into `max_turns` or `max_plies`, a
figure would measure the cap.  A draw by repetition or for lack of progress is an end.  The counts are in
`completion.json` in the folder of a game; `python -m benchmarks.completion` writes it.
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
ENOUGH = 0.95  # the least share of games that has to end

# Options on which the sources are silent: where a game is cut off, who begins it, and the scores of a match.
BOOKKEEPING = ("at_cap", "first_player", "match_scoring", "max_plies", "max_turns", "no_progress_plies", "repetition")

CUT_OFF = (Halt.CAP.name.lower(), GIVEN_UP)  # kinds of results that are not ends
DRAWN_OUT = (Halt.REPETITION.name.lower(), Halt.NO_PROGRESS.name.lower())  # kinds of ends, counted in another column


TOO_FEW = N_(
    "Under these rules only {ended} of {games} games between strong players came to an end. So there are no "
    "figures, puzzles or reviews for them; you can still play by them."
)


class EndlessError(IbauError):
    """A figure, a puzzle or a verdict was requested under rules by which too few games end."""


class Completion(NamedTuple):
    """How the counted games of a ruleset ended: the number of each kind of end."""

    ruleset: str
    kinds: Mapping[str, int]

    @property
    def games(self) -> int:
        """The number of games counted."""
        return sum(self.kinds.values())

    @property
    def ended(self) -> int:
        """The number of games that ended before the cap."""
        return self.games - self._of(CUT_OFF)

    @property
    def drawn_out(self) -> int:
        """The number of games that ended by repetition or for lack of progress."""
        return self._of(DRAWN_OUT)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share that ended, as fractions."""
        return wilson(self.ended, self.games)

    @property
    def message(self) -> Phrase:
        """The message that too few games ended."""
        return Phrase(TOO_FEW, {"games": self.games, "ended": self.ended})

    @property
    def is_enough(self) -> bool:
        """Is the lower bound of the interval at least ENOUGH?"""
        return self.interval[0] >= ENOUGH

    def _of(self, kinds: tuple[str, ...]) -> int:
        return sum(self.kinds.get(kind, 0) for kind in kinds)


class CompletionCounts(NamedTuple):
    """The counts of a system, by ruleset text."""

    player: str  # of both sides
    rulesets: Mapping[str, Completion]


NO_COUNTS = CompletionCounts("", MappingProxyType({}))


def completion_counts(system: System) -> CompletionCounts:
    """The counts of a system, or NO_COUNTS."""
    file = system.folder / FILE
    return read_completion_counts(file) if file.exists() else NO_COUNTS


@cache
def read_completion_counts(file: Path) -> CompletionCounts:
    """The counts of a file."""
    data: dict[str, Any] = json.loads(file.read_text("utf-8"))
    rulesets = {ruleset: Completion(ruleset, kinds) for ruleset, kinds in data["rulesets"].items()}
    return CompletionCounts(data["player"], rulesets)


def too_few_ended(game: Game) -> Completion | None:
    """The counts that show that too few games end under these rules, else None.

    A ruleset without counts is as good as the worst ruleset with one of its differences from the default preset.
    """
    known = completion_counts(game.system).rulesets
    reading = game.system.ruleset_with(game.ruleset.values)
    if found := known.get(str(reading)):
        return None if found.is_enough else found
    alone = (f"{reading.preset.id}+{name}={value}" for name, value in reading.changes)
    too_few = [known[one] for one in alone if one in known and not known[one].is_enough]
    return min(too_few, key=lambda found: found.interval, default=None)


def check_ends(game: Game) -> None:
    """Raise EndlessError if too few games end under these rules."""
    if found := too_few_ended(game):
        raise EndlessError(found.message)
