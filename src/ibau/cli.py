"""The command `ibau`: parse, call, print."""

import io
import math
import os
import secrets
import shlex
import sys
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import click

from ibau import __version__
from ibau.core.errors import IbauError, RulesetError, nearest
from ibau.core.game import Game

INTERRUPTED = 130
PERSON = "person"
SEATS = ("first", "second", "lot")
LANGUAGES = ("en", "fr", "de")
REVIEW_NODES = 20_000
LARGEST_SEED = (1 << 31) - 1


class Commands(click.Group):
    """A group that answers a wrong command with the nearest right one."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            known = self.list_commands(ctx)
            ctx.fail(f"No such command {args[0]!r}; there are {', '.join(known)}.{nearest(args[0], known)}")
        return super().resolve_command(ctx, args)


class RulesetType(click.ParamType[Game]):
    """A ruleset text such as `seega+chain=none`, as a Game."""

    name = "ruleset"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        from ibau.games import game

        try:
            return game(value)
        except RulesetError as error:
            self.fail(str(error), param, ctx)


class OpponentType(click.ParamType[str]):
    """A level by its name or number, or a person."""

    name = "opponent"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from ibau.players import LEVELS

        known = [*(level.id for level in LEVELS), PERSON]
        meant = f"level{value}" if value.isdecimal() else value
        if meant not in known:
            self.fail(f"{value!r} is none of {', '.join(known)}.{nearest(value, known)}", param, ctx)
        return str(meant)


class SprtType(click.ParamType[Any]):
    """A sequential test such as `0:50`."""

    name = "sprt"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from ibau.players.arena import ArenaError
        from ibau.terminal.arena import read_sprt

        try:
            return read_sprt(value)
        except ArenaError as error:
            self.fail(str(error), param, ctx)


def usual_language() -> str:
    """The language of the environment where it is offered, else English."""
    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return named[:2] if named[:2] in LANGUAGES else LANGUAGES[0]


class FiniteRange(click.FloatRange):
    """A number in a range; neither infinite nor the `nan` that is in no range and outside of none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return number


ruleset_argument = click.argument("game", metavar="RULESET", type=RulesetType())
language_option = click.option(
    "--lang", type=click.Choice(LANGUAGES), default=usual_language, help="The language, by default the terminal's."
)
seed_option = click.option(
    "--seed", type=click.IntRange(0, LARGEST_SEED), help="Repeats what chance decides; by default it differs each time."
)
threads_option = click.option(
    "--threads", type=click.IntRange(1), default=1, show_default=True, help="How many threads think about an action."
)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="A RULESET is a name and changes to it, for example seega or seega-lenient+chain=none: see `ibau games`.",
)
@click.version_option(__version__, prog_name="ibau")
def ibau() -> None:
    """Play and study the board games of ancient Egypt, each by the exact rules of its source."""


@ibau.command(epilog="Examples: ibau games, ibau games seega --lang fr")
@click.argument("game", metavar="[RULESET]", type=RulesetType(), required=False)
@language_option
def games(game: Game | None, lang: str) -> None:
    """List the games and their presets, or the options of one RULESET."""
    from ibau.terminal.listing import list_games, list_options

    if game:
        list_options(game, lang)
    else:
        list_games(lang)


@ibau.command(epilog="Examples: ibau rules senet-race, ibau rules seega-lenient --lang de")
@ruleset_argument
@language_option
def rules(game: Game, lang: str) -> None:
    """Show the rules of a game, for people."""
    from ibau.terminal import console
    from ibau.terminal.pages import show_rules

    show_rules(console(), str(game.ruleset), lang)


@ibau.command(epilog="Examples: ibau play seega, ibau play senet-race --opponent level5 --games 3")
@ruleset_argument
@click.option(
    "--opponent",
    type=OpponentType(),
    default="level1",
    show_default=True,
    help="Who plays with you: a level of the computer, level1 to level8 or just its number, or person.",
)
@click.option("--seat", type=click.Choice(SEATS), default="first", show_default=True, help="Your side.")
@click.option("--games", type=click.IntRange(1), default=1, show_default=True, help="Play a match of so many games.")
@threads_option
@seed_option
@language_option
def play(game: Game, opponent: str, seat: str, games: int, threads: int, seed: int | None, lang: str) -> None:
    """Play in the terminal; `help` lists what can be typed there."""
    from ibau.players import offered_level
    from ibau.terminal.play import play as play_game

    try:
        if opponent != PERSON:
            offered_level(game.system, opponent)
    except IbauError as error:
        raise click.BadParameter(str(error), param_hint="'--opponent'") from error
    play_game(game, opponent, seat, games, seed_or_chance(seed), lang, threads=threads)


@ibau.command(
    epilog="Examples: ibau perft seega 5, ibau perft senet-race 4 --position 'LDLDLDLDL1D19 second - fresh 0'"
)
@ruleset_argument
@click.argument("depth", type=click.IntRange(0))
@click.option("--position", metavar="TEXT", help="Count from this position text instead of from the start.")
def perft(game: Game, depth: int, position: str | None) -> None:
    """Count the action paths of each length up to DEPTH."""
    from ibau.adapters.ugi import count_paths

    try:
        state = game.initial() if position is None else game.state(position)
    except IbauError as error:
        raise click.BadParameter(str(error), param_hint="'--position'") from error
    for length in range(min(depth, 1), depth + 1):
        click.echo(f"{length} {count_paths(state, length)}")


@ibau.command(epilog="Examples: ibau playouts seega -n 100000, ibau playouts senet-race+max_turns=60 -n 1000 --seed 7")
@ruleset_argument
@click.option(
    "-n", "--games", "count", type=click.IntRange(1), default=10_000, show_default=True, help="How many games."
)
@seed_option
def playouts(game: Game, count: int, seed: int | None) -> None:
    """Play random games and tell how they end.

    Who wins, in which way, and how long the games are.
    """
    from ibau.terminal.figures import show_playouts

    show_playouts(game, count, seed_or_chance(seed))


@ibau.command(epilog="Examples: ibau review game.txt, ibau review games.jsonl --game 3 --seconds 1 --json")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", "number", type=click.IntRange(1), default=1, show_default=True, help="Which game of the file.")
@click.option("--nodes", type=click.IntRange(1), help=f"How long to look at each ply; {REVIEW_NODES} by default.")
@click.option("--seconds", type=FiniteRange(0, min_open=True), help="How long to look at each ply, by the clock.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole review as one line of JSON.")
@threads_option
@language_option
def review(file: Path, number: int, nodes: int | None, seconds: float | None, **wish: Any) -> None:
    """Look back on a game: mistakes, luck and turning points.

    FILE holds records, or the games of a tournament.
    """
    from ibau.players import Budget
    from ibau.terminal.review import show_review

    usual = REVIEW_NODES if nodes is None and seconds is None else nodes
    show_review(file, number, Budget(seconds, usual), **wish)


@ibau.command(epilog="Examples: ibau train seneti --out seneti.npz --minutes 30, ibau train seneti --resume")
@ruleset_argument
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The network's file, in a folder that exists, with the report and a folder of what is done beside it; by "
    "default one here that is named for the game, such as seneti.npz.",
)
@click.option(
    "--minutes",
    type=FiniteRange(0, min_open=True),
    help="Begin another generation only if it is likely to end within so many; the final match comes after it.",
)
@click.option(
    "--generations",
    type=click.IntRange(1),
    help="How many generations; each plays with the network of the one before.",
)
@click.option(
    "--games",
    type=click.IntRange(0),
    help="How many games each generation learns from while it plays them; with 0 it learns from positions.",
)
@click.option(
    "--positions",
    type=click.IntRange(4),
    help="How many positions each generation learns from; where it learns from games, they only tell how well it did.",
)
@click.option(
    "--hidden",
    type=click.IntRange(1, 1024),
    help="How many hidden numbers the network has, as many for each symmetry of the board.",
)
@click.option("--seed", type=click.IntRange(0, LARGEST_SEED), default=0, show_default=True, help="Repeats a training.")
@click.option(
    "--workers",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    help="How many processes are at work; the network is the same with any number.",
)
@click.option("--resume", is_flag=True, help="Go on with a training that was stopped, by the same command.")
def train(game: Game, out: Path | None, minutes: float | None, workers: int, *, resume: bool, **changes: Any) -> None:
    """Train a network that judges positions.

    It learns from self-play, and a report tells how strong it is. What is usual depends on the game, and the report
    tells every setting. What is done is kept step by step: Ctrl-C stops a training, and --resume goes on with it.
    """
    from ibau.players.training import Setting, plan_for
    from ibau.terminal.training import network_file, show_training

    plan = plan_for(game, **{name: value for name, value in changes.items() if value is not None})
    seconds = None if minutes is None else 60 * minutes
    command = command_again(click.get_current_context(), game, plan_for(game)._asdict())
    show_training(game, plan, Setting(network_file(game, out), resume, seconds, workers), command)


@ibau.command(
    epilog="Examples: ibau arena level5 level4 --ruleset seega --games 100, "
    "ibau arena alphabeta:0.1s engine:0.1s --engine './other-engine' --ruleset seti-beth --games 40 --out games.jsonl"
)
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option("--ruleset", "game", type=RulesetType(), required=True, help="The game, with its changes.")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many, rounded up to pairs.")
@click.option(
    "--seed", type=click.IntRange(0, LARGEST_SEED), default=0, show_default=True, help="Repeats a tournament."
)
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True, help="How many processes play.")
@click.option("--threads", type=click.IntRange(1), help="The threads=N of contestants that do not say theirs.")
@click.option("--openings", type=click.IntRange(0), help="Plies played at random first; by default what is usual.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Keep the games; go on where it stopped.")
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
def arena(one: str, other: str, game: Game, engines: tuple[str, ...], threads: int | None, **wish: Any) -> None:
    """Let A play against B in pairs of games.

    Their seats change within a pair; openings and throws are the same. A contestant is NAME[:SETTING,SETTING...],
    for example level3, uct:1s or alphabeta:depth=6,threads=2.

    \b
    Names
      level1 ... level8   the levels that the game offers
      alphabeta           the search for games without throws
      expectimax          the search for games with throws
      mcts                a tree search that judges positions
      uct                 a tree search that plays games to their end
      greedy, random      no search: the best looking move, any move
      engine, engine2     the programs of --engine

    \b
    Settings
      1s, 0.1s, 20ms      time for a move
      nodes=N             positions or iterations for a move
      depth=N             plies that it looks ahead; throws for expectimax,
                          plies on average for mcts and uct
      threads=N           how many threads search at once
      judge=features      values positions by the features written by hand,
      judge=shipped       by the network of the game where it has one (usual),
      judge=FILE          or by the network of a file

    Several limits end a thought by whichever comes first; without any a player spends what it usually does. An engine
    takes time, nodes or depth.
    """  # noqa: D301 - click looks for that letter
    from ibau.players.arena import ContestantError, Pairing, contestants
    from ibau.terminal.arena import Wish, show_arena

    try:
        both = contestants((one, other), game, engines, threads)
        pairing = Pairing(str(game.ruleset), both, wish["seed"], wish["openings"], wish["clock"])
        show_arena(pairing, Wish((wish["games"] + 1) // 2, wish["workers"], wish["out"], wish["sprt"]))
    except ContestantError as error:
        raise click.UsageError(str(error)) from error


@ibau.command(epilog="Example: printf 'position startpos\\nquery actions\\n' | ibau engine")
def engine() -> None:
    """Answer the engine protocol on standard input and output.

    It is the Universal Game Interface, extended by throws and lots.
    """
    from ibau.adapters.ugi import serve as answer

    answer(sys.stdin.buffer, sys.stdout.buffer)


@ibau.command(epilog="Examples: ibau serve, ibau serve --host 0.0.0.0 --port 80 --data /var/lib/ibau")
@click.option("--host", help="The address to listen on; by default this machine alone.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port; 0 takes a free one.")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="The folder where games are kept.")
def serve(**settings: Any) -> None:
    """Serve the browser board."""
    from ibau.web import serve as serve_board

    serve_board(**{name: value for name, value in settings.items() if value is not None})


def command_again(context: click.Context, game: Game, usual: Mapping[str, Any]) -> str:
    """What to type for the same again: the options that are neither their defaults nor `usual` in a game."""
    words = [*context.command_path.split(), str(game.ruleset)]
    for option in context.command.params:
        name, value = str(option.name), context.params[str(option.name)]
        default = usual.get(name, option.default)
        if isinstance(option, click.Option) and not option.is_flag and value not in (None, default):
            words += [option.opts[0], f"{value:.15g}" if isinstance(value, float) else str(value)]
    return shlex.join(words)


def seed_or_chance(seed: int | None) -> int:
    return secrets.randbelow(LARGEST_SEED) if seed is None else seed


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command and exit: 0, 1 for what went wrong, 2 for wrong usage, 130 when interrupted."""
    warnings.formatwarning = _warning_text
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # what a terminal cannot show is no reason to end
    try:
        code = ibau.main(arguments, prog_name="ibau", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except (IbauError, OSError) as error:
        click.echo(f"Error: {error}", err=True)
        code = 1
    sys.exit(code or 0)


def _warning_text(message: Warning | str, *_: object, **__: object) -> str:
    return f"Warning: {message}\n"
