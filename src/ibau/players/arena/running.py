"""A tournament from its first pair to its last."""

from collections.abc import Callable

from ibau.core.game import Game
from ibau.players.arena.contest import Contest, Pairing
from ibau.players.arena.tally import Sprt, Tally

Progress = Callable[[Tally], None]


def run_arena(
    make_game: Callable[[str], Game],
    pairing: Pairing,
    pairs: int,
    *,
    sprt: Sprt | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Play so many pairs, or fewer where the test has decided before; `progress` is told of each.

    Raises ArenaError or another IbauError where a contestant does not play the game.
    """
    contest = Contest(make_game, pairing)
    for contestant in pairing.contestants:
        contestant.check(contest.game)
    tally = Tally()
    for number in range(pairs):
        tally = tally.after(contest.pair(number))
        if progress:
            progress(tally)
        if sprt and sprt.accepted(tally) is not None:
            break
    return tally
