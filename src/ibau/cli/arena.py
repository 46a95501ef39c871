"""`ibau arena`: players against each other."""

import inspect
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack

import click

from ibau.cli.help import Rows, WithSections
from ibau.cli.types import (
    ContestantType,
    PathType,
    RulesetType,
    SprtType,
    Whole,
    cluster_option,
    examples,
    json_option,
    language_option,
    workers,
)
from ibau.core.game import Game
from ibau.core.limits import LARGEST_SEED, MOST_THREADS

OWN = ("MODULE:CLASS", ("A player of your own: a class of ibau.Player in a module here or installed.",))
ENGINES = ("engine, engine2", ("The programs of --engine.",))
SETTINGS = (
    ("1s, 0.1s, 20ms", ("Time for a move.",)),
    ("nodes=N", ("Positions or iterations for a move.",)),
    ("depth=N", ("How far it looks: plies, throws for expectimax, plies on average for mcts and uct.",)),
    ("threads=N", ("How many threads search at once.",)),
    ("judge=features", ("Values positions by the features written by hand,",)),
    ("judge=shipped", ("by the network of the game where it has one (usual),",)),
    ("judge=FILE", ("or by the network of a file.",)),
)


class Options(TypedDict):
    """How a tournament is played."""

    games: int
    seed: int
    workers: int
    cluster: str | None
    openings: int | None
    out: Path | None
    clock: Literal["wall", "cpu"]
    sprt: Any
    as_json: bool
    lang: str


class ArenaCommand(WithSections):
    """Its help names the players there are, as each says itself what it is."""

    def sections(self) -> Iterator[tuple[str, Rows]]:
        yield "Names", (*named_players(), OWN, ENGINES)
        yield "Settings", SETTINGS


def named_players() -> Rows:
    """What players are called, and what they are."""
    from ibau.players import LEVELS, PLAYERS

    levels = [level.id for level in LEVELS]
    others = [(name, description(make)) for name, make in PLAYERS.items() if name not in levels]
    return [(f"{levels[0]} ... {levels[-1]}", ("The levels that the game offers.",)), *others]


def description(make: Any) -> Sequence[str]:
    """What the class of a player says of itself."""
    from ibau.players import Player

    said = str(inspect.getdoc(make))
    return (said,) if make.only == Player.only else (said, f"Only for {make.only}.")


@click.command(
    cls=ArenaCommand,
    epilog=examples(
        "ibau arena level5 level4 --ruleset seega --games 100",
        "ibau arena my_players:Cautious level3 --ruleset senet-race",
        "ibau arena alphabeta:0.1s engine:0.1s --engine ./other --ruleset seti-beth",
    ),
)
@click.argument("one", metavar="A", type=ContestantType())
@click.argument("other", metavar="B", type=ContestantType())
@click.option("--ruleset", "game", type=RulesetType(), required=True, help="The game, with its changes.")
@click.option("--games", type=Whole(1), default=100, show_default=True, help="How many, rounded up to pairs.")
@click.option("--seed", type=Whole(0, LARGEST_SEED), default=0, show_default=True, help="Repeats a tournament.")
@click.option("--workers", type=workers, default=2, show_default=True, help="How many processes play.")
@cluster_option
@click.option("--threads", type=Whole(1, MOST_THREADS), help="The threads=N of contestants that do not say theirs.")
@click.option("--openings", type=Whole(0), help="Random plies first; by default four turns, none with throws.")
@click.option("--out", type=PathType(), help="Keep the games; go on where it stopped.")
@click.option(
    "--clock",
    type=click.Choice(("wall", "cpu")),
    default="wall",
    show_default=True,
    help="What times are measured by: the wall's clock, or processor time, fairer on a busy machine.",
)
@click.option("--sprt", metavar="ELO0:ELO1", type=SprtType(), help="Stop once one of two differences is accepted.")
@click.option(
    "--engine", "engines", multiple=True, metavar="COMMAND", help="A program: the first is engine, the second engine2."
)
@json_option
@language_option
def arena(
    one: str, other: str, game: Game, engines: tuple[str, ...], threads: int | None, **options: Unpack[Options]
) -> None:
    """Let A play against B in pairs of games.

    Their seats change within a pair; openings and throws are the same. A contestant is NAME[:SETTING,SETTING...],
    for example level3, uct:1s or alphabeta:depth=6,threads=2. Several limits end a thought by whichever comes first;
    without any a player spends what it usually does. An engine takes time, nodes or depth.
    """
    from ibau.arena import ContestantError, Pairing, contestants
    from ibau.terminal import arena as screen

    try:
        both = contestants((one, other), game, engines, threads)
        pairing = Pairing(str(game.ruleset), both, options["seed"], options["openings"], options["clock"])
        pairs = (options["games"] + 1) // 2
        how = screen.TournamentRun(
            pairs, options["workers"], options["out"], options["sprt"], options["as_json"], options["cluster"]
        )
        screen.show_arena(pairing, how, options["lang"])
    except ContestantError as error:
        raise click.UsageError(str(error)) from error
