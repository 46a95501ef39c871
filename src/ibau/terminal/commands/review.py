"""`ibau review`: review a game."""

import signal
import sys
import threading
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import FrameType
from typing import BinaryIO

import click
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ibau.core.errors import RecordError
from ibau.core.line import Line
from ibau.core.outcome import FIRST, SEATS, SECOND
from ibau.core.phrase import N_, Phrase, Translate, decimal
from ibau.core.record import Record
from ibau.core.result_text import result_text
from ibau.language import translator_for
from ibau.learn import Review, game_review
from ibau.learn.game_review import PlyReview, SideTotal
from ibau.learn.review_text import (
    NAMES,
    cause,
    chances,
    game_facts,
    good_choices,
    good_means,
    noteworthy,
    points,
    reach,
    review_summary,
    winning_chance,
)
from ibau.paper import svg
from ibau.players import Budget
from ibau.records.record_files import errors_named, read_records
from ibau.terminal import console
from ibau.terminal.click_params import (
    IntegerType,
    NumberType,
    PathType,
    examples,
    language_option,
    threads_for,
    threads_option,
)
from ibau.terminal.glyphs import BARS, print_block
from ibau.terminal.help import translated as _
from ibau.terminal.progress import ReportProgress, show_progress
from ibau.terminal.streams import check_open

DEFAULT_NODES = 20_000


@click.command(
    epilog=examples(
        "ibau review game.txt",
        "ibau review games.jsonl --game 3 --seconds 1 --json",
        "ibau review game.txt --svg course.svg",
    )
)
@click.argument("file", type=PathType(exists=True, dash=True))
@click.option("--game", "number", type=IntegerType(1), default=1, show_default=True, help="Which game in the file.")
@click.option(
    "--nodes", type=IntegerType(1), help=f"How many positions to search for each move; {DEFAULT_NODES} by default."
)
@click.option("--seconds", type=NumberType(0, min_open=True), help="How long to search for each move.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole review as one line of JSON.")
@click.option("--svg", "picture", type=PathType(), help="Also draw the graph of the game into this file (.svg).")
@threads_option
@language_option
def review(  # noqa: PLR0913 - each argument has a name
    file: Path,
    number: int,
    nodes: int | None,
    seconds: float | None,
    picture: Path | None,
    threads: int | None,
    lang: str,
    *,
    as_json: bool,
) -> None:
    """Review a game: mistakes, luck and turning points.

    FILE holds records, or the games of a tournament; - is standard input.
    """
    if picture and picture.suffix.lower() != ".svg":
        raise click.UsageError(_("'{picture}' does not end in .svg, the format of the graph.").format(picture=picture))
    if file == STANDARD_INPUT:
        check_open("input")
    budget = Budget(seconds, DEFAULT_NODES if nodes is None and seconds is None else nodes)
    threads = threads_for(threads, seconds)
    show_review(file, number, budget, lang, threads=threads, as_json=as_json, picture=picture)


STANDARD_INPUT = Path("-")
MEGABYTE = 1_000_000
NO_GAME = N_("{file} holds no game.")
LONGEST_LINE = 4  # actions shown of a better line
BAR_COLUMNS = 60

STYLES = {"slip": "yellow", "mistake": "dark_orange", "blunder": "red"}


def show_review(
    file: Path, number: int, budget: Budget, lang: str, *, threads: int, as_json: bool, picture: Path | None
) -> None:
    """Review a game of a file ("-" is standard input); draw its graph into `picture`.

    Raises RecordError, and OSError if the file cannot be read or the picture cannot be written.
    """
    translate = translator_for(lang)
    record = nth_record(file, number, translate)
    found = review_with_progress(record, budget, threads, translate)
    try:
        if picture:
            svg.review_graph(found, lang=lang).save(picture)
    finally:  # print the review even if the picture cannot be written
        if as_json:
            console().out(found.as_json(), highlight=False)
        else:
            ReviewPrinter(console(), translate, record, found).show()
    if not found.is_complete:
        values = {"done": len(found.plies), "count": len(record.actions)}
        click.echo(Phrase(N_("Stopped after {done} of {count} moves."), values).to_text(translate), err=True)
        raise KeyboardInterrupt


def nth_record(file: Path, number: int, translate: Translate) -> Record:
    """The game of a file by its number, from 1 on.  Raises RecordError."""
    reading = translate(N_("Reading"))
    games = 0
    with open_records(file) as source, show_progress(reading, None, translate) as report:
        for games, record in enumerate(read_records(with_progress(source, reading, report)), 1):
            if games == number:
                return record
    text = N_("{file} has no game {number}; it holds {games}.") if games else NO_GAME
    raise RecordError(text, file=name_of(file), number=number, games=games)


def name_of(file: Path) -> str:
    """The name of a file, or of standard input for "-"."""
    return _(N_("Standard input")) if file == STANDARD_INPUT else str(file)


@contextmanager
def open_records(file: Path) -> Generator[BinaryIO]:
    """Open a file of records, or standard input; errors within the block name it."""
    with (
        nullcontext(sys.stdin.buffer) if file == STANDARD_INPUT else file.open("rb") as source,
        errors_named(name_of(file)),
    ):
        yield source


def with_progress(lines: Iterable[bytes], reading: str, report: ReportProgress) -> Iterator[bytes]:
    """Yield the lines and report how many megabytes have been read."""
    read = 0
    for line in lines:
        read += len(line)
        report(f"{reading}, {read // MEGABYTE} MB", None)
        yield line


def review_with_progress(record: Record, budget: Budget, threads: int, translate: Translate) -> Review:
    """Review a game with progress on standard error; after an interruption, its plies so far."""
    reviewing = translate(N_("Reviewing"))
    with show_progress(reviewing, len(record.actions), translate) as report, stopped_by_interruption() as stop:
        return game_review.review(
            record, budget, threads=threads, stop=stop, progress=lambda done, _: report(reviewing, done)
        )


def chance_bars(found: Review, columns: int) -> str:
    """The value after each ply as a line of bars, one per several plies in long games."""
    values, far = found.values, reach(found.values)
    bars = min(columns, len(values))
    parts = [values[n * len(values) // bars : (n + 1) * len(values) // bars] for n in range(bars)]
    heights = [(1 + sum(part) / len(part) / far) / 2 for part in parts]
    return "".join(BARS[max(0, min(int(height * len(BARS)), len(BARS) - 1))] for height in heights)


class ReviewPrinter:
    """Prints a review in one language."""

    def __init__(self, out: Console, translate: Translate, record: Record, found: Review) -> None:
        self._out = out
        self._translate = translate
        self._record = record
        self._line = Line.replay(record)
        self._found = found
        self._seats = {name: translate(seat) for name, seat in zip(SEATS, record.game.system.seats, strict=False)}

    def show(self) -> None:
        """Print the whole review."""
        self._heading()
        self._chance_line()
        self._summary()
        self._plies()
        self._turning_points()
        self._details()
        self._lot()
        self._opening()

    def _to_text(self, text: str, **values: object) -> str:
        return Phrase(text, values).to_text(self._translate)

    def _print(self, text: str | Text, *, indent: int = 0) -> None:
        self._show(Padding(Text(text) if isinstance(text, str) else text, (0, 0, 0, indent), expand=False))

    def _table(self, columns: Sequence[str], rows: Sequence[Sequence[Text | str]], right: Sequence[int]) -> None:
        """Print a table; columns numbered in `right` are right-aligned."""
        table = Table(box=None, pad_edge=False, show_header=any(columns))
        for n, name in enumerate(columns):
            table.add_column(Text(name, "dim"), justify="right" if n in right else "left")
        for row in rows:
            table.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
        self._show(Padding(table, (0, 0, 1, 2), expand=False))

    def _show(self, block: Padding) -> None:
        print_block(self._out, block)

    def _heading(self) -> None:
        game, tags = self._record.game, self._record.tags
        self._print(Text.assemble((self._translate(game.system.title), "bold"), "  ", (str(game.ruleset), "cyan")))
        for seat, tag in (("first", "First"), ("second", "Second")):
            if tag in tags:
                values = {"name": self._seats[seat], "text": " ".join(tags[tag].split())}
                self._print(Phrase(N_("{name}: {text}"), values).to_text(self._translate))
        end = result_text(self._line.state, self._line.player_end)
        self._print(
            end.to_text(self._translate) if end else self._to_text(N_("The record stops before the end of the game."))
        )
        self._out.print()

    def _chance_line(self) -> None:
        text = N_("{side}'s chances of winning, as the computer judges them (a draw counts half):")
        self._print(self._to_text(text, side=self._seats["first"]))
        before, after = winning_chance(self._found.value_before), winning_chance(self._found.value_after)
        bars = chance_bars(self._found, min(BAR_COLUMNS, self._out.width - 20))
        self._print(Text.assemble(f"{before} ", (bars, "cyan"), f" {after}"), indent=2)
        far = reach(self._found.values)
        if far < 1:
            text = N_("The bars only reach from {least} to {most}.")
            self._print(
                Text(self._to_text(text, least=winning_chance(-far), most=winning_chance(far)), "dim"), indent=2
            )
        self._out.print()

    def _plies(self) -> None:
        """Print the plies that mattered most."""
        rows = [self._row(ply) for ply in noteworthy(self._found.plies)]
        if not rows:
            self._print(self._to_text(N_("No mistake and no throw changed much.")))
            self._out.print()
            return
        self._print(self._to_text(N_("What mattered most:")))
        columns = N_("turn"), "", N_("played"), "", N_("chances of {side}"), N_("better")
        heads = [self._to_text(name, side=self._seats["first"]) if name else "" for name in columns]
        self._table(heads, rows, right=(0, 4))

    def _row(self, ply: PlyReview) -> Sequence[Text | str]:
        better = " ".join(ply.line[:LONGEST_LINE]) + (" …" if len(ply.line) > LONGEST_LINE else "")
        who = self._seats.get(ply.seat, "")
        return str(ply.turn), who, ply.action, self._cause(ply), self._chances(ply), better if ply.size else ""

    def _chances(self, ply: PlyReview) -> str:
        """What a ply changed, and whether that is exact."""
        text = chances(ply).to_text(self._translate)
        return f"{text} {self._translate(N_('exact'))}" if ply.exact else text

    def _cause(self, ply: PlyReview) -> Text:
        return Text(cause(ply).to_text(self._translate), STYLES.get(ply.size, ""))

    def _summary(self) -> None:
        """Print how well each side chose, facts of the game, and whom the throws favoured."""
        first, second = self._found.first, self._found.second
        good = [good_choices(total).to_text(self._translate) for total in (first, second)]
        seen = [(fact.name.to_text(self._translate), *map(str, fact.counts)) for fact in game_facts(self._line)]
        self._table(
            ["", *self._seats.values()], [(good_means(first).to_text(self._translate), *good), *seen], right=(1, 2)
        )
        for phrase in review_summary(self._found, self._record.game.system):
            self._print(phrase.to_text(self._translate))
            self._out.print()

    def _details(self) -> None:
        """Print the mistakes by size, and the averages per choice and throw in percentage points."""
        self._print(self._to_text(N_("Details, in percentage points of the chances of winning:")))
        sizes = (self._translate(NAMES[size]) for size in self._found.first.counts)
        columns = ["", *sizes, self._to_text(N_("lost per choice"))]
        rows = [self._detail(self._seats[SEATS[seat]], total) for seat, total in self._sides()]
        if self._record.game.system.has_throws:
            columns.append(self._to_text(N_("luck per throw")))
            lucks = [self._decimal(points(total.luck / max(1, total.throws))) for _, total in self._sides()]
            rows = [[*row, luck] for row, luck in zip(rows, lucks, strict=True)]
        self._table(columns, rows, right=range(1, len(columns)))

    def _decimal(self, number: str) -> str:
        return decimal(number).to_text(self._translate)

    def _sides(self) -> tuple[tuple[int, SideTotal], ...]:
        return (FIRST, self._found.first), (SECOND, self._found.second)

    def _detail(self, name: str, total: SideTotal) -> list[str]:
        lost = 50 * total.mistakes / max(1, total.choices)
        return [name, *map(str, total.counts.values()), self._decimal(f"{lost:.1f}")]

    def _turning_points(self) -> None:
        if not self._found.turning_points:
            return
        self._print(self._to_text(N_("Turning points:")))
        plies = [self._found.plies[point.number] for point in self._found.turning_points]
        rows = [self._row(ply)[:5] for ply in plies]
        self._table([""] * 5, rows, right=(0, 4))

    def _lot(self) -> None:
        """Print the effect of drawing lots."""
        if self._found.lot:
            text = N_("{points} points come from drawing lots, from {side}'s point of view.")
            self._print(self._to_text(text, points=decimal(points(self._found.lot)), side=self._seats["first"]))

    def _opening(self) -> None:
        """Print the effect of a random opening."""
        if any(ply.kind == "opening" for ply in self._found.plies):
            text = N_("{points} points come from the opening, played at random, from {side}'s point of view.")
            self._print(self._to_text(text, points=decimal(points(self._found.opening)), side=self._seats["first"]))


@contextmanager
def stopped_by_interruption() -> Generator[threading.Event]:
    """An event that the first interruption within the block sets; the second one raises KeyboardInterrupt.

    Only the main thread can handle interruptions.
    """
    stop, before = threading.Event(), signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def handle(_number: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    signal.signal(signal.SIGINT, handle)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
