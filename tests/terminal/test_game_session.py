"""Games played at a terminal, by typed lines."""

import re
import threading
from itertools import cycle, product
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from ibau.core.errors import IllegalActionError
from ibau.core.game import State
from ibau.core.limits import MOST_THREADS
from ibau.core.line import Line
from ibau.core.outcome import FIRST, SECOND, other
from ibau.games import game, systems
from ibau.language import LANGUAGES
from ibau.learn.hints import hint_at
from ibau.players import Budget, Choice, Player, player
from ibau.players.levels import LevelPlayer
from ibau.records.record_files import read_records
from ibau.terminal.click_params import threads_for
from ibau.terminal.commands.play import play_match
from ibau.terminal.game_session import GameSession, unsaved_file
from ibau.terminal.main import run_command
from ibau.terminal.series import Series, ThinkingSettings
from tests.slow import slow_but

ANYTHING = "anything"  # stands for a line that plays on
CTRL_C = "Ctrl-C"  # stands for an interruption


class Sitting:
    """A match whose lines are given and whose screen can be read; `session` is that of its last game."""

    session: GameSession
    begun: Line | None = None  # with which the next match begins

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        self.asked: list[str] = []

    def play(
        self,
        ruleset: str,
        *lines: str,
        computer: int | None = None,
        lang: str = "en",
        games: int = 1,
        columns: int = 80,
    ) -> str:
        """What is on the screen after some lines; the computer plays greedily."""
        mine, opponent = (FIRST, "person") if computer is None else (other(computer), "level1")
        series = Series(game(ruleset), opponent, mine, seed=1, games=games, begun=self.begun)
        console = Console(width=columns, record=True, force_terminal=False)
        typed = iter(lines)
        self.asked.clear()

        def answer(question: str) -> str:
            self.asked.append(question)
            line = next(typed, None)
            if line is None:
                raise EOFError
            if line == CTRL_C:
                raise KeyboardInterrupt
            return self._some_action() if line == ANYTHING else line

        def session(*args: Any) -> GameSession:
            self.session = GameSession(*args)
            return self.session

        self._patch.setattr("builtins.input", answer)
        self._patch.setattr("ibau.terminal.series.player", lambda _level, _seed, **_: player("greedy"))
        self._patch.setattr("ibau.terminal.commands.play.console", lambda: console)
        self._patch.setattr("ibau.terminal.commands.play.GameSession", session)
        play_match(series, lang)
        return console.export_text()

    def _some_action(self) -> str:
        """A sensible move; Enter throws, and at the end of a game goes on."""
        state = self.session.state
        return player("greedy").choose(state).action if state.turn in (FIRST, SECOND) else ""


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch) -> Sitting:
    return Sitting(monkeypatch)


SEEGA = "seega+first_player=first"


def test_the_first_screen(sit: Sitting) -> None:
    screen = sit.play("seega", computer=SECOND)
    assert "│a5    │b5    │" in screen
    assert "○  Light (you)   in hand: ○×12" in screen
    assert "●  Dark (Pip, computer, First steps)   in hand: ●×12" in screen
    assert "Lots are drawn to decide who places first." in screen
    assert sit.asked == ["Enter draws lots > "]


def test_moves_are_typed_in_the_notation_or_by_squares(sit: Sitting) -> None:
    sit.play("senet-race", "", "T2", "8 10", "11-13", "", computer=None)
    assert sit.session.line.actions[0] in ("t1", "t2", "t3", "t4", "t6")
    sit.play(SEEGA, "a1", " B1 ", "c1")
    assert sit.session.line.actions == ("a1", "b1", "c1")


def test_the_computer_replies(sit: Sitting) -> None:
    screen = sit.play(SEEGA, "a1", "b1", computer=SECOND)
    assert len(sit.session.line.actions) == 4
    assert f"Dark places on {sit.session.line.actions[3]}." in screen


def test_undo(sit: Sitting) -> None:
    screen = sit.play(SEEGA, "undo", "a1", "b1", "undo", computer=SECOND)
    assert "Nothing can be taken back now." in screen
    assert sit.session.line.ply_count == 0
    sit.play("senet-race", "", "moves")
    thrown = sit.session.line.actions
    sit.play("senet-race", "", "undo")
    assert sit.session.line.actions == thrown  # a throw stays


def test_throws_are_shown(sit: Sitting) -> None:
    screen = sit.play("senet-race", "")
    value = int(sit.session.line.actions[0][1])
    assert f"{'▮' * (value % 6)}{'▯' * (4 - value % 6)}  Dark throws a {value}." in screen
    assert sit.asked[0] == "Enter throws > "


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["c3"], "No piece may be placed on the centre."),
        (["a1", "a1"], "This square is taken; choose an empty one."),
        (["a11"], "'a11' cannot be played here. Did you mean 'a1'?"),
        (["mvoes"], "'mvoes' cannot be played here. Did you mean 'moves'?"),
        (["x" * 2000], f"'{'x' * 40}…' cannot be played here."),
        (["\x00[bold]"], "'\\x00[bold]' cannot be played here."),
        (["save"], "Add a file name: save my-game"),
        (["save /nowhere/at/all"], "The game could not be saved: No such file or directory"),
        (["save \0"], "'\\x00' is not a valid file name."),
        (["moves"], "  a1 b1 c1 d1 e1 a2"),
        (["help"], "  save    save the game"),
        (["rules"], "Capturing is compulsory."),
        (["a1", "quit", "b1"], "The game is saved in"),
    ],
)
def test_words(sit: Sitting, lines: list[str], answer: str) -> None:
    assert answer in sit.play(SEEGA, *lines)


def test_nothing_is_placed_before_the_lot(sit: Sitting) -> None:
    assert "Draw lots first." in sit.play("seega", "a1")


@pytest.mark.parametrize(("typed", "word"), [("?", "help"), ("HELP", "help"), ("q", "quit"), ("exit", "quit")])
def test_other_words_are_understood(sit: Sitting, typed: str, word: str) -> None:
    screen = sit.play(SEEGA, "a1", typed, "b1")
    assert screen.count("  quit    leave the game") == (2 if word == "help" else 1)
    assert len(sit.asked) == (4 if word == "help" else 2)


def test_a_game_that_is_interrupted_is_kept_and_can_go_on(sit: Sitting, capsys: pytest.CaptureFixture[str]) -> None:
    for begun in ("a1", "b1"):
        with pytest.raises(KeyboardInterrupt):
            sit.play(SEEGA, begun, CTRL_C)
        text = capsys.readouterr().out.splitlines()  # lines to copy from are not broken, however long
        assert f"The game is saved in {unsaved_file()}." in text
        assert f"Continue with `ibau play --load {unsaved_file()}`." in text
        (kept,) = read_records(unsaved_file())
        assert kept.actions == (begun,)
    with pytest.raises(KeyboardInterrupt):
        sit.play(SEEGA, CTRL_C)
    assert "saved" not in capsys.readouterr().out


def test_what_cannot_be_kept_is_said(sit: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibau.terminal.game_session.unsaved_file", lambda: Path("/dev/null/here"))
    assert "The game has not been saved." in sit.play(SEEGA, "a1", "quit")


def test_a_game_can_be_given_up(sit: Sitting, tmp_path: Path) -> None:
    file = tmp_path / "given-up.txt"
    screen = sit.play(SEEGA, "a1", "resign", "b1", "resign", "moves", "undo", f"save {file}", "quit", computer=SECOND)
    assert "You have resigned: Dark wins." in screen
    assert sit.asked[-1] == "save FILE, undo, again or quit > "
    assert screen.count("There is nothing to decide now.") == 2
    assert "Nothing can be taken back now." in screen
    (record,) = read_records(file)
    assert record.result is not None
    assert (record.result.word, record.result.kind, record.actions) == ("p2win", "resigned", ("a1",))


def test_of_two_persons_the_one_on_turn_gives_up(sit: Sitting) -> None:
    screen = sit.play(SEEGA, "a1", "b1", "resign", "again", "a1", games=2)
    assert "Light wins: Dark has resigned." in screen
    assert sit.session._series.number == 2


def test_enter_plays_the_only_move(sit: Sitting) -> None:
    """Above all a forced pass, as players would not know what to type."""
    sit.begun = Line(game("senet-race").state("11L5LL5D2L1L second t6 - 40"))
    screen = sit.play("senet-race", "")
    assert sit.asked == ["Enter plays the only move > ", "Enter throws > "]
    assert "Dark has no move with a 6, and the turn passes." in screen
    assert sit.session.line.actions == ("pass",)


def test_a_square_from_which_nothing_goes_is_not_taken_for_another(sit: Sitting) -> None:
    sit.begun = Line(game(SEEGA).state("2L2/1LD2/D4/5/L3D first 24 - - 5 40 -"))
    screen = sit.play(SEEGA, "c1 c3")
    assert "'c1 c3' cannot be played here. The word help lists what can be typed." in screen
    with pytest.raises(IllegalActionError, match=r"'c1-c3' is not legal here; legal: [^.]*\.$"):
        sit.session.state.play("c1-c3")


@pytest.mark.parametrize(
    ("system", "message"),
    [
        ("seega", "◇ the centre"),
        ("seneti", "❋ rosette"),
        ("senet-race", "☉ the last house"),
        (
            "senet-geoludie",
            "☥ house of rebirth   ♡ house of happiness   ≈ house of water   ≡ house of the three truths",
        ),
        ("senet-formation", "⊓ entry square"),
    ],
)
def test_the_marks_are_explained_at_first_and_with_the_board(sit: Sitting, system: str, message: str) -> None:
    """Not each time that the board is shown."""
    texts = [" ".join(sit.play(system, *lines).split()) for lines in ((), [ANYTHING] * 12, ("board",))]
    assert [text.count(" ".join(message.split())) for text in texts] == [1, 1, 2]
    assert texts[1].count("─┐") > 1


def test_long_lists_hang(sit: Sitting) -> None:
    """What goes on in the next line is aligned with itself."""
    screen = sit.play(SEEGA, columns=40)
    assert re.search(r"^  save    \S.*\n {10}\S", screen, re.MULTILINE)


def test_who_plays_the_far_side_alone_sees_the_board_from_there(sit: Sitting) -> None:
    """Where the sides have start rows of their own; two persons see it as it is."""
    assert re.search("a1 .*\n└", sit.play("seti-beth", computer=SECOND))
    assert re.search("a1 .*\n└", sit.play("seti-beth"))
    assert re.search(" │?a10 .*\n└", sit.play("seti-beth", computer=FIRST))
    assert sit.play("seega", computer=FIRST).count("│a1 ") == 1


def test_why_a_piece_cannot_move_and_where_it_can(sit: Sitting) -> None:
    screen = sit.play("senet-race", "9-12", "")
    assert "Throw first, then move." in screen
    free = sit.session.state.actions[0]
    source = re.split("[-x]", free)[0]
    screen = sit.play("senet-race", "", f"{source}-30", "1-2")
    assert f"With {source}: {free}." in screen
    assert "That pawn is Light's; it is Dark's turn." in screen


def test_a_hint_tells_more_each_time(sit: Sitting, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("ibau.terminal.game_session.hint", lambda state: hint_at(state, state.legal[0]))
    file = tmp_path / "game"
    screen = sit.play("seega", "hint", "", "hint", "hint", "hint", "hint", "b2", "hint", f"save {file}")
    assert "There is nothing to decide now." in screen
    found = hint_at(sit.session.line.back_to(1).state, 0)
    first, again = f"{found.where} Type hint again for more.", f"{found.what} Type hint again for more."
    joined = " ".join(screen.split())
    assert joined.count(first) == 2  # and of the next position
    assert -1 < joined.index(first) < joined.index(again) < joined.index(str(found.why))
    assert joined.count(str(found.why)) == 2
    [record] = read_records(file)
    assert record.tags["Assisted"] in ("first", "second")


def test_saving_keeps_what_was_there(sit: Sitting, tmp_path: Path) -> None:
    file = tmp_path / "game"
    screen = sit.play(SEEGA, "a1", f"save {file}", "b1", f"save {file}")
    assert "exists already; choose another name." in " ".join(screen.split())
    [record] = read_records(file)
    assert record.actions == ("a1",)
    assert record.tags["First"] == "person"


def test_a_whole_game_to_its_end(sit: Sitting) -> None:
    screen = sit.play(f"{SEEGA}+max_turns=2", "a1", "b1", "undo", "a2", "b2", "moves", "hint", "x", computer=SECOND)
    assert "A draw: the game has gone on for too long." in screen
    assert screen.count("There is nothing to decide now.") == 2
    assert sit.asked[-1] == "save FILE, undo, again or quit > "


# --- Matches ---------------------------------------------------------------------------------------------------------

SHORT = f"{SEEGA}+max_turns=2"
GAME = ("a1", "b1", "a2", "b2")  # of two persons


def test_again_plays_the_next_game_and_the_other_side_starts(sit: Sitting, tmp_path: Path) -> None:
    file = tmp_path / "game"
    screen = sit.play(SHORT, "again", *GAME, "again", *GAME, f"save {file}")
    assert "Finish this game first." in screen
    assert "Match after game 1: Light ½, Dark ½. This time Dark starts." in screen
    assert "Match after game 2: Light 1, Dark 1." in screen
    assert sit.session.line.start.to_move == "second"
    [record] = read_records(file)
    assert record.tags["Match"] == "2"
    assert str(record.game.ruleset) == "seega+first_player=second+max_turns=2"


def test_a_match_of_so_many_games_goes_on_at_enter(sit: Sitting) -> None:
    screen = sit.play(SHORT, *GAME, "", *GAME, "", games=2)
    assert [question for question in sit.asked if "save" in question] == [
        "Enter plays the next game; save FILE, undo or quit > ",
        "save FILE, undo, again or quit > ",
        "save FILE, undo, again or quit > ",
    ]
    assert "Match after game 2: Light 1, Dark 1." in screen


def test_taking_back_at_the_end_takes_back_the_points(sit: Sitting) -> None:
    screen = sit.play(SHORT, *GAME, "undo", "c2", "d2", "again")
    assert screen.count("Match after game 1: Light ½, Dark ½.") == 3
    assert "Match after game 2" not in screen


def test_the_race_says_its_points_and_seats_change(sit: Sitting) -> None:
    screen = " ".join(sit.play("senet-race", *[ANYTHING] * 300, computer=FIRST, games=2).split())
    found = re.search(
        r"Points of this game: Light (\d+), Dark (\d+)\. Match after game 1: you (\d+), computer (\d+)\.", screen
    )
    assert found
    light, dark, mine, theirs = map(int, found.groups())
    assert (mine, theirs) == (dark, light)
    assert mine + theirs > 0
    assert "You have swapped sides." in screen
    assert "Light (you)" in screen
    assert "Dark (Pip, computer, First steps)" in screen


def test_of_a_single_race_the_points_are_said_once(sit: Sitting) -> None:
    screen = " ".join(sit.play("senet-race+max_turns=4", *[ANYTHING] * 12, computer=FIRST).split())
    assert screen.count("Points of this game:") == 1
    assert "Match after game" not in screen


@pytest.mark.parametrize(
    ("system", "lang"), slow_but([*zip(systems(), cycle(LANGUAGES), strict=False)], product(systems(), LANGUAGES))
)
def test_every_game_can_be_played_in_every_language(sit: Sitting, system: str, lang: str) -> None:
    sit.play(system, *[""] * 3, "moves", "rules", "help", "c3", "zz", computer=FIRST, lang=lang)
    assert sit.asked


def test_the_computer_thinks_on_as_many_threads_as_told(monkeypatch: pytest.MonkeyPatch) -> None:
    reports: list[int] = []

    def noted(level: str, seed: int, *, threads: int) -> Player:
        reports.append(threads)
        return player(level, seed)

    monkeypatch.setattr("ibau.terminal.series.player", noted)
    Series(game("seega"), "level1", FIRST, seed=1, games=1, thinking=ThinkingSettings(threads=3)).computers()
    assert reports == [3]


def test_who_gives_a_time_gets_every_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: range(6), raising=False)
    assert [threads_for(None, None), threads_for(None, 2.0), threads_for(3, 2.0), threads_for(3, None)] == [1, 6, 3, 3]
    monkeypatch.setattr("os.sched_getaffinity", lambda _: range(96))
    assert threads_for(None, 0.1) == MOST_THREADS


def test_the_computer_thinks_for_the_time_that_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[Budget | None] = []

    def choose(_self: Player, state: State, budget: Budget | None) -> Choice:
        given.append(budget)
        return Choice(state.actions[0], 0.0, (state.actions[0],), nodes=1, seconds=0.0)

    def leave(_question: str) -> str:
        raise EOFError

    monkeypatch.setattr(LevelPlayer, "choose", choose)
    monkeypatch.setattr("builtins.input", leave)
    for words in (("--time", "2.5"), ()):
        assert run_command(["play", SEEGA, "--opponent", "8", "--seat", "second", *words], "en") == 0
    assert given == [Budget(seconds=2.5)] * 2 + [None] * 2


def test_the_computer_thinks_on_the_time_of_a_person_until_a_line_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    thinks = threading.Event()
    happened: list[str] = []
    lines = iter(("a1", "b1"))

    class Patient(LevelPlayer):
        """Thinks until it is stopped where the person decides, and not at all for itself."""

        def choose(self, state: Any, budget: Any = None, stop: Any = None, report: Any = None) -> Choice:  # noqa: ARG002 - it reports nothing
            if stop is not None:
                assert (state.turn, budget) == (FIRST, Budget(seconds=25.0))
                happened.append("thinks")
                thinks.set()
                assert stop.wait(20)
                happened.append("stops")
            return Choice(state.actions[0], 0.0, (state.actions[0],), nodes=1, seconds=0.0)

    def typed(_question: str) -> str:
        assert thinks.wait(20)
        thinks.clear()
        happened.append("typed")
        if line := next(lines, None):
            return line
        raise EOFError

    monkeypatch.setattr("ibau.terminal.series.player", lambda _level, seed, threads: Patient(seed, threads=threads))
    monkeypatch.setattr("builtins.input", typed)
    assert run_command(["play", SEEGA, "--opponent", "8", "--time", "2.5"], "en") == 0
    assert happened == ["thinks", "typed", "stops"] * 3
