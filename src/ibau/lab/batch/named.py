"""Many games at once, by the name of their ruleset."""

from typing import Any

from ibau.core.naming import Named, game_begun
from ibau.lab.batch import Batch


def batch(
    ruleset: Named,
    n: int,
    *,
    seed: Any = 0,
    threads: int = 1,
    throws: str = "drawn",
    autoreset: str = "same_step",
    longest: int | None = None,
) -> Batch:
    """Begin n games of a ruleset, which are then played on together; see docs/batches.md.

    `ruleset` is a text such as "seega+chain=none", or a Game.  `seed` is a whole number for all games, or one for each:
    game i draws what `Dice(seed, i)` or `Dice(seed[i])` does.  With None a seed is drawn, and `batch.seed` gives it for
    the log.  `threads` are the processor cores that share the games
    out; they change no result.  With `throws` "drawn" the batch draws throws and lots; with "given" they are actions of
    the caller, 0 for the first one.

    With `autoreset` "same_step" a game that ends starts again within the step, with "next_step" in the next one, which
    ignores its action, with "disabled" only by `reset`.  After `longest` steps a game is cut off; without it after 2048
    if more positions than that could come again under its rules, and else never.

    Raises RulesetError, NumberError or ArrayError.
    """
    return Batch(
        game_begun(ruleset), n, seed=seed, threads=threads, throws=throws, autoreset=autoreset, longest=longest
    )
