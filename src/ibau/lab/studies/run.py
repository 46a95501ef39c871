"""A study from its first game to its folder of results."""

from functools import lru_cache, partial
from pathlib import Path

import polars as pl

from ibau.lab.studies.exact import exact_starter
from ibau.lab.studies.folder import GAMES, TABLES, read, write
from ibau.lab.studies.plan import games_of, rungs_of, samplings_of, start_of
from ibau.lab.studies.readings import Reading
from ibau.lab.studies.results import (
    Row,
    Tables,
    distributions_of_play,
    exact_row,
    rows_of_ladder,
    rows_of_play,
    tables_of,
)
from ibau.lab.studies.rows import Rows
from ibau.lab.studies.running import OpenExecutor, Progress, Tell, Work
from ibau.lab.studies.sampling import Sampling
from ibau.lab.studies.sources import Source
from ibau.lab.studies.store import Store
from ibau.lab.studies.study import Ladder, Play, Study
from ibau.lab.work import processes

KEPT_ROWS = 8  # of sources, while tables are made


def tell_nobody(progress: Progress) -> None:
    """Nobody wants to know how far it is."""


def run(
    study: Study,
    folder: Path | str,
    *,
    workers: int = 1,
    executor: OpenExecutor | None = None,
    resume: bool = False,
    tell: Tell = tell_nobody,
) -> Tables:
    """Play a study and write its results into a folder; the bytes are the same with any number of workers.

    `executor` opens another `concurrent.futures.Executor` than processes of this machine; `workers` says how many it
    keeps busy.  With `resume` a study that was stopped goes on.

    Raises ResultsError for a folder that holds something else, and OSError.
    """
    store = Store(Path(folder), study, resume=resume)
    if store.is_finished:
        return read(folder)
    samplings = samplings_of(study)
    Work([*samplings.values()], store, workers, tell).run(executor or partial(processes, workers))
    tables = tables_from(study, store, samplings)
    frames = {TABLES[name]: frame for name, frame in tables._asdict().items()}
    if study.keep_games:
        frames[GAMES] = all_games(store, samplings)
    games = sum(sampling.goal * sampling.source.games_a_row for sampling in samplings.values())
    write(store, study, frames, games)
    store.drop_parts()
    return tables


def tables_from(study: Study, store: Store, samplings: dict[str, Sampling]) -> Tables:
    """The tables of games that have all been played."""

    @lru_cache(KEPT_ROWS)
    def kept(name: str) -> Rows:
        return store.rows(samplings[name].source, samplings[name].goal)

    def of_source(source: Source) -> Rows:
        return kept(source.name)

    def of_play(reading: Reading, play: Play) -> Rows:
        return of_source(games_of(study, play, reading))

    def of_ladder(reading: Reading, ladder: Ladder) -> list[Rows]:
        return [of_source(source) for source in rungs_of(study, ladder, reading)]

    rows: list[Row] = [row for play in study.plays for row in rows_of_play(study, play, of_play)]
    rows += [row for ladder in study.ladders for row in rows_of_ladder(study, ladder, of_ladder)]
    for reading in study.readings:
        exact = exact_starter(start_of(reading), study.tables)
        rows += [] if exact is None else [exact_row(reading, exact)]
    distributions = [row for play in study.plays for row in distributions_of_play(study, play, of_play)]
    return tables_of(study, rows, distributions)


def all_games(store: Store, samplings: dict[str, Sampling]) -> pl.DataFrame:
    """All rows, a game or on a ladder a pair each, as their sources know them; `source` names start and players."""
    frames = (
        pl.DataFrame(store.rows(sampling.source, sampling.goal))
        .with_row_index("number")
        .with_columns(source=pl.lit(name))
        for name, sampling in samplings.items()
    )
    return pl.concat(frames, how="diagonal_relaxed")
