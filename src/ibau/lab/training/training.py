"""A whole training: it begins or goes on in its folder, and ends with a network."""

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
    seconds: float  # by the clock, however often it was stopped
    on_cluster: bool = False


class Stopwatch:
    """Adds the time from now on to what a file holds from earlier."""

    def __init__(self, file: Path, clock: Callable[[], float]) -> None:
        """Raises TrainingError where the file holds something else."""
        self._file, self._clock = file, clock
        self._begun = clock() - (read_result(file, float) if file.exists() else 0.0)

    @property
    def seconds(self) -> float:
        """All that has been spent by now."""
        return self._clock() - self._begun

    def save(self) -> None:
        """Write it down, so that a kill loses none of it."""
        write_result(self._file, self.seconds)


class RunSettings(NamedTuple):
    """Where and how long a training is at work; none of it changes what a generation learns."""

    file: Path  # of the network
    resume: bool = False
    seconds: float | None = None  # no generation begins that would not end within them
    workers: int = 1
    clock: Callable[[], float] = time.monotonic
    cluster: str | None = None  # the address of its scheduler, where its workers are at work

    @property
    def folder(self) -> Path:
        """Where the steps are kept: beside the network."""
        return self.file.with_suffix(".training")

    @property
    def report(self) -> Path:
        """The result as Markdown, which lies beside the network too."""
        return self.file.with_suffix(".md")

    @property
    def plan_file(self) -> Path:
        return self.folder / "plan.json"

    @property
    def generations_done(self) -> int:
        """How many have been completed."""
        return sum(file.stem.isdecimal() for file in self.folder.glob("*.json"))


def train(game: Game, plan: TrainingPlan, run: RunSettings, progress: Progress) -> TrainingResult:
    """Train a network and write it.

    Raises TrainingError where there is no folder to write it to, the game cannot be learnt in this way, or a file of
    the training is damaged or another one is in its way; where the folder holds a training and `resume` is off; and
    where it holds none, or one with another plan, and `resume` is on.  Raises NumberError for a number of workers that
    makes no sense, and ClusterError where a cluster cannot be reached.
    """
    check_int("The number of workers", run.workers, least=1, most=MOST_WORKERS)
    task = TrainingTask(game, plan)
    check_network_path(run.file)
    check_plan(game, plan)
    check_folder(run, plan)
    worker_died = TrainingError("A process of the training has died; --resume goes on with what is done.")
    with open_pool(run.cluster, run.workers, SharedTool(task), worker_died) as workers:
        make_folder(run, plan)
        try:
            return finish_training(task, run, workers, progress)
        except ClusterError as error:
            raise TrainingError(f"{error} --resume goes on with what is done.") from error


def finish_training(
    task: TrainingTask, run: RunSettings, workers: WorkerPool[TrainingTask], progress: Progress
) -> TrainingResult:
    """All that is still to be done."""
    stopwatch = Stopwatch(run.folder / "time.json", run.clock)

    def show(what: str, done: int, of: int) -> None:
        stopwatch.save()
        progress(what, done, of)

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
    """Raises TrainingError where there is something in the way, or nothing to go on with.

    A plan that goes on may differ only in how many generations there are to be.
    """
    if run.resume:
        check_same_plan(run, plan)
    else:
        check_folder_empty(run)
        check_nothing_overwritten(run)


def make_folder(run: RunSettings, plan: TrainingPlan) -> None:
    """Begin, once there is somebody to work."""
    if not run.resume:
        run.folder.mkdir(exist_ok=True)
        write_result(run.plan_file, plan._asdict())


def check_folder_empty(run: RunSettings) -> None:
    """Raises TrainingError where the folder already holds a training, or something else."""
    folder = repr(str(run.folder))
    if any(run.folder.glob("*.final.json")):
        raise TrainingError(
            f"The training in {folder} has ended. Begin another one with another --out, "
            "or add to this one by --resume and more --generations."
        )
    if run.plan_file.exists():
        raise TrainingError(
            f"A training is under way in {folder}, with {run.generations_done} of its generations done: "
            "go on with --resume, or begin another one with another --out."
        )
    if any(file.suffix != UNFINISHED for file in run.folder.glob("*")):
        raise TrainingError(f"{folder} has files in it, but no plan.json: name another --out, or put the plan back.")


def check_nothing_overwritten(run: RunSettings) -> None:
    """Raises TrainingError where the network or the report of a new training would take the place of a file."""
    for file in (run.file, run.report):
        if os.path.lexists(file):
            raise TrainingError(
                f"{str(file)!r} exists, and is not of this training: name another --out, or move that file away."
            )


def check_same_plan(run: RunSettings, plan: TrainingPlan) -> None:
    """Raises TrainingError where there is no training to resume, or one with another plan."""
    earlier = stored_plan(run, plan)
    wanted = {name: value for name, value in plan._asdict().items() if name != "generations"}
    others = [
        f"{name} {earlier.get(name)}, not {value}" for name, value in wanted.items() if earlier.get(name) != value
    ]
    if others:
        raise TrainingError(
            f"The training in {str(run.folder)!r} has another plan: {'; '.join(others)}. "
            "Go on with the options that it was begun with."
        )


def stored_plan(run: RunSettings, plan: TrainingPlan) -> dict[str, Any]:
    """The settings a training was begun with."""
    file = run.plan_file
    if not file.exists():
        raise TrainingError(f"No training to go on with: there is no {str(file)!r}. Begin one without --resume.")
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Any])
    except JSON_ERRORS as error:
        usual = msgspec.json.encode(plan._asdict()).decode()
        raise TrainingError(
            f"{str(file)!r} holds no plan: {error}. Put it back; by what is asked for now it would be {usual}."
        ) from error


def train_generations(training: Training, run: RunSettings, spent: float) -> list[Generation]:
    """The generations of the plan, or as many as the time allows, at least one; those that are done take none.

    The next one is taken to last as long as the last, or as each of those done earlier, in the seconds `spent` on them.
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
