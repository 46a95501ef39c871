"""The command line: what it prints, what it says of mistakes, how it ends."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from ibau import __version__, cli
from ibau.games import presets, systems
from ibau.players import settings

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "100"}


def command(*arguments: str, lines: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `ibau` in a process of its own."""
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "ibau", *arguments],
        input=lines,
        capture_output=True,
        encoding="utf-8",
        env={**ENVIRONMENT, **environment},
        timeout=120,
        check=False,
    )


class Ran:
    """What a call within this process printed, and its exit status."""

    def __init__(self, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
        with pytest.raises(SystemExit) as ended:
            cli.main(arguments)
        self.code = ended.value.code
        self.out, self.err = capsys.readouterr()


Call = Callable[..., Ran]


@pytest.fixture
def ibau(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")
    return lambda *arguments: Ran(capsys, arguments)


# --- Help ----------------------------------------------------------------------------------------------------------


def parameters() -> list[tuple[str, click.Parameter]]:
    return [(name, parameter) for name, found in cli.ibau.commands.items() for parameter in found.params]


def test_every_command_says_what_it_does_with_an_example() -> None:
    for name, found in cli.ibau.commands.items():
        assert found.help
        assert found.epilog, name
        assert f"ibau {name}" in found.epilog


@pytest.mark.parametrize(("name", "parameter"), parameters(), ids=lambda part: getattr(part, "name", part))
def test_every_option_is_documented(name: str, parameter: click.Parameter) -> None:
    if isinstance(parameter, click.Option):
        assert parameter.help, f"{name} {parameter.opts}"
        assert parameter.help.endswith(".")
    else:
        text = f"{cli.ibau.commands[name].help} {cli.ibau.epilog}"
        assert parameter.make_metavar(click.Context(cli.ibau)).strip("[]") in text


def test_help_and_version(ibau: Call) -> None:
    assert all(name in ibau("--help").out for name in cli.ibau.commands)
    assert ibau("play", "-h").code == 0
    version = ibau("--version")
    assert (version.code, version.out) == (0, f"ibau, version {__version__}\n")


# --- What commands print -------------------------------------------------------------------------------------------


def test_games_lists_every_preset_and_option(ibau: Call) -> None:
    listed = ibau("games").out
    assert all(preset in listed for preset in presets())
    for name, system in systems().items():
        one = ibau("games", name).out
        assert all(option.name in one for option in system.options)
    assert "chain=none  | forced | optional" in ibau("games", "seega+chain=none").out
    assert "Wie es im Heft steht." in ibau("games", "--lang", "de").out


def test_rules_in_three_languages(ibau: Call) -> None:
    pages = {lang: ibau("rules", "seega", "--lang", lang).out for lang in ("en", "fr", "de")}
    assert len(set(pages.values())) == 3
    assert "┌──────┬──────┬" in pages["en"]


def test_the_language_is_that_of_the_environment(ibau: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert ibau("rules", "seega").out == ibau("rules", "seega", "--lang", "fr").out


def test_perft(ibau: Call) -> None:
    assert ibau("perft", "seega", "3").out == "1 2\n2 48\n3 1104\n"
    assert ibau("perft", "seega", "0").out == "0 1\n"
    assert ibau("perft", "senet-race", "1", "--position", "LDLDLDLDL1D19 second t3 fresh 0").out == "1 4\n"


def test_playouts(ibau: Call) -> None:
    first = ibau("playouts", "seega+max_turns=3", "-n", "500", "--seed", "7")
    assert first.code == 0
    assert first.err == ""
    assert re.search(r"^seega\+max_turns=3: 500 random games, seed 7$", first.out, re.MULTILINE)
    assert re.search(r"^ draw +500  100\.00 %  99\.24 - 100\.00 % *$", first.out, re.MULTILINE)
    assert re.search(r"^ cap +500 ", first.out, re.MULTILINE)
    assert re.search(r"^ actions +7\.0 +7 +7 +7 +7 +7 *$", first.out, re.MULTILINE)
    assert ibau("playouts", "seega+max_turns=3", "-n", "500", "--seed", "7").out == first.out


# --- Mistakes ------------------------------------------------------------------------------------------------------

MISTAKES = {
    "pley seega": "No such command 'pley'; .*Did you mean 'play'",
    "play sega": "Unknown ruleset 'sega'; .*Did you mean 'seega'",
    "rules seega+chian=none": "seega has no option 'chian'; .*Did you mean 'chain'",
    "play seega --oponent level1": "No such option '--oponent'. Did you mean '--opponent'",
    "play seega --opponent leevl1": "'leevl1' is none of level1, .*level8, person. Did you mean 'level1'",
    "play seega --opponent 9": "'9' is none of level1, .*level8, person.",
    "perft seega": "Missing argument 'DEPTH'",
    "perft seega four": "'four' is not a valid integer",
    "perft seega 2 --position 5/5": "A Seega position has 8 words",
    "playouts seega -n 0": "0 is not in the range x>=1",
    "serve --port 70000": "70000 is not in the range 0<=x<=65535",
}


@pytest.mark.parametrize("line", MISTAKES)
def test_mistakes_are_named(ibau: Call, line: str) -> None:
    ran = ibau(*line.split())
    assert ran.code == 2
    assert ran.out == ""
    assert re.search(MISTAKES[line], re.sub(r"\s+", " ", ran.err))


def test_a_level_that_a_game_does_not_offer_is_refused(monkeypatch: pytest.MonkeyPatch, ibau: Call) -> None:
    monkeypatch.setattr(settings, "_measured", lambda: {"seneti": {"level1": {"notices": 1}, "level8": {"seconds": 1}}})
    ran = ibau("play", "seneti", "--opponent", "2")
    assert (ran.code, ran.out) == (2, "")
    assert "seneti has no level 'level2'; it offers level1, level8" in re.sub(r"\s+", " ", ran.err)


def test_a_port_in_use_is_an_error_at_run_time(monkeypatch: pytest.MonkeyPatch, ibau: Call) -> None:
    def fail(**_: object) -> None:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr("ibau.web.serve", fail)
    ran = ibau("serve", "--port", "1")
    assert (ran.code, ran.out, ran.err) == (1, "", "Error: [Errno 98] Address already in use\n")


def test_serve_hands_on_what_was_given(monkeypatch: pytest.MonkeyPatch, ibau: Call, tmp_path: Path) -> None:
    given: list[dict[str, object]] = []
    monkeypatch.setattr("ibau.web.serve", lambda **settings: given.append(settings))
    assert ibau("serve").code == 0
    assert ibau("serve", "--host", "::1", "--port", "0", "--data", str(tmp_path)).code == 0
    assert given == [{}, {"host": "::1", "port": 0, "data": tmp_path}]


# --- Processes -----------------------------------------------------------------------------------------------------


def test_a_game_through_pipes() -> None:
    ran = command("play", "seega", "--seed", "1", "--seat", "lot", lines="\nquit\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "\x1b" not in ran.stdout
    assert "The lot:" in ran.stdout
    assert command("play", "seega", "--opponent", "person", lines="").returncode == 0


def test_a_terminal_without_unicode_still_gets_a_board() -> None:
    ran = command("play", "senet-race", "--lang", "fr", "--opponent", "person", PYTHONIOENCODING="ascii")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "|  o   |  x   |" in ran.stdout


def test_interruption_is_quiet() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "ibau", "play", "seega"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    )
    assert process.stdout
    while b"Enter draws the lot" not in process.stdout.readline() + process.stdout.peek():  # type: ignore[attr-defined]
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == cli.INTERRUPTED
    assert errors.strip() == b""


def test_a_broken_pipe_is_quiet() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(
        [sys.executable, "-m", "ibau", "rules", "seega"],
        stdout=writing,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        check=False,
    )
    os.close(writing)
    assert ran.stderr == b""
    assert ran.returncode == 1


def test_the_first_screen_needs_no_numba() -> None:
    code = (
        "import io, sys; sys.stdin = io.StringIO('quit\\n'); from ibau.cli import main\n"
        "try: main(['play', 'seega'])\n"
        "finally: assert 'numba' not in sys.modules"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, env=ENVIRONMENT, check=False)  # noqa: S603
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize("arguments", [("rules", "seneti", "--lang", "fr"), ("play", "seti-aleph"), ("games", "seega")])
def test_a_terminal_of_few_letters_shows_what_it_can(arguments: tuple[str, ...]) -> None:
    ran = command(*arguments, lines="quit\n", PYTHONIOENCODING="ascii")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert len(ran.stdout) > 200
