"""A study: which games, who plays them and how often.  A value, read from TOML.

title = "Two games"
seed = 1
rulesets = ["senet-race", "seega"]

[[plays]]
players = ["greedy", "greedy"]
games = 10_000
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, Self

import msgspec
from msgspec import Meta

from ibau.core.completion_rates import BOOKKEEPING, too_few_ended
from ibau.core.errors import IbauError
from ibau.core.game import Game, State
from ibau.core.limits import LARGEST_SEED
from ibau.core.options import Ruleset, preset_values
from ibau.lab.studies.design import combinations
from ibau.lab.studies.errors import StudyError
from ibau.lab.studies.games import PLAYERS
from ibau.lab.studies.watched import named_player

MakeGame = Callable[[str], Game]


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two players, and how often they meet under each ruleset; they change seats from game to game."""

    players: tuple[str, str]
    games: Annotated[int, Meta(ge=1, le=10**9)]
    under: Literal["usual", "readings", "changes", "combinations"] = "readings"
    judge_nodes: Annotated[int, Meta(ge=0, le=10**9)] = 0  # a ply, for the reviewer of the games; 0 for none

    @property
    def name(self) -> str:
        """Who plays, as results name them."""
        return " v ".join(dict.fromkeys(self.players))

    @property
    def is_quick(self) -> bool:
        """Are both at home in the compiled loop?"""
        return set(self.players) <= set(PLAYERS)


class Job(NamedTuple):
    """Games of two players under one ruleset; it goes to other processes."""

    start: State
    play: Play
    seed: int

    @property
    def ruleset(self) -> str:
        """Its name."""
        return str(self.start.game.ruleset)

    @property
    def file(self) -> str:
        """Where its games are kept; a ruleset of many changes would be too long a name."""
        game = self.start.game
        numbers = "-".join(map(str, game.ruleset.numbers()))
        return f"{self.play.under}/{self.play.name} {game.system.id} {numbers}.parquet"


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that its games follow from."""

    title: str
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)]
    rulesets: Annotated[tuple[str, ...], Meta(min_length=1)]  # what changes are compared with
    plays: Annotated[tuple[Play, ...], Meta(min_length=1)]

    @classmethod
    def of(cls, text: bytes) -> Self:
        """The study of a text.  Raises StudyError."""
        try:
            return msgspec.toml.decode(text, type=cls)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise StudyError(f"The study is wrong: {error}.") from error

    @classmethod
    def read(cls, file: Path | str) -> Self:
        """The study of a file.  Raises StudyError and OSError."""
        return cls.of(Path(file).read_bytes())

    def jobs(self, make_game: MakeGame) -> tuple[Job, ...]:
        """All that is to be played, each ruleset once; `make_game` is `ibau.game`.  Raises StudyError."""
        try:
            found = {job.file: job for job in self._jobs(make_game)}
        except IbauError as error:
            raise StudyError(f"The study is wrong: {error}") from error
        return tuple(found.values())

    def _jobs(self, make_game: MakeGame) -> Iterator[Job]:
        for play in self.plays:
            for base in map(make_game, self.rulesets):
                check_repeatable(play, base)
                for game in under(base, play):
                    yield Job(game.initial(), play, self.seed)


def under(base: Game, play: Play) -> Iterator[Game]:
    """The rulesets of a play.

    Under "readings" the base, each preset and each change of one option that a source may mean; under "changes" also
    the changes of caps and bookkeeping; under "combinations" those of the design; under "usual" the base alone.
    What is known not to end is left out.
    """
    system, rulesets = base.system, [base.ruleset]
    if play.under in ("readings", "changes"):
        changes = base.ruleset.one_option_changes()
        rulesets += changes if play.under == "changes" else filter(is_reading, changes)
        rulesets += [system.ruleset_with(preset_values(preset, system.options)) for preset in system.presets]
    if play.under == "combinations":
        rulesets = combinations(base)
    games = (Game(system, ruleset) for ruleset in dict.fromkeys(rulesets))
    return (game for game in games if not too_few_ended(game))


def is_reading(ruleset: Ruleset) -> bool:
    """Does it change what a source may mean otherwise?"""
    return any(name not in BOOKKEEPING for name, _ in ruleset.changes)


def check_repeatable(play: Play, game: Game) -> None:
    """Raises StudyError for players that nobody could let play the same games again, and IbauError for unknown ones."""
    for name in () if play.is_quick else play.players:
        found = named_player(name)
        found.check(game)
        usual = found.budget or found.player(0).default_budget_for(game)
        if usual.nodes is None and usual.depth is None and usual.seconds is not None:
            raise StudyError(f"{name} thinks by the clock in {game.system.id}; give it nodes, such as mcts:nodes=200.")
        if found.threads > 1:
            raise StudyError(f"{name} would search in several threads, which nobody can repeat.")
