"""What is said about a position of Seti-Beth, and what speaks for an action."""

from collections.abc import Mapping

from ibau.core import themes
from ibau.core.contract import Reason, Use, Words
from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.games.seti import reasons
from ibau.games.seti.beth.form import NAMES
from ibau.games.seti.beth.players import can_conquer, faces_arrival, reached_by
from ibau.games.seti.beth.rules import FILES, Deed, Position, Rules, can_move
from ibau.games.seti.figures import goal_row
from ibau.games.seti.form import square_name
from ibau.games.seti.sentences import ENDS, asked, figure, figures_ahead, refused_figure, side, spoken_move
from ibau.machine.rule import rule


def situation(rules: Rules, position: Position) -> tuple[Phrase, ...]:
    """Whose turn it is, and what is asked."""
    arrived = square_name(NAMES, position.pending)
    return asked(position.player, arrived, blocked=not can_move(rules, position))


def spoken(rules: Rules, position: Position, deed: Deed) -> Phrase:
    """An action in words."""
    if not deed.source:
        return Phrase(N_("{player} passes."), {"player": side(deed.player)})
    values: dict[str, object] = {
        "player": side(deed.player),
        "figure": figure(position.pharaohs, deed.source),
        "source": square_name(NAMES, deed.source),
        "target": square_name(NAMES, deed.arrival),
    }
    if deed.taken:
        values["conquered"] = figure(position.pharaohs, deed.taken)
    return spoken_move(values, arrives=bool(deed.arrival & goal_row(FILES, deed.player)))


def refusal(rules: Rules, position: Position, place: str) -> Phrase:
    """Why what is on a place cannot be used now."""
    square = 1 << NAMES.index(place) if place in NAMES else 0
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

THEMES: Mapping[Reason, str] = {
    answers: themes.CAPTURE,
    arrives: themes.ARRIVAL,
    prevents: themes.DEFENCE,
    conquers: themes.CAPTURE,
    threatens: themes.THREAT,
    escapes: themes.DEFENCE,
    covers: themes.DEFENCE,
    attacks: themes.THREAT,
}


def seen_back(position: Position) -> Position:
    """The board as the other player to act sees it."""
    return position._replace(own=position.enemy, enemy=position.own, player=other(position.player))


# --- What is counted in a game ----------------------------------------------------------------------------------------


@rule
def is_conquest(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A figure is conquered (BETH-4)."""
    return deed.taken != 0


@rule
def is_arrival(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A figure arrives on the last row (1.3.1)."""
    return after.pending != 0


USES = (
    Use("conquest", N_("figures conquered"), is_conquest),
    Use("arrival", N_("arrivals"), is_arrival),
)
