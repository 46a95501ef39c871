"""The formation game in sentences."""

from ibau.core.contract import Words
from ibau.core.outcome import FIRST, NOBODY, SEATS, SECOND, other
from ibau.core.phrase import N_, Phrase
from ibau.games.senet.formation.rules import (
    BEFORE_LOT,
    ENTER,
    NEVER_HIT,
    PAWNS,
    STAY,
    End,
    Moves,
    Position,
    Rules,
    can_enter,
    moves,
    score,
    settled,
    throws_again,
)
from ibau.games.senet.sides import side


def _values(position: Position) -> dict[str, object]:
    return {
        "player": side(position.player),
        "other": side(other(position.player)),
        "throw": position.throw,
        "entry": ENTER - position.throw,
    }


def situation(rules: Rules, position: Position) -> tuple[Phrase, ...]:
    """Whose turn it is, what was thrown, and which squares are to be filled."""
    values = _values(position)
    if position.throw == BEFORE_LOT:
        return (Phrase(N_("The lot decides who throws first.")),)
    if not position.throw:
        throwing = (
            () if position.winner != NOBODY else (Phrase(N_("{player} to throw."), values, N_("Your turn to throw.")),)
        )
        return *throwing, *_standing(rules, position)
    legal = moves(rules, position)
    if legal.passes:
        return (
            Phrase(
                N_("{player} cannot use a {throw}, and the turn passes."),
                values,
                N_("You cannot use a {throw}, and the turn passes."),
            ),
        )
    asked = [_asked(legal, values)]
    if legal.stay:
        asked.append(Phrase(N_("Or all stay: every move would take a pawn off its square."), values))
    if throws_again(rules, position.throw):
        asked.append(Phrase(N_("A {throw} keeps the turn."), values))
    return *asked, *_standing(rules, position)


def _asked(legal: Moves, values: dict[str, object]) -> Phrase:
    if not legal.pawns:
        return Phrase(N_("{player} brings a pawn in on {entry}."), values, N_("Bring a pawn in on {entry}."))
    if legal.enter:
        text = N_("{player} moves a pawn by {throw}, or brings one in on {entry}.")
        return Phrase(text, values, N_("Move a pawn by {throw}, or bring one in on {entry}."))
    return Phrase(N_("{player} moves a pawn by {throw}."), values, N_("Move a pawn by {throw}."))


def _standing(rules: Rules, position: Position) -> tuple[Phrase, ...]:
    """How the game stands: who has won already, how many pawns stand, the points."""
    standing = *_filling(position), *_points(rules, position)
    if position.winner == NOBODY:
        return standing
    text = N_("{other} has won; {player} throws on, and each throw is a point for {other}.")
    to_you = N_("{other} has won; you throw on, and each throw is a point for {other}.")
    return Phrase(text, _values(position), to_you), *standing


def _filling(position: Position) -> tuple[Phrase, ...]:
    if position.filling:
        return (Phrase(N_("Pawns only enter until the five squares from 26 to 30 are full.")),)
    if position.leader == NOBODY:
        return (Phrase(N_("First to reach 1 leads.")),)
    count = settled(position, position.own, position.player)
    values = {"player": side(position.player), "count": count}
    if position.leader == position.player:
        return (
            Phrase(N_("{player} fills 1, 3 … 19: {count} of 10."), values, N_("You fill 1, 3 … 19: {count} of 10.")),
        )
    return (Phrase(N_("{player} fills 2, 4 … 20: {count} of 10."), values, N_("You fill 2, 4 … 20: {count} of 10.")),)


def _points(rules: Rules, position: Position) -> tuple[Phrase, ...]:
    """The points so far, once somebody has some."""
    if position.leader == NOBODY:
        return ()
    light, dark = (score(rules, position, seat) for seat in (FIRST, SECOND))
    values = {"one": side(FIRST), "points": light, "other": side(SECOND), "others": dark}
    return (Phrase(N_("Points: {one} {points}, {other} {others}."), values),)


def spoken(rules: Rules, position: Position, action: int) -> Phrase:
    """An action in words."""
    if position.throw == BEFORE_LOT:
        return Phrase(N_("The lot: {player} throws first."), {"player": side(action)})
    values = _values(position)
    if not position.throw:
        return Phrase(N_("{player} throws a {throw}."), {**values, "throw": action + 1})
    if action == ENTER:
        return Phrase(N_("{player} brings a pawn in on {entry}."), values)
    if action > ENTER:
        return Phrase(N_("{player} moves no pawn.") if action == STAY else N_("{player} passes."), values)
    arrival = action - position.throw
    values |= {"source": action, "arrival": arrival}
    if position.enemy >> arrival & 1:
        return Phrase(N_("{player} from {source} to {arrival}, sending {other} off the board."), values)
    return Phrase(N_("{player} from {source} to {arrival}."), values)


def refusal(rules: Rules, position: Position, place: str) -> Phrase:
    """Why the pawn on a place cannot be used now."""
    values = _values(position)
    if position.throw <= 0:
        return Phrase(N_("Throw first, then move.") if not position.throw else N_("Draw the lot first."))
    square = int(place) if place.isdigit() else 0
    if place == f"hand:{SEATS[other(position.player)]}" or position.enemy >> square & 1:
        return Phrase(N_("That pawn is {other}'s; it is {player}'s turn."), values, N_("That pawn is not yours."))
    if place == f"hand:{SEATS[position.player]}":
        return _no_entry(position, values)
    if not position.own >> square & 1:
        return Phrase(N_("First choose the pawn to move, then where it goes."))
    if position.filling:
        return Phrase(N_("Pawns only enter until the five squares from 26 to 30 are full."))
    return _no_way(position, square, values)


def _no_entry(position: Position, values: dict[str, object]) -> Phrase:
    if position.own.bit_count() == PAWNS:
        return Phrase(
            N_("All of {player}'s pawns are on the board."), values, N_("All of your pawns are on the board.")
        )
    if not can_enter(position):
        return Phrase(N_("A {throw} enters on {entry}, and that square is taken."), values)
    return Phrase(N_("A {throw} enters on {entry}."), values)


def _no_way(position: Position, square: int, values: dict[str, object]) -> Phrase:
    arrival = square - position.throw
    values |= {"arrival": arrival}
    if arrival < 1:
        return Phrase(N_("A {throw} would carry this pawn past the last square."), values)
    if position.own >> arrival & 1:
        return Phrase(N_("One of your own pawns stands on {arrival}."), values)
    if not position.enemy >> arrival & 1:
        return Phrase(N_("This pawn can go to {arrival}."), values)
    if position.winner != NOBODY:
        return Phrase(N_("{other} has won, and those pawns can no longer be hit."), values)
    if NEVER_HIT >> arrival & 1:
        return Phrase(N_("No pawn can be hit on 1 or from 26 to 30."), values)
    return Phrase(N_("The pawn on {arrival} fills its square and cannot be hit."), values)


WORDS = Words(situation, spoken, refusal, ends={End.FORMATION: N_("the pawns stand in formation")})
