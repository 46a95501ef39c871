"""`ibau arena`: its table, its test, and what it says of mistakes."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from ibau import cli

RACE = "senet-race+max_turns=20"


class Ran:
    """What a call within this process printed, and its exit status."""

    def __init__(self, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
        with pytest.raises(SystemExit) as ended:
            cli.main(("arena", *arguments, "--workers", "1"))
        self.code = ended.value.code
        self.out, self.err = capsys.readouterr()


@pytest.fixture
def arena(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    monkeypatch.setenv("COLUMNS", "100")
    return lambda line: Ran(capsys, tuple(shlex.split(line)))


def test_the_table(arena: Callable[[str], Ran]) -> None:
    ran = arena("greedy random --ruleset seti-beth --games 9 --seed 3")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("seti-beth: 10 games in pairs, seed 3\nA  greedy\nB  random\n")
    assert max(map(len, ran.out.splitlines())) <= 80
    rows = [line.split() for line in ran.out.splitlines() if line.startswith((" A ", " B "))]
    (name, score, _, low, _, high, _, won, drawn, lost, *_), other = rows
    assert name == "A"
    assert int(won) + int(drawn) + int(lost) == 10
    assert float(score) == 100 * (int(won) + int(drawn) / 2) / 10
    assert 0 <= float(low) <= float(score) <= float(high) <= 100
    assert other[7:10] == [lost, drawn, won]
    assert re.search(r"^Elo difference (above 1200|\+\d+) \([+-]\d+ to above 1200\)$", ran.out, re.MULTILINE)


def test_a_tournament_is_gone_on_with(arena: Callable[[str], Ran], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    first = arena(f"greedy random --ruleset {RACE} --games 2 --out {file}")
    assert first.out.startswith(f"{RACE}: 2 games")
    assert arena(f"greedy random --ruleset {RACE} --games 6 --out {file}").out.startswith(f"{RACE}: 6 games")
    assert len(file.read_text("utf-8").splitlines()) == 7
    other = arena(f"greedy random --ruleset {RACE} --games 6 --seed 1 --out {file}")
    assert (other.code, other.out) == (1, "")
    assert other.err == f"Error: {file} holds another tournament: its seed is 0, not 1. Name another file.\n"


def test_the_sequential_test(arena: Callable[[str], Ran]) -> None:
    ran = arena("greedy random --ruleset seti-beth --games 200 --sprt 0:100")
    assert re.search(
        r"^SPRT 0:100: log-likelihood ratio [\d.]+ \(-2\.94 to 2\.94\), \+100 Elo accepted$", ran.out, re.MULTILINE
    )
    assert not ran.out.startswith("seti-beth: 200 games")
    undecided = arena(f"greedy greedy --ruleset {RACE} --games 2 --sprt -5:5")
    assert undecided.out.endswith("(-2.94 to 2.94), undecided\n")


def test_faults_are_told(arena: Callable[[str], Ran], tmp_path: Path) -> None:
    """An engine that knows how to begin and no more."""
    script = tmp_path / "engine.sh"
    script.write_text(
        "while read word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; go) exit 5;; esac; done"
    )
    ran = arena(f"greedy engine:1s --ruleset seti-beth --games 2 --engine 'sh {script}'")
    assert ran.code == 0
    assert f"2 lost by a fault: The engine 'sh {script}' ended with status 5.\n" in ran.out
    assert "A  greedy\nB  engine:1s\n" in ran.out
    assert re.search(r"^ A +100\.0 %", ran.out, re.MULTILINE)
    assert re.search(r"^ B +0\.0 %", ran.out, re.MULTILINE)


@pytest.mark.parametrize(
    ("line", "code", "error"),
    [
        ("greedy random", 2, "Missing option '--ruleset'"),
        ("greedy random --ruleset sega", 2, "Unknown ruleset 'sega'"),
        ("greedy random --ruleset seega --games 0", 2, "0 is not in the range x>=1"),
        ("greedy random --ruleset seega --clock sun", 2, "'sun' is not one of 'wall', 'cpu'"),
        ("gredy random --ruleset seega", 1, "Unknown player 'gredy'.*Did you mean 'greedy'"),
        ("uct:1m random --ruleset seega", 1, "'1m' is no setting; there are: a time such as 1s"),
        ("engine:1s random --ruleset seega", 1, "is engine 1, but 0 are given"),
        ("expectimax random --ruleset seega", 1, "plays only games with throws"),
        ("greedy random --ruleset seega --sprt 3", 1, "'3' is no test; write two differences in Elo, such as 0:50"),
        ("greedy random --ruleset seega --sprt 5:0", 1, "write the smaller difference first"),
        ("greedy random --ruleset seega --sprt 0:nan", 1, "write the smaller difference first"),
        ("greedy random --ruleset seega --out /nowhere/games", 1, "No such file or directory"),
    ],
)
def test_mistakes_are_named(arena: Callable[[str], Ran], line: str, code: int, error: str) -> None:
    ran = arena(line)
    assert (ran.code, ran.out) == (code, "")
    assert re.search(error, re.sub(r"\s+", " ", ran.err))
