"""What is said about a position of Seti-Aleph, and what speaks for an action."""

from collections.abc import Mapping

from ibau.core import themes
from ibau.core.contract import Reason, Use, Words
from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.games.seti import reasons
from ibau.games.seti.aleph.form import NAMES
from ibau.games.seti.aleph.players import can_conquer, faces_arrival, reached_by
from ibau.games.seti.aleph.rules import FILES, Deed, Kind, Position, Rules, can_act
from ibau.games.seti.figures import goal_row
from ibau.games.seti.form import square_name
from ibau.games.seti.sentences import ENDS, asked, figure, figures_ahead, refused_figure, side, spoken_move
from ibau.machine.rule import rule


def situation(rules: Rules, position: Position) -> tuple[Phrase, ...]:
    """Whose turn it is, and what is asked."""
    arrived = square_name(NAMES, position.pending)
    return asked(position.player, arrived, blocked=not can_act(rules, position))


def spoken(rules: Rules, position: Position, deed: Deed) -> Phrase:
    """An action in words."""
    values = {"player": side(deed.player), "square": square_name(NAMES, deed.ship)}
    match deed.kind:
        case Kind.PASS:
            return Phrase(N_("{player} passes."), values)
        case Kind.LIFT:
            return Phrase(N_("{player} lifts the ship from {square}."), values)
        case Kind.PLACE if deed.ship & (position.own | position.enemy):
            return Phrase(N_("{player} places a ship under the figure on {square}."), values)
        case Kind.PLACE:
            return Phrase(N_("{player} places a ship on {square}."), values)
        case _:
            return _move(position, deed)


def _move(position: Position, deed: Deed) -> Phrase:
    values: dict[str, object] = {
        "player": side(deed.player),
        "figure": figure(position.pharaohs, deed.source),
        "source": square_name(NAMES, deed.source),
        "target": square_name(NAMES, deed.arrival),
    }
    if deed.taken:
        values["conquered"] = figure(position.pharaohs, deed.taken)
        values["reentry"] = square_name(NAMES, deed.reentry)
    elif deed.ship:
        values["conquered"] = Phrase(N_("ship"))
    return spoken_move(values, arrives=bool(deed.arrival & goal_row(FILES, deed.player)))


def refusal(rules: Rules, position: Position, place: str) -> Phrase:
    """Why what is on a place cannot be used now."""
    square = 1 << NAMES.index(place) if place in NAMES else 0
    if place.startswith("hand:") and not position.own_reserve:
        return Phrase(
            N_("{player} has no ship in reserve."),
            {"player": side(position.player)},
            N_("You have no ship in reserve."),
        )
    if square & position.enemy_ships & ~position.enemy:
        return Phrase(
            N_("That ship is {other}'s."), {"other": side(other(position.player))}, N_("That ship is not yours.")
        )
    return refused_figure(position.player, square, position.own, position.enemy, square_name(NAMES, position.pending))


WORDS = Words(situation, spoken, refusal, ENDS, margin=figures_ahead)


# --- What speaks for an action ----------------------------------------------------------------------------------------


def answers(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It conquers the figure that has arrived."""
    if not before.pending & deed.taken:
        return None
    return reasons.answer(square_name(NAMES, deed.taken))


def arrives(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It arrives, and no figure can conquer it there."""
    if before.pending & ~deed.arrival or not deed.arrival & goal_row(FILES, deed.player):
        return None
    if can_conquer(rules, after, deed.arrival):
        return None
    return reasons.arrival(square_name(NAMES, deed.arrival), deed.player)


def prevents(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """The other side could arrive next for good, and now cannot."""
    if deed.kind == Kind.PASS or before.pending or not faces_arrival(rules, before):
        return None
    return None if faces_arrival(rules, seen_back(after)) else reasons.defence(deed.player)


def conquers(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It turns a figure over, which changes sides."""
    if before.pending or not deed.taken:
        return None
    values = {"figure": figure(before.pharaohs, deed.taken), "square": square_name(NAMES, deed.taken)}
    return Phrase(N_("This move conquers the {figure} on {square}, which changes sides."), values)


def protects(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """A ship goes under an own figure that could be conquered."""
    if before.pending or deed.kind != Kind.PLACE or not deed.ship & before.own:
        return None
    return on_a_ship(before, deed.ship, deed.ship) if can_conquer(rules, seen_back(before), deed.ship) else None


def boards(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """A figure steps onto an own ship."""
    if before.pending or not deed.arrival & before.own_ships:
        return None
    return on_a_ship(before, deed.source, deed.arrival)


def on_a_ship(before: Position, standing: int, square: int) -> Phrase:
    """What a ship does for a figure that is on a square now, and on another with the ship."""
    values = {"figure": figure(before.pharaohs, standing), "square": square_name(NAMES, square)}
    return Phrase(N_("Standing on a ship, the {figure} on {square} cannot be conquered."), values)


def conquers_ship(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It turns a lone ship over."""
    if before.pending or deed.kind != Kind.MOVE or not deed.ship:
        return None
    text = N_("This move conquers the ship on {square}, which joins your reserve.")
    return Phrase(text, {"square": square_name(NAMES, deed.ship)})


def threatens(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """Its next step could arrive for good."""
    if not deed.arrival or before.pending or after.pending or can_conquer(rules, after, deed.arrival):
        return None
    goals = reached_by(rules, deed.arrival, after.pharaohs) & goal_row(FILES, deed.player)
    goals &= ~(after.own | after.enemy | after.enemy_ships | reached_by(rules, after.own, after.pharaohs))
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
    ships = after.own_ships | after.enemy_ships
    attacked = reached_by(rules, after.own, after.pharaohs) & after.enemy & ~deed.arrival & ~ships
    covered = reached_by(rules, deed.arrival, after.pharaohs) & ~reached_by(rules, before.own, before.pharaohs)
    figures = attacked & covered
    return reasons.cover(square_name(NAMES, figures & -figures)) if figures else None


def attacks(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It attacks a figure that was not attacked, from where it cannot be conquered."""
    if not deed.arrival or before.pending or can_conquer(rules, after, deed.arrival):
        return None
    attacked = reached_by(rules, before.own, before.pharaohs)
    found = reached_by(rules, deed.arrival, after.pharaohs) & after.own & ~attacked
    found &= ~(after.own_ships | after.enemy_ships)
    square = found & -found
    return reasons.attack(after.pharaohs, square, square_name(NAMES, square)) if found else None


def advances(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It comes nearer, to where it cannot be conquered."""
    if not deed.source or before.pending or can_conquer(rules, after, deed.arrival):
        return None
    ranks = reasons.ranks_forward(FILES, deed.player, deed.source, deed.arrival)
    return reasons.advance(ranks) if ranks > 0 else None


def prepares(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """A ship goes where a figure can step onto it."""
    ship = deed.ship & ~(before.own | before.enemy) if deed.kind == Kind.PLACE else 0
    if before.pending or not rules.step_onto_ship or not ship & reached_by(rules, before.own, before.pharaohs):
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

THEMES: Mapping[Reason, str] = {
    answers: themes.CAPTURE,
    arrives: themes.ARRIVAL,
    prevents: themes.DEFENCE,
    conquers: themes.CAPTURE,
    protects: themes.SHIPS,
    threatens: themes.THREAT,
    escapes: themes.DEFENCE,
    boards: themes.SHIPS,
    conquers_ship: themes.SHIPS,
    covers: themes.DEFENCE,
    attacks: themes.THREAT,
    prepares: themes.SHIPS,
}


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


# --- What is counted in a game ----------------------------------------------------------------------------------------


@rule
def is_conquest(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A figure is conquered (SETI-8)."""
    return deed.taken != 0


@rule
def is_arrival(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A figure arrives on the last row (1.3.1)."""
    return after.pending != 0


USES = (
    Use("conquest", N_("figures won over"), is_conquest),
    Use("arrival", N_("arrivals"), is_arrival),
)
