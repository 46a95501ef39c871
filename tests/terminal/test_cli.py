"""The command line: output, error messages, exit status."""

import json
import os
import platform
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import click
import pytest

from ibau import __version__
from ibau.core.errors import IbauError
from ibau.core.game import Game, State
from ibau.core.puzzle import json_of, read_puzzles
from ibau.games import game, presets, puzzles, systems
from ibau.lab.commands import perft_playouts
from ibau.paper.rules_pages import KINDS
from ibau.players import Budget, level_settings
from ibau.records.record_files import read_records
from ibau.terminal import main as cli
from ibau.terminal import (
    progress,
)
from ibau.terminal.help import default_language
from ibau.terminal.main import PACKAGES
from ibau.ugi import count_paths
from ibau.web.address import HOST, PORT, data_folder
from ibau.web.app import Settings
from ibau.web.commands.serve_params import short_path
from ibau.web.site import Kiosk, Site
from tests.cli_runs import CliRun
from tests.web.test_archive import OVER, stored

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


Call = Callable[..., CliRun]


@pytest.fixture
def ibau(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("LANGUAGE", "")
    monkeypatch.setenv("COLUMNS", "100")
    return lambda *arguments: CliRun(capsys, arguments)


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
        assert parameter.make_metavar(click.Context(cli.ibau)).strip("[].") in text


def test_commands_are_listed_in_groups_and_whole(ibau: Call) -> None:
    assert sorted(name for names in cli.GROUPS.values() for name in names) == sorted(cli.COMMANDS)
    shown = ibau("help").out
    places = [shown.index(f"\n{title}:\n") for title in cli.GROUPS]
    assert places == sorted(places)
    whole = " ".join(shown.split())
    assert all(f" {name} {summary}" in whole for name, (_, summary) in cli.COMMANDS.items())
    assert not re.search(r"\w\.\.\.$", ibau("help", "tables").out + ibau("help", "lab").out, re.MULTILINE)


def test_help_is_a_command_too(ibau: Call) -> None:
    assert ibau("help").out == ibau("--help").out
    assert ibau("help", "tables", "check").out == ibau("tables", "check", "--help").out
    assert "extra argument (more)" in ibau("help", "play", "more").err
    assert ibau("help", "play").out == ibau("play", "--help").out
    assert "Did you mean 'play'?" in ibau("help", "pley").err


def test_the_language_may_be_named_before_the_command(ibau: Call) -> None:
    assert ibau("--lang", "de", "games").out == ibau("games", "--lang", "de").out


def test_what_commands_say_of_themselves_is_english(ibau: Call) -> None:
    for words in (("--help",), ("help", "play"), ("tables", "check", "--help"), ("serve", "--lang=fr,en", "-h")):
        assert ibau("--lang", "fr", *words).out == ibau(*words).out
    wrong = ibau("draw", "seega", "--width", "vier", "--lang", "de").err
    assert wrong.endswith("\nError: Invalid value for '--width': 'vier' is not a valid integer.\n")
    wrong = ibau("draw", "seega", "--width", "9" * 5000, "--lang", "de").err
    assert wrong.endswith(f"'{'9' * 40}…' is not a valid integer.\n")
    assert "Usage: ibau draw" in wrong


def test_commands_without_a_language_speak_english_only(ibau: Call, tmp_path: Path) -> None:
    takers = {name for name, found in cli.ibau.commands.items() if "lang" in [param.name for param in found.params]}
    assert takers == cli.TRANSLATED
    (tmp_path / "words").write_text("words\n")
    for line in ("backup {0}/copy --data {0}", "convert {0}/words {0}/new", "tables check {0}/words", "value seega x"):
        words = line.format(tmp_path).split()
        assert "Error: " in ibau(*words).err
        assert ibau("--lang", "fr", *words).err == ibau(*words).err
    assert ibau("--lang", "fr", "help", "perft").out == ibau("help", "perft").out
    assert "No such option '--lang'" in ibau("playouts", "seega", "--lang", "de").err


def test_the_version_says_what_runs(ibau: Call) -> None:
    assert ibau("--version").out == f"ibau, version {__version__}\n"
    for words in (("--version", "--verbose"), ("--verbose", "--version")):
        first, *others = ibau(*words).out.splitlines()
        assert first == f"ibau, version {__version__}"
        versions = dict(line.split(": ", 1) for line in others)
        assert list(versions) == ["Python", "wasmtime", "Numba", "NumPy", "games run by", "platform"]
        assert versions["games run by"].partition(";")[0] == "kernel, native, plain"
        assert versions["Python"] == f"{platform.python_version()} ({platform.python_implementation()})"
        assert versions["NumPy"] == metadata.version("numpy")


def test_what_is_not_installed_is_said_to_be_so(ibau: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACKAGES, "Numba", "no-such-package")
    assert "\nNumba: not installed\n" in ibau("--version", "--verbose").out


# --- What commands print -------------------------------------------------------------------------------------------


def test_games_lists_every_preset_and_option(ibau: Call) -> None:
    listed = ibau("games").out
    assert all(preset in listed for preset in presets())
    for name, system in systems().items():
        one = ibau("games", name).out
        assert all(option.name in one for option in system.options)
    assert "chain=none  | forced | optional" in ibau("games", "seega+chain=none").out
    assert "Unsere Lesart des Hefts." in ibau("games", "--lang", "de").out


def test_rules_shows_whose_a_sentence_is_and_other_pages(ibau: Call) -> None:
    rules, history, tips = (ibau("rules", "seega", "--lang", "en", "--page", page).out for page in KINDS)
    assert "Equal numbers make a draw. °SEEGA-18" in rules
    assert history.strip().startswith("Where Seega comes from")
    assert tips.strip().startswith("How to play Seega well")


def test_rules_in_three_languages(ibau: Call) -> None:
    pages = {lang: ibau("rules", "seega", "--lang", lang).out for lang in ("en", "fr", "de")}
    assert "One turn, two captures" in pages["en"]
    assert "One turn, two captures" not in ibau("rules", "seega+chain=none", "--lang", "en").out  # it would not be true
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
    assert re.search(r"^draw +500  100\.00 %  99\.24 - 100\.00 %$", first.out, re.MULTILINE)
    assert re.search(r"^Light +0 ", first.out, re.MULTILINE)
    assert re.search(r"^cap +500 ", first.out, re.MULTILINE)
    assert re.search(r"^actions +7\.0 +7 +7 +7 +7 +7$", first.out, re.MULTILINE)
    assert ibau("playouts", "seega+max_turns=3", "-n", "500", "--seed", "7").out == first.out


def test_random_games_before_an_interruption_are_told(ibau: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = perft_playouts.play_batch

    def interrupted(game: Game, piece: tuple[int, int], seed: int) -> perft_playouts.Numbers:
        if piece[0] == 2:
            raise KeyboardInterrupt
        return batch(game, piece, seed)

    monkeypatch.setattr(perft_playouts, "play_batch", interrupted)
    ran = ibau("playouts", "seega+max_turns=3", "-n", "9000", "--seed", "1")
    assert ran.code == cli.INTERRUPTED
    assert ran.out.startswith("seega+max_turns=3: 2000 random games, seed 1\n")
    assert ran.out.endswith("\nStopped after 2000 of 9000 games.\n")
    monkeypatch.setattr(perft_playouts, "LARGEST_BATCH", 1)
    stopped = ibau("playouts", "seega+max_turns=3", "--json")
    assert json.loads(stopped.out)["games"] == 2
    assert stopped.err.strip() == "Stopped after 2 of 10000 games."


def test_random_games_are_the_same_with_any_number_of_processes(ibau: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perft_playouts, "LARGEST_BATCH", 10)
    line = ("playouts", "seega+max_turns=3", "-n", "25", "--seed", "7", "--json")
    alone = ibau(*line).out
    assert json.loads(alone)["games"] == 25
    assert ibau(*line, "--workers", "2").out == alone


def test_random_games_tell_their_progress_where_there_is_no_terminal(
    ibau: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 0)
    lines = ibau("playouts", "seega+max_turns=3", "-n", "3000").err.splitlines()
    assert [line for line in lines if line.startswith("Playing")] == [f"Playing, {left} to go" for left in (2000, 1000)]


def test_an_interrupted_count_tells_what_it_knows(ibau: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(state: State, depth: int) -> int:
        if depth == 3:
            raise KeyboardInterrupt
        return count_paths(state, depth)

    monkeypatch.setattr(perft_playouts, "count_paths", interrupted)
    ran = ibau("perft", "seega", "9")
    assert (ran.code, ran.out) == (cli.INTERRUPTED, "1 2\n2 48\n")
    assert ran.err.strip() == "Stopped while counting the paths of length 3."


@pytest.mark.parametrize("columns", ["40", "100"])
@pytest.mark.parametrize(
    "line", ["--help", "games", "games seneti", "rules senet-race", "playouts seega+max_turns=3 -n 9"]
)
def test_no_line_ends_with_blanks_or_is_cut(
    ibau: Call, monkeypatch: pytest.MonkeyPatch, columns: str, line: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = ibau(*line.split()).out.splitlines()
    assert [line for line in lines if line != line.rstrip()] == []
    assert not any("…" in line for line in lines)
    if "playouts" not in line:  # figures are not cut either, but wider than a narrow terminal
        assert max(map(len, lines)) <= int(columns)


def test_names_are_whole_in_a_narrow_terminal(ibau: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert set(presets()) <= set(ibau("games").out.split())


# --- Mistakes ------------------------------------------------------------------------------------------------------

MISTAKES = {
    "pley seega": r"No such command 'pley'\. Did you mean 'play'\?",
    "play sega": r"Unknown ruleset 'sega'\. Did you mean 'seega'\?",
    "rules seega+chian=none": r"seega has no option 'chian'\. Did you mean 'chain'\?",
    "play seega --oponent level1": "No such option '--oponent'. Did you mean '--opponent'",
    "play seega --opponent leevl1": r"There is no 'leevl1'\. Did you mean 'level1'\?",
    "play seega --opponent 9": "There is no '9'; known are level1, .*level8, person.",
    "perft seega": "Missing argument 'DEPTH'",
    "play senet": "senet is senet-formation, senet-geoludie or senet-race: name one of them.",
    "rules seti": "seti is seti-aleph or seti-beth: name one of them.",
    "perft seega 101": "101 is not in the range 0<=x<=100",
    "play seega --threads 100000": "100000 is not in the range 1<=x<=8",
    "arena random random --ruleset seega --games 9999999999": "9999999999 is not in the range 1<=x<=1000000000",
    "train seega --workers 100000": "100000 is not in the range",
    "perft seega 2 --position 5/5": "A Seega position has 8 words",
}


@pytest.mark.parametrize("line", MISTAKES)
def test_mistakes_are_named(ibau: Call, line: str) -> None:
    ran = ibau(*line.split())
    assert ran.code == 2
    assert ran.out == ""
    assert re.search(MISTAKES[line], re.sub(r"\s+", " ", ran.err))


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("draw seega -o {folder}/none/x.png", "Error: There is no folder {folder}/none; create it first"),
        ("review {folder}/empty.txt", "Error: {folder}/empty.txt holds no game."),
        ("review {folder}/binary", "Error: {folder}/binary, line 1: the text is not UTF-8"),
        (
            "convert {folder}/words {folder}/new",
            (
                "Error: {folder}/words, line 1: no game saved by Ibau begins here: "
                """expected a tag [Ruleset "…"], not 'words'"""
            ),
        ),
        ("tables check {folder}/words", "Error: {folder}/words is not an Ibau table."),
        ("value seneti x", "Error: seneti has no tables: it cannot be solved yet."),
        (
            "export {folder}/new --data {folder}",
            "ibau.sqlite3; `ibau serve` makes one, in the folder that --data names.",
        ),
    ],
)
def test_what_went_wrong_is_one_sentence(ibau: Call, tmp_path: Path, line: str, text: str) -> None:
    """It names the file and what would be right, and nothing of what goes on inside."""
    (tmp_path / "empty.txt").touch()
    (tmp_path / "words").write_text("words\n")
    (tmp_path / "binary").write_bytes(b"\xe0\x00\xff\n")
    ran = ibau(*line.format(folder=tmp_path).split())
    assert (ran.code, ran.out) == (1, "")
    assert text.format(folder=tmp_path) in ran.err
    assert len(ran.err.splitlines()) == 1
    assert not {"codec", "Errno", "JSON"} & set(re.findall(r"\w+", ran.err))


def test_a_value_says_whose_turn_it_is_and_where_tables_end(ibau: Call) -> None:
    rows = ibau("value", "seti-beth", "5/2h2/5/1H3/5/3p1/5/2P2/5/5 first - 4 -").out.splitlines()
    assert rows[0].startswith("White")
    start = str(game("senet-race").initial().play("t1"))
    text = ibau("value", "senet-race", start).err
    assert "No table covers all that may follow; there are 1v1, 1v2, 2v1, 2v2, and" in text
    assert "`ibau solve senet-race --pieces N` makes more" in text


def test_the_folder_of_the_games_is_named_as_people_write_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert short_path(tmp_path / "games") == str(Path("~/games"))
    assert short_path(tmp_path.parent / "games") == str(tmp_path.parent / "games")


def test_a_level_that_a_game_does_not_offer_is_refused(monkeypatch: pytest.MonkeyPatch, ibau: Call) -> None:
    offered = {"level1": level_settings.LevelSetting(noticed=1), "level8": level_settings.LevelSetting(seconds=1)}
    monkeypatch.setattr(level_settings, "_measured", lambda _: offered)
    ran = ibau("play", "seneti", "--opponent", "2")
    assert (ran.code, ran.out) == (2, "")
    assert "seneti has no level 'level2'; it offers level1, level8" in re.sub(r"\s+", " ", ran.err)


def test_serve_hands_on_what_was_given(monkeypatch: pytest.MonkeyPatch, ibau: Call, tmp_path: Path) -> None:
    given: list[tuple[str, int, Settings]] = []

    monkeypatch.setattr("ibau.web.serving.run", lambda *arguments: given.append(arguments))
    assert ibau("serve").code == 0
    assert ibau("serve", "--host", "::1", "--port", "0", "--data", str(tmp_path)).code == 0
    assert given == [(HOST, PORT, Settings(data_folder())), ("::1", 0, Settings(tmp_path))]
    museum = ("--kiosk", "seega, senet-race", "--lang", "fr,en", "--url", "https://games.example.org/")
    assert ibau("serve", *museum).code == 0
    assert given[-1][2].site == Site("https://games.example.org", ("fr", "en"), Kiosk(("seega", "senet-race")))
    assert ibau("serve", "--proxy", "10.1.2.3", "--proxy", "10.0.0.7/8").code == 0
    assert given[-1][2].proxies == ("10.1.2.3/32", "10.0.0.0/8")
    ran = ibau("serve", "--proxy", "*")
    assert (ran.code, ran.out) == (2, "")
    assert "nor a network such as 10.0.0.0/8" in re.sub(r"\s+", " ", ran.err)


@pytest.mark.parametrize(
    ("words", "terminal", "screen", "opens"),
    [
        ("", True, True, True),
        ("", False, True, False),
        ("", True, False, False),
        ("--open", False, True, True),
        ("--open", True, False, False),
        ("--no-open", True, True, False),
        ("--host 0.0.0.0", True, True, False),
        ("--kiosk seega", True, True, False),
        ("--url https://games.example.org", True, True, False),
    ],
)
def test_the_page_is_opened_for_a_person_before_a_screen(
    monkeypatch: pytest.MonkeyPatch, ibau: Call, words: str, *, terminal: bool, screen: bool, opens: bool
) -> None:
    given: list[object] = []
    monkeypatch.setattr("ibau.web.serving.run", lambda _host, _port, settings: given.append(settings.opens_browser))
    monkeypatch.setattr("ibau.machine.os_support.is_graphical", lambda: screen)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert ibau("serve", *words.split()).code == 0
    assert given == [opens]


def test_no_page_is_opened_for_others(ibau: Call) -> None:
    ran = ibau("serve", "--open", "--host", "::1")
    assert ran.code == 2
    assert "leave out --host, --url and --kiosk" in ran.err


def test_the_language_of_the_system_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows sets none of the variables that other systems set."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for found, spoken in (("fr_FR", "fr"), ("de_CH", "de"), ("nl_NL", "en"), ("", "en")):
        monkeypatch.setattr("ibau.terminal.help.language", lambda found=found: found)
        assert default_language() == spoken
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.setattr("ibau.terminal.help.language", lambda: "fr_FR")
    assert default_language() == "de"


@pytest.mark.parametrize(
    ("option", "value", "text"),
    [
        ("--kiosk", "sega", "There is no game 'sega'"),
        ("--kiosk", ",", "Name at least one."),
        ("--lang", "en,es", "There is no 'es'; known are en, fr, de."),
        ("--url", "games.example.org", "it must begin with https:// or http://, like https://games.example.org."),
        ("--url", "ftp://example.org", "it must begin with https://"),
        ("--url", "https:///games", "come a host, a port and a path, and nothing else"),
        ("--url", "https://example.org?game", "come a host, a port and a path, and nothing else"),
        ("--url", "https://me@example.org", "come a host, a port and a path, and nothing else"),
        ("--url", "https://example.org:x", "Port could not be cast"),
        ("--url", "https://example.org/a b", "its path may have only letters"),
    ],
)
def test_serve_refuses_what_there_is_not(ibau: Call, option: str, value: str, text: str) -> None:
    refused = ibau("serve", option, value)
    assert refused.code != 0
    assert text in refused.err


def test_games_are_copied_put_back_and_exported(ibau: Call, tmp_path: Path) -> None:
    stored(tmp_path / "data", over=OVER)
    data, copy, games = (str(tmp_path / name) for name in ("data", "copy.sqlite3", "games.txt"))
    assert ibau("backup", copy, "--data", data).out == f"All games are in {copy}.\n"
    assert ibau("backup", copy, "--data", data).err == f"Error: {copy} exists already; choose another name.\n"
    assert ibau("export", games, "--data", data).out == f"Finished games in {games}: 1.\n"
    assert len(list(read_records(games))) == 1
    ran = ibau("restore", copy, "--data", data)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"The games of {copy} are now in {data}.\nThe games that were there before are in {data}")
    ran = ibau("restore", games, "--data", data)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"Error: {games} is not a database; put a sound copy in its place")


def test_records_are_converted_there_and_back(ibau: Call, tmp_path: Path) -> None:
    text, lines, back = (tmp_path / name for name in ("games.txt", "games.jsonl", "back.txt"))
    text.write_text('[Ruleset "seega"]\n[RulesVersion "1"]\n[Result "*"]\n\n0. lot1 1. a1 *\n')
    assert ibau("convert", str(text), str(lines)).out == f"Games in {lines}: 1.\n"
    assert lines.read_text().startswith("{")
    assert ibau("convert", str(lines), str(back)).out == f"Games in {back}: 1.\n"
    assert back.read_text() == text.read_text()
    assert ibau("convert", str(lines), str(back)).err == f"Error: {back} exists already; choose another name.\n"
    text.write_text('[Ruleset "seega"]\n\n0. lot1 1. a9 *\n')
    assert ibau("convert", str(text), str(tmp_path / "none.txt")).code == 1
    text.write_text("\n")
    assert ibau("convert", str(text), str(tmp_path / "none.txt")).err == f"Error: {text} holds no game.\n"
    assert not (tmp_path / "none.txt").exists()


@pytest.mark.parametrize("line", [("serve", "--data", ""), ("train", "seega", "--out", ""), ("review", "")])
def test_an_empty_text_is_no_path(ibau: Call, line: tuple[str, ...]) -> None:
    ran = ibau(*line)
    assert (ran.code, ran.out) == (2, "")
    assert re.search("an empty text names no (file|directory)", ran.err)


def test_every_error_is_shown_with_its_control_characters_written_out(
    monkeypatch: pytest.MonkeyPatch, ibau: Call
) -> None:
    """No matter who raises it, and what it quotes."""

    def fail(*_: object, **__: object) -> None:
        raise IbauError("one\ntwo \x1b[31m \x9b \x7f")

    monkeypatch.setattr("ibau.web.serving.run", fail)
    assert ibau("serve").err == "Error: one\ntwo \\x1b[31m \\x9b \\x7f\n"


# --- Processes -----------------------------------------------------------------------------------------------------


def test_a_game_through_pipes() -> None:
    ran = command("play", "seega", "--seed", "1", "--seat", "lot", lines="\nquit\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "\x1b" not in ran.stdout
    assert "By lot, " in ran.stdout
    assert command("play", "seega", "--opponent", "person", lines="").returncode == 0


def test_moves_are_explained_to_who_asks() -> None:
    asked = ("play", "seega+first_player=first", "--opponent", "person")
    explained = "Light places on c2. The first step of the game goes to the centre"
    assert explained in " ".join(command(*asked, "--explain", lines="c2\nquit\n").stdout.split())
    assert "The first step of the game" not in command(*asked, lines="c2\nquit\n").stdout


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
    while b"Enter draws lots" not in process.stdout.readline() + process.stdout.peek():  # type: ignore[attr-defined]
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == cli.INTERRUPTED
    assert errors.strip() == b""


@pytest.mark.parametrize(
    "imported", ["click", "ibau.core.contract", "ibau.lab.commands.worker_options", "ibau.terminal.main"]
)
def test_interruption_is_quiet_while_python_imports(imported: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-X", "importtime", "-m", "ibau", "perft", "seega", "9"],
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        encoding="utf-8",
    )
    assert process.stderr
    for line in process.stderr:  # one of each module, once it is imported
        if line.rpartition("|")[2].strip() == imported:
            break
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    # CPython run with -m ends by the signal itself if it came within exec(), which makes dataclasses; shells show 130.
    assert process.returncode in (cli.INTERRUPTED, -signal.SIGINT)
    assert all(line.startswith("import time:") for line in errors.split("\n") if line)


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
        "import io, sys; sys.stdin = io.StringIO('quit\\n'); from ibau.terminal.main import main\n"
        "try: main(['play', 'seega'])\n"
        "finally: assert 'numba' not in sys.modules"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, env=ENVIRONMENT, check=False)  # noqa: S603
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_puzzles_are_written_line_by_line(ibau: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("ibau.lab.puzzle_finder.SEARCH_BUDGET", Budget(nodes=300))
    monkeypatch.setattr("ibau.lab.puzzle_finder.VERIFY_BUDGET", Budget(nodes=1_000))
    out, line = tmp_path / "puzzles.jsonl", ("puzzles", "seti-beth", "--seed", "1")
    begun = ibau(*line, "--count", "1", "--out", str(out))
    assert (begun.code, begun.out) == (0, "")
    first = out.read_text("utf-8")
    assert ibau(*line, "--count", "2", "--out", str(out)).code == 0
    assert ibau(*line, "--count", "2").out == out.read_text("utf-8")  # stopping and going on finds the same
    assert ibau("puzzles", "seti-beth", "--count", "2", "--out", str(out)).code == 0  # nothing is left to find
    assert len(read_puzzles(out)) == 2
    out.write_text(out.read_text("utf-8")[:-9], "utf-8")  # killed while it was writing
    assert ibau(*line, "--count", "1", "--out", str(out)).code == 0
    assert out.read_text("utf-8") == first
    assert ibau("puzzles", "seti-beth", "--seconds", "1e-9").out == ""


def test_puzzles_go_on_only_where_they_were_begun(ibau: Call, tmp_path: Path) -> None:
    out = tmp_path / "puzzles.jsonl"
    shipped = json.loads(json_of(puzzles("seega")[0]))
    out.write_text(json.dumps({**shipped, "found": {"seed": 7, "game": 0, "at": 3}}) + "\n")
    other = ibau("puzzles", "seega", "--seed", "8", "--out", str(out))
    assert (other.code, other.out) == (1, "")
    assert other.err.startswith(f"Error: {out}, line 1: this file was begun with `ibau puzzles seega --seed 7`;")
    for text in ("notes of mine\n", json.dumps(shipped) + "\n", "[1]\n"):
        out.write_text(text)
        ran = ibau("puzzles", "seega", "--out", str(out))
        assert (ran.code, ran.out) == (1, "")
        assert ran.err == f"Error: {out}, line 1: this is no puzzle that `ibau puzzles` has found in seega.\n"
        assert out.read_text() == text


def test_exercises_in_the_terminal(ibau: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _question: "quit")
    assert "Step 1 of 10: Placing" in ibau("play", "seega", "--lesson").out
    assert "Puzzle 1 of" in ibau("play", "seega", "--puzzle").out
    assert "Puzzle 2 of" in ibau("play", "seega", "--puzzle", "2").out
    both = ibau("play", "seega", "--lesson", "--puzzle", "1")
    assert both.code == 2
    assert "--lesson, --puzzle and --load exclude each other; choose one." in both.err
