"""The diagrams of rules pages: real positions, with claims that are checked.

A diagram is a fenced block, its lines in any order, all but `ruleset` optional:

    ```board
    ruleset: seega
    position: LDL2/5/2D2/5/5 first 24 - - 3 17 -
    play: a5-a4
    caption: What the picture shows.
    legal: a5-a4 c5-c4
    ```

`position` defaults to the start, `play` are actions played one after the other, `caption` is for people.  The claims
prove what the text says and are not shown: `legal`, `illegal`, `only` (all the legal actions) hold before the
actions, `after` (`b3=- c3=first`: who is where), `next` (the seat to act) and `result` (`p1win major`) after them.
Under other rules than those of its page a diagram may claim what is not true; then it is left out.
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
    """A board block that cannot be read; the text says which line."""


class Diagram(NamedTuple):
    """A position to draw, the actions played from it, what is said below it, and what must be true of it."""

    ruleset: str
    position: str  # a position text; "" is the start
    play: tuple[str, ...]
    caption: str
    claims: Mapping[str, str]

    @property
    def state(self) -> State:
        """The state drawn first.  Raises RulesetError or PositionError."""
        played = game(self.ruleset)
        return played.state(self.position) if self.position else played.initial()

    @property
    def line(self) -> Line:
        """What is played from there.  Raises IllegalAction as well."""
        return Line.of(self.state, self.play)


def parts(markdown: str) -> list[str | Diagram]:
    """A page as pieces of Markdown and diagrams, in order.  Raises DiagramError."""
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


# --- What a diagram claims --------------------------------------------------------------------------------------------

HOLDS: dict[str, Callable[[State, State, list[str]], bool]] = {
    "legal": lambda before, _, said: set(before.actions).issuperset(said),
    "illegal": lambda before, _, said: set(before.actions).isdisjoint(said),
    "only": lambda before, _, said: set(before.actions) == set(said),
    "after": lambda _, after, said: all(has_piece(after, *each.split("=")) for each in said),
    "next": lambda _, after, said: [SEATS[after.actor]] == said,
    "result": lambda _, after, said: after.result is not None and [after.result.word, after.result.kind] == said,
}


def failed_claims(drawn: Diagram) -> list[str]:
    """The claims of a diagram that do not hold.  Raises what `Diagram.line` raises."""
    before, after = drawn.line.start, drawn.line.state
    return [claim for claim, said in drawn.claims.items() if not HOLDS[claim](before, after, said.split())]


def has_piece(state: State, place: str, who: str) -> bool:
    """Does a piece of seat `side` stand there, or none where `side` is '-'?"""
    there = [SEATS[piece.seat] for piece in state.pieces if piece.place == place]
    return there == ([] if who == "-" else [who])


def parts_under_ruleset(markdown: str, played: Game) -> Iterator[str | Diagram]:
    """A page of rules as `parts` takes it apart, its diagrams as they are under other rules of its game, if they are.

    Raises DiagramError.
    """
    for part in parts(markdown):
        shown = under_ruleset(part, played) if isinstance(part, Diagram) else part
        if shown is not None:
            yield shown


def under_ruleset(drawn: Diagram, played: Game) -> Diagram | None:
    """A diagram as it is under other rules of its game; None where it could not be, or would claim what is not true."""
    system, ruleset = played.system, played.ruleset
    usual = preset_values(system.default_preset, system.options)
    for name, value in game(drawn.ruleset).ruleset.values.items():
        if value != usual[name]:  # what the diagram needs for itself
            ruleset = ruleset.with_value(name, value)
    changed = drawn._replace(ruleset=str(ruleset))
    try:
        return None if failed_claims(changed) else changed
    except IbauError:
        return None
