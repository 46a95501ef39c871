"""Games played at a terminal, by typed lines."""

import re
from pathlib import Path

import pytest
from rich.console import Console

from ibau.adapters.record_files import read_records
from ibau.core.outcome import FIRST, SECOND
from ibau.games import game, systems
from ibau.language import LANGUAGES, translator
from ibau.players import player
from ibau.terminal.play import sitting
from ibau.terminal.screen import Screen
from ibau.terminal.session import Session
from ibau.terminal.table import Table


class Sitting:
    """A session whose lines are given and whose screen can be read."""

    table: Table

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self.asked: list[str] = []

    def play(self, ruleset: str, *lines: str, computer: int | None = None, lang: str = "en") -> str:
        """What is on the screen after some lines; the computer plays greedily."""
        levels = {} if computer is None else {computer: "easy"}
        self.table = Table(game(ruleset), {seat: player("greedy") for seat in levels}, seed=1)
        console = Console(width=80, record=True, force_terminal=False)
        screen = Screen(console, translator(lang), sitting(levels))
        typed = iter(lines)
        self.asked.clear()

        def answer(question: str) -> str:
            self.asked.append(question)
            line = next(typed, None)
            if line is None:
                raise EOFError
            return line

        self._monkeypatch.setattr("builtins.input", answer)
        Session(self.table, screen, lang, {"First": "person"}).run()
        return console.export_text()


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch) -> Sitting:
    return Sitting(monkeypatch)


SEEGA = "seega+first_player=first"


def test_the_first_screen(sit: Sitting) -> None:
    screen = sit.play("seega", computer=SECOND)
    assert "│a5    │b5    │" in screen
    assert "○  Light (you)   in hand: ○×12" in screen
    assert "●  Dark (computer, Easy)   in hand: ●×12" in screen
    assert "The lot decides who places first." in screen
    assert sit.asked == ["Enter draws the lot > "]


def test_moves_are_typed_in_the_notation_or_by_squares(sit: Sitting) -> None:
    sit.play("senet-race", "", "T2", "8 10", "11-13", "", computer=None)
    assert sit.table.actions[0] in ("t1", "t2", "t3", "t4", "t6")
    sit.play(SEEGA, "a1", " B1 ", "c1")
    assert sit.table.actions == ["a1", "b1", "c1"]


def test_the_computer_replies(sit: Sitting) -> None:
    screen = sit.play(SEEGA, "a1", "b1", computer=SECOND)
    assert len(sit.table.actions) == 4
    assert f"Dark places on {sit.table.actions[3]}." in screen


def test_undo(sit: Sitting) -> None:
    screen = sit.play(SEEGA, "undo", "a1", "b1", "undo", computer=SECOND)
    assert "Nothing can be taken back now." in screen
    assert sit.table.actions == []
    sit.play("senet-race", "", "moves")
    thrown = list(sit.table.actions)
    sit.play("senet-race", "", "undo")
    assert sit.table.actions == thrown  # a throw stays


def test_throws_are_shown(sit: Sitting) -> None:
    screen = sit.play("senet-race", "")
    value = int(sit.table.actions[0][1])
    assert f"{'▮' * (value % 6)}{'▯' * (4 - value % 6)}  Dark throws a {value}." in screen
    assert sit.asked[0] == "Enter throws > "


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["c3"], "Nothing is placed on the centre."),
        (["a1", "a1"], "This square is taken; place on an empty one."),
        (["a11"], "'a11' cannot be played here. Did you mean 'a1'?"),
        (["mvoes"], "'mvoes' cannot be played here. Did you mean 'moves'?"),
        (["\x00[bold]"], "'\\x00[bold]' cannot be played here."),
        (["save"], "Write the name of a file after it: save my-game"),
        (["save /nowhere/at/all"], "The game could not be saved: [Errno 2]"),
        (["save \0"], "The game could not be saved: embedded null byte"),
        (["moves"], "  a1 b1 c1 d1 e1 a2"),
        (["help"], "  save   keep the game"),
        (["rules"], "Capturing is compulsory."),
        (["a1", "quit", "b1"], "The game has not been saved."),
    ],
)
def test_words(sit: Sitting, lines: list[str], answer: str) -> None:
    assert answer in sit.play(SEEGA, *lines)


def test_why_a_piece_cannot_move_and_where_it_can(sit: Sitting) -> None:
    screen = sit.play("senet-race", "9-12", "")
    assert "Throw first, then move." in screen
    free = sit.table.state.actions[0]
    source = re.split("[-x]", free)[0]
    screen = sit.play("senet-race", "", f"{source}-30", "1-2")
    assert f"With {source}: {free}." in screen
    assert "That pawn is Light's; it is Dark's turn." in screen


def test_a_hint(sit: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibau.terminal.session.ADVISER", "greedy")
    screen = sit.play("seega", "hint", "", "hint")
    assert "There is nothing to decide now." in screen
    advised = player("greedy").choose(sit.table.state).action
    side = "Light" if sit.table.state.turn == FIRST else "Dark"
    assert f"{advised}: {side} places on {advised}." in screen


def test_saving_keeps_what_was_there(sit: Sitting, tmp_path: Path) -> None:
    file = tmp_path / "game"
    screen = sit.play(SEEGA, "a1", f"save {file}", "b1", f"save {file}")
    assert "exists already; choose another name." in " ".join(screen.split())
    [record] = read_records(file)
    assert record.actions == ("a1",)
    assert record.tags["First"] == "person"


def test_a_whole_game_to_its_end(sit: Sitting) -> None:
    screen = sit.play(f"{SEEGA}+max_turns=2", "a1", "b1", "undo", "a2", "b2", "moves", "hint", "x", computer=SECOND)
    assert "A draw: the game has grown too long." in screen
    assert screen.count("There is nothing to decide now.") == 2
    assert sit.asked[-1] == "save FILE, undo or quit > "


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("system", systems())
def test_every_game_can_be_played_in_every_language(sit: Sitting, system: str, lang: str) -> None:
    sit.play(system, *[""] * 3, "moves", "rules", "help", "c3", "zz", computer=FIRST, lang=lang)
    assert sit.asked
