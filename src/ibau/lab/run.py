"""A study from its first game to its folder of results.

    study = Study.read("studies/readings.toml", ibau.game)
    results = run(study, "results")
    results.results                   # a data frame
"""

import json
from functools import lru_cache, partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import polars as pl

from ibau.core.game import State
from ibau.lab.errors import ResultsError
from ibau.lab.measures import About, figures_of
from ibau.lab.readings import Reading
from ibau.lab.results import Tables, distributions_of_play, rows_of_play, tables_of
from ibau.lab.rows import Rows
from ibau.lab.running import OpenExecutor, Tell, Work, processes
from ibau.lab.sampling import Demand, Sampling, games_needed
from ibau.lab.sources import LoopGames, Source
from ibau.lab.store import MANIFEST, Store
from ibau.lab.study import Play, Study
from ibau.lab.versions import versions

PILOT = 1000
FORMAT = 1
FILES = {"results": "results.parquet", "distributions": "distributions.parquet"}
KEPT_ROWS = 8  # of sources, while tables are made


def run(  # noqa: PLR0913 - each wish has a name
    study: Study,
    folder: Path | str,
    *,
    workers: int = 1,
    executor: OpenExecutor | None = None,
    resume: bool = False,
    tell: Tell = lambda _: None,
) -> Tables:
    """Play a study and write its results into a folder; the bytes are the same with any number of workers.

    `executor` opens another executor than processes of this machine.  Raises ResultsError for a folder that holds
    something else, and OSError.
    """
    folder = Path(folder)
    store = Store(folder, study, resume=resume)
    if store.is_finished:
        return read(folder)
    samplings = samplings_of(study)
    Work([*samplings.values()], store, workers, tell).run(executor or partial(processes, workers))

    @lru_cache(KEPT_ROWS)
    def kept(name: str) -> Rows:
        return store.rows(samplings[name].source, samplings[name].goal)

    def rows_of(reading: Reading, play: Play) -> Rows:
        return kept(source_of(study, play, reading).name)

    rows = [row for play in study.plays for row in rows_of_play(study, play, rows_of)]
    distributions = [row for play in study.plays for row in distributions_of_play(study, play, rows_of)]
    tables = tables_of(study, rows, distributions)
    write(store, study, tables, sum(sampling.goal for sampling in samplings.values()))
    store.drop_parts()
    return tables


def start_of(reading: Reading) -> State:
    """Where the games of a reading begin."""
    return reading.game.state(reading.position) if reading.position else reading.game.initial()


def source_of(study: Study, play: Play, reading: Reading) -> Source:
    """The games of a reading."""
    return LoopGames(start_of(reading), str(play.who), study.seed)


def samplings_of(study: Study) -> dict[str, Sampling]:
    """All games of a study, those of each ruleset and player once, by the names of their sources."""
    found: dict[str, Sampling] = {}
    for play in study.plays:
        for reading in study.games_of(only_bases=play.only_bases):
            demand = demand_of(play, About(reading.game.system, study.pace))
            for each in (reading._replace(game=reading.base), reading):
                source = source_of(study, play, each)
                found.setdefault(source.name, Sampling(source, demand, play.most_games, PILOT))
    return found


def demand_of(play: Play, about: About) -> Demand:
    """How many games make every interval as narrow as is wanted."""

    def demand(rows: Rows, games: int) -> int:
        figures = figures_of(rows, about, tuple(play.precision))
        wanted = ((figure.half_width, play.wanted(name)) for name, figure in figures.items())
        return max((games_needed(games, width, half) for width, half in wanted if half is not None), default=games)

    return demand


def write(store: Store, study: Study, tables: Tables, games: int) -> None:
    """The files, and at last the manifest, which names them all."""
    digests: dict[str, str] = {}
    for name, file in FILES.items():
        stream = BytesIO()
        getattr(tables, name).write_parquet(stream, compression="zstd")
        store.write(file, stream.getvalue())
        digests[file] = sha256(stream.getvalue()).hexdigest()
    manifest = {
        "format": FORMAT,
        "title": study.title,
        "seed": study.seed,
        "level": study.level,
        "pace": study.pace._asdict(),
        "games": games,
        "versions": versions(),
        "files": digests,
        "study": study.text,
    }
    store.write(MANIFEST, json.dumps(manifest, indent=2).encode() + b"\n")


def read(folder: Path | str) -> Tables:
    """The tables of a folder.  Raises ResultsError where it holds none, or others than its manifest names."""
    folder = Path(folder)
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        digests: dict[str, str] = manifest["files"]
    except (OSError, ValueError, KeyError) as error:
        raise ResultsError(f"{folder} holds no results of a study: it has no {MANIFEST} of one.") from error
    for file, digest in digests.items():
        if sha256((folder / file).read_bytes()).hexdigest() != digest:
            raise ResultsError(f"{folder / file} is not the file that was written; it has been changed or damaged.")
    return Tables(**{name: pl.read_parquet(folder / file) for name, file in FILES.items()})
