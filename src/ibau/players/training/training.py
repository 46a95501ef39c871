"""A whole training: it begins or goes on in its folder, and ends with a network."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec

from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.players.training.files import whole_file
from ibau.players.training.plan import Plan
from ibau.players.training.steps import Final, Generation, Progress, Training
from ibau.players.training.workers import Workers


class TrainingError(IbauError):
    """A training that cannot be begun or gone on with."""


class Trained(NamedTuple):
    """What a training has come to."""

    plan: Plan
    generations: list[Generation]
    final: Final


class Setting(NamedTuple):
    """Where and how long a training is at work; none of it changes what a generation learns."""

    file: Path  # of the network; the folder beside it has its name
    resume: bool = False
    seconds: float | None = None  # after so many no generation is begun that would not end within them
    workers: int = 1
    clock: Callable[[], float] = time.monotonic


def train(game: Game, plan: Plan, setting: Setting, progress: Progress) -> Trained:
    """Train a network and write it.

    Raises TrainingError where the game has no inputs, a training is under way in the folder and is not to be gone on
    with, or it has another plan.
    """
    if not game.system.evaluation.input_bits:
        raise TrainingError(f"{game.system.id} says nothing of what a network would see.")
    folder = setting.file.with_suffix(".training")
    begin(folder, plan, resume=setting.resume)
    with Workers(setting.workers) as workers:
        steps = Training(game, plan, folder, workers, progress)
        generations = all_in_time(steps, setting)
        final = steps.final(generations)
    with whole_file(setting.file) as stream:
        stream.write(steps.file(final.number, "network.npz").read_bytes())
    return Trained(plan, generations, final)


def begin(folder: Path, plan: Plan, *, resume: bool) -> None:
    """Make the folder, or go on in it; a plan may only differ by how many generations there are to be."""
    kept = folder / "plan.json"
    if kept.exists() and not resume:
        raise TrainingError(f"A training is under way in {str(folder)!r}: go on with --resume, or remove that folder.")
    if not kept.exists():
        with whole_file(kept) as stream:
            stream.write(msgspec.json.format(msgspec.json.encode(plan._asdict())))
    earlier = msgspec.json.decode(kept.read_bytes())
    wanted = {name: value for name, value in plan._asdict().items() if name != "generations"}
    others = [f"{name} {earlier.get(name)}" for name, value in wanted.items() if earlier.get(name) != value]
    if others:
        raise TrainingError(f"The training in {str(folder)!r} has another plan: {', '.join(others)}.")


def all_in_time(steps: Training, setting: Setting) -> list[Generation]:
    """The generations of the plan, or as many as the time allows, at least one."""
    started = setting.clock()
    generations: list[Generation] = []
    for number in range(steps.plan.generations):
        begun = setting.clock()
        generations.append(steps.generation(number))
        now = setting.clock()
        if setting.seconds is not None and now + (now - begun) > started + setting.seconds:
            break
    return generations
