"""What no position of Seega can be: a sentence each."""

from ibau.core.phrase import N_, Phrase
from ibau.games.seega.form import side, square_name
from ibau.games.seega.rules import (
    ALL_PLACED,
    BEFORE_LOT,
    CENTRE,
    PIECES,
    End,
    Position,
    Rules,
    can_capture,
    can_step,
    empty_squares,
    has_small_victory,
    opening_pieces,
    placing,
    start,
)
from ibau.games.seega.rulesets import BlockedRule, Chain, FirstPlayer

# --- Pieces ----------------------------------------------------------------------------------------------------------


def too_many_pieces(rules: Rules, position: Position) -> Phrase | None:
    """Each player has twelve pieces (section 7.1)."""
    most = max(position.own.bit_count(), position.enemy.bit_count())
    if most <= PIECES:
        return None
    return Phrase(N_("{n} pieces of one side; each player has {most}."), {"n": most, "most": PIECES})


def too_many_placed(rules: Rules, position: Position) -> Phrase | None:
    """Each player has twelve pieces (section 7.1)."""
    if position.placed <= ALL_PLACED:
        return None
    return Phrase(N_("{n} pieces placed; there are {most}."), {"n": position.placed, "most": ALL_PLACED})


def nobody_left(rules: Rules, position: Position) -> Phrase | None:
    """The player who moved has a piece (section 7.2)."""
    if placing(position) or position.own | position.enemy:
        return None
    return Phrase(N_("There is no piece on the board."))


# --- Placing ---------------------------------------------------------------------------------------------------------


def lot_without_option(rules: Rules, position: Position) -> Phrase | None:
    """Whether there is a lot is an option (SEEGA-1, C23)."""
    if position.placed != BEFORE_LOT or rules.first_player == FirstPlayer.LOT:
        return None
    return Phrase(N_("Lots are drawn only with first_player=lot."))


def placed_before_the_lot(rules: Rules, position: Position) -> Phrase | None:
    """Lots decide who places first (SEEGA-1)."""
    if position.placed != BEFORE_LOT or not position.own | position.enemy:
        return None
    return Phrase(N_("Before lots are drawn the board is empty."))


def moved_while_placing(rules: Rules, position: Position) -> Phrase | None:
    """First all pieces are placed (section 7.2)."""
    if not placing(position) or not (position.runner or position.waiting or position.quiet or position.end):
        return None
    return Phrase(N_("While pieces are being placed there is no chain, no waiting, no quiet move and no end."))


def placed_on_the_centre(rules: Rules, position: Position) -> Phrase | None:
    """The centre stays empty until somebody moves (section 7.2)."""
    if not placing(position) or not (position.own | position.enemy) & CENTRE:
        return None
    return Phrase(N_("Nothing is placed on c3."))


def other_number_placed(rules: Rules, position: Position) -> Phrase | None:
    """Turns of two pieces alternate (SEEGA-19, C24); whether placing captures is an option (SEEGA-11)."""
    if not placing(position):
        return None
    placed = max(position.placed, 0)
    mine = 2 * (placed // 4) + placed % 2
    theirs = placed - mine
    own, enemy = position.own.bit_count(), position.enemy.bit_count()
    fewer = rules.capture_in_placement and own <= mine and enemy <= theirs
    if fewer or (own, enemy) == (mine, theirs):
        return None
    return Phrase(
        N_("{own} and {enemy} pieces on the board, but {mine} and {theirs} have been placed."),
        {"own": own, "enemy": enemy, "mine": mine, "theirs": theirs},
    )


def other_turns_while_placing(rules: Rules, position: Position) -> Phrase | None:
    """Two pieces are a turn (SEEGA-19, C24)."""
    due = max(position.placed, 0) // 2
    if not placing(position) or position.turns == due:
        return None
    return Phrase(
        N_("With {placed} pieces placed, {due} turns are finished, not {n}."),
        {"placed": max(position.placed, 0), "due": due, "n": position.turns},
    )


# --- Turns -----------------------------------------------------------------------------------------------------------


def too_few_turns(rules: Rules, position: Position) -> Phrase | None:
    """All pieces are placed before anybody moves (section 7.2); the last of these turns may go on (SEEGA-2)."""
    least = ALL_PLACED // 2 - 1
    if placing(position) or position.turns >= least:
        return None
    return Phrase(N_("{n} finished turns are too few; placing takes {least}."), {"n": position.turns, "least": least})


def turn_of_the_other(rules: Rules, position: Position) -> Phrase | None:
    """A turn that is over hands over, from the one who places first on (SEEGA-1, C36)."""
    if rules.first_player == FirstPlayer.LOT or position.placed == BEFORE_LOT:
        return None
    due = start(rules).player ^ position.turns & 1
    if position.player == due:
        return None
    return Phrase(N_("After {n} finished turns it is {side}'s turn."), {"n": position.turns, "side": side(due)})


# --- Moving ----------------------------------------------------------------------------------------------------------


def chain_of_the_other(rules: Rules, position: Position) -> Phrase | None:
    """One goes on with the piece that has captured (SEEGA-6)."""
    if not position.runner or position.runner & position.own:
        return None
    return Phrase(
        N_("The chain's piece on {square} is not the player's own."), {"square": square_name(position.runner)}
    )


def chain_without_prey(rules: Rules, position: Position) -> Phrase | None:
    """A chain lasts as long as there is something to capture (SEEGA-5)."""
    runner = position.runner
    goes_on = rules.chain != Chain.NONE and can_capture(rules, runner, position.own, position.enemy)
    if not runner or goes_on:
        return None
    return Phrase(N_("The piece on {square} has nothing left to capture."), {"square": square_name(runner)})


def waits_without_option(rules: Rules, position: Position) -> Phrase | None:
    """Whether one waits to be let out is an option (SEEGA-9)."""
    if not position.waiting or rules.blocked_rule in (BlockedRule.MUST_OPEN, BlockedRule.EXTRA_TURNS):
        return None
    return Phrase(N_("Nobody waits to be let out under this blocked_rule."))


def waits_unblocked(rules: Rules, position: Position) -> Phrase | None:
    """Only a blocked player passes (SEEGA-9)."""
    blocked = position.enemy and not can_step(position.enemy, empty_squares(position))
    return None if not position.waiting or blocked else Phrase(N_("The waiting player is not blocked."))


# --- Ends ------------------------------------------------------------------------------------------------------------


def small_without_wall(rules: Rules, position: Position) -> Phrase | None:
    """A small victory is a wall of the player who moved (SEEGA-12, C39)."""
    if position.end != End.SMALL:
        return None
    mover, opponent = position.enemy, position.own
    if position.waiting and rules.blocked_rule == BlockedRule.EXTRA_TURNS:
        mover, opponent = opponent, mover
    if has_small_victory(rules, mover, opponent):
        return None
    return Phrase(N_("The end is small, but the player who moved has no wall that wins."))


def grand_without_waiting(rules: Rules, position: Position) -> Phrase | None:
    """The game ends where nobody can let a blocked player out (SEEGA-9, C29)."""
    if position.end != End.GRAND or (position.waiting and rules.blocked_rule == BlockedRule.MUST_OPEN):
        return None
    return Phrase(N_("grand is written only while a blocked player waits under blocked_rule=must_open."))


def grand_unnoticed(rules: Rules, position: Position) -> Phrase | None:
    """The game ends as soon as nobody can let a blocked player out (SEEGA-9, C29, C41)."""
    if not position.waiting or rules.blocked_rule != BlockedRule.MUST_OPEN:
        return None
    closed = not can_step(opening_pieces(position), empty_squares(position))
    if closed == (position.end == End.GRAND):
        return None
    return Phrase(N_("The end is grand exactly when no move lets the waiting player out."))


IMPOSSIBLE = (
    too_many_pieces,
    too_many_placed,
    nobody_left,
    lot_without_option,
    placed_before_the_lot,
    moved_while_placing,
    placed_on_the_centre,
    other_number_placed,
    other_turns_while_placing,
    too_few_turns,
    turn_of_the_other,
    chain_of_the_other,
    chain_without_prey,
    waits_without_option,
    waits_unblocked,
    small_without_wall,
    grand_without_waiting,
    grand_unnoticed,
)
