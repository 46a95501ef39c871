"""A study: which games, who plays them and how often.  A value, read from TOML.

title = "Two games"
seed = 1
rulesets = ["senet-race", "seega"]

[[matchups]]
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
from ibau.lab.studies.compiled_games import PLAYERS
from ibau.lab.studies.design import combinations
from ibau.lab.studies.reviewed_games import named_entrant
from ibau.lab.studies.study_errors import StudyError

MakeGame = Callable[[str], Game]


class Matchup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two players, and how often they meet under each ruleset; they change seats from game to game."""

    players: tuple[str, str]
    games: Annotated[int, Meta(ge=1, le=10**9)]
    under: Literal["base", "readings", "changes", "combinations"] = "readings"
    review_nodes: Annotated[int, Meta(ge=0, le=10**9)] = 0  # a ply, for the reviewer of the games; 0 for none

    @property
    def name(self) -> str:
        """Who plays, as results name them."""
        return " v ".join(dict.fromkeys(self.players))

    @property
    def is_compiled(self) -> bool:
        """Are both at home in the compiled loop?"""
        return set(self.players) <= set(PLAYERS)


class StudyJob(NamedTuple):
    """Games of two players under one ruleset; it goes to other processes."""

    start: State
    matchup: Matchup
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
        return f"{self.matchup.under}/{self.matchup.name} {game.system.id} {numbers}.parquet"


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that its games follow from."""

    title: str
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)]
    rulesets: Annotated[tuple[str, ...], Meta(min_length=1)]  # what changes are compared with
    matchups: Annotated[tuple[Matchup, ...], Meta(min_length=1)]

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

    def jobs(self, make_game: MakeGame) -> tuple[StudyJob, ...]:
        """All that is to be played, each ruleset once; `make_game` is `ibau.game`.  Raises StudyError."""
        try:
            found = {job.file: job for job in self._jobs(make_game)}
        except IbauError as error:
            raise StudyError(f"The study is wrong: {error}") from error
        return tuple(found.values())

    def _jobs(self, make_game: MakeGame) -> Iterator[StudyJob]:
        for matchup in self.matchups:
            for base in map(make_game, self.rulesets):
                check_repeatable(matchup, base)
                for game in rulesets_of(base, matchup):
                    yield StudyJob(game.initial(), matchup, self.seed)


def rulesets_of(base: Game, matchup: Matchup) -> Iterator[Game]:
    """The rulesets of a play.

    Under "readings" the base, each preset and each change of one option that a source may mean; under "changes" also
    the changes of caps and bookkeeping; under "combinations" those of the design; under "base" the base alone.
    What is known not to end is left out.
    """
    system, rulesets = base.system, [base.ruleset]
    if matchup.under in ("readings", "changes"):
        changes = base.ruleset.one_option_changes()
        rulesets += changes if matchup.under == "changes" else filter(is_reading, changes)
        rulesets += [system.ruleset_with(preset_values(preset, system.options)) for preset in system.presets]
    if matchup.under == "combinations":
        rulesets = combinations(base)
    games = (Game(system, ruleset) for ruleset in dict.fromkeys(rulesets))
    return (game for game in games if not too_few_ended(game))


def is_reading(ruleset: Ruleset) -> bool:
    """Does it change what a source may mean otherwise?"""
    return any(name not in BOOKKEEPING for name, _ in ruleset.changes)


def check_repeatable(matchup: Matchup, game: Game) -> None:
    """Raises StudyError for players that nobody could let play the same games again, and IbauError for unknown ones."""
    for name in () if matchup.is_compiled else matchup.players:
        found = named_entrant(name)
        found.check(game)
        usual = found.budget or found.player(0).default_budget_for(game)
        if usual.nodes is None and usual.depth is None and usual.seconds is not None:
            raise StudyError(f"{name} thinks by the clock in {game.system.id}; give it nodes, such as mcts:nodes=200.")
        if found.threads > 1:
            raise StudyError(f"{name} would search in several threads, which nobody can repeat.")
