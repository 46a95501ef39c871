"""Why an action of Seti-Aleph may be good."""

from ibau.core.contract import Reason
from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.games.seti import reasons
from ibau.games.seti.aleph.notation import NAMES
from ibau.games.seti.aleph.players import can_conquer, faces_arrival, reached_by
from ibau.games.seti.aleph.rules import FILES, LIFT, MOVE, PASS, Position, Rules, parts, play
from ibau.games.seti.figures import goal_row
from ibau.games.seti.parts import square_name
from ibau.games.seti.sentences import figure


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


def prevents(rules: Rules, position: Position, action: int) -> Phrase | None:
    """The other side could arrive next for good, and now cannot."""
    if action == PASS or position.pending or not faces_arrival(rules, position):
        return None
    return None if faces_arrival(rules, seen_back(play(rules, position, action))) else reasons.defence(position.player)


def conquers(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It turns a figure over, which changes sides."""
    _, target = squares(action)
    if position.pending or not target & position.enemy:
        return None
    values = {"figure": figure(position.pharaohs, target), "square": square_name(NAMES, target)}
    return Phrase(N_("It conquers the {figure} on {square}, which changes sides."), values)


def protects(rules: Rules, position: Position, action: int) -> Phrase | None:
    """A ship goes under an own figure that could be conquered."""
    ship = 1 << action if action < LIFT else 0
    if position.pending or not ship & position.own or not can_conquer(rules, seen_back(position), ship):
        return None
    return on_a_ship(position, ship, ship)


def boards(rules: Rules, position: Position, action: int) -> Phrase | None:
    """A figure steps onto an own ship."""
    source, target = squares(action)
    if position.pending or not target & position.own_ships:
        return None
    return on_a_ship(position, source, target)


def on_a_ship(position: Position, standing: int, square: int) -> Phrase:
    """What a ship does for a figure that stands on a square now, and on another with the ship."""
    values = {"figure": figure(position.pharaohs, standing), "square": square_name(NAMES, square)}
    return Phrase(N_("Standing on a ship, the {figure} on {square} cannot be conquered."), values)


def conquers_ship(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It turns a lone ship over."""
    _, target = squares(action)
    if position.pending or not target & position.enemy_ships:
        return None
    text = N_("It conquers the ship on {square}, which comes to your reserve.")
    return Phrase(text, {"square": square_name(NAMES, target)})


def threatens(rules: Rules, position: Position, action: int) -> Phrase | None:
    """Its next step could arrive for good."""
    _, target = squares(action)
    after = play(rules, position, action)
    if not target or position.pending or after.pending or can_conquer(rules, after, target):
        return None
    goals = reached_by(rules, target, after.pharaohs) & goal_row(FILES, position.player)
    goals &= ~(after.own | after.enemy | after.enemy_ships | reached_by(rules, after.own, after.pharaohs))
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
    ships = after.own_ships | after.enemy_ships
    attacked = reached_by(rules, after.own, after.pharaohs) & after.enemy & ~target & ~ships
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
    found &= ~(after.own_ships | after.enemy_ships)
    square = found & -found
    return reasons.attack(after.pharaohs, square, square_name(NAMES, square)) if found else None


def advances(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It comes nearer, to where it cannot be conquered."""
    source, target = squares(action)
    if not source or position.pending or can_conquer(rules, play(rules, position, action), target):
        return None
    ranks = reasons.ranks_forward(FILES, position.player, source, target)
    return reasons.advance(ranks) if ranks > 0 else None


def prepares(rules: Rules, position: Position, action: int) -> Phrase | None:
    """A ship goes where a figure can step onto it."""
    ship = 1 << action if action < LIFT else 0
    if position.pending or not rules.step_onto_ship or ship & (position.own | position.enemy):
        return None
    if not ship & reached_by(rules, position.own, position.pharaohs):
        return None
    return Phrase(
        N_("A figure that steps onto the ship on {square} cannot be conquered there."),
        {"square": square_name(NAMES, ship)},
    )


REASONS: tuple[Reason, ...] = (
    answers,
    arrives,
    prevents,
    conquers,
    protects,
    threatens,
    escapes,
    boards,
    conquers_ship,
    covers,
    attacks,
    advances,
    prepares,
)


def squares(action: int) -> tuple[int, int]:
    """Where a figure goes from and to, each a set of one; nothing for a ship or a pass."""
    return parts(action)[:2] if MOVE <= action < PASS else (0, 0)


def seen_back(position: Position) -> Position:
    """The board as the other player to act sees it."""
    return position._replace(
        own=position.enemy,
        enemy=position.own,
        own_ships=position.enemy_ships,
        enemy_ships=position.own_ships,
        own_reserve=position.enemy_reserve,
        enemy_reserve=position.own_reserve,
        player=other(position.player),
    )
