"""A tournament from its first pair to its last."""

from collections.abc import Callable
from contextlib import ExitStack, closing
from itertools import chain
from pathlib import Path

from ibau.players.arena.contest import Pairing
from ibau.players.arena.crew import MakeGame, pairs_in_order
from ibau.players.arena.journal import Journal
from ibau.players.arena.results import Pair
from ibau.players.arena.tally import Sprt, Tally

Progress = Callable[[Tally, Pair], None]


def run_arena(
    make_game: MakeGame,
    pairing: Pairing,
    pairs: int,
    *,
    workers: int = 1,
    file: Path | None = None,
    sprt: Sprt | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Play so many pairs, or fewer where the test has decided before; `progress` is told of each, in their order.

    With a `file` the pairs that it holds are not played again, and the others are noted in it.  With several `workers`
    `make_game` and the contestants are pickled.  Raises ArenaError or another IbauError where a contestant does not
    play the game, or the file is in use, damaged or another tournament's.
    """
    game = make_game(pairing.ruleset)
    pairing.check(game)
    tally = Tally()
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(file, pairing, game)) if file else None
        known = journal.pairs[:pairs] if journal else []
        fresh = pairs_in_order(make_game, pairing, range(len(known), pairs), workers)
        stack.enter_context(closing(fresh))
        for number, pair in enumerate(chain(known, fresh)):
            if journal and number >= len(known):
                journal.add(pair)
            tally = tally.after(pair)
            if progress:
                progress(tally, pair)
            if sprt and sprt.accepted(tally) is not None:
                break
    return tally
