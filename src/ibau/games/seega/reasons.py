"""Why an action of Seega may be good."""

from ibau.core.bits import members
from ibau.core.contract import Reason
from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.games.seega.face import captures
from ibau.games.seega.notation import SQUARES, square_name
from ibau.games.seega.players import endangered
from ibau.games.seega.rules import (
    BOARD,
    CENTRE,
    STEP,
    STOP,
    Position,
    Rules,
    back,
    can_capture,
    can_step,
    neighbours,
    partners,
    placing,
    prey,
    step,
)
from ibau.games.seega.rulesets import Chain
from ibau.games.seega.words import side


def captures_on(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It captures, and the same piece can capture again."""
    if not _steps(action) or rules.chain == Chain.NONE or not captures(rules, position, action):
        return None
    arrival, own, enemy = _after(rules, position, action)
    goes_on = can_capture(rules, arrival, own, enemy)
    return Phrase(N_("It captures, and can capture again with the same piece.")) if goes_on else None


def captures_several(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It captures more than one."""
    taken = captures(rules, position, action) if action < STOP else 0
    if taken.bit_count() < 2:
        return None
    return Phrase(
        N_("It captures {count} pieces at once: {taken}."), {"count": taken.bit_count(), "taken": _names(taken)}
    )


def captures_one(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It captures one."""
    taken = captures(rules, position, action) if action < STOP else 0
    return (
        Phrase(N_("It captures the piece on {square}."), {"square": square_name(taken)})
        if taken.bit_count() == 1
        else None
    )


def blocks(rules: Rules, position: Position, action: int) -> Phrase | None:
    """The other side can step nowhere."""
    if not _steps(action):
        return None
    _, own, enemy = _after(rules, position, action)
    if not enemy or can_step(enemy, BOARD & ~(own | enemy)):
        return None
    return Phrase(N_("It leaves {other} without a move."), {"other": side(other(position.player))})


def escapes(rules: Rules, position: Position, action: int) -> Phrase | None:
    """The piece that steps could have been captured, and where it goes it cannot be."""
    if not _steps(action):
        return None
    source = 1 << (action - STEP >> 2)
    arrival, own, enemy = _after(rules, position, action)
    if not in_danger(rules, position.own, position.enemy) & source or in_danger(rules, own, enemy) & arrival:
        return None
    values = {"source": square_name(source), "arrival": square_name(arrival)}
    return Phrase(N_("The piece on {source} could be captured; on {arrival} it cannot be."), values)


def saves(rules: Rules, position: Position, action: int) -> Phrase | None:
    """A piece that stays where it is could have been captured, and now none can be."""
    if not _steps(action):
        return None
    _, own, enemy = _after(rules, position, action)
    saved = in_danger(rules, position.own, position.enemy) & own
    if not saved or in_danger(rules, own, enemy):
        return None
    return Phrase(N_("It keeps {squares} from being captured."), {"squares": _names(saved)})


def to_the_centre(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It reaches the refuge."""
    if not _steps(action) or not rules.centre_refuge or _after(rules, position, action)[0] != CENTRE:
        return None
    return Phrase(N_("On the centre no piece can be captured."))


def threatens(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It makes a capture possible that was not, and can itself not be captured."""
    if not _steps(action):
        return None
    arrival, own, enemy = _after(rules, position, action)
    threatened = in_danger(rules, enemy, own) & ~in_danger(rules, position.enemy, position.own)
    if not threatened or in_danger(rules, own, enemy) & arrival:
        return None
    return Phrase(N_("It threatens to capture {squares}."), {"squares": _names(threatened)})


def makes_room(rules: Rules, position: Position, action: int) -> Phrase | None:
    """Pieces can step that could not."""
    if not _steps(action):
        return None
    _, own, enemy = _after(rules, position, action)
    free = (
        neighbours(BOARD & ~(own | enemy)) & ~neighbours(BOARD & ~(position.own | position.enemy)) & own & position.own
    )
    return Phrase(N_("It opens a way for {squares}."), {"squares": _names(free)}) if free else None


def beside_the_centre(rules: Rules, position: Position, action: int) -> Phrase | None:
    """Once the board is full only the centre is empty, and only pieces beside it can move."""
    if not placing(position) or rules.capture_in_placement or not 1 << action & neighbours(CENTRE):
        return None
    square = {"square": SQUARES[action]}
    return Phrase(
        N_("The first step of the game goes to the centre, and a piece on {square} stands beside it."), square
    )


def aims(rules: Rules, position: Position, action: int) -> Phrase | None:
    """An enemy stands between this square and the centre: whoever steps there captures it."""
    between = _towards_centre(action) & prey(rules, position.enemy) if placing(position) else 0
    if not between or not partners(rules, 1 << action):
        return None
    text = N_("A piece that steps to the centre captures {enemy}, with one on {square} behind it.")
    return Phrase(text, {"enemy": square_name(between), "square": SQUARES[action]})


def guards(rules: Rules, position: Position, action: int) -> Phrase | None:
    """An own piece stands between this square and the centre, and could have been captured from there."""
    between = _towards_centre(action) & position.own if placing(position) else 0
    if not between:
        return None
    text = N_("With a piece on {square} nobody captures {own} by stepping to the centre.")
    return Phrase(text, {"own": square_name(between), "square": SQUARES[action]})


REASONS: tuple[Reason, ...] = (
    captures_on,
    captures_several,
    captures_one,
    escapes,
    saves,
    threatens,
    to_the_centre,
    blocks,
    makes_room,
    aims,
    guards,
    beside_the_centre,
)


def in_danger(rules: Rules, own: int, enemy: int) -> int:
    """Own pieces that the enemy could capture with its next step."""
    return endangered(rules, enemy, own, neighbours(enemy) & BOARD & ~(own | enemy))


def _steps(action: int) -> bool:
    return STEP <= action < STOP


def _after(rules: Rules, position: Position, action: int) -> tuple[int, int, int]:
    """Where a step ends, and the pieces after it."""
    source, direction = 1 << (action - STEP >> 2), action - STEP & 3
    arrival = step(source, direction)
    return arrival, position.own ^ source | arrival, position.enemy & ~captures(rules, position, action)


def _towards_centre(action: int) -> int:
    """The square between this one and the centre, where it is two steps from there in a straight line; else 0."""
    return sum(step(CENTRE, d) for d in range(4) if back(1 << action, d) == step(CENTRE, d))


def _names(squares: int) -> str:
    return ", ".join(SQUARES[n] for n in members(squares))
