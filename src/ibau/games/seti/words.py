"""What is said about a position of either Seti game."""

from ibau.core.outcome import FIRST, other
from ibau.core.phrase import N_, Phrase
from ibau.games.seti import aleph, beth
from ibau.games.seti.figures import goal_row
from ibau.games.seti.notation import SQUARES_3, SQUARES_5


def side(player: int) -> Phrase:
    """What a seat's pieces are called."""
    return Phrase(N_("White") if player == FIRST else N_("Brown"))


# --- Both ------------------------------------------------------------------------------------------------------------


def _situation(player: int, arrived: str, *, blocked: bool) -> tuple[Phrase, ...]:
    values = {"player": side(player), "other": side(other(player)), "square": arrived}
    if blocked:
        return (Phrase(N_("{player} has no legal move and passes."), values),)
    if arrived:
        text = N_("{other} has arrived on {square}: {player} must conquer that figure now, or has lost.")
        return (Phrase(text, values),)
    return (Phrase(N_("{player} moves."), values),)


def _figure(pharaohs: int, square: int) -> Phrase:
    return Phrase(N_("pharaoh") if pharaohs & square else N_("high priest"))


def _spoken_move(values: dict[str, object], *, arrives: bool) -> Phrase:
    if "reentry" in values:
        text = N_("{player}: {figure} from {source} to {target}; {conquered} conquered, re-entering on {reentry}.")
    elif "conquered" in values:
        text = N_("{player}: {figure} from {source} to {target}; {conquered} conquered.")
    else:
        text = N_("{player}: {figure} from {source} to {target}.")
    move = Phrase(text, values)
    return Phrase(N_("{move} It has arrived."), {"move": move}) if arrives else move


def _refusal(player: int, square: int, own: int, enemy: int, arrived: str) -> Phrase:
    values = {"player": side(player), "other": side(other(player)), "square": arrived}
    if square & enemy:
        return Phrase(N_("That figure is {other}'s; it is {player}'s turn."), values)
    if not square & own:
        return Phrase(N_("First choose the figure to move, then where it goes."))
    if arrived:
        return Phrase(N_("Only conquering the figure on {square} can still save the game."), values)
    return Phrase(N_("This figure reaches no square that it may enter."))


# --- Aleph -----------------------------------------------------------------------------------------------------------


def aleph_situation(rules: aleph.Rules, position: aleph.Position) -> tuple[Phrase, ...]:
    """Whose turn it is, and what is asked."""
    arrived = _name(SQUARES_3, position.pending)
    return _situation(position.player, arrived, blocked=not aleph.can_act(rules, position))


def aleph_spoken(rules: aleph.Rules, position: aleph.Position, action: int) -> Phrase:
    """An action in words."""
    player = side(position.player)
    if action == aleph.PASS:
        return Phrase(N_("{player} passes."), {"player": player})
    if action >= aleph.MOVE:
        return _aleph_move(position, action)
    square = action % aleph.SQUARES
    values = {"player": player, "square": SQUARES_3[square]}
    if action >= aleph.LIFT:
        return Phrase(N_("{player} lifts the ship from {square}."), values)
    if (position.own | position.enemy) >> square & 1:
        return Phrase(N_("{player} places a ship under the figure on {square}."), values)
    return Phrase(N_("{player} places a ship on {square}."), values)


def _aleph_move(position: aleph.Position, action: int) -> Phrase:
    source, target, reentry = aleph.parts(action)
    values: dict[str, object] = {
        "player": side(position.player),
        "figure": _figure(position.pharaohs, source),
        "source": _name(SQUARES_3, source),
        "target": _name(SQUARES_3, target),
    }
    if position.enemy & target:
        values["conquered"] = _figure(position.pharaohs, target)
        values["reentry"] = _name(SQUARES_3, reentry)
    elif position.enemy_ships & target:
        values["conquered"] = Phrase(N_("ship"))
    return _spoken_move(values, arrives=bool(target & goal_row(aleph.FILES, position.player)))


def aleph_refusal(rules: aleph.Rules, position: aleph.Position, place: str) -> Phrase:
    """Why what stands on a place cannot be used now."""
    square = 1 << SQUARES_3.index(place) if place in SQUARES_3 else 0
    if place.startswith("hand:") and not position.own_reserve:
        return Phrase(N_("{player} has no ship in reserve."), {"player": side(position.player)})
    if square & position.enemy_ships & ~position.enemy:
        return Phrase(N_("That ship is {other}'s."), {"other": side(other(position.player))})
    return _refusal(position.player, square, position.own, position.enemy, _name(SQUARES_3, position.pending))


# --- Beth ------------------------------------------------------------------------------------------------------------


def beth_situation(rules: beth.Rules, position: beth.Position) -> tuple[Phrase, ...]:
    """Whose turn it is, and what is asked."""
    arrived = _name(SQUARES_5, position.pending)
    return _situation(position.player, arrived, blocked=not beth.can_move(rules, position))


def beth_spoken(rules: beth.Rules, position: beth.Position, action: int) -> Phrase:
    """An action in words."""
    player = side(position.player)
    if action == beth.PASS:
        return Phrase(N_("{player} passes."), {"player": player})
    source, target = (1 << square for square in divmod(action, beth.SQUARES))
    values: dict[str, object] = {
        "player": player,
        "figure": _figure(position.pharaohs, source),
        "source": _name(SQUARES_5, source),
        "target": _name(SQUARES_5, target),
    }
    if position.enemy & target:
        values["conquered"] = _figure(position.pharaohs, target)
    return _spoken_move(values, arrives=bool(target & goal_row(beth.FILES, position.player)))


def beth_refusal(rules: beth.Rules, position: beth.Position, place: str) -> Phrase:
    """Why what stands on a place cannot be used now."""
    square = 1 << SQUARES_5.index(place) if place in SQUARES_5 else 0
    return _refusal(position.player, square, position.own, position.enemy, _name(SQUARES_5, position.pending))


def _name(names: tuple[str, ...], square: int) -> str:
    return names[square.bit_length() - 1] if square else ""
