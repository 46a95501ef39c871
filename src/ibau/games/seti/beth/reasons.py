"""Why an action of Seti-Beth may be good."""

from ibau.core.contract import Reason
from ibau.core.outcome import other
from ibau.core.phrase import Phrase
from ibau.games.seti import reasons, uses
from ibau.games.seti.beth.notation import NAMES
from ibau.games.seti.beth.players import can_conquer, faces_arrival, reached_by
from ibau.games.seti.beth.rules import FILES, Deed, Position, Rules
from ibau.games.seti.figures import goal_row
from ibau.games.seti.parts import square_name


def answers(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It conquers the figure that has arrived."""
    if not uses.answers(rules, before, deed, after):
        return None
    return reasons.answer(square_name(NAMES, deed.taken))


def arrives(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It arrives, and no figure can conquer it there."""
    if before.pending & ~deed.arrival or not deed.arrival & goal_row(FILES, deed.player):
        return None
    if can_conquer(rules, after, deed.arrival):
        return None
    return reasons.arrival(square_name(NAMES, deed.arrival), deed.player)


def conquers(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It takes a figure off the board."""
    if before.pending or not deed.taken:
        return None
    return reasons.conquest(before.pharaohs, deed.taken, square_name(NAMES, deed.taken))


def prevents(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """The other side could arrive next for good, and now cannot."""
    if not deed.source or before.pending or not faces_arrival(rules, before):
        return None
    return None if faces_arrival(rules, seen_back(after)) else reasons.defence(deed.player)


def threatens(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """Its next step could arrive for good."""
    if not deed.arrival or before.pending or after.pending or can_conquer(rules, after, deed.arrival):
        return None
    goals = reached_by(rules, deed.arrival, after.pharaohs) & goal_row(FILES, deed.player)
    goals &= ~(after.enemy | after.own | reached_by(rules, after.own, after.pharaohs))
    return reasons.threat(square_name(NAMES, goals & -goals)) if goals else None


def escapes(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """The figure could be conquered where it stood, and cannot where it goes."""
    if not deed.source or before.pending or not can_conquer(rules, seen_back(before), deed.source):
        return None
    if can_conquer(rules, after, deed.arrival):
        return None
    return reasons.escape(before.pharaohs, deed.source, square_name(NAMES, deed.arrival))


def covers(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """A figure that is attacked can be taken back now, and could not before."""
    if not deed.source or before.pending:
        return None
    attacked = reached_by(rules, after.own, after.pharaohs) & after.enemy & ~deed.arrival
    covered = reached_by(rules, deed.arrival, after.pharaohs) & ~reached_by(rules, before.own, before.pharaohs)
    figures = attacked & covered
    return reasons.cover(square_name(NAMES, figures & -figures)) if figures else None


def attacks(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It attacks a figure that was not attacked, from where it cannot be conquered."""
    if not deed.arrival or before.pending or can_conquer(rules, after, deed.arrival):
        return None
    attacked = reached_by(rules, before.own, before.pharaohs)
    found = reached_by(rules, deed.arrival, after.pharaohs) & after.own & ~attacked
    figure = found & -found
    return reasons.attack(after.pharaohs, figure, square_name(NAMES, figure)) if found else None


def advances(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It comes nearer, to where it cannot be conquered."""
    if not deed.source or before.pending or can_conquer(rules, after, deed.arrival):
        return None
    ranks = reasons.ranks_forward(FILES, deed.player, deed.source, deed.arrival)
    return reasons.advance(ranks) if ranks > 0 else None


REASONS: tuple[Reason, ...] = (
    answers,
    arrives,
    prevents,
    conquers,
    threatens,
    escapes,
    covers,
    attacks,
    advances,
)


def seen_back(position: Position) -> Position:
    """The board as the other player to act sees it."""
    return position._replace(own=position.enemy, enemy=position.own, player=other(position.player))
