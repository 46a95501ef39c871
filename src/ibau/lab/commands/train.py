"""`ibau train`: train a network that evaluates positions."""

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypedDict, Unpack

import click

from ibau.core.game import Game
from ibau.core.limits import LARGEST_SEED
from ibau.lab.commands.worker_options import cluster_option, workers
from ibau.terminal.click_params import IntegerType, NumberType, PathType, examples, json_option, ruleset_argument
from ibau.terminal.extras_help import requires_extra


class PlanChanges(TypedDict):
    """Changes of the game's default plan; None for no change."""

    generations: int | None
    games: int | None
    positions: int | None
    hidden: int | None
    seed: int


@click.command(epilog=examples("ibau train seneti --out seneti.npz --minutes 30", "ibau train seneti --resume"))
@ruleset_argument
@click.option(
    "--out",
    type=PathType(),
    help="The network's file, in an existing folder, with the report and a folder of checkpoints next to it; by "
    "default here, named after the game, such as seneti.npz. An existing file is not overwritten.",
)
@click.option(
    "--minutes",
    type=NumberType(0, min_open=True),
    help="Begin another generation only if it is likely to end within this many minutes; the final match follows.",
)
@click.option(
    "--generations",
    type=IntegerType(1),
    help="How many generations; each plays with the network of the one before.",
)
@click.option(
    "--games",
    type=IntegerType(0),
    help="How many games each generation learns from while it plays them; with 0 it learns from searched positions.",
)
@click.option(
    "--positions",
    type=IntegerType(4),
    help="How many positions each generation learns from, where it does not learn from games.",
)
@click.option(
    "--hidden",
    type=IntegerType(1, 1024),
    help="How many hidden units the network has per symmetry of the board.",
)
@click.option(
    "--seed",
    type=IntegerType(0, LARGEST_SEED),
    default=0,
    show_default=True,
    help="The seed; the same one repeats a training.",
)
@click.option(
    "--workers",
    type=workers,
    default=2,
    show_default=True,
    help="How many processes work; the network is the same with any number.",
)
@cluster_option
@click.option("--resume", is_flag=True, help="Continue a training that was stopped, with the same command.")
@json_option
@requires_extra("lab")
def train(
    game: Game,
    out: Path | None,
    minutes: float | None,
    workers: int,
    cluster: str | None,
    *,
    resume: bool,
    as_json: bool,
    **changes: Unpack[PlanChanges],
) -> None:
    """Train a network that evaluates positions.

    It learns from self-play, and a report measures its strength. Default settings depend on the game; the report lists
    all of them. Progress is saved step by step: Ctrl-C stops a training, and --resume continues it.
    """
    from ibau.lab.training import RunSettings, plan_for
    from ibau.lab.training.command_output import network_file, train_and_show

    asked: dict[str, Any] = {name: value for name, value in changes.items() if value is not None}
    plan = plan_for(game, **asked)
    seconds = None if minutes is None else 60 * minutes
    command = resume_command(click.get_current_context(), game, plan_for(game)._asdict())
    run = RunSettings(network_file(game, out), resume, seconds, workers, cluster=cluster)
    train_and_show(game, plan, run, command, as_json=as_json)


def resume_command(context: click.Context, game: Game, usual: Mapping[str, Any]) -> str:
    """The command that repeats this one: its options, except those with default values or those in `usual`."""
    words = [*context.command_path.split(), str(game.ruleset)]
    for option in context.command.params:
        name, value = str(option.name), context.params[str(option.name)]
        default = usual.get(name, option.default() if callable(option.default) else option.default)
        if isinstance(option, click.Option) and not option.is_flag and value not in (None, default):
            words += [option.opts[0], f"{value:.15g}" if isinstance(value, float) else str(value)]
    return shlex.join(words)
