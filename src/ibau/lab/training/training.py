"""Train a network: begin or resume a training in its folder."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ibau.core.errors import ClusterError
from ibau.core.game import Game
from ibau.core.limits import MOST_WORKERS, check_int
from ibau.lab.cluster import open_pool
from ibau.lab.training.generation_matches import FinalMatches, Generation
from ibau.lab.training.pipeline import Progress, Training
from ibau.lab.training.training_files import JSON_ERRORS, TrainingError, check_network_path, read_result, write_result
from ibau.lab.training.training_plan import TrainingPlan, TrainingTask, check_plan
from ibau.lab.worker_pool import SharedTool, WorkerPool
from ibau.machine.atomic_files import UNFINISHED, atomic_write


class TrainingResult(NamedTuple):
    """The result of a training."""

    plan: TrainingPlan
    generations: list[Generation]
    final: FinalMatches
    seconds: float  # wall-clock time of all runs
    on_cluster: bool = False


class Stopwatch:
    """Measures the time of a training over all of its runs, saved in a file."""

    def __init__(self, file: Path, clock: Callable[[], float]) -> None:
        """Raises TrainingError if the file is damaged."""
        self._file, self._clock = file, clock
        self._begun = clock() - (read_result(file, float) if file.exists() else 0.0)

    @property
    def seconds(self) -> float:
        """The time of all runs so far."""
        return self._clock() - self._begun

    def save(self) -> None:
        """Write the time to the file."""
        write_result(self._file, self.seconds)


class RunSettings(NamedTuple):
    """How a training is run; does not affect what a generation learns."""

    file: Path  # of the network
    resume: bool = False
    seconds: float | None = None  # no generation begins that is not expected to end within this time
    workers: int = 1
    clock: Callable[[], float] = time.monotonic
    cluster: str | None = None  # the address of a scheduler, whose workers are used instead

    @property
    def folder(self) -> Path:
        """The folder of the steps, next to the network."""
        return self.file.with_suffix(".training")

    @property
    def report(self) -> Path:
        """The file of the report, next to the network."""
        return self.file.with_suffix(".md")

    @property
    def plan_file(self) -> Path:
        return self.folder / "plan.json"

    @property
    def generations_done(self) -> int:
        """The number of completed generations."""
        return sum(file.stem.isdecimal() for file in self.folder.glob("*.json"))


def train(game: Game, plan: TrainingPlan, run: RunSettings, progress: Progress) -> TrainingResult:
    """Train a network and write it to `run.file`; `progress` is called with (phase, done, total).

    Raises TrainingError if there is no folder to write to, the plan does not suit the game, or a file is damaged or
    would be overwritten; without `run.resume`, if the folder holds a training; with it, if it holds none, or one with
    another plan.  Raises NumberError for an invalid number of workers, and ClusterError if a cluster cannot be reached.
    """
    check_int("The number of workers", run.workers, least=1, most=MOST_WORKERS)
    task = TrainingTask(game, plan)
    check_network_path(run.file)
    check_plan(game, plan)
    check_folder(run, plan)
    worker_died = TrainingError("A process of the training has died; --resume continues it.")
    with open_pool(run.cluster, run.workers, SharedTool(task), worker_died) as workers:
        make_folder(run, plan)
        try:
            return finish_training(task, run, workers, progress)
        except ClusterError as error:
            raise TrainingError(f"{error} --resume continues the training.") from error


def finish_training(
    task: TrainingTask, run: RunSettings, workers: WorkerPool[TrainingTask], progress: Progress
) -> TrainingResult:
    """Do the remaining steps of a training."""
    stopwatch = Stopwatch(run.folder / "time.json", run.clock)

    def show(phase: str, done: int, total: int) -> None:
        stopwatch.save()
        progress(phase, done, total)

    training = Training(task, run.folder, workers, show, run.cluster)
    try:
        generations = train_generations(training, run, stopwatch.seconds)
        final = training.final(generations)
    finally:
        stopwatch.save()
    with atomic_write(run.file) as stream:
        stream.write(training.network_file(final.number).read_bytes())
    return TrainingResult(task.plan, generations, final, stopwatch.seconds, run.cluster is not None)


def check_folder(run: RunSettings, plan: TrainingPlan) -> None:
    """Raise TrainingError if a new training would overwrite files, or a resumed one has another plan or none.

    The plan of a resumed training may differ only in the number of generations.
    """
    if run.resume:
        check_same_plan(run, plan)
    else:
        check_folder_empty(run)
        check_nothing_overwritten(run)


def make_folder(run: RunSettings, plan: TrainingPlan) -> None:
    """Make the folder of a new training, once there are workers."""
    if not run.resume:
        run.folder.mkdir(exist_ok=True)
        write_result(run.plan_file, plan._asdict())


def check_folder_empty(run: RunSettings) -> None:
    """Raise TrainingError if the folder already holds a training, or other files."""
    folder = repr(str(run.folder))
    if any(run.folder.glob("*.final.json")):
        raise TrainingError(
            f"The training in {folder} has ended. Begin another one with another --out, "
            "or extend this one with --resume and more --generations."
        )
    if run.plan_file.exists():
        raise TrainingError(
            f"A training is under way in {folder}, with {run.generations_done} of its generations done: "
            "continue with --resume, or begin another one with another --out."
        )
    if any(file.suffix != UNFINISHED for file in run.folder.glob("*")):
        raise TrainingError(f"{folder} has files in it, but no plan.json: name another --out, or put the plan back.")


def check_nothing_overwritten(run: RunSettings) -> None:
    """Raise TrainingError if the network or the report of a new training would overwrite a file."""
    for file in (run.file, run.report):
        if os.path.lexists(file):
            raise TrainingError(
                f"{str(file)!r} exists, and is not part of this training: name another --out, or move that file."
            )


def check_same_plan(run: RunSettings, plan: TrainingPlan) -> None:
    """Raise TrainingError if there is no training to resume, or one with another plan."""
    earlier = stored_plan(run, plan)
    wanted = {name: value for name, value in plan._asdict().items() if name != "generations"}
    others = [
        f"{name} {earlier.get(name)}, not {value}" for name, value in wanted.items() if earlier.get(name) != value
    ]
    if others:
        raise TrainingError(
            f"The training in {str(run.folder)!r} has another plan: {'; '.join(others)}. "
            "Continue with the options that it was begun with."
        )


def stored_plan(run: RunSettings, plan: TrainingPlan) -> dict[str, Any]:
    """Read the settings with which a training was begun.  Raises TrainingError."""
    file = run.plan_file
    if not file.exists():
        raise TrainingError(f"No training to resume: there is no {str(file)!r}. Begin one without --resume.")
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Any])
    except JSON_ERRORS as error:
        wanted = msgspec.json.encode(plan._asdict()).decode()
        raise TrainingError(
            f"{str(file)!r} holds no plan: {error}. Restore it; for the options of this command it would be {wanted}."
        ) from error


def train_generations(training: Training, run: RunSettings, spent: float) -> list[Generation]:
    """Train the generations of the plan, or as many as the time allows, at least one; finished ones take no time.

    The next one is expected to take as long as the last; the first one of a run as long as the finished ones did on
    average, from the seconds `spent` on them.
    """
    done = run.generations_done
    expected = spent / max(1, done)
    started = run.clock()
    generations: list[Generation] = []
    for number in range(training.plan.generations):
        begun = run.clock()
        late = run.seconds is not None and begun + expected > started + run.seconds
        if late and number >= max(1, done):
            break
        generations.append(training.generation(number))
        if number >= done:
            expected = run.clock() - begun
    return generations
