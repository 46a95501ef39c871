"""`ibau arena`: its table, its sequential test, interruptions, and error messages."""

import io
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from rich.console import Console

from ibau.lab.arena import ArenaError, Pair, Pairing, PairRunner, Spent, Tally, parse_entrant
from ibau.lab.arena.entrants import COUNTS
from ibau.lab.commands.tournament_output import TournamentPrinter, TournamentResults, TournamentSettings
from ibau.players import LEVELS, PLAYERS
from ibau.terminal import main as cli
from ibau.terminal import progress
from tests.cli_runs import CliRun
from tests.slow import slow_but

RACE = "senet-race+max_turns=20"
BEGINS = (
    "while read word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; quit) exit;; go) %s;; esac; done"
)


@pytest.fixture
def arena(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., CliRun]:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return lambda line: CliRun(capsys, ("arena", *shlex.split(line), "--workers", "1"))


def test_the_table(arena: Callable[[str], CliRun]) -> None:
    ran = arena("greedy random --ruleset seti-beth --games 9 --seed 3")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("seti-beth: 10 games in pairs, seed 3\nA  greedy\nB  random\n")
    assert max(map(len, ran.out.splitlines())) <= 80
    rows = [line.split() for line in ran.out.splitlines() if re.match("[AB] +[0-9]", line)]
    (name, score, _, low, _, high, _, won, drawn, lost, *_), other = rows
    assert name == "A"
    assert int(won) + int(drawn) + int(lost) == 10
    assert float(score) == 100 * (int(won) + int(drawn) / 2) / 10
    assert 0 <= float(low) <= float(score) <= float(high) <= 100
    assert other[7:10] == [lost, drawn, won]
    assert re.search(r"^Elo difference (above 1200|\+\d+) \([+-]\d+ to above 1200\)$", ran.out, re.MULTILINE)


def test_a_tournament_is_gone_on_with(arena: Callable[[str], CliRun], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    first = arena(f"greedy random --ruleset {RACE} --games 2 --out {file}")
    assert first.out.startswith(f"{RACE}: 2 games")
    assert arena(f"greedy random --ruleset {RACE} --games 6 --out {file}").out.startswith(f"{RACE}: 6 games")
    assert len(file.read_text("utf-8").splitlines()) == 7
    other = arena(f"greedy random --ruleset {RACE} --games 6 --seed 1 --out {file}")
    assert (other.code, other.out) == (1, "")
    assert other.err == f"Error: {file} holds another tournament: its seed is 0, not 1. Name another file.\n"


def test_the_sequential_test(arena: Callable[[str], CliRun]) -> None:
    ran = arena("greedy random --ruleset seti-beth --games 200 --sprt 0:100")
    assert re.search(
        r"^SPRT 0:100: log-likelihood ratio [\d.]+ \(-2\.94 to 2\.94\), \+100 Elo accepted$", ran.out, re.MULTILINE
    )
    assert not ran.out.startswith("seti-beth: 200 games")
    undecided = arena(f"greedy greedy --ruleset {RACE} --games 2 --sprt -5:5")
    assert undecided.out.endswith("(-2.94 to 2.94), undecided\n")


def test_large_numbers_fit_80_columns() -> None:
    """Hundreds of thousands of games, minutes and millions of nodes a move."""
    results = TournamentResults()
    results.tally = Tally((20_000, 30_000, 40_000, 30_000, 80_000), wins=250_000, draws=60_000)
    results.spent = Spent(moves=1, nodes=20_000_000, seconds=123.4, over=0.9996), Spent(moves=7, seconds=70, over=3.21)
    pairing = Pairing("seega", (parse_entrant("uct"), parse_entrant("mcts")))
    out = io.StringIO()
    TournamentPrinter(Console(file=out, width=80), pairing, TournamentSettings(1, 1)).show(results)
    assert max(map(len, out.getvalue().splitlines())) <= 80
    for shown in ("250000", " 60000", "90000", "123 s", "20.0 M", "1000 ms", "10.0 s", "3.21 s"):
        assert shown in out.getvalue()
    assert [line for line in out.getvalue().splitlines() if line != line.rstrip()] == []


# --- Faults ----------------------------------------------------------------------------------------------------------


def engine(folder: Path, answer: str) -> str:
    """The options for an engine that knows how to begin, and what to do when it shall go."""
    script = folder / "engine.sh"
    script.write_text(BEGINS % answer)
    return f"--engine 'sh {script}'"


def test_faults_of_one_kind_are_one(
    arena: Callable[[str], CliRun], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However different the positions were in which they were made."""
    monkeypatch.setenv("COLUMNS", "80")
    ran = arena(f"engine:1s greedy --ruleset seti-beth --games 8 {engine(tmp_path, 'echo bestmove zz')}")
    fault = " ".join(ran.out[ran.out.index("A lost") :].split())
    assert fault.startswith("A lost 8 by a fault: played what is illegal (the first time 'zz', where ")
    assert re.search(r", where (\S+, ){5}… \(\d+ in all\) are legal\)$", fault)
    assert max(map(len, ran.out.splitlines())) <= 80


# --- Interruptions ---------------------------------------------------------------------------------------------------


def test_a_line_now_and_then_where_there_is_no_terminal(
    arena: Callable[[str], CliRun], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 0)
    ran = arena(f"greedy greedy --ruleset {RACE} --games 6")
    assert ran.err.splitlines() == [f"A has {n} of {2 * n} points, {6 - 2 * n} to go" for n in (1, 2)]


def fail_at(pair: int, error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a tournament end with an error instead of a pair."""
    play = PairRunner.play_pair

    def fail(self: PairRunner, number: int) -> Pair:
        if number == pair:
            raise error
        return play(self, number)

    monkeypatch.setattr(PairRunner, "play_pair", fail)


def test_what_was_played_before_an_interruption_is_told(
    arena: Callable[[str], CliRun], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line, file = f"greedy random --ruleset {RACE} --games 10 --sprt 0:50", tmp_path / "games.jsonl"
    fail_at(2, KeyboardInterrupt(), monkeypatch)
    ran = arena(line)
    assert ran.code == cli.INTERRUPTED
    assert ran.out.startswith(f"{RACE}: 4 games in pairs")
    assert "SPRT 0:50: " in ran.out
    assert "Stopped after 4 of 10 games, which are not kept; with --out FILE they are," in ran.out
    assert "Stopped after 4 of 10 games, kept in" in arena(f"{line} --out {file}").out
    fail_at(0, KeyboardInterrupt(), monkeypatch)
    assert arena(f"{line} --out {file}").out.startswith(f"{RACE}: 4 games in pairs")
    assert arena(line).out == "Stopped before a pair of games was finished.\n"


def test_what_was_played_before_an_error_is_told(
    arena: Callable[[str], CliRun], monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_at(1, ArenaError("Out of luck."), monkeypatch)
    ran = arena(f"greedy random --ruleset {RACE} --games 4")
    assert (ran.code, ran.err) == (1, "Error: Out of luck.\n")
    assert ran.out.startswith(f"{RACE}: 2 games in pairs")
    assert "Stopped after 2 of 4 games" in ran.out


ENDINGS = [("SIGTERM", 1), ("SIGKILL", 2), ("SIGINT", 1), ("SIGHUP", 1), ("SIGTERM", 2)]


@pytest.mark.posix
@pytest.mark.parametrize(("name", "workers"), slow_but(ENDINGS[1:2], ENDINGS))
def test_an_engine_is_ended_with_the_tournament(tmp_path: Path, name: str, workers: int) -> None:
    """One that does not see the end of its input."""
    pids = tmp_path / "pid"
    words = f"engine:600s random --ruleset seti-beth --games 4 --workers {workers} "
    words += engine(tmp_path, f"echo $$ >>{pids}; sleep 3600")
    with catching_signal(getattr(signal, name)):
        process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", "ibau", "arena", *shlex.split(words)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
    await_truth(lambda: pids.exists() and len(pids.read_text("utf-8").split()) == workers)
    process.send_signal(getattr(signal, name))
    out, _ = process.communicate(timeout=60)
    if name != "SIGKILL":
        assert process.returncode == cli.SIGNALLED + getattr(signal, name)
        assert out == b"Stopped before a pair of games was finished.\n"
    leaders = [int(leader) for leader in pids.read_text("utf-8").split()]
    await_truth(lambda: not any(is_group(leader) for leader in leaders))


@contextmanager
def catching_signal(number: int) -> Generator[None]:
    """What is begun within the block hears a signal, even one that is ignored here, as under nohup."""
    if signal.getsignal(number) is not signal.SIG_IGN:
        yield
        return
    signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(number, signal.SIG_IGN)


def await_truth(condition: Callable[[], bool]) -> None:
    given_up = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < given_up
        time.sleep(0.05)


def is_group(leader: int) -> bool:
    with suppress(ProcessLookupError):
        os.killpg(leader, 0)
        return True
    return False


# --- Mistakes --------------------------------------------------------------------------------------------------------


def test_the_help_names_every_player_and_setting(
    arena: Callable[[str], CliRun], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = arena("--help").out
    levels = [level.id for level in LEVELS]
    assert f"{levels[0]} ... {levels[-1]}" in text
    for name in PLAYERS.keys() - set(levels):
        assert re.search(rf"^  {name} +[A-Z].*", text, re.MULTILINE)
    for setting in (*COUNTS, "evaluator=features", "evaluator=shipped", "evaluator=FILE", "engine2", "20ms"):
        assert setting in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("line", "code", "error"),
    [
        ("greedy random", 2, "Missing option '--ruleset'"),
        ("greedy random --ruleset sega", 2, "Unknown ruleset 'sega'"),
        ("greedy random --ruleset seega --games 0", 2, "0 is not in the range 1<=x<="),
        ("greedy random --ruleset seega --clock sun", 2, "'sun' is not one of 'wall', 'cpu'"),
        ("engine:1s random --ruleset seega --engine /nowhere/cat", 1, "cannot be started: .*No such file"),
        ("engine:1s random --ruleset seega --engine cat --clock cpu", 2, "use the wall clock"),
        ("uct random --ruleset seega --threads 9", 2, "9 is not in the range 1<=x<=8"),
        ("greedy random --ruleset senet", 2, "senet is senet-formation, senet-geoludie or senet-race"),
        ("greedy random --ruleset seega --out ''", 2, "an empty text names no file"),
        ("greedy random --ruleset seega --sprt 3", 2, "'3' is no test; write two differences in Elo, such as 0:50"),
        ("greedy random --ruleset seega --sprt 5:0", 2, "write the smaller difference first"),
        ("greedy random --ruleset seega --out /nowhere/games", 1, "There is no folder /nowhere; create it first"),
    ],
)
def test_mistakes_are_named(arena: Callable[[str], CliRun], line: str, code: int, error: str) -> None:
    ran = arena(line)
    assert (ran.code, ran.out) == (code, "")
    assert re.search(error, re.sub(r"\s+", " ", ran.err))
