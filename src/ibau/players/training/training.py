"""A whole training: it begins or goes on in its folder, and ends with a network."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ibau.core.game import Game
from ibau.players.training.files import NO_JSON, TrainingError, check_place, whole_file, write_result
from ibau.players.training.plan import Plan, check_plan
from ibau.players.training.results import Final, Generation
from ibau.players.training.spent import Spent, Watch
from ibau.players.training.steps import Progress, Training
from ibau.players.training.workers import Workers


class Trained(NamedTuple):
    """What a training has come to."""

    plan: Plan
    generations: list[Generation]
    final: Final
    spent: Spent


class Setting(NamedTuple):
    """Where and how long a training is at work; none of it changes what a generation learns."""

    file: Path  # of the network
    resume: bool = False
    seconds: float | None = None  # after so many no generation is begun that would not end within them
    workers: int = 1
    clock: Callable[[], float] = time.monotonic

    @property
    def folder(self) -> Path:
        """Where the steps are kept: beside the network."""
        return self.file.with_suffix(".training")

    @property
    def kept_plan(self) -> Path:
        return self.folder / "plan.json"

    @property
    def generations_done(self) -> int:
        """How many are over."""
        return sum(file.stem.isdecimal() for file in self.folder.glob("*.json"))


def train(game: Game, plan: Plan, setting: Setting, progress: Progress) -> Trained:
    """Train a network and write it.

    Raises TrainingError where there is no folder for it, the game cannot be learnt in this way, a file of the training
    is damaged, there is a training in the folder that is not to be gone on with, or none that could be, or it has
    another plan.
    """
    check_place(setting.file)
    check_plan(game, plan)
    begin(setting, plan)
    with (
        Watch(setting.folder / "time.json", setting.workers, setting.clock) as watch,
        Workers(setting.workers) as workers,
    ):

        def show(what: str, done: int, of: int) -> None:
            watch.note()
            progress(what, done, of)

        training = Training(game, plan, setting.folder, workers, show)
        generations = all_in_time(training, setting, sum(watch.spent.values()))
        final = training.final(generations)
    with whole_file(setting.file) as stream:
        stream.write(training.network_file(final.number).read_bytes())
    return Trained(plan, generations, final, watch.spent)


def begin(setting: Setting, plan: Plan) -> None:
    """Make the folder, or go on in it; a plan may only differ by how many generations there are to be."""
    if setting.resume:
        check_same_plan(setting, plan)
    else:
        check_nothing_there(setting)
        write_result(setting.kept_plan, plan._asdict())


def check_nothing_there(setting: Setting) -> None:
    """Raises TrainingError where a new training would meet another one."""
    folder = repr(str(setting.folder))
    if any(setting.folder.glob("*.final.json")):
        raise TrainingError(
            f"The training in {folder} has ended. Begin another one with another --out, "
            "or add to this one by --resume and more --generations."
        )
    if setting.kept_plan.exists():
        raise TrainingError(
            f"A training is under way in {folder}, with {setting.generations_done} of its generations done: "
            "go on with --resume, or begin another one with another --out."
        )
    if any(file.suffix != ".part" for file in setting.folder.glob("*")):
        raise TrainingError(f"{folder} has files in it, but no plan.json: name another --out, or put the plan back.")


def check_same_plan(setting: Setting, plan: Plan) -> None:
    """Raises TrainingError where there is no training to go on with, or one of another plan."""
    earlier = earlier_plan(setting, plan)
    wanted = {name: value for name, value in plan._asdict().items() if name != "generations"}
    others = [
        f"{name} {earlier.get(name)}, not {value}" for name, value in wanted.items() if earlier.get(name) != value
    ]
    if others:
        raise TrainingError(
            f"The training in {str(setting.folder)!r} has another plan: {'; '.join(others)}. "
            "Go on with the options that it was begun with."
        )


def earlier_plan(setting: Setting, plan: Plan) -> dict[str, Any]:
    """The settings a training was begun with."""
    file = setting.kept_plan
    if not file.exists():
        raise TrainingError(f"No training to go on with: there is no {str(file)!r}. Begin one without --resume.")
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Any])
    except NO_JSON as error:
        usual = msgspec.json.encode(plan._asdict()).decode()
        raise TrainingError(
            f"{str(file)!r} holds no plan: {error}. Put it back; by what is asked for now it would be {usual}."
        ) from error


def all_in_time(training: Training, setting: Setting, spent: float) -> list[Generation]:
    """The generations of the plan, or as many as the time allows, at least one; those that are done take none.

    The next one is taken to last as long as the last, or as each of those done earlier, in the seconds `spent` on them.
    """
    done = setting.generations_done
    expected = spent / max(1, done)
    started = setting.clock()
    generations: list[Generation] = []
    for number in range(training.plan.generations):
        begun = setting.clock()
        late = setting.seconds is not None and begun + expected > started + setting.seconds
        if late and number >= max(1, done):
            break
        generations.append(training.generation(number))
        if number >= done:
            expected = setting.clock() - begun
    return generations
