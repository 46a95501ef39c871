"""`ibau arena`: players against each other."""

import inspect
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypedDict, Unpack

import click
from click.shell_completion import CompletionItem
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.core.limits import LARGEST_SEED, MOST_COUNTED, MOST_THREADS
from ibau.games import game
from ibau.lab.arena import (
    ArenaError,
    Contestant,
    ContestantError,
    Pair,
    Pairing,
    Spent,
    Sprt,
    Tally,
    contestants,
    run_arena,
)
from ibau.lab.commands.parameters import cluster_option, workers
from ibau.lab.processes import endings_handled, raise_ending
from ibau.lab.writing import interval, percent
from ibau.players import LEVELS, PLAYERS, Player
from ibau.terminal import completion, console
from ibau.terminal.help import Rows, WithSections
from ibau.terminal.look import show, show_whole
from ibau.terminal.parameters import (
    Context,
    Parameter,
    PathType,
    RulesetType,
    Whole,
    examples,
    json_option,
)
from ibau.terminal.plain import print_json
from ibau.terminal.progress import progress_told

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


class ArenaCommand(WithSections):
    """Its help names the players there are, as each says itself what it is."""

    def sections(self) -> Iterator[tuple[str, Rows]]:
        yield "Names", (*named_players(), OWN, ENGINES)
        yield "Settings", SETTINGS


def named_players() -> Rows:
    """What players are called, and what they are."""
    levels = [level.id for level in LEVELS]
    others = [(name, description(make)) for name, make in PLAYERS.items() if name not in levels]
    return [(f"{levels[0]} ... {levels[-1]}", ("The levels that the game offers.",)), *others]


def description(make: Any) -> Sequence[str]:
    """What the class of a player says of itself."""
    said = str(inspect.getdoc(make))
    return (said,) if make.only == Player.only else (said, f"Only for {make.only}.")


class ContestantType(click.ParamType[str]):
    """A contestant of the arena, which says itself what is wrong with it."""

    name = "contestant"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - what click asks
        return [CompletionItem(text) for text in completion.players(incomplete)]


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
@click.argument("one", metavar="A", type=ContestantType())
@click.argument("other", metavar="B", type=ContestantType())
@click.option("--ruleset", "game", type=RulesetType(), required=True, help="The game, with its changes.")
@click.option(
    "--games", type=Whole(1, MOST_COUNTED), default=100, show_default=True, help="How many, rounded up to pairs."
)
@click.option(
    "--seed",
    type=Whole(0, LARGEST_SEED),
    default=0,
    show_default=True,
    help="The seed; the same one repeats a tournament.",
)
@click.option("--workers", type=workers, default=2, show_default=True, help="How many processes play.")
@cluster_option
@click.option("--threads", type=Whole(1, MOST_THREADS), help="The threads=N of contestants that do not set their own.")
@click.option("--openings", type=Whole(0), help="Random plies first; by default four turns, none with throws.")
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
    one: str, other: str, game: Game, engines: tuple[str, ...], threads: int | None, **options: Unpack[Options]
) -> None:
    """Play A against B in pairs of games.

    Their seats change within a pair; openings and throws are the same. A contestant is NAME[:SETTING,SETTING...],
    for example level3, uct:1s or alphabeta:depth=6,threads=2. With several limits, the first one reached counts;
    without any a player spends what it usually does. An engine takes time, nodes or depth.
    """
    try:
        both = contestants((one, other), game, engines, threads)
        pairing = Pairing(str(game.ruleset), both, options["seed"], options["openings"], options["clock"])
        pairs = (options["games"] + 1) // 2
        how = TournamentRun(
            pairs, options["workers"], options["out"], options["sprt"], options["as_json"], options["cluster"]
        )
        show_arena(pairing, how)
    except ContestantError as error:
        raise click.UsageError(str(error)) from error


LONGEST_ELO = 1200  # differences beyond it say no more than "nearly always"
MILLION = 1_000_000


class TournamentRun(NamedTuple):
    """How many pairs a tournament has, who plays them, and what becomes of the games and figures."""

    pairs: int
    workers: int
    file: Path | None = None
    sprt: Sprt | None = None
    as_json: bool = False
    cluster: str | None = None  # the address of its scheduler


class Faults:
    """How often the engines failed, by contestant and kind, with the details of the first time."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, str], list[str]] = {}

    def add(self, loser: int, fault: str) -> None:
        """Count one; its kind comes before the first colon."""
        kind, _, details = fault.partition(": ")
        self._found.setdefault((loser, kind), []).append(details)

    def facts(self) -> list[dict[str, Any]]:
        """The faults as data."""
        found = self._found.items()
        return [{"by": "AB"[who], "fault": kind, "games": len(all_), "first": all_[0]} for (who, kind), all_ in found]

    def lines(self) -> list[str]:
        """A line for each kind."""
        return [self._line(loser, kind, details) for (loser, kind), details in self._found.items()]

    def _line(self, loser: int, kind: str, details: list[str]) -> str:
        first = f" (the first time {details[0]})" if details[0] else ""
        return f"{'AB'[loser]} lost {len(details)} by a fault: {kind}{first}"


class Results:
    """The results of a tournament so far."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.spent = Spent(), Spent()
        self.faults = Faults()

    def add(self, tally: Tally, pair: Pair) -> None:
        """Take in a pair, and the tally with it."""
        self.tally = tally
        for played in pair:
            if played.fault:
                self.faults.add(played.loser, played.fault)
            for total, more in zip(self.spent, played.spent, strict=True):
                total.add(more)


def read_sprt(text: str) -> Sprt:
    """The test of a text such as `0:50`.  Raises ArenaError."""
    one, _, other = text.partition(":")
    try:
        sprt = Sprt(float(one), float(other))
    except ValueError as error:
        raise ArenaError(f"{text!r} is no test; write two differences in Elo, such as 0:50.") from error
    if not -LONGEST_ELO <= sprt.elo0 < sprt.elo1 <= LONGEST_ELO:
        raise ArenaError(
            f"{text!r}: write the smaller difference first, both between {-LONGEST_ELO} and {LONGEST_ELO}."
        )
    return sprt


def show_arena(pairing: Pairing, wanted: TournamentRun) -> None:
    """Play a tournament and print its table, also where it is interrupted or fails on the way.

    Raises ArenaError or another IbauError where it cannot be played, and KeyboardInterrupt also when told to end.
    """
    results, page = Results(), TournamentPrinter(console(), pairing, wanted)
    try:
        play_arena(pairing, wanted, results)
    except (KeyboardInterrupt, IbauError, OSError) as error:
        if results.tally.games or isinstance(error, KeyboardInterrupt):
            page.show(results)
            page.say_stopped(stopped(results.tally.games, wanted))
        raise
    page.show(results)


def play_arena(pairing: Pairing, wanted: TournamentRun, results: Results) -> None:
    """Play a tournament and tell its progress."""
    games = 2 * wanted.pairs
    with endings_handled(raise_ending), progress_told("Playing", games) as tell:

        def progress(tally: Tally, pair: Pair) -> None:
            results.add(tally, pair)
            tell(f"A has {tally.points:g} of {tally.games} points", tally.games)

        run_arena(
            game,
            pairing,
            wanted.pairs,
            workers=wanted.workers,
            cluster=wanted.cluster,
            file=wanted.file,
            sprt=wanted.sprt,
            progress=progress,
        )


def stopped(games: int, wanted: TournamentRun) -> str:
    """Where a tournament stopped, whether its games are kept, and how to go on."""
    if not games:
        return "Stopped before a pair of games was finished."
    stopped = f"Stopped after {games} of {2 * wanted.pairs} games"
    if wanted.file:
        return f"{stopped}, kept in {wanted.file}: the same command goes on."
    return f"{stopped}, which are not kept; with --out FILE they would be, and the same command would go on."


class TournamentPrinter:
    """What a tournament has brought, for people."""

    def __init__(self, out: Console, pairing: Pairing, wanted: TournamentRun) -> None:
        self._out = out
        self._pairing = pairing
        self._wanted = wanted

    def say(self, text: str) -> None:
        """A paragraph."""
        show(self._out, Text(text))

    def say_stopped(self, text: str) -> None:
        """That it was interrupted, beside the figures where these are data."""
        if self._wanted.as_json:
            click.echo(text, err=True)
        else:
            self.say(text)

    def show(self, results: Results) -> None:
        """All there is to say about what has been played."""
        tally = results.tally
        if not tally.games:
            return
        if self._wanted.as_json:
            print_json(facts(self._pairing, self._wanted, results))
            return
        self._heading(tally)
        self._table(tally, results.spent)
        self._elo(tally)
        if self._wanted.sprt:
            self.say(verdict(self._wanted.sprt, tally))
        for line in results.faults.lines():
            show(self._out, Text(line))

    def _heading(self, tally: Tally) -> None:
        self.say(f"{self._pairing.ruleset}: {tally.games} games in pairs, seed {self._pairing.seed}")
        one, other = map(short_name, self._pairing.contestants)
        self._out.print(Text(f"A  {one}\nB  {other}\n"), soft_wrap=True)

    def _table(self, tally: Tally, spent: tuple[Spent, Spent]) -> None:
        """Who has how many points, and what a move has cost."""
        columns = "score", "95 % interval", "wins", "draws", "losses", "a move", "nodes", "over"
        table = Table("", *columns, box=None, pad_edge=False)
        for column in table.columns[1:]:
            column.justify, column.no_wrap = "right", True
        low, high = tally.interval
        mine, theirs = (tally.wins, tally.draws, tally.losses), (tally.losses, tally.draws, tally.wins)
        table.add_row("A", *_scored(tally.score, low, high), *map(str, mine), *_spent(spent[0]))
        table.add_row("B", *_scored(1 - tally.score, 1 - high, 1 - low), *map(str, theirs), *_spent(spent[1]))
        show_whole(self._out, table)

    def _elo(self, tally: Tally) -> None:
        lowest, highest = map(elo_text, tally.elo_interval)
        self._out.print()
        self.say(f"Elo difference {elo_text(tally.elo)} ({lowest} to {highest})")


def facts(pairing: Pairing, wanted: TournamentRun, results: Results) -> dict[str, Any]:
    """All figures of a tournament as data; the score and the difference in Elo are those of A."""
    tally = results.tally
    sprt = {"ratio": wanted.sprt.ratio(tally), "accepted": wanted.sprt.accepted(tally)} if wanted.sprt else None
    return {
        "ruleset": pairing.ruleset,
        "seed": pairing.seed,
        "contestants": [contestant.text for contestant in pairing.contestants],
        **{name: getattr(tally, name) for name in ("games", "wins", "draws", "losses", "score", "interval")},
        "elo": tally.elo,
        "elo_interval": tally.elo_interval,
        "spent": results.spent,
        "sprt": sprt,
        "faults": results.faults.facts(),
    }


def short_name(contestant: Contestant) -> str:
    """A contestant without the command of its engine."""
    return contestant.text.partition(" ")[0]


def _scored(score: float, low: float, high: float) -> tuple[str, str]:
    return percent(score), interval((low, high))


def _spent(spent: Spent) -> tuple[str, str, str]:
    """Time and nodes of a move on average, and by how much the longest exceeded its limit."""
    moves = max(spent.moves, 1)
    return time_text(spent.seconds / moves), count_text(spent.nodes / moves), time_text(spent.over)


def time_text(seconds: float) -> str:
    """`0.31 ms`, `12.3 ms`, `1.23 s`."""
    return f"{digits(1000 * seconds)} ms" if seconds < 1 else f"{digits(seconds)} s"


def count_text(count: float) -> str:
    """`1,234`, `20.0 M`."""
    return f"{count:,.0f}" if count < MILLION else f"{digits(count / MILLION)} M"


def digits(value: float) -> str:
    """A number with two decimals, fewer where it is large."""
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f}"


def elo_text(value: float) -> str:
    """A difference in Elo; one that no number of games could tell exactly is only bounded."""
    if value > LONGEST_ELO:
        return f"above {LONGEST_ELO}"
    if value < -LONGEST_ELO:
        return f"below {-LONGEST_ELO}"
    return f"{value:+.0f}"


def verdict(sprt: Sprt, tally: Tally) -> str:
    """What a sequential test says."""
    low, high = sprt.bounds
    accepted = sprt.accepted(tally)
    decided = "undecided" if accepted is None else f"{accepted:+g} Elo accepted"
    ratio = f"log-likelihood ratio {sprt.ratio(tally):.2f} ({low:.2f} to {high:.2f})"
    return f"SPRT {sprt.elo0:g}:{sprt.elo1:g}: {ratio}, {decided}"
