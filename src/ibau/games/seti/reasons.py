"""Reasons for actions that both Seti games share."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ibau.core.outcome import FIRST, other
from ibau.core.phrase import N_, Phrase
from ibau.games.seti.figures import goal_row
from ibau.games.seti.form import square_name
from ibau.games.seti.sentences import figure, side


def no_square(position: Any) -> int:
    """No squares, in the game without ships."""
    return 0


class Reasons(NamedTuple):
    """The shared reasons, for a game."""

    files: int
    names: tuple[str, ...]
    reached_by: Callable[[Any, int, int], int]
    can_conquer: Callable[[Any, Any, int], bool]
    faces_arrival: Callable[[Any, Any], bool]
    turn_passed: Callable[[Any], Any]  # the position with the other player to act
    safe: Callable[[Any], int] = no_square  # squares on which no figure can be conquered
    closed: Callable[[Any], int] = no_square  # squares on which the other player's figures do not arrive

    def answers(self, rules: Any, before: Any, move: Any, after: Any) -> Phrase | None:
        """It conquers the figure that has arrived."""
        if not before.pending & move.taken:
            return None
        text = N_("This move conquers the figure that has arrived on {square}; otherwise the game is lost.")
        return Phrase(text, {"square": square_name(self.names, move.taken)})

    def arrives(self, rules: Any, before: Any, move: Any, after: Any) -> Phrase | None:
        """It arrives, and no figure can conquer it there."""
        if before.pending & ~move.arrival or not move.arrival & goal_row(self.files, move.player):
            return None
        if self.can_conquer(rules, after, move.arrival):
            return None
        values = {"square": square_name(self.names, move.arrival), "other": side(other(move.player))}
        return Phrase(N_("The figure arrives on {square}, where {other} cannot conquer it."), values)

    def prevents(self, rules: Any, before: Any, move: Any, after: Any) -> Phrase | None:
        """The other side could have arrived next where it could not be conquered, and now cannot."""
        if before.pending or not self.faces_arrival(rules, before):
            return None
        if self.faces_arrival(rules, self.turn_passed(after)):
            return None
        text = N_("This keeps {other} from arriving next where nobody could conquer the figure.")
        return Phrase(text, {"other": side(other(move.player))})

    def threatens(self, rules: Any, before: Any, move: Any, after: Any) -> Phrase | None:
        """Its next move can arrive where it cannot be conquered."""
        if not move.arrival or before.pending or after.pending or self.can_conquer(rules, after, move.arrival):
            return None
        goals = self.reached_by(rules, move.arrival, after.pharaohs) & goal_row(self.files, move.player)
        answered = self.reached_by(rules, after.own, after.pharaohs)
        goals &= ~(after.own | after.enemy | self.closed(after) | answered)
        if not goals:
            return None
        text = N_("This threatens to arrive on {square}, where nobody could conquer the figure.")
        return Phrase(text, {"square": square_name(self.names, goals & -goals)})

    def escapes(self, rules: Any, before: Any, move: Any, after: Any) -> Phrase | None:
        """The figure could have been conquered, and cannot be on its new square."""
        if not move.source or before.pending or not self.can_conquer(rules, self.turn_passed(before), move.source):
            return None
        if self.can_conquer(rules, after, move.arrival):
            return None
        values = {"figure": figure(before.pharaohs, move.source), "square": square_name(self.names, move.arrival)}
        return Phrase(N_("The {figure} could be conquered; on {square} it cannot be."), values)

    def covers(self, rules: Any, before: Any, move: Any, after: Any) -> Phrase | None:
        """An attacked figure is now defended."""
        if not move.source or before.pending:
            return None
        attacked = self.reached_by(rules, after.own, after.pharaohs) & after.enemy & ~move.arrival & ~self.safe(after)
        covered = self.reached_by(rules, move.arrival, after.pharaohs)
        figures = attacked & covered & ~self.reached_by(rules, before.own, before.pharaohs)
        if not figures:
            return None
        text = N_("A figure that conquers on {square} now can be conquered in return.")
        return Phrase(text, {"square": square_name(self.names, figures & -figures)})

    def attacks(self, rules: Any, before: Any, move: Any, after: Any) -> Phrase | None:
        """It attacks another figure, from a square on which it cannot be conquered."""
        if not move.arrival or before.pending or self.can_conquer(rules, after, move.arrival):
            return None
        attacked = self.reached_by(rules, before.own, before.pharaohs)
        found = self.reached_by(rules, move.arrival, after.pharaohs) & after.own & ~attacked & ~self.safe(after)
        if not found:
            return None
        square = found & -found
        values = {"figure": figure(after.pharaohs, square), "square": square_name(self.names, square)}
        return Phrase(N_("This move attacks the {figure} on {square}."), values)

    def advances(self, rules: Any, before: Any, move: Any, after: Any) -> Phrase | None:
        """It moves forward, to a square on which it cannot be conquered."""
        if not move.source or before.pending or self.can_conquer(rules, after, move.arrival):
            return None
        ranks = (move.arrival.bit_length() - 1) // self.files - (move.source.bit_length() - 1) // self.files
        ranks = ranks if move.player == FIRST else -ranks
        if ranks == 1:
            return Phrase(N_("The figure comes a row forward, to where nobody can conquer it."))
        text = N_("The figure comes {ranks} rows forward, to where nobody can conquer it.")
        return Phrase(text, {"ranks": ranks}) if ranks > 1 else None
