"""The story of a game whose luck is taken out: its positions, and what each of them turned out to be worth.

A story says of a position what is expected of it, and how much what came of it differs from what the step before had
counted it as,

    target(t) = expected(t) + trust * (target(t + 1) - said(t + 1)),

in which good and bad throws cancel out: what is left to chance is only where the network errs.  (Backgammon programs
take the luck out of their rollouts like that; with a trust below 1 it is Sutton's lambda return of 1988.)  What a
position counts as depends on the step that leads to it: after a throw as its best action, after an action as what is
said of the position itself.  An action played at random ends what later positions say of those before it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.chance import advance, below, draw, word
from ibau.core.contract import Evaluation, Rulebook
from ibau.core.layers import Tables
from ibau.core.outcome import CHANCE, FIRST
from ibau.lab.training.plan import LONGEST_GAME, OF_NOISE
from ibau.lab.training.worth import Chooser, make_best, make_expect, make_worth
from ibau.machine.rule import loop, once, rule


class Manner(NamedTuple):
    """How games are played and told."""

    trust: float
    noise: int  # how many of 65536 decisions are random
    apart: int  # one decision in this many is learnt from


class Story(NamedTuple):
    """The positions of a game, throws and decisions alike; values are FIRST's, from -1 to 1."""

    words: NDArray[np.int64]  # [LONGEST_GAME, ints] what a network sees
    sides: NDArray[np.int64]  # [LONGEST_GAME] 1 where it is FIRST's turn, else -1
    kept: NDArray[np.bool_]  # [LONGEST_GAME] is it learnt from?
    said: NDArray[np.float64]  # [LONGEST_GAME] what the position before counted this one as
    values: NDArray[np.float64]  # [LONGEST_GAME] what is expected of it; in the end its target
    share: NDArray[np.float64]  # [LONGEST_GAME] of what comes after it: 1, the trust, or 0 after a random action


def new_story(ints: int) -> Story:
    """A game of no position yet."""
    words, sides = np.zeros((LONGEST_GAME, ints), np.int64), np.zeros(LONGEST_GAME, np.int64)
    said, values, share = (np.zeros(LONGEST_GAME) for _ in range(3))
    return Story(words, sides, np.zeros(LONGEST_GAME, np.bool_), said, values, share)


@rule
def look_back(story: Story, used: int, end: float) -> None:
    """What each position turned out to be worth; `end` is what is said of the position after the last."""
    later, said = end, end
    for n in range(used - 1, -1, -1):
        later = story.values[n] + story.share[n] * (later - said)
        said = story.said[n]
        story.values[n] = later


@once
def make_note(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., None]:
    """How a position is told."""
    actor, inputs = rulebook.actor, evaluation.inputs

    @rule
    def note(rules: Any, position: Any, story: Story, used: int, kept: bool) -> None:
        """Whose turn it is, what a network sees, and whether that is learnt from."""
        story.sides[used], story.kept[used] = 1 if actor(rules, position) == FIRST else -1, kept
        for column, bits in enumerate(inputs(rules, position)):
            story.words[used, column] = bits

    return note


@once
def make_compare(rulebook: Rulebook, evaluation: Evaluation, tables: Tables | None) -> Callable[..., int]:
    """What a decision passes by."""
    moves, count, nth, play, outcome = rulebook.moves, rulebook.count, rulebook.nth, rulebook.play, rulebook.outcome
    note, expect = make_note(rulebook, evaluation), make_expect(rulebook, evaluation, tables)

    @rule
    def compare(rules: Any, position: Any, played: int, chooser: Chooser, others: Story, used: int) -> int:
        """Note the positions after all other actions, with what is expected of them; how many there are by now."""
        legal = moves(rules, position)
        for n in range(count(legal)):
            after = play(rules, position, nth(legal, n))
            if nth(legal, n) != played and not outcome(rules, after, 0) and used < others.sides.size:
                note(rules, after, others, used, True)
                others.values[used] = expect(rules, after, chooser)
                used += 1
        return used

    return compare


@once
def make_decide(rulebook: Rulebook, evaluation: Evaluation, tables: Tables | None) -> Callable[..., tuple[int, int]]:
    """A decision of a game."""
    moves, count, nth = rulebook.moves, rulebook.count, rulebook.nth
    best = make_best(rulebook, evaluation, tables)

    @rule
    def decide(
        rules: Any, position: Any, chooser: Chooser, manner: Manner, story: Story, used: int, random: int
    ) -> tuple[int, int]:
        """The best action, now and then one at random; (action, generator state)."""
        action, value = best(rules, position, chooser)
        story.share[used], story.values[used] = manner.trust, value
        random = advance(random)
        if below(random, OF_NOISE) >= manner.noise:
            return action, random
        random = advance(random)
        legal = moves(rules, position)
        lot = nth(legal, below(random, count(legal)))
        if lot != action:
            story.share[used] = 0.0
        return lot, random

    return decide


@once
def make_story(
    rulebook: Rulebook, evaluation: Evaluation, tables: Tables | None
) -> Callable[..., tuple[int, int, int]]:
    """A game of a network against itself; see `tell`."""
    turn, chances, play, outcome = rulebook.turn, rulebook.chances, rulebook.play, rulebook.outcome
    worth, expect = make_worth(rulebook, evaluation, tables), make_expect(rulebook, evaluation, tables)
    note, decide = make_note(rulebook, evaluation), make_decide(rulebook, evaluation, tables)
    compare = make_compare(rulebook, evaluation, tables)

    @loop
    def tell(
        rules: Any, position: Any, chooser: Chooser, manner: Manner, story: Story, others: Story, random: int
    ) -> tuple[int, int, int]:
        """Play it to the end, or to where it is given up; (its positions, those beside them, generator state)."""
        used, beside, kept, fell = 0, 0, False, False
        said, exact = worth(rules, position, chooser)
        while used < story.sides.size and not outcome(rules, position, 0):
            random = advance(random)
            if turn(rules, position) == CHANCE:
                note(rules, position, story, used, kept)
                story.said[used], story.share[used] = said, 1.0
                story.values[used] = expect(rules, position, chooser)
                position = play(rules, position, draw(chances(rules, position), word(random) >> 28))
                kept, fell = False, True
            else:
                kept = below(random, manner.apart) == 0
                note(rules, position, story, used, kept)
                action, random = decide(rules, position, chooser, manner, story, used, random)
                story.said[used] = story.values[used] if fell and not exact else said
                if kept and not chooser.by_hand:
                    beside = compare(rules, position, action, chooser, others, beside)
                position, fell = play(rules, position, action), False
            said, exact = worth(rules, position, chooser)
            used += 1
        look_back(story, used, said)
        return used, beside, random

    return tell
