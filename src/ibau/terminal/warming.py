"""`ibau warm`: everything that is compiled when it is first needed, compiled now."""

from collections.abc import Callable, Collection, Iterator
from functools import partial

import click

from ibau.analysis import advise, expected
from ibau.batches import batch
from ibau.core.game import Game, State
from ibau.core.outcome import CHANCE
from ibau.core.phrase import N_, Phrase
from ibau.core.playout import perft, playouts
from ibau.games import game, systems
from ibau.language import translator
from ibau.players import PLAYERS, Budget, player
from ibau.terminal.progress import preparation_told, progress_told

AT_ONCE = Budget(nodes=1)


def warm_up(games: Collection[Game], lang: str) -> None:
    """Do once whatever is compiled, for these games or for one of each system."""
    translate = translator(lang)
    for played in {one.system.id: one for one in games or map(game, systems())}.values():
        work = tuple(compiled(played))
        doing = Phrase(N_("Preparing {ruleset}"), {"ruleset": played.system.id}).said(translate)
        with progress_told(doing, len(work), translate) as tell, preparation_told(tell, translate):
            for done, do in enumerate(work, 1):
                do()
                tell(doing, done)
        click.echo(Phrase(N_("{ruleset} is ready."), {"ruleset": played.system.id}).said(translate))


def compiled(played: Game) -> Iterator[Callable[[], object]]:
    """Whatever is compiled for a game: the code does not depend on its options."""
    start = played.initial()
    yield partial(playouts, start, 1)
    yield partial(perft, start, 2)
    yield partial(play_batch, played)
    state = first_decision(start)
    for name in PLAYERS:
        thinker = player(name)
        if thinker.compiled and thinker.plays(played):
            yield partial(thinker.choose, state, AT_ONCE)
    yield partial(advise, state, AT_ONCE)
    if start.turn == CHANCE:
        yield partial(expected, start, AT_ONCE)


def play_batch(played: Game) -> None:
    """Play an action in each of two games at once, and look at them in every way there is."""
    some = batch(played, 2, seed=1)
    some.step(some.mask.argmax(axis=1))
    for seen in ("legal", "bits", "mask", "inputs", "observations", "final_inputs", "final_observations"):
        getattr(some, seen)


def first_decision(state: State) -> State:
    """A state in which somebody decides for the first time."""
    while state.turn == CHANCE:
        state = state.after(state.legal[0])
    return state
