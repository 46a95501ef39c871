"""Is it true what a diagram of a rules page claims?  Under other rules than those of its page it need not be."""

from collections.abc import Callable, Iterator

from ibau.core.errors import IbauError
from ibau.core.game import Game, State
from ibau.core.options import preset_values
from ibau.core.outcome import SEATS
from ibau.games import game
from ibau.pages import Diagram, parts

HOLDS: dict[str, Callable[[State, State, list[str]], bool]] = {
    "legal": lambda before, _, said: set(before.actions).issuperset(said),
    "illegal": lambda before, _, said: set(before.actions).isdisjoint(said),
    "only": lambda before, _, said: set(before.actions) == set(said),
    "after": lambda _, after, said: all(stands(after, *each.split("=")) for each in said),
    "next": lambda _, after, said: [SEATS[after.actor]] == said,
    "result": lambda _, after, said: after.result is not None and [after.result.word, after.result.kind] == said,
}


def faults(drawn: Diagram) -> list[str]:
    """The claims of a diagram that do not hold.  Raises what `Diagram.line` raises."""
    before, after = drawn.line.start, drawn.line.state
    return [claim for claim, said in drawn.claims.items() if not HOLDS[claim](before, after, said.split())]


def stands(state: State, place: str, who: str) -> bool:
    """Does a piece of seat `who` stand there, or none where `who` is '-'?"""
    there = [SEATS[piece.seat] for piece in state.pieces if piece.place == place]
    return there == ([] if who == "-" else [who])


def parts_under(markdown: str, played: Game) -> Iterator[str | Diagram]:
    """A page of rules as `parts` takes it apart, its diagrams as they are under other rules of its game, if they are.

    Raises DiagramError.
    """
    for part in parts(markdown):
        shown = under(part, played) if isinstance(part, Diagram) else part
        if shown is not None:
            yield shown


def under(drawn: Diagram, played: Game) -> Diagram | None:
    """A diagram as it is under other rules of its game; None where it could not be, or would claim what is not true."""
    system, ruleset = played.system, played.ruleset
    usual = preset_values(system.presets[0], system.options)
    for name, value in game(drawn.ruleset).ruleset.values.items():
        if value != usual[name]:  # what the diagram needs for itself
            ruleset = ruleset.changed(name, value)
    changed = drawn._replace(ruleset=str(ruleset))
    try:
        return None if faults(changed) else changed
    except IbauError:
        return None
