"""Diagrams of rules pages: real positions, with claims that are checked.

A diagram is a fenced block, its lines in any order, all but `ruleset` optional:

    ```board
    ruleset: seega
    position: LDL2/5/2D2/5/5 first 24 - - 3 17 -
    play: a5-a4
    caption: What the picture shows.
    legal: a5-a4 c5-c4
    ```

`position` defaults to the start, `play` is a sequence of actions, `caption` is shown.  The claims verify the text and
are not shown: `legal`, `illegal` and `only` (all legal actions) hold before the actions; `after` (`b3=- c3=first`:
which seat has a piece there), `next` (the seat to act) and `result` (`p1win major`) after them.  A diagram whose claims
do not hold under the ruleset of a page is left out.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from ibau.core.errors import IbauError, join_names
from ibau.core.game import Game, State
from ibau.core.line import Line
from ibau.core.options import preset_values
from ibau.core.outcome import SEATS
from ibau.games import game

CLAIMS = ("legal", "illegal", "only", "after", "next", "result")
KEYS = ("ruleset", "position", "play", "caption", *CLAIMS)
FENCE = re.compile(r"^```board\n(.*?)^```$\n?", re.DOTALL | re.MULTILINE)


class DiagramError(IbauError):
    """A board block cannot be parsed; the message names the line."""


class Diagram(NamedTuple):
    """A position to draw, the actions played from it, its caption, and claims about it."""

    ruleset: str
    position: str  # a position text; "" for the start
    play: tuple[str, ...]
    caption: str
    claims: Mapping[str, str]

    @property
    def state(self) -> State:
        """The state before the actions.  Raises RulesetError or PositionError."""
        played = game(self.ruleset)
        return played.state(self.position) if self.position else played.initial()

    @property
    def line(self) -> Line:
        """The line of the actions.  Raises IllegalActionError, RulesetError or PositionError."""
        return Line.of(self.state, self.play)


def parts(markdown: str) -> list[str | Diagram]:
    """Split a page into pieces of Markdown and diagrams.  Raises DiagramError."""
    found: list[str | Diagram] = []
    for n, part in enumerate(FENCE.split(markdown)):
        if n % 2:
            found.append(_diagram(part))
        elif part.strip():
            found.append(part)
    return found


def _diagram(block: str) -> Diagram:
    lines: dict[str, str] = {}
    for line in block.splitlines():
        key, colon, value = line.partition(":")
        if not colon or key not in KEYS:
            raise DiagramError(f"Board block, line {line!r}: begin it with one of {join_names(KEYS)} and a colon.")
        if key in lines:
            raise DiagramError(f"Board block: {key!r} is given twice.")
        lines[key] = value.strip()
    if "ruleset" not in lines:
        raise DiagramError(f"Board block {block!r} lacks its ruleset.")
    claims = {key: lines[key] for key in CLAIMS if key in lines}
    play = tuple(lines.get("play", "").split())
    return Diagram(lines["ruleset"], lines.get("position", ""), play, lines.get("caption", ""), claims)


# --- Claims ----------------------------------------------------------------------------------------------------------

HOLDS: dict[str, Callable[[State, State, list[str]], bool]] = {
    "legal": lambda before, _, claimed: set(before.actions).issuperset(claimed),
    "illegal": lambda before, _, claimed: set(before.actions).isdisjoint(claimed),
    "only": lambda before, _, claimed: set(before.actions) == set(claimed),
    "after": lambda _, after, claimed: all(has_piece(after, *each.split("=")) for each in claimed),
    "next": lambda _, after, claimed: [SEATS[after.actor]] == claimed,
    "result": lambda _, after, claimed: after.result is not None and [after.result.word, after.result.kind] == claimed,
}


def failed_claims(drawn: Diagram) -> list[str]:
    """The claims of a diagram that do not hold.  Raises as `Diagram.line`."""
    before, after = drawn.line.start, drawn.line.state
    return [claim for claim, text in drawn.claims.items() if not HOLDS[claim](before, after, text.split())]


def has_piece(state: State, place: str, seat: str) -> bool:
    """Does a piece of `seat` stand at `place`, or none if `seat` is "-"?"""
    there = [SEATS[piece.seat] for piece in state.pieces if piece.place == place]
    return there == ([] if seat == "-" else [seat])


def parts_under_ruleset(markdown: str, played: Game) -> Iterator[str | Diagram]:
    """The parts of a rules page, with its diagrams under another ruleset of the game, without those that fail.

    Raises DiagramError.
    """
    for part in parts(markdown):
        shown = under_ruleset(part, played) if isinstance(part, Diagram) else part
        if shown is not None:
            yield shown


def under_ruleset(drawn: Diagram, played: Game) -> Diagram | None:
    """A diagram under another ruleset of its game; None if it is impossible or a claim fails there."""
    system, ruleset = played.system, played.ruleset
    default = preset_values(system.default_preset, system.options)
    for name, value in game(drawn.ruleset).ruleset.values.items():
        if value != default[name]:  # needed by the diagram
            ruleset = ruleset.with_value(name, value)
    changed = drawn._replace(ruleset=str(ruleset))
    try:
        return None if failed_claims(changed) else changed
    except IbauError:
        return None
