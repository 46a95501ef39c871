"""`ibau review`: its output on games, and errors for files it cannot read."""

import codecs
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from ibau.core.line import Line
from ibau.core.phrase import decimal
from ibau.core.record import OPENING, Record
from ibau.games import game
from ibau.language import translator_for
from ibau.learn import Review, review
from ibau.learn.review_text import MAX_NOTEWORTHY, noteworthy, points, winning_chance
from ibau.players import Budget
from ibau.records.record_files import write_records
from ibau.terminal import main as cli
from ibau.terminal import progress
from ibau.terminal.commands.review import chance_bars
from ibau.terminal.glyphs import BARS
from ibau.terminal.streams import SUBSTITUTE, substitute

MISSED_CAPTURES = "DDDLD/DLDLD/LLD1D/LD1DL/LLLLD first 24 - - 0 12 -"

Run = Callable[..., str]


def random_record(ruleset: str, plies: int) -> Record:
    """A game played at random, this many plies long at most."""
    chosen = random.Random(1)
    start = state = game(ruleset).initial()
    actions: list[str] = []
    while state.legal and len(actions) < plies:
        actions.append(chosen.choice(list(state.actions)))
        state = state.play(actions[-1])
    return Line.of(start, actions).record({"First": "someone", "Second": "another"})


def blunder() -> Record:
    """One piece is captured, where two could be."""
    return Line.of(game("seega").state(MISSED_CAPTURES), ["d4-d3"]).record()


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`ibau review` of some games: what it prints, on either stream."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def run_review(*records: Record, options: str = "--nodes 300", code: int = 0) -> str:
        file = tmp_path / "games.jsonl"
        file.unlink(missing_ok=True)
        write_records(records, file)
        return printed(capsys, str(file), *options.split(), code=code)

    return run_review


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    with pytest.raises(SystemExit) as ended:
        cli.main(["review", *arguments])
    assert ended.value.code == code
    return "".join(capsys.readouterr())


def test_a_blunder_is_told(run: Run) -> None:
    text = run(blunder(), options="--nodes 2000")
    row = next(line for line in text.splitlines() if "d4-d3" in line)
    assert "Light" in row
    assert "blunder" in row
    assert re.search(r"9\d % → \d % +c1-c2 ", row)
    assert re.search("choices without a blunder +0 of 1 +0 of 0\n +captures +1 +0\n", text)
    assert "luck per throw" not in text
    assert "total thrown" not in text


def test_a_game_lost_by_small_mistakes_is_told(run: Run) -> None:
    text = run(random_record("seega", 400), options="--nodes 20")
    assert re.search(r"\nSmall mistakes cost \w+ about \d+ points of winning chance, ", text)


@pytest.mark.parametrize("ruleset", ["senet-race", "senet-formation-settled"])
def test_games_with_throws_tell_their_luck(run: Run, ruleset: str) -> None:
    text = run(random_record(ruleset, 60))
    for message in (
        "someone",
        "another",
        "good choices",
        "total thrown",
        "pawns hit",
        "The throws favoured",
        "lost per choice",
        "luck per throw",
    ):
        assert message in text
    assert ("Turning points:" in text) == (ruleset == "senet-formation-settled")  # early in the race nothing is
    assert any(bar in text for bar in BARS)


def test_what_the_lot_brought_is_told(run: Run) -> None:
    record = random_record("senet-formation-settled", 20)
    lot = review(record, Budget(nodes=300)).lot
    assert lot
    assert f"{points(lot)} points come from drawing lots, from Light's point of view." in run(record)


def test_what_an_opening_at_random_brought_is_told(run: Run) -> None:
    text = run(replace(blunder(), tags={OPENING: "1"}), options="--nodes 2000")
    assert "No mistake and no throw changed much." in text
    assert re.search("−[0-9.]+ points come from the opening, played at random, from Light.s point of view", text)  # noqa: RUF001 - a minus
    assert "Turning points:" not in text
    assert "opening" not in run(blunder(), options="--nodes 2000")


def test_several_threads_look_back(run: Run) -> None:
    assert "Turning points:" in run(random_record("senet-formation-settled", 60), options="--nodes 300 --threads 2")


def test_a_game_without_plies(run: Run) -> None:
    text = run(Line.of(game("seega").initial(), []).record())
    assert "The record stops before the end of the game." in text
    assert "No mistake and no throw changed much." in text


def test_json_is_the_whole_review(run: Run) -> None:
    record = random_record("senet-race", 20)
    assert json.loads(run(record, options="--nodes 300 --json")) == json.loads(
        review(record, Budget(nodes=300)).as_json()
    )


def test_a_game_is_chosen_by_its_number(run: Run) -> None:
    both = random_record("seega", 5), blunder()
    assert "blunder" in run(*both, options="--nodes 2000 --game 2")
    assert "has no game 3; it holds 2." in run(*both, options="--game 3", code=1)


def test_seconds_are_a_budget_too(run: Run) -> None:
    assert "blunder" in run(blunder(), options="--seconds 0.05")


def test_standard_input_is_read(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{random_record('seega', 5)}\n{blunder()}".encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), "utf-8"))
    assert "blunder" in printed(capsys, "-", "--game", "2", "--nodes", "2000")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), "utf-8"))
    assert "Standard input has no game 3; it holds 2." in printed(capsys, "-", "--game", "3", code=1)


@pytest.mark.posix
def test_pipes_are_read(tmp_path: Path) -> None:
    """By the name of standard input's device, and by a name of their own."""
    ibau, text = [sys.executable, "-m", "ibau", "review", "--nodes", "50"], str(blunder()).encode()
    run_review = subprocess.run([*ibau, "/dev/stdin"], input=text, capture_output=True, check=False)  # noqa: S603 - our own
    assert (run_review.returncode, run_review.stderr) == (0, b"")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen([*ibau, str(pipe)], stdout=subprocess.PIPE) as process:  # noqa: S603 - our own program
        pipe.write_bytes(text)
        assert process.communicate(timeout=120)[0] == run_review.stdout


def test_a_long_file_gives_a_sign_of_life(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 0)
    file = tmp_path / "long.txt"
    file.write_text('[Ruleset "seega"]\n\n{' + f"{'long ' * 200}\n" * 2000 + "} 0. lot1 1. a1 *\n")
    text = printed(capsys, str(file), "--nodes", "10", "--lang", "en")
    assert "\nReading, 1 MB\n" in text
    assert "Reviewing, 1 to go" in text


def test_a_line_break_in_a_name_breaks_no_line(run: Run) -> None:
    assert "\nLight: some one\n" in run(replace(blunder(), tags={"First": "some\n\r\tone"}))


# --- Parts -----------------------------------------------------------------------------------------------------------


def test_values_become_chances() -> None:
    assert [winning_chance(value) for value in (-1, 0, 0.5, 1)] == ["0 %", "50 %", "75 %", "100 %"]
    assert [winning_chance(value, exact=True) for value in (-1, 0.25, 0.99999)] == ["0 %", "62.50 %", "100.00 %"]
    assert [decimal(text).to_text(translator_for("fr")) for text in ("62.50 %", "7 %")] == ["62,50 %", "7 %"]
    assert [points(value) for value in (-0.5, 0.25)] == ["−25.0", "+12.5"]  # noqa: RUF001 - a minus


def test_the_course_is_as_wide_as_it_may() -> None:
    found = review(random_record("seega", 30), Budget(nodes=1))
    assert len(chance_bars(found, 200)) == 31
    assert len(chance_bars(found, 20)) == 20
    assert chance_bars(found, 200)[0] == BARS[4]


def test_only_what_matters_gets_a_row() -> None:
    plies = review(random_record("senet-formation-settled", 150), Budget(nodes=20)).plies
    rows = noteworthy(plies)
    assert 0 < len(rows) <= MAX_NOTEWORTHY
    assert [row.number for row in rows] == sorted(row.number for row in rows)
    least = min(abs(row.after - row.before) for row in rows)
    others = [ply for ply in plies if ply not in rows and ply.size]
    assert all(abs(ply.after - ply.before) <= least for ply in others)


def test_a_terminal_of_few_letters_gets_plain_ones(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    codecs.register_error(SUBSTITUTE, substitute)  # as the command does
    page = tmp_path / "page.txt"
    with page.open("w", encoding="ascii", errors=SUBSTITUTE) as file:
        monkeypatch.setattr("ibau.terminal.commands.review.console", lambda: Console(file=file, width=100))
        run(blunder(), options="--nodes 2000")
    text = page.read_text("ascii")
    assert re.search(r"9\d % > \d % ", text)
    assert re.search(r"9\d % 8", text)


def test_an_interruption_keeps_what_was_looked_at(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(record: Record, budget: Budget, progress: Callable[[int, int], None], **how: Any) -> Review:
        def tell(done: int, of: int) -> None:
            progress(done, of)
            if done == 3:
                signal.raise_signal(signal.SIGINT)

        return review(record, budget, progress=tell, **how)

    monkeypatch.setattr("ibau.learn.game_review.review", interrupted)
    record = random_record("senet-race", 20)
    assert "Stopped after 3 of 20 moves." in run(record, code=cli.INTERRUPTED)
    assert '"is_complete":false' in run(record, options="--nodes 300 --json", code=cli.INTERRUPTED)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
