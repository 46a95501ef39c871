"""Many games at once, by the name of their ruleset."""

from typing import Any

from ibau.core.batch import Batch
from ibau.core.game import Game
from ibau.games import game


def batch(
    ruleset: str | Game,
    n: int,
    *,
    seed: Any = 0,
    threads: int = 1,
    throws: str = "drawn",
    autoreset: str = "same_step",
    longest: int | None = None,
) -> Batch:
    """Begin n games of a ruleset, which are then played on together; see docs/batches.md.

    ruleset    a text such as "seega+chain=none", or a Game
    seed       a whole number for all games, or one for each: game i draws what `Dice(seed, i)` or `Dice(seed[i])` does
    threads    how many processor cores share the games out; it changes no result
    throws     "drawn": the batch draws throws and lots; "given": they are actions of the caller, 0 for the first one
    autoreset  "same_step": a game that ends begins anew within the step; "next_step": with the next one, which ignores
               its action; "disabled": only with `reset`
    longest    steps after which a game is cut off; without it games are cut off after 2048 steps if more positions
               than that could come again under their rules, and else never

    Raises RulesetError, NumberError or ArrayError.
    """
    played = ruleset if isinstance(ruleset, Game) else game(ruleset)
    return Batch(played, n, seed=seed, threads=threads, throws=throws, autoreset=autoreset, longest=longest)
