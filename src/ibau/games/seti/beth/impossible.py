"""What no position of Seti-Beth can be: a sentence each."""

from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.games.seti import impossible
from ibau.games.seti.beth.form import NAMES, sides
from ibau.games.seti.beth.rules import FILES, Position, Rules
from ibau.games.seti.beth.rulesets import Pharaohs
from ibau.games.seti.form import square_name
from ibau.games.seti.sentences import side

PRIESTS = 4


def too_many_figures(rules: Rules, position: Position) -> Phrase | None:
    """One pharaoh or two, and four priests; a conquered figure leaves the game (BETH-1, BETH-4)."""
    white, brown, pharaohs = sides(position)
    most = 1 if rules.pharaohs == Pharaohs.ONE else 2
    for player, figures in ((FIRST, white), (SECOND, brown)):
        kings = (figures & pharaohs).bit_count()
        priests = figures.bit_count() - kings
        if kings > most or priests > PRIESTS:
            return Phrase(
                N_(
                    "{side} has {pharaohs} pharaohs and {priests} high priests; "
                    "each side has {most} and 4 at the start."
                ),
                {"side": side(player), "pharaohs": kings, "priests": priests, "most": most},
            )
    return None


def nobody_left(rules: Rules, position: Position) -> Phrase | None:
    """A player without figures has lost (BETH-4); the other's stay."""
    return None if position.own or position.enemy else Phrase(N_("There is no figure on the board."))


def arrived_nowhere(rules: Rules, position: Position) -> Phrase | None:
    """A figure arrives on the far row (SETI-13)."""
    return impossible.arrived_nowhere(FILES, position, position.enemy, square_name(NAMES, position.pending))


def nobody_asked(rules: Rules, position: Position) -> Phrase | None:
    """An arrival waits for its answer (SETI-13, C13)."""
    return impossible.nobody_asked(FILES, position, position.enemy)


def end_without_arrival(rules: Rules, position: Position) -> Phrase | None:
    """An arrival that is not answered wins (SETI-13)."""
    return impossible.end_without_arrival(FILES, position)


def arrival_without_end(rules: Rules, position: Position) -> Phrase | None:
    """An arrival that is not answered wins (SETI-13)."""
    return impossible.arrival_without_end(FILES, position)


IMPOSSIBLE = (
    too_many_figures,
    nobody_left,
    arrived_nowhere,
    nobody_asked,
    end_without_arrival,
    arrival_without_end,
)
