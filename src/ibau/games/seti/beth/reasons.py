"""Why an action of Seti-Beth may be good."""

from ibau.core.contract import Reason
from ibau.core.outcome import other
from ibau.core.phrase import Phrase
from ibau.games.seti import reasons
from ibau.games.seti.beth.notation import NAMES
from ibau.games.seti.beth.players import can_conquer, faces_arrival, reached_by
from ibau.games.seti.beth.rules import FILES, PASS, SQUARES, Position, Rules, play
from ibau.games.seti.figures import goal_row
from ibau.games.seti.parts import square_name


def answers(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It conquers the figure that has arrived."""
    _, target = squares(action)
    return reasons.answer(square_name(NAMES, target)) if target & position.pending else None


def arrives(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It arrives, and no figure can conquer it there."""
    _, target = squares(action)
    if position.pending & ~target or not target & goal_row(FILES, position.player):
        return None
    if can_conquer(rules, play(rules, position, action), target):
        return None
    return reasons.arrival(square_name(NAMES, target), position.player)


def conquers(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It takes a figure off the board."""
    _, target = squares(action)
    if position.pending or not target & position.enemy:
        return None
    return reasons.conquest(position.pharaohs, target, square_name(NAMES, target))


def prevents(rules: Rules, position: Position, action: int) -> Phrase | None:
    """The other side could arrive next for good, and now cannot."""
    if action == PASS or position.pending or not faces_arrival(rules, position):
        return None
    return None if faces_arrival(rules, seen_back(play(rules, position, action))) else reasons.defence(position.player)


def threatens(rules: Rules, position: Position, action: int) -> Phrase | None:
    """Its next step could arrive for good."""
    _, target = squares(action)
    after = play(rules, position, action)
    if not target or position.pending or after.pending or can_conquer(rules, after, target):
        return None
    goals = reached_by(rules, target, after.pharaohs) & goal_row(FILES, position.player)
    goals &= ~(after.enemy | after.own | reached_by(rules, after.own, after.pharaohs))
    return reasons.threat(square_name(NAMES, goals & -goals)) if goals else None


def escapes(rules: Rules, position: Position, action: int) -> Phrase | None:
    """The figure could be conquered where it stood, and cannot where it goes."""
    source, target = squares(action)
    if not source or position.pending or not can_conquer(rules, seen_back(position), source):
        return None
    if can_conquer(rules, play(rules, position, action), target):
        return None
    return reasons.escape(position.pharaohs, source, square_name(NAMES, target))


def covers(rules: Rules, position: Position, action: int) -> Phrase | None:
    """A figure that is attacked can be taken back now, and could not before."""
    source, target = squares(action)
    if not source or position.pending:
        return None
    after = play(rules, position, action)
    attacked = reached_by(rules, after.own, after.pharaohs) & after.enemy & ~target
    covered = reached_by(rules, target, after.pharaohs) & ~reached_by(rules, position.own, position.pharaohs)
    figures = attacked & covered
    return reasons.cover(square_name(NAMES, figures & -figures)) if figures else None


def attacks(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It attacks a figure that was not attacked, from where it cannot be conquered."""
    _, target = squares(action)
    after = play(rules, position, action)
    if not target or position.pending or can_conquer(rules, after, target):
        return None
    before = reached_by(rules, position.own, position.pharaohs)
    found = reached_by(rules, target, after.pharaohs) & after.own & ~before
    figure = found & -found
    return reasons.attack(after.pharaohs, figure, square_name(NAMES, figure)) if found else None


def advances(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It comes nearer, to where it cannot be conquered."""
    source, target = squares(action)
    if not source or position.pending or can_conquer(rules, play(rules, position, action), target):
        return None
    ranks = reasons.ranks_forward(FILES, position.player, source, target)
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


def squares(action: int) -> tuple[int, int]:
    """Where a figure goes from and to, each a set of one; nothing for a pass."""
    return (0, 0) if action == PASS else (1 << action // SQUARES, 1 << action % SQUARES)


def seen_back(position: Position) -> Position:
    """The board as the other player to act sees it."""
    return position._replace(own=position.enemy, enemy=position.own, player=other(position.player))
