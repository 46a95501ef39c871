"""Move ordering: search first the actions of a node that are likely to refute it.

The actions of all nodes on the path lie one after the other, the root's first:

    actions [ROOM]         of each node, in the order of its legal moves until they are picked
    scores  [ROOM]         how promising each is
    credit  [2, actions]   history heuristic per seat: how often an action refuted, deep refutations counting more
    killers [plies, 2]     the last two refutations at this distance from the root, plus 1; urgent actions are
                           recorded too, but only quiet ones gain a score by it
"""

from array import array
from typing import NamedTuple

from ibau.core.chance import advance, below, seed_state
from ibau.machine.arrays import Numbers, Zeros, fill
from ibau.machine.rule import rule

ROOM = 1 << 15  # actions of one path
KNOWN, URGENT, KILLER = 1 << 60, 1 << 44, 1 << 42  # scores; credits stay far below, urgency below 2^15
CREDIT_AT_MOST = 1 << 40
NOISE = 8  # credits begin at random below this, so that the seed orders equal actions
NOISES = 512  # random credits per seat; later actions repeat them


class Ordering(NamedTuple):
    """The arrays of the move ordering, described above."""

    actions: Numbers
    scores: Numbers
    credit: Numbers
    killers: Numbers


def new_ordering(action_count: int, plies: int, seed: int, zeros: Zeros) -> Ordering:
    """An ordering that has learnt nothing; the seed breaks ties."""
    credit = zeros((2, action_count), "q")
    for seat in range(2):
        noise = noises(seed_state(seed, seat), min(action_count, NOISES))
        for first in range(0, action_count, NOISES):
            begin, width = seat * action_count + first, min(NOISES, action_count - first)
            fill(credit, begin, noise[:width])
    return Ordering(zeros(ROOM, "q"), zeros(ROOM, "q"), credit, zeros((plies, 2), "q"))


def noises(random: int, n: int) -> "array[int]":
    """`n` small random numbers from the generator state `random`."""
    drawn = array("q")
    for _ in range(n):
        random = advance(random)
        drawn.append(below(random, NOISE))
    return drawn


@rule
def score_of(ordering: Ordering, player: int, ply: int, action: int, urgency: int) -> int:
    """The score of an action other than the one stored in the table."""
    score = int(ordering.credit[player, action])
    if urgency:
        return score + URGENT * urgency
    first, second = ordering.killers[ply, 0], ordering.killers[ply, 1]
    return score + KILLER * (2 * int(first == action + 1) + int(second == action + 1))


@rule
def pick(ordering: Ordering, n: int, end: int) -> int:
    """Swap the most promising action of n..end-1 to place n and return it."""
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
    """Record that an action, quiet or urgent, has refuted the ply before it."""
    if ordering.killers[ply, 0] != action + 1:
        ordering.killers[ply, 1] = ordering.killers[ply, 0]
        ordering.killers[ply, 0] = action + 1
    ordering.credit[player, action] = min(ordering.credit[player, action] + depth * depth, CREDIT_AT_MOST)


@rule
def is_among(among: Numbers, action: int) -> bool:
    """Is the action one of these?  Empty means that every action counts."""
    for other in among:
        if other == action:
            return True
    return not len(among)
