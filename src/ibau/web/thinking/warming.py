"""Preparing players and analysts before anybody waits for them: the first time on a machine they are compiled."""

import asyncio
import logging
from collections.abc import Collection
from random import Random

from ibau.core.chance import SIXTEENTHS
from ibau.core.game import State
from ibau.core.outcome import CHANCE
from ibau.games import game, systems
from ibau.players import Budget, levels_of
from ibau.web.thinking.engines import EngineFailed, Engines, ignore
from ibau.web.thinking.questions import Advising

AT_ONCE = Budget(nodes=1)

logger = logging.getLogger(__name__)


async def warm(engines: Engines, analysts: Engines, names: Collection[str] = ()) -> None:
    """Have every level of these systems, or of all, decide once, one after the other; then every analyst look once."""
    for name in names or systems():
        state = first_decision(game(name).initial())
        for level in levels_of(state.game.system):
            try:
                await engines.choose(state, level.id, lambda _count: None, AT_ONCE)
            except EngineFailed as error:
                logger.error("%s of %s cannot be prepared: %s", level.id, name, error)  # noqa: TRY400 - no fault of this code
    for name in names or systems():
        looking = Advising(first_decision(game(name).initial()), AT_ONCE)
        try:
            await asyncio.gather(*(analysts.ask(looking, ignore) for _ in analysts.workers))
        except EngineFailed as error:
            logger.error("analysis of %s cannot be prepared: %s", name, error)  # noqa: TRY400 - no fault of this code


def first_decision(state: State) -> State:
    """A state in which somebody decides for the first time."""
    dice = Random(0)  # noqa: S311 - nothing is secret here
    while state.turn == CHANCE:
        state = state.play(state.drawn(dice.randrange(SIXTEENTHS)))
    return state
