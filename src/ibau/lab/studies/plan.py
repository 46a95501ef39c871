"""All games that a study asks for: their sources, and how many of each are enough."""

from collections.abc import Iterator

from ibau.core.game import State
from ibau.lab.studies.figures import About
from ibau.lab.studies.ladder import PairedGames, half_width
from ibau.lab.studies.measures import figures_of, is_share
from ibau.lab.studies.readings import Reading
from ibau.lab.studies.rows import Rows
from ibau.lab.studies.sampling import Demand, Sampling, games_for, games_needed
from ibau.lab.studies.sources import LoopGames, Source
from ibau.lab.studies.study import Ladder, Play, Study
from ibau.lab.studies.watched import Watching
from ibau.lab.studies.who import LOOP_PLAYERS

LOOP_PILOT, SEARCH_PILOT, PAIRS_PILOT = 1000, 20, 10  # games after which is first looked how many are enough
SEARCH_TRIAL = 1  # game or pair that tells how long others take
USUAL_VARIANCE, OF_PAIRS = 1 / 5, 1 / 10  # of a score and of the mean of two: 1/4 and 1/8 if even, less with draws


def start_of(reading: Reading) -> State:
    """Where the games of a reading begin."""
    return reading.game.state(reading.position) if reading.position else reading.game.initial()


def games_of(study: Study, play: Play, reading: Reading) -> Source:
    """The games that some players play under a reading."""
    start = start_of(reading)
    if play.who.name in LOOP_PLAYERS:
        return LoopGames(start, str(play.who), study.seed)
    return Watching(start, play.who, study.seed, play.judge_nodes, study.tables)


def rungs_of(study: Study, ladder: Ladder, reading: Reading) -> list[Source]:
    """The pairs of games between each two neighbours on a ladder."""
    neighbours = zip(ladder.rungs[1:], ladder.rungs, strict=False)
    return [PairedGames(reading.game, above, below, study.seed, study.tables) for above, below in neighbours]


def samplings_of(study: Study) -> dict[str, Sampling]:
    """All games of a study by the names of their sources: those of each ruleset and its players once."""
    found: dict[str, Sampling] = {}
    for sampling in (*_of_plays(study), *_of_ladders(study)):
        found.setdefault(sampling.source.name, sampling)
    return found


def _of_plays(study: Study) -> Iterator[Sampling]:
    for play in study.plays:
        is_loop = play.who.name in LOOP_PLAYERS
        pilot, trial = (LOOP_PILOT, LOOP_PILOT) if is_loop else (SEARCH_PILOT, SEARCH_TRIAL)
        for reading in study.games_of(only_bases=play.only_bases):
            demand = demand_of(play, About(reading.game.system, study.pace))
            for each in (reading.of_base, reading):
                yield Sampling(games_of(study, play, each), demand, play.most_games, pilot, likely(play), trial)


def _of_ladders(study: Study) -> Iterator[Sampling]:
    for ladder in study.ladders:
        for reading in study.climbed(ladder):
            for each in (reading.of_base, reading):
                for source in rungs_of(study, ladder, each):
                    guess, most = games_for(ladder.precision, OF_PAIRS), ladder.most_games // 2
                    yield Sampling(source, demand_of_ladder(ladder), most, PAIRS_PILOT, guess, SEARCH_TRIAL)


def likely(play: Play) -> int:
    """How many games may be needed, before any is played: for shares by their usual variance, for others all."""
    wanted = play.precision.items()
    return max(games_for(half, USUAL_VARIANCE) if is_share(key) else play.most_games for key, half in wanted)


def demand_of(play: Play, about: About) -> Demand:
    """The demand of a play: as many games as make every interval as narrow as is wanted."""

    def demand(rows: Rows, games: int) -> int:
        figures = figures_of(rows, about, tuple(play.precision))
        wanted = ((figure.half_width, play.wanted(name)) for name, figure in figures.items())
        return max((games_needed(games, width, half) for width, half in wanted if half is not None), default=games)

    return demand


def demand_of_ladder(ladder: Ladder) -> Demand:
    """The demand of a ladder: as many pairs as tell the score of the stronger one to the precision wanted."""

    def demand(rows: Rows, pairs: int) -> int:
        return games_needed(pairs, half_width(rows), ladder.precision)

    return demand
