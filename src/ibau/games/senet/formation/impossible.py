"""What no position of the formation game can be: a sentence each."""

from ibau.core.outcome import FIRST, NOBODY, SECOND, other
from ibau.core.phrase import N_, Phrase
from ibau.games.senet import impossible
from ibau.games.senet.formation.rules import (
    BEFORE_LOT,
    GOAL,
    PAWNS,
    Position,
    Rules,
    first_formation,
    formed,
    start,
    targets,
)
from ibau.games.senet.formation.rulesets import EntryPhase
from ibau.games.senet.sides import light_and_dark, side
from ibau.games.senet.track import HOUSES


def too_many_pawns(rules: Rules, position: Position) -> Phrase | None:
    """Each side has ten pawns (section 6)."""
    light, dark = light_and_dark(position.player, position.own, position.enemy)
    return impossible.too_many(light, PAWNS, side(FIRST)) or impossible.too_many(dark, PAWNS, side(SECOND))


def second_lot(rules: Rules, position: Position) -> Phrase | None:
    """Lots decide who starts (SA2-16, C23)."""
    if position.throw != BEFORE_LOT or position == start(rules):
        return None
    return Phrase(N_("Lots are drawn once, before the first throw, and only with first_player=lot."))


def filling_without_option(rules: Rules, position: Position) -> Phrase | None:
    """Filling the entry squares first is an option (SA2-2)."""
    if not position.filling or rules.entry_phase == EntryPhase.FILL_FIRST:
        return None
    return Phrase(N_("'filling' exists with entry_phase=fill_first only; write 'open'."))


def filled_already(rules: Rules, position: Position) -> Phrase | None:
    """Until all five entry squares are full, pawns only enter (SA2-2, C82)."""
    pawns = position.own | position.enemy
    if not position.filling or (not pawns & ~HOUSES and pawns != HOUSES):
        return None
    return Phrase(N_("While 'filling', there are pawns on 26 to 30 only, and not yet on all five."))


def other_leader(rules: Rules, position: Position) -> Phrase | None:
    """The player who reaches 1 first leads, and that pawn stays (SA2-8)."""
    on_goal = NOBODY
    if (position.own | position.enemy) & GOAL:
        on_goal = position.player if position.own & GOAL else other(position.player)
    if position.leader == on_goal:
        return None
    return Phrase(N_("The leader is the side with the pawn on 1, which stays there; without one nobody leads."))


def unnoticed_formation(rules: Rules, position: Position) -> Phrase | None:
    """The first formation wins (SA2-14)."""
    first = first_formation(position.leader, position.player, position.own, position.enemy)
    if position.winner != NOBODY or first == NOBODY:
        return None
    return Phrase(N_("{side}'s formation is complete, so there is a winner."), {"side": side(first)})


def points_of_nobody(rules: Rules, position: Position) -> Phrase | None:
    """The winner scores for the other's later throws (SA2-15)."""
    if not position.solo or position.winner != NOBODY:
        return None
    return Phrase(N_("Points for the other's throws are given to a winner only; write 0."))


def winner_throws(rules: Rules, position: Position) -> Phrase | None:
    """After the first formation the other plays alone (SA2-14)."""
    if position.winner == NOBODY or position.winner != position.player:
        return None
    return Phrase(N_("After the first formation only the other player throws."))


def winner_without_formation(rules: Rules, position: Position) -> Phrase | None:
    """The winner's pawns are not hit, and stay (SA2-14, C84)."""
    winner = position.winner
    if winner == NOBODY or formed(position.enemy, targets(position.leader, winner)):
        return None
    return Phrase(N_("{side} has won, but its formation is not complete."), {"side": side(winner)})


IMPOSSIBLE = (
    too_many_pawns,
    second_lot,
    filling_without_option,
    filled_already,
    other_leader,
    unnoticed_formation,
    points_of_nobody,
    winner_throws,
    winner_without_formation,
)
