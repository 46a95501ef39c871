"""The games of a study, played by the workers of an executor, and kept as one Parquet file a job."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from itertools import groupby
from pathlib import Path

import numpy as np
import polars as pl

from ibau.lab.cluster import workers_at
from ibau.lab.studies.errors import ResultsError
from ibau.lab.studies.games import Rows, counted_games
from ibau.lab.studies.study import Job, MakeGame, Study
from ibau.lab.studies.watched import watched_games
from ibau.machine.atomic_files import atomic_write

STUDY, GAMES = "study.toml", "games"
AT_ONCE = 1000  # quick games of a piece; of others each is one
DEATH = ResultsError("Processes of the study die again and again: out of memory?")

Piece = tuple[Job, int, int]  # the number of its first game, and how many
Tell = Callable[[int, int], None]


def play(
    text: bytes, folder: Path, make_game: MakeGame, tell: Tell, workers: int = 1, cluster: str | None = None
) -> None:
    """Play what the folder lacks of a study; `tell` hears how many games of how many are there.

    It is played by processes of this machine, or by the workers of the cluster whose scheduler has an address.

    Raises StudyError, ResultsError for a folder of something else, ClusterError and OSError.
    """
    jobs = Study.of(text).jobs(make_game)
    with workers_at(cluster, workers, nullcontext, DEATH) as pool:
        begin(folder, text)
        missing = [job for job in jobs if not (folder / GAMES / job.file).exists()]
        every = sum(job.play.games for job in jobs)
        done = every - sum(job.play.games for job in missing)
        pieces = [piece for job in missing for piece in pieces_of(job)]
        results = zip(pieces, pool.map(_played, pieces), strict=True)
        for job, parts in groupby(results, key=lambda found: found[0][0]):
            keep(folder / GAMES / job.file, [rows for _, rows in parts])
            tell(done := done + job.play.games, every)


def begin(folder: Path, text: bytes) -> None:
    """Make sure that a folder is that of this study, or a new one."""
    known = folder / STUDY
    if not known.exists():
        if folder.exists() and any(folder.iterdir()):
            raise ResultsError(f"{folder} holds something else than games of a study; name a new folder.")
        (folder / GAMES).mkdir(parents=True, exist_ok=True)
        known.write_bytes(text)
    elif known.read_bytes() != text:
        raise ResultsError(f"{folder} belongs to another study than this; name a new folder.")


def pieces_of(job: Job) -> Iterator[Piece]:
    """The games of a job in pieces that take seconds."""
    each = AT_ONCE if job.play.is_quick else 1
    for first in range(0, job.play.games, each):
        yield job, first, min(each, job.play.games - first)


def _played(_tool: None, piece: Piece) -> Rows:
    job, first, games = piece
    if job.play.is_quick:
        return counted_games(job.start, job.play.players, job.seed, first, games)
    return watched_games(job.start, job.play.players, job.seed, job.play.judge_nodes, first, games)


def keep(file: Path, parts: Sequence[Rows]) -> None:
    """Write the games of a job."""
    frame = pl.DataFrame({name: np.concatenate([rows[name] for rows in parts]) for name in parts[0]})
    file.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(file) as stream:
        frame.write_parquet(stream, compression="zstd")
