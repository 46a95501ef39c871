"""Play the games of a study with a pool of workers, into one Parquet file per job."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from itertools import groupby
from pathlib import Path

import numpy as np
import polars as pl

from ibau.lab.cluster import open_pool
from ibau.lab.studies.compiled_games import Rows, compiled_games
from ibau.lab.studies.reviewed_games import reviewed_games
from ibau.lab.studies.study import MakeGame, Study, StudyJob
from ibau.lab.studies.study_errors import ResultsError
from ibau.machine.atomic_files import atomic_write

STUDY, GAMES = "study.toml", "games"
GAMES_PER_PIECE = 1000  # compiled games; of others one per piece
WORKER_DIED = ResultsError("The processes of the study keep dying: out of memory?")

Piece = tuple[StudyJob, int, int]  # the number of its first game, and how many
OnProgress = Callable[[int, int], None]


def play(
    text: bytes,
    folder: Path,
    make_game: MakeGame,
    on_progress: OnProgress,
    workers: int = 1,
    cluster: str | None = None,
) -> None:
    """Play the games of a study that are not yet in the folder.

    `text`: the study, in TOML.
    `on_progress`: called with the number of finished games and the total.
    `workers`, `cluster`: processes of this machine, or the address of a Dask scheduler.

    Raises StudyError, ResultsError for a folder with other content, ClusterError and OSError.
    """
    jobs = Study.of(text).jobs(make_game)
    with open_pool(cluster, workers, nullcontext, WORKER_DIED) as pool:
        prepare_folder(folder, text)
        missing = [job for job in jobs if not (folder / GAMES / job.file).exists()]
        every = sum(job.matchup.games for job in jobs)
        done = every - sum(job.matchup.games for job in missing)
        pieces = [piece for job in missing for piece in pieces_of(job)]
        results = zip(pieces, pool.map(_play_piece, pieces), strict=True)
        for job, parts in groupby(results, key=lambda found: found[0][0]):
            write_games(folder / GAMES / job.file, [rows for _, rows in parts])
            on_progress(done := done + job.matchup.games, every)


def prepare_folder(folder: Path, text: bytes) -> None:
    """Create the folder of a study.  Raises ResultsError for a folder with other content."""
    known = folder / STUDY
    if not known.exists():
        if folder.exists() and any(folder.iterdir()):
            raise ResultsError(f"{folder} is not the folder of a study; name a new folder.")
        (folder / GAMES).mkdir(parents=True, exist_ok=True)
        known.write_bytes(text)
    elif known.read_bytes() != text:
        raise ResultsError(f"{folder} belongs to another study than this; name a new folder.")


def pieces_of(job: StudyJob) -> Iterator[Piece]:
    """Divide the games of a job into pieces that take seconds."""
    each = GAMES_PER_PIECE if job.matchup.is_compiled else 1
    for first in range(0, job.matchup.games, each):
        yield job, first, min(each, job.matchup.games - first)


def _play_piece(_tool: None, piece: Piece) -> Rows:
    job, first, games = piece
    if job.matchup.is_compiled:
        return compiled_games(job.start, job.matchup.players, job.seed, first, games)
    return reviewed_games(job.start, job.matchup.players, job.seed, job.matchup.review_nodes, first, games)


def write_games(file: Path, parts: Sequence[Rows]) -> None:
    """Write the games of a job."""
    frame = pl.DataFrame({name: np.concatenate([rows[name] for rows in parts]) for name in parts[0]})
    file.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(file) as stream:
        frame.write_parquet(stream, compression="zstd")
