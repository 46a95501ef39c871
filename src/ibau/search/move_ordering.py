"""In which order a search tries the actions of a node: what refutes soonest should come first.

The actions of all nodes on the path lie one after the other, those of the root first:

    actions [ROOM]         each node's, in the order of its legal moves until they are picked
    scores  [ROOM]         how promising each is
    credit  [2, actions]   per seat: how often an action has refuted, deep refutations counting more
    killers [plies, 2]     the two actions that refuted last at this distance from the root, plus 1; urgent ones too,
                           though only quiet ones are promised more for it
"""

from array import array
from typing import NamedTuple

from ibau.core.chance import advance, below, seed_state
from ibau.machine.arrays import Numbers, Zeros, fill
from ibau.machine.rule import rule

ROOM = 1 << 15  # actions of one path
KNOWN, URGENT, KILLER = 1 << 60, 1 << 44, 1 << 42  # scores; credits stay far below, urgency below 2^15
CREDIT_AT_MOST = 1 << 40
NOISE = 8  # credits begin at random below this, so that equals are tried in an order that the seed decides
NOISES = 512  # drawn for each seat; actions so far apart share one


class Ordering(NamedTuple):
    """What is known about the order; see the drawing above."""

    actions: Numbers
    scores: Numbers
    credit: Numbers
    killers: Numbers


def new_ordering(action_count: int, plies: int, seed: int, zeros: Zeros) -> Ordering:
    """Nothing known yet; the seed breaks ties."""
    credit = zeros((2, action_count), "q")
    for seat in range(2):
        noise = noises(seed_state(seed, seat), min(action_count, NOISES))
        for first in range(0, action_count, NOISES):
            begin, width = seat * action_count + first, min(NOISES, action_count - first)
            fill(credit, begin, noise[:width])
    return Ordering(zeros(ROOM, "q"), zeros(ROOM, "q"), credit, zeros((plies, 2), "q"))


def noises(random: int, n: int) -> "array[int]":
    """Small numbers at random."""
    drawn = array("q")
    for _ in range(n):
        random = advance(random)
        drawn.append(below(random, NOISE))
    return drawn


@rule
def promise(ordering: Ordering, player: int, ply: int, action: int, urgency: int) -> int:
    """The score of an action that the table does not name."""
    score = int(ordering.credit[player, action])
    if urgency:
        return score + URGENT * urgency
    first, second = ordering.killers[ply, 0], ordering.killers[ply, 1]
    return score + KILLER * (2 * int(first == action + 1) + int(second == action + 1))


@rule
def pick(ordering: Ordering, n: int, end: int) -> int:
    """Bring the most promising action of n..end-1 to place n; it."""
    actions, scores = ordering.actions, ordering.scores
    best = n
    for other in range(n + 1, end):
        if scores[other] > scores[best]:
            best = other
    actions[n], actions[best] = actions[best], actions[n]
    scores[n], scores[best] = scores[best], scores[n]
    return int(actions[n])


@rule
def learn_refutation(ordering: Ordering, player: int, ply: int, action: int, depth: int) -> None:
    """An action, quiet or urgent, has refuted the ply before it."""
    if ordering.killers[ply, 0] != action + 1:
        ordering.killers[ply, 1] = ordering.killers[ply, 0]
        ordering.killers[ply, 0] = action + 1
    ordering.credit[player, action] = min(ordering.credit[player, action] + depth * depth, CREDIT_AT_MOST)


@rule
def is_among(among: Numbers, action: int) -> bool:
    """Is an action one of these?  Where there are none, every action counts."""
    for other in among:
        if other == action:
            return True
    return not len(among)
