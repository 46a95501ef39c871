"""A study: which rulesets, who plays, what is measured and how precisely.  A value, read from TOML.

title = "Does the chain matter?"
seed = 7

[[rulesets]]
changes_of = ["seega"]

[[plays]]
players = "random"
precision = { "balance.starter" = 0.01 }
most_games = 100_000
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from ibau.core.game import Game
from ibau.core.limits import LARGEST_SEED
from ibau.lab.studies.measures import MEASURES, belongs, check_measure, needs_judge
from ibau.lab.studies.pace import USUAL_PACE, Pace
from ibau.lab.studies.readings import MakeGame, Reading, readings_of
from ibau.lab.studies.sources import NO_TABLES
from ibau.lab.studies.text import Part, parsed, text_of
from ibau.lab.studies.who import LOOP_PLAYERS, Who, who_of

KEYS = ("title", "seed", "level", "pace", "rulesets", "plays", "ladders", "tables", "keep_games")
PLAY_KEYS = ("players", "only_bases", "measures", "precision", "most_games", "judge_nodes")
LADDER_KEYS = ("rungs", "only_bases", "precision", "most_games")

FALSE_DISCOVERIES = 0.05
MOST_GAMES = {True: 100_000, False: 1_000}  # that play in the loop, or search
JUDGE_NODES = 1_000
EVERYTHING = tuple(measure.name for measure in MEASURES)


@dataclass(frozen=True, slots=True)
class Play:
    """Who plays all rulesets, or the bases only; half-widths of 95 % intervals by the beginning of a measure's name."""

    who: Who
    only_bases: bool
    measures: tuple[str, ...]
    precision: Mapping[str, float]
    most_games: int
    judge_nodes: int  # a ply, for whoever judges the games afterwards; 0 where nobody does

    def wanted(self, measure: str) -> float | None:
        """The half-width that is wanted of a measure's interval."""
        wanted = [key for key in self.precision if belongs(measure, key)]
        return self.precision[max(wanted, key=len)] if wanted else None


@dataclass(frozen=True, slots=True)
class Ladder:
    """Players from weak to strong, each against the one before."""

    rungs: tuple[Who, ...]
    only_bases: bool
    precision: float  # half-width of the interval of the score of each
    most_games: int  # of each two

    @property
    def name(self) -> str:
        """Who plays, as the results name them."""
        return " < ".join(map(str, self.rungs))


@dataclass(frozen=True, slots=True)
class Study:
    """All that its results follow from."""

    text: str
    title: str
    seed: int
    level: float  # the share of false discoveries among all differences that are called significant
    pace: Pace
    readings: tuple[Reading, ...]
    plays: tuple[Play, ...]
    ladders: tuple[Ladder, ...]
    tables: Path  # a folder of one's own tables of exact values; none are looked for elsewhere
    keep_games: bool

    @classmethod
    def read(cls, file: Path | str, make_game: MakeGame) -> Self:
        """The study of a file; `make_game` is `ibau.game`.  Raises StudyError, which names the line, and OSError."""
        return cls.of(text_of(Path(file)), make_game, Path(file).name)

    @classmethod
    def of(cls, text: str, make_game: MakeGame, source: str = "the study") -> Self:
        """The study of a text.  Raises StudyError."""
        part = parsed(text, source)
        part.check_keys(KEYS)
        readings = readings_of(part.tables("rulesets"), make_game)
        if not readings:
            raise part.wrong("a study needs rulesets: begin a table with [[rulesets]].")
        plays = tuple(play_of(each, readings) for each in part.tables("plays"))
        ladders = tuple(ladder_of(each, readings) for each in part.tables("ladders"))
        if not plays and not ladders:
            raise part.wrong("somebody must play: begin a table with [[plays]].")
        _check_differ(part, plays)
        return cls(
            text=text,
            title=part.take("title", str, "a text", "A study"),
            seed=_whole(part, "seed", 0, 0, LARGEST_SEED),
            level=_share(part, "level", FALSE_DISCOVERIES),
            pace=pace_of(part.table("pace")),
            readings=readings,
            plays=plays,
            ladders=ladders,
            tables=Path(part.take("tables", str, "the path of a folder", str(NO_TABLES))),
            keep_games=part.take("keep_games", bool, "true or false", default=False),
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, as the results name them."""
        return (*(str(play.who) for play in self.plays), *(ladder.name for ladder in self.ladders))

    def games_of(self, *, only_bases: bool) -> tuple[Reading, ...]:
        """The readings that are played."""
        return tuple(reading for reading in self.readings if reading.is_base or not only_bases)

    def climbed(self, ladder: Ladder) -> tuple[Reading, ...]:
        """The readings under which a ladder is played: pairs of games begin at the start."""
        return tuple(reading for reading in self.games_of(only_bases=ladder.only_bases) if not reading.position)


def play_of(part: Part, readings: tuple[Reading, ...]) -> Play:
    """The play that a table [[plays]] declares."""
    part.check_keys(PLAY_KEYS)
    who = _who(part, "players", part.take("players", str, 'who plays, such as "random"'), readings)
    loops = who.name in LOOP_PLAYERS
    measures = part.texts("measures", EVERYTHING)
    for name in measures:
        _check_measure(part, "measures", name)
    judge = _whole(part, "judge_nodes", 0 if loops else JUDGE_NODES, 0, 10**9)
    if loops and judge:
        raise part.wrong("random and greedy games are too many to be judged; let a search play.", "judge_nodes")
    precision = _precision(part)
    if unjudged := [name for name in precision if not judge and needs_judge(name)]:
        raise part.wrong(f"{unjudged[0]} needs a judge: a search as players, and judge_nodes above 0.", "precision")
    return Play(
        who=who,
        only_bases=part.take("only_bases", bool, "true or false", default=False),
        measures=measures,
        precision=precision,
        most_games=_whole(part, "most_games", MOST_GAMES[loops], 1, 10**12),
        judge_nodes=judge,
    )


def ladder_of(part: Part, readings: tuple[Reading, ...]) -> Ladder:
    """The ladder that a table [[ladders]] declares."""
    part.check_keys(LADDER_KEYS)
    rungs = part.texts("rungs")
    if len(rungs) < 2 or len(set(rungs)) < len(rungs):
        raise part.wrong("a ladder has two rungs or more, each another player, the weakest first.", "rungs")
    return Ladder(
        rungs=tuple(_who(part, "rungs", rung, readings) for rung in rungs),
        only_bases=part.take("only_bases", bool, "true or false", default=True),
        precision=_share(part, "precision", 0.05),
        most_games=_whole(part, "most_games", 400, 2, 10**9),
    )


def pace_of(part: Part) -> Pace:
    """The pace that the table [pace] declares, in seconds."""
    part.check_keys(Pace._fields)
    return Pace(*(_seconds(part, key, usual) for key, usual in USUAL_PACE._asdict().items()))


def _precision(part: Part) -> dict[str, float]:
    precision = part.take("precision", dict, "a table of measures and half-widths", {})
    if not precision:
        raise part.wrong('say how precisely: precision = { "balance.starter" = 0.01 }.', "precision")
    for name, width in precision.items():
        _check_measure(part, "precision", name)
        if isinstance(width, bool) or not isinstance(width, int | float) or not 0 < width < float("inf"):
            raise part.wrong(f"the half-width of {name} is a number above 0, not {width!r}.", "precision")
    return {name: float(width) for name, width in precision.items()}


def _check_measure(part: Part, key: str, name: str) -> None:
    check_measure(name, lambda message: part.wrong(message, key))


def _check_differ(part: Part, plays: tuple[Play, ...]) -> None:
    seen: set[Who] = set()
    for play in plays:
        if play.who in seen:
            raise part.wrong(f"{play.who} play twice; put all that is measured of their games into one table.", "plays")
        seen.add(play.who)


def _who(part: Part, key: str, text: str, readings: tuple[Reading, ...]) -> Who:
    games: dict[str, Game] = {reading.game.system.id: reading.game for reading in readings}
    return who_of(text, tuple(games.values()), lambda message: part.wrong(message, key))


def _whole(part: Part, key: str, usual: int, least: int, most: int) -> int:
    number: int = part.take(key, int, f"a whole number from {least} to {most}", usual)
    if not least <= number <= most:
        raise part.wrong(f"{key} is a whole number from {least} to {most}, not {number}.", key)
    return number


def _share(part: Part, key: str, usual: float) -> float:
    number: Any = part.take(key, (int, float), "a number between 0 and 1", usual)
    if not 0 < number < 1:
        raise part.wrong(f"{key} is a number between 0 and 1, not {number}.", key)
    return float(number)


def _seconds(part: Part, key: str, usual: float) -> float:
    number: Any = part.take(key, (int, float), "a number of seconds", usual)
    if not 0 <= number < 10**6:
        raise part.wrong(f"{key} is a number of seconds, not {number}.", key)
    return float(number)
