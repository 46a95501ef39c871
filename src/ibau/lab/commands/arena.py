"""`ibau arena`: players against each other."""

import inspect
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Literal, TypedDict, Unpack

import click
from click.shell_completion import CompletionItem

from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.core.limits import LARGEST_SEED, MOST_COUNTED, MOST_THREADS
from ibau.games import game
from ibau.lab.arena import ArenaError, EntrantError, Pair, Pairing, Sprt, Tally, parse_entrants, run_tournament
from ibau.lab.commands.tournament_output import MAX_ELO, TournamentPrinter, TournamentResults, TournamentSettings
from ibau.lab.commands.worker_options import cluster_option, workers
from ibau.lab.worker_pool import TERMINATION_SIGNALS
from ibau.players import LEVELS, PLAYERS, Player
from ibau.terminal import console, shell_completion
from ibau.terminal.click_params import (
    Context,
    IntegerType,
    Parameter,
    PathType,
    RulesetType,
    examples,
    json_option,
)
from ibau.terminal.help import Rows, WithSections
from ibau.terminal.progress import show_progress

CUSTOM_PLAYER = ("MODULE:CLASS", ("A player of your own: a class of ibau.Player in a module here or installed.",))
ENGINES = ("engine, engine2", ("The programs of --engine.",))
SETTINGS = (
    ("1s, 0.1s, 20ms", ("Time for a move.",)),
    ("nodes=N", ("Positions or iterations for a move.",)),
    ("depth=N", ("How far it looks: plies, throws for expectimax, plies on average for mcts and uct.",)),
    ("threads=N", ("How many threads search at once.",)),
    ("evaluator=features", ("Evaluate positions by hand-written features,",)),
    ("evaluator=shipped", ("by the game's network if it has one (default),",)),
    ("evaluator=FILE", ("or by the network in a file.",)),
)


class ArenaOptions(TypedDict):
    """The options of `ibau arena`."""

    games: int
    seed: int
    workers: int
    cluster: str | None
    openings: int | None
    out: Path | None
    clock: Literal["wall", "cpu"]
    sprt: Any
    as_json: bool


class ArenaCommand(WithSections):
    """A command whose help lists the players, described by their docstrings."""

    def sections(self) -> Iterator[tuple[str, Rows]]:
        yield "Names", (*named_players(), CUSTOM_PLAYER, ENGINES)
        yield "Settings", SETTINGS


def named_players() -> Rows:
    """The names of players, with descriptions."""
    levels = [level.id for level in LEVELS]
    others = [(name, description(make)) for name, make in PLAYERS.items() if name not in levels]
    return [(f"{levels[0]} ... {levels[-1]}", ("The levels that the game offers.",)), *others]


def description(make: Any) -> Sequence[str]:
    """The docstring of a player's class, and which games it plays if not all."""
    text = str(inspect.getdoc(make))
    return (text,) if make.games_text == Player.games_text else (text, f"Only for {make.games_text}.")


class EntrantType(click.ParamType[str]):
    """An entrant of the arena; `parse_entrant` checks it."""

    name = "entrant"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - what click asks
        return [CompletionItem(text) for text in shell_completion.complete_player(incomplete)]


class SprtType(click.ParamType[Any]):
    """A sequential test such as `0:50`."""

    name = "sprt"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> Any:
        try:
            return read_sprt(value)
        except ArenaError as error:
            self.fail(str(error), param, ctx)


@click.command(
    cls=ArenaCommand,
    epilog=examples(
        "ibau arena level5 level4 --ruleset seega --games 100",
        "ibau arena my_players:Cautious level3 --ruleset senet-race",
        "ibau arena alphabeta:0.1s engine:0.1s --engine ./other --ruleset seti-beth",
    ),
)
@click.argument("one", metavar="A", type=EntrantType())
@click.argument("other", metavar="B", type=EntrantType())
@click.option("--ruleset", "game", type=RulesetType(), required=True, help="The game, with its changes.")
@click.option(
    "--games", type=IntegerType(1, MOST_COUNTED), default=100, show_default=True, help="How many, rounded up to pairs."
)
@click.option(
    "--seed",
    type=IntegerType(0, LARGEST_SEED),
    default=0,
    show_default=True,
    help="The seed; the same one repeats a tournament.",
)
@click.option("--workers", type=workers, default=2, show_default=True, help="How many processes play.")
@cluster_option
@click.option(
    "--threads", type=IntegerType(1, MOST_THREADS), help="The threads=N of entrants that do not set their own."
)
@click.option("--openings", type=IntegerType(0), help="Random plies first; by default four turns, none with throws.")
@click.option("--out", type=PathType(), help="Keep the games here; a stopped tournament continues from them.")
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
def arena(
    one: str, other: str, game: Game, engines: tuple[str, ...], threads: int | None, **options: Unpack[ArenaOptions]
) -> None:
    """Play A against B in pairs of games.

    Their seats change within a pair; openings and throws are the same. An entrant is NAME[:SETTING,SETTING...],
    for example level3, uct:1s or alphabeta:depth=6,threads=2. With several limits, the first one reached counts;
    without any a player spends what it usually does. An engine takes time, nodes or depth.
    """
    try:
        both = parse_entrants((one, other), game, engines, threads)
        pairing = Pairing(str(game.ruleset), both, options["seed"], options["openings"], options["clock"])
        pairs = (options["games"] + 1) // 2
        settings = TournamentSettings(
            pairs, options["workers"], options["out"], options["sprt"], options["as_json"], options["cluster"]
        )
        show_tournament(pairing, settings)
    except EntrantError as error:
        raise click.UsageError(str(error)) from error


def read_sprt(text: str) -> Sprt:
    """Parse a test such as `0:50`.  Raises ArenaError."""
    one, _, other = text.partition(":")
    try:
        sprt = Sprt(float(one), float(other))
    except ValueError as error:
        raise ArenaError(f"{text!r} is no test; write two differences in Elo, such as 0:50.") from error
    if not -MAX_ELO <= sprt.elo0 < sprt.elo1 <= MAX_ELO:
        raise ArenaError(f"{text!r}: write the smaller difference first, both between {-MAX_ELO} and {MAX_ELO}.")
    return sprt


def show_tournament(pairing: Pairing, settings: TournamentSettings) -> None:
    """Play a tournament and print its table, even if it is interrupted or fails.

    Raises ArenaError or another IbauError if it cannot be played, and KeyboardInterrupt, for SIGTERM too.
    """
    results, page = TournamentResults(), TournamentPrinter(console(), pairing, settings)
    try:
        play_tournament(pairing, settings, results)
    except (KeyboardInterrupt, IbauError, OSError) as error:
        if results.tally.games or isinstance(error, KeyboardInterrupt):
            page.show(results)
            page.show_stopped(stopped_text(results.tally.games, settings))
        raise
    page.show(results)


def play_tournament(pairing: Pairing, settings: TournamentSettings, results: TournamentResults) -> None:
    """Play a tournament and show its progress."""
    games = 2 * settings.pairs
    with handle_termination(raise_termination), show_progress("Playing", games) as show:

        def progress(tally: Tally, pair: Pair) -> None:
            results.add(tally, pair)
            show(f"A has {tally.points:g} of {tally.games} points", tally.games)

        run_tournament(
            game,
            pairing,
            settings.pairs,
            workers=settings.workers,
            cluster=settings.cluster,
            file=settings.file,
            sprt=settings.sprt,
            progress=progress,
        )


class TerminationSignal(KeyboardInterrupt):
    """A signal to end the process."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def raise_termination(number: int, _frame: FrameType | None) -> None:
    """Handle a termination signal like an interruption."""
    raise TerminationSignal(number)


@contextmanager
def handle_termination(handler: Callable[[int, FrameType | None], Any]) -> Generator[None]:
    """Handle termination signals in the block; signals that are ignored (nohup) stay so."""
    before = {number: signal.getsignal(number) for number in TERMINATION_SIGNALS}
    for number, former in before.items():
        if former is not signal.SIG_IGN:
            signal.signal(number, handler)
    try:
        yield
    finally:
        for number, former in before.items():
            signal.signal(number, former)


def stopped_text(games: int, settings: TournamentSettings) -> str:
    """The message of a stopped tournament: how far it came, and how to continue it."""
    if not games:
        return "Stopped before a pair of games was finished."
    stopped = f"Stopped after {games} of {2 * settings.pairs} games"
    if settings.file:
        return f"{stopped}, kept in {settings.file}: the same command continues."
    return f"{stopped}, which are not kept; with --out FILE they are, and the same command continues."
