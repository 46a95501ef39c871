"""`ibau train`: its options, what it shows in a terminal, and how it is interrupted."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import Mock

import pytest

from ibau.core.game import Game
from ibau.games import game
from ibau.lab.training import RunSettings, TrainingPlan, TrainingResult, plan_for
from ibau.lab.training import command_output as training
from ibau.lab.training.generation_matches import FinalMatches, Generation, MatchResult
from ibau.lab.training.training_report import verdict
from ibau.terminal import main as cli
from tests.slow import slow_but

SURE_MATCH = MatchResult("mcts", (0, 0, 0, 0, 5000), 10_000, 0)
EVEN_MATCH = MatchResult("mcts", (10, 0, 30, 0, 10), 50, 0)


def trained(ruleset: str = "senet-geoludie") -> TrainingResult:
    """Figures as wide as they come."""
    generations = [
        Generation(0, 99, 1.0, 1.2345, 0.5, 1.0, EVEN_MATCH),
        Generation(11, 9_999_999, 0.0123, 0.1234, 12.34, 123.4, SURE_MATCH),
    ]
    return TrainingResult(plan_for(game(ruleset)), generations, FinalMatches(11, SURE_MATCH, EVEN_MATCH), 3599.0)


# --- What is shown ---------------------------------------------------------------------------------------------------


def test_the_result_is_shown_in_short_and_reported_in_full(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(training, "train_with_progress", lambda *_: trained())
    assert ran("senet-geoludie", "--out", str(tmp_path / "net.npz")) == 0
    time, best, nodes, seconds, advice, network, report = capsys.readouterr().out.splitlines()
    assert time.startswith("It took 59 min 59 s, on ")
    assert best == "Generation 11, the best of 2, against the hand-written evaluation, both by mcts:"
    assert nodes.startswith("  400 nodes per move: 100.0 % of 10000 games (")
    assert seconds.startswith("  5 ms per move: 50.0 % of 100 games (")
    assert advice == "At equal time the network is not clearly stronger than the features: prefer the features."
    assert (network, report) == (f"Network: {tmp_path / 'net.npz'}", f"Report: {tmp_path / 'net.md'}")
    assert (tmp_path / "net.md").read_text().startswith("# `ibau train senet-geoludie --out ")
    clear = trained()._replace(final=FinalMatches(11, SURE_MATCH, SURE_MATCH))
    assert verdict(clear) == "At equal time the network is stronger than the features."


def test_figures_are_printed_as_data(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(training, "train_with_progress", lambda *_: trained())
    assert ran("senet-geoludie", "--out", str(tmp_path / "net.npz"), "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["plan"]["ruleset"] == "senet-geoludie"
    assert data["seconds"] == 3599.0
    assert [one["number"] for one in data["generations"]] == [0, 11]
    assert data["generations"][0]["match"]["score"] == 0.5
    assert (data["final"]["equal_nodes"]["games"], data["final"]["stronger"]) == (10_000, False)
    assert (data["network"], data["report"]) == (str(tmp_path / "net.npz"), str(tmp_path / "net.md"))


# --- Options ---------------------------------------------------------------------------------------------------------


Asked = list[tuple[Game, TrainingPlan, RunSettings, str]]


@pytest.fixture
def train_arguments(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """The arguments of a training, in place of running it."""
    calls: Asked = []
    monkeypatch.setattr(training, "train_and_show", lambda *call, **_: calls.append(call))
    return calls


def ran(*arguments: str) -> object:
    """The exit status of `ibau train`."""
    with pytest.raises(SystemExit) as ended:
        cli.main(["train", *arguments])
    return ended.value.code


COMMANDS = [
    ("seneti", "seneti"),
    ("seneti --resume", "seneti"),
    ("senet-race --games 400 --positions 80 --seed 3", "senet-race --games 400 --positions 80 --seed 3"),
    ("seti-beth --hidden 64 --generations 6 --workers 2 --seed 0", "seti-beth"),
    ("seti-beth --minutes 30 --workers 1", "seti-beth --minutes 30 --workers 1"),
    ("seti-beth --minutes 0.25 --out new/beth.npz", "seti-beth --out new/beth.npz --minutes 0.25"),
    ("seega-lenient+chain=none --games 0", "seega-lenient+chain=none"),
]


@pytest.mark.parametrize(("given", "again"), COMMANDS)
def test_the_command_is_told_as_far_as_it_differs_from_what_is_usual(
    train_arguments: Asked, given: str, again: str
) -> None:
    """Running it again has the same options."""
    assert ran(*given.split()) == 0
    assert ran(*again.split()) == 0
    (played, plan, setting, command), (other, same, settings, repeated) = train_arguments
    assert command == repeated == f"ibau train {again}"
    assert (plan, played.ruleset, setting.file) == (same, other.ruleset, settings.file)


@pytest.mark.parametrize("minutes", ["nan", "inf", "0", "-1", "soon"])
def test_minutes_are_a_number(train_arguments: Asked, capsys: pytest.CaptureFixture[str], minutes: str) -> None:
    assert ran("seneti", "--minutes", minutes) == 2
    assert train_arguments == []
    assert "Invalid value for '--minutes'" in capsys.readouterr().err


def test_what_cannot_be_trained_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert ran("seti-beth", "--hidden", "3") == 1
    assert ran("seti-beth", "--resume") == 1
    one, two = capsys.readouterr().err.splitlines()
    assert one.startswith("Error: A network of 3 hidden units cannot be trained")
    assert two.startswith("Error: No training to resume")
    assert list(tmp_path.iterdir()) == []


# --- Ctrl-C ----------------------------------------------------------------------------------------------------------


def test_before_anything_is_kept_nothing_is_said_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(training, "train_with_progress", Mock(side_effect=KeyboardInterrupt))
    assert ran("seneti", "--out", str(tmp_path / "net.npz")) == cli.INTERRUPTED
    assert "--resume" not in capsys.readouterr().err


@pytest.mark.posix
@pytest.mark.parametrize("workers", slow_but(["2"], ["1", "2"]))
def test_an_interrupted_training_says_how_to_go_on(tmp_path: Path, workers: str) -> None:
    """At any time; Ctrl-C at a terminal reaches all processes of a group."""
    arguments = ["train", "seti-beth", "--out", "beth.npz", "--workers", workers]
    process = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "ibau", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env={**os.environ, "COLUMNS": "80"},
        encoding="utf-8",
        start_new_session=True,
    )
    while not (tmp_path / "beth.training/plan.json").exists():
        time.sleep(0.05)
    time.sleep(0.3)  # processes are beginning, or at work
    begun = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    out, errors = process.communicate(timeout=60)
    assert time.monotonic() - begun < 5
    assert process.returncode == cli.INTERRUPTED
    assert out == ""
    first, second, _, again, *rest = errors.splitlines()
    assert first == "Stopped with 0 of 6 generations done."
    assert second == "All but the current step is kept in beth.training; continue with:"
    assert again == f"ibau train seti-beth --out beth.npz{' --workers 1' if workers == '1' else ''} --resume"
    assert "".join(rest).strip() == ""
