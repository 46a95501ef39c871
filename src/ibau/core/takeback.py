"""What a person may take back; throws and lots never are."""

from collections.abc import Collection, Sequence

from ibau.core.game import State
from ibau.core.outcome import CHANCE
from ibau.core.turns import turn_start


def takeback(states: Sequence[State], persons: Collection[int]) -> int | None:
    """The number of actions that would be left, or None where nothing can be taken back.

    `states` begins with the start and ends with the present; `persons` are the seats of persons.

    With throws: a person's last move, as long as nobody has thrown since.
    Without: the last turn of a person, and with it the computer's reply.
    """
    if states[0].game.system.has_throws:
        moved_last = len(states) > 1 and states[-2].turn in persons
        return len(states) - 2 if moved_last else None
    for n in reversed(range(len(states) - 1)):
        mover = states[n].turn
        if mover == CHANCE:
            return None
        if mover in persons:
            return turn_start(states, n)
    return None
