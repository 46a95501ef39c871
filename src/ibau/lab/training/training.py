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
from ibau.lab.cluster import workers_at
from ibau.lab.training.files import NO_JSON, TrainingError, check_place, read_result, write_result
from ibau.lab.training.matches import Final, Generation
from ibau.lab.training.pipeline import Progress, Training
from ibau.lab.training.plan import Plan, TrainingTask, check_plan
from ibau.lab.work import Pool, SameTool
from ibau.machine.atomic_files import UNFINISHED, atomic_write


class Trained(NamedTuple):
    """The result of a training."""

    plan: Plan
    generations: list[Generation]
    final: Final
    seconds: float  # by the clock, however often it was stopped
    on_cluster: bool = False


class Watch:
    """Adds the time from now on to what a file holds from earlier."""

    def __init__(self, file: Path, clock: Callable[[], float]) -> None:
        """Raises TrainingError where the file holds something else."""
        self._file, self._clock = file, clock
        self._begun = clock() - (read_result(file, float) if file.exists() else 0.0)

    @property
    def seconds(self) -> float:
        """All that has been spent by now."""
        return self._clock() - self._begun

    def note(self) -> None:
        """Write it down, so that a kill loses none of it."""
        write_result(self._file, self.seconds)


class Workshop(NamedTuple):
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
    def kept_plan(self) -> Path:
        return self.folder / "plan.json"

    @property
    def generations_done(self) -> int:
        """How many have been completed."""
        return sum(file.stem.isdecimal() for file in self.folder.glob("*.json"))


def train(game: Game, plan: Plan, workshop: Workshop, progress: Progress) -> Trained:
    """Train a network and write it.

    Raises TrainingError where there is no folder to write it to, the game cannot be learnt in this way, or a file of
    the training is damaged or another one is in its way; where the folder holds a training and `resume` is off; and
    where it holds none, or one with another plan, and `resume` is on.  Raises NumberError for a number of workers that
    makes no sense, and ClusterError where a cluster cannot be reached.
    """
    check_int("The number of workers", workshop.workers, least=1, most=MOST_WORKERS)
    task = TrainingTask(game, plan)
    check_place(workshop.file)
    check_plan(game, plan)
    check_folder(workshop, plan)
    death = TrainingError("A process of the training has died; --resume goes on with what is done.")
    with workers_at(workshop.cluster, workshop.workers, SameTool(task), death) as workers:
        make_folder(workshop, plan)
        try:
            return trained(task, workshop, workers, progress)
        except ClusterError as error:
            raise TrainingError(f"{error} --resume goes on with what is done.") from error


def trained(task: TrainingTask, workshop: Workshop, workers: Pool[TrainingTask], progress: Progress) -> Trained:
    """All that is still to be done."""
    watch = Watch(workshop.folder / "time.json", workshop.clock)

    def show(what: str, done: int, of: int) -> None:
        watch.note()
        progress(what, done, of)

    training = Training(task, workshop.folder, workers, show, workshop.cluster)
    try:
        generations = all_in_time(training, workshop, watch.seconds)
        final = training.final(generations)
    finally:
        watch.note()
    with atomic_write(workshop.file) as stream:
        stream.write(training.network_file(final.number).read_bytes())
    return Trained(task.plan, generations, final, watch.seconds, workshop.cluster is not None)


def check_folder(workshop: Workshop, plan: Plan) -> None:
    """Raises TrainingError where there is something in the way, or nothing to go on with.

    A plan that goes on may differ only in how many generations there are to be.
    """
    if workshop.resume:
        check_same_plan(workshop, plan)
    else:
        check_nothing_there(workshop)
        check_nothing_overwritten(workshop)


def make_folder(workshop: Workshop, plan: Plan) -> None:
    """Begin, once there is somebody to work."""
    if not workshop.resume:
        workshop.folder.mkdir(exist_ok=True)
        write_result(workshop.kept_plan, plan._asdict())


def check_nothing_there(workshop: Workshop) -> None:
    """Raises TrainingError where the folder already holds a training, or something else."""
    folder = repr(str(workshop.folder))
    if any(workshop.folder.glob("*.final.json")):
        raise TrainingError(
            f"The training in {folder} has ended. Begin another one with another --out, "
            "or add to this one by --resume and more --generations."
        )
    if workshop.kept_plan.exists():
        raise TrainingError(
            f"A training is under way in {folder}, with {workshop.generations_done} of its generations done: "
            "go on with --resume, or begin another one with another --out."
        )
    if any(file.suffix != UNFINISHED for file in workshop.folder.glob("*")):
        raise TrainingError(f"{folder} has files in it, but no plan.json: name another --out, or put the plan back.")


def check_nothing_overwritten(workshop: Workshop) -> None:
    """Raises TrainingError where the network or the report of a new training would take the place of a file."""
    for file in (workshop.file, workshop.report):
        if os.path.lexists(file):
            raise TrainingError(
                f"{str(file)!r} exists, and is not of this training: name another --out, or move that file away."
            )


def check_same_plan(workshop: Workshop, plan: Plan) -> None:
    """Raises TrainingError where there is no training to resume, or one with another plan."""
    earlier = earlier_plan(workshop, plan)
    wanted = {name: value for name, value in plan._asdict().items() if name != "generations"}
    others = [
        f"{name} {earlier.get(name)}, not {value}" for name, value in wanted.items() if earlier.get(name) != value
    ]
    if others:
        raise TrainingError(
            f"The training in {str(workshop.folder)!r} has another plan: {'; '.join(others)}. "
            "Go on with the options that it was begun with."
        )


def earlier_plan(workshop: Workshop, plan: Plan) -> dict[str, Any]:
    """The settings a training was begun with."""
    file = workshop.kept_plan
    if not file.exists():
        raise TrainingError(f"No training to go on with: there is no {str(file)!r}. Begin one without --resume.")
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Any])
    except NO_JSON as error:
        usual = msgspec.json.encode(plan._asdict()).decode()
        raise TrainingError(
            f"{str(file)!r} holds no plan: {error}. Put it back; by what is asked for now it would be {usual}."
        ) from error


def all_in_time(training: Training, workshop: Workshop, spent: float) -> list[Generation]:
    """The generations of the plan, or as many as the time allows, at least one; those that are done take none.

    The next one is taken to last as long as the last, or as each of those done earlier, in the seconds `spent` on them.
    """
    done = workshop.generations_done
    expected = spent / max(1, done)
    started = workshop.clock()
    generations: list[Generation] = []
    for number in range(training.plan.generations):
        begun = workshop.clock()
        late = workshop.seconds is not None and begun + expected > started + workshop.seconds
        if late and number >= max(1, done):
            break
        generations.append(training.generation(number))
        if number >= done:
            expected = workshop.clock() - begun
    return generations
