"""What no position of Seti-Aleph can be: a sentence each."""

from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.games.seti import impossible
from ibau.games.seti.aleph.form import NAMES, sides
from ibau.games.seti.aleph.rules import END_ROWS, FILES, SHIPS, Position, Rules
from ibau.games.seti.aleph.rulesets import ShipRows, ShipUnder
from ibau.games.seti.figures import goal_row
from ibau.games.seti.form import square_name
from ibau.games.seti.sentences import side

PHARAOHS, PRIESTS = 2, 4


def other_figures(rules: Rules, position: Position) -> Phrase | None:
    """Three figures a side, which change sides and never leave the board (section 1.1, SETI-8, SETI-10)."""
    pharaohs = position.pharaohs.bit_count()
    priests = (position.own | position.enemy).bit_count() - pharaohs
    if (pharaohs, priests) == (PHARAOHS, PRIESTS):
        return None
    return Phrase(
        N_(
            "{pharaohs} pharaohs and {priests} high priests on the board; there are always 2 and 4, since "
            "conquered figures re-enter."
        ),
        {"pharaohs": pharaohs, "priests": priests},
    )


def other_ships(rules: Rules, position: Position) -> Phrase | None:
    """Six ships, on the board or in a reserve (section 1.1, SETI-12)."""
    on_board = (position.own_ships | position.enemy_ships).bit_count()
    reserve = position.own_reserve + position.enemy_reserve
    if on_board + reserve == 2 * SHIPS:
        return None
    return Phrase(
        N_("{n} ships on the board and {reserve} in reserve; there are {most}."),
        {"n": on_board, "reserve": reserve, "most": 2 * SHIPS},
    )


def ship_on_forbidden_row(rules: Rules, position: Position) -> Phrase | None:
    """No ship is placed on the goal row, or on neither end row (SETI-5, C5)."""
    *_, white, brown = sides(position)
    for player, ships in ((FIRST, white), (SECOND, brown)):
        forbidden = END_ROWS if rules.ship_rows == ShipRows.NOT_END_ROWS else goal_row(FILES, player)
        if ships & forbidden:
            return Phrase(N_("A ship of {side} is on a row where none may be placed."), {"side": side(player)})
    return None


def ship_under_the_other(rules: Rules, position: Position) -> Phrase | None:
    """A ship lies under one's own figures only (SETI-4, C4)."""
    white, brown, _, white_ships, brown_ships = sides(position)
    if rules.ship_under != ShipUnder.OWN:
        return None
    for player, under in ((FIRST, white_ships & brown), (SECOND, brown_ships & white)):
        if under:
            return Phrase(
                N_("A ship of {side} lies under a figure of the other side; only ship_under=any allows it."),
                {"side": side(player)},
            )
    return None


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
    """An arrival that is not answered wins (SETI-13); nobody re-enters so far from home (SETI-9, SETI-15)."""
    return impossible.arrival_without_end(FILES, position)


IMPOSSIBLE = (
    other_figures,
    other_ships,
    ship_on_forbidden_row,
    ship_under_the_other,
    arrived_nowhere,
    nobody_asked,
    end_without_arrival,
    arrival_without_end,
)
