"""A study, read from TOML: rulesets, players, and numbers of games.

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
    """Two players, and how many games they play under each ruleset; they swap seats from game to game."""

    players: tuple[str, str]
    games: Annotated[int, Meta(ge=1, le=10**9)]
    variants: Literal["base", "readings", "changes", "combinations"] = "readings"
    review_nodes: Annotated[int, Meta(ge=0, le=10**9)] = 0  # per ply, for the review of the games; 0 for no review

    @property
    def name(self) -> str:
        """The players, as in results: "greedy", or "greedy v random"."""
        return " v ".join(dict.fromkeys(self.players))

    @property
    def is_compiled(self) -> bool:
        """Whether both are players of the compiled loop."""
        return set(self.players) <= set(PLAYERS)


class StudyJob(NamedTuple):
    """Games of two players under one ruleset; picklable."""

    start: State
    matchup: Matchup
    seed: int

    @property
    def ruleset(self) -> str:
        """The name of the ruleset."""
        return str(self.start.game.ruleset)

    @property
    def file(self) -> str:
        """The file of its games; it has numbers, as a ruleset of many changes would make too long a name."""
        game = self.start.game
        numbers = "-".join(map(str, game.ruleset.numbers()))
        return f"{self.matchup.variants}/{self.matchup.name} {game.system.id} {numbers}.parquet"


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A study; it determines all of its games."""

    title: str
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)]
    rulesets: Annotated[tuple[str, ...], Meta(min_length=1)]  # what changes are compared with
    matchups: Annotated[tuple[Matchup, ...], Meta(min_length=1)]

    @classmethod
    def of(cls, text: bytes) -> Self:
        """Parse a study.  Raises StudyError."""
        try:
            return msgspec.toml.decode(text, type=cls)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise StudyError(f"The study is wrong: {error}.") from error

    @classmethod
    def read(cls, file: Path | str) -> Self:
        """Read a study from a file.  Raises StudyError and OSError."""
        return cls.of(Path(file).read_bytes())

    def jobs(self, make_game: MakeGame) -> tuple[StudyJob, ...]:
        """All games to play, each ruleset once per matchup; `make_game` is `ibau.game`.  Raises StudyError."""
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
    """The rulesets of a matchup, without those under which too few games end.

    Under "readings" the base, each preset and each change of one option that is a reading of a source; under "changes"
    also the changes of caps and bookkeeping; under "combinations" those of the design; under "base" the base alone.
    """
    system, rulesets = base.system, [base.ruleset]
    if matchup.variants in ("readings", "changes"):
        changes = base.ruleset.one_option_changes()
        rulesets += changes if matchup.variants == "changes" else filter(is_reading, changes)
        rulesets += [system.ruleset_with(preset_values(preset, system.options)) for preset in system.presets]
    if matchup.variants == "combinations":
        rulesets = combinations(base)
    games = (Game(system, ruleset) for ruleset in dict.fromkeys(rulesets))
    return (game for game in games if not too_few_ended(game))


def is_reading(ruleset: Ruleset) -> bool:
    """Whether a ruleset changes a reading of a source, not only caps and bookkeeping."""
    return any(name not in BOOKKEEPING for name, _ in ruleset.changes)


def check_repeatable(matchup: Matchup, game: Game) -> None:
    """Raise StudyError for players whose games cannot be repeated, and IbauError for unknown ones."""
    for name in () if matchup.is_compiled else matchup.players:
        found = named_entrant(name)
        found.check(game)
        budget = found.budget or found.player(0).default_budget_for(game)
        if budget.nodes is None and budget.depth is None and budget.seconds is not None:
            raise StudyError(f"{name} has a time limit in {game.system.id}; give it nodes, such as mcts:nodes=200.")
        if found.threads > 1:
            raise StudyError(f"{name} searches in several threads, so that its games cannot be repeated.")
