"""Who plays in a study: nothing that depends on a clock or on what else lies on a machine."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.lab.arena.errors import ContestantError
from ibau.lab.arena.roster import NamedContestant, contestant
from ibau.players.base import PlayerError
from ibau.search.network import FEATURES, SHIPPED

LOOP_PLAYERS = ("random", "greedy")  # whose games are played in a compiled loop
EXAMPLE = '"random", "greedy", "level3" or "mcts nodes=2000"'


class Who(NamedTuple):
    """A player by name, with its settings: "mcts nodes=2000"."""

    name: str
    settings: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.settings}" if self.settings else self.name

    @property
    def contestant(self) -> NamedContestant:
        """The player as a contestant of the arena.  Raises ContestantError."""
        found = contestant(f"{self.name}:{self.settings}" if self.settings else self.name)
        if not isinstance(found, NamedContestant):
            raise ContestantError(f"{self} is a program; a study can be repeated with players of Ibau only.")
        return found


def who_of(text: str, games: Sequence[Game], wrong: Callable[[str], IbauError]) -> Who:
    """The player of a text, who must play all these games.  Raises what `wrong` makes of a message."""
    name, _, settings = text.strip().partition(" ")
    who = Who(name, settings.strip().replace(" ", ","))
    try:
        found = who.contestant
        for game in games:
            found.check(game)
            check_repeatable(who, found, game, wrong)
    except (ContestantError, PlayerError) as error:
        raise wrong(f"{error} Players are written like {EXAMPLE}.") from error
    return who


def check_repeatable(who: Who, found: NamedContestant, game: Game, wrong: Callable[[str], IbauError]) -> None:
    """Raises what `wrong` makes of a message where a player depends on a clock, on threads or on a file."""
    if found.judge not in (SHIPPED, FEATURES):
        raise wrong(f"{who} would judge by a file, which a study does not keep; write judge=features, or nothing.")
    if found.budget is not None and found.budget.seconds is not None:
        raise wrong(f"{who} would think by the clock; a study gives nodes or depth, such as {EXAMPLE}.")
    if found.threads > 1:
        raise wrong(f"{who} would search in several threads, which nobody can repeat; a study shares out games.")
    usual = found.player(0).usual_in(game)
    if found.budget is None and usual.seconds is not None and usual.nodes is None and usual.depth is None:
        raise wrong(f"{who} thinks by the clock in {game.system.id}; give it nodes, such as {who.name} nodes=2000.")
