"""The engine protocol, line by line; the process is tested in test_process.py."""

import io
import re
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from ibau.core.game import Game, State
from ibau.core.outcome import FIRST, SECOND
from ibau.games import game
from ibau.players import Budget, Choice, Player, best_player, player
from ibau.players.base import Report, static_choice
from ibau.ugi import UgiServer, serve
from ibau.ugi.server import LONGEST_LINE, PlayerFor
from ibau.ugi.ugi_lines import read_budget

SEEGA = "setoption name Ruleset value seega\n"


class Session:
    """An engine that is set to play Seega, and its answers."""

    def __init__(self, make_player: PlayerFor | None = None) -> None:
        self.sent: list[str] = []
        self.engine = UgiServer(self.sent.append, make_player or (lambda _game, seed, _threads: player("random", seed)))
        self.ask("setoption name Ruleset value seega")

    def ask(self, *lines: str) -> list[str]:
        """The answers to some lines, work included."""
        self.sent.clear()
        for line in lines:
            assert self.engine.handle(line)
        self.engine.finish(at_once=False)
        return list(self.sent)

    def ask_one(self, line: str) -> str:
        [answer] = self.ask(line)
        return answer


@pytest.fixture
def session() -> Iterator[Session]:
    opened = Session()
    yield opened
    opened.engine.finish(at_once=True)


def test_who_it_is_and_its_options(session: Session) -> None:
    answer = session.ask("ugi")
    assert answer[0].startswith("id name Ibau ")
    assert answer[1] == "id author Ibau contributors"
    assert "option name Ruleset type string default seti-aleph" in answer
    assert "option name Threads type spin default 1 min 1 max 8" in answer
    assert answer[-1] == "ugiok"


def test_the_player_is_told_game_seed_and_threads() -> None:
    asked: list[tuple[str, int, int]] = []

    def make_player(played: Game, seed: int, threads: int) -> Player:
        asked.append((str(played.ruleset), seed, threads))
        return player("random", seed)

    session = Session(make_player)
    session.ask("position startpos moves lot1", "go nodes 1", "setoption name threads value 2", "go nodes 1")
    session.ask("setoption name Ruleset value seega-lenient", "setoption name seed value 5")
    session.ask("position startpos moves lot2", "go nodes 1")
    assert asked == [("seega", 0, 1), ("seega", 0, 2), ("seega-lenient", 5, 2)]


@pytest.mark.parametrize(("ruleset", "after"), [("seega", "lot1"), ("senet-race", "t2")])
def test_a_search_thinks_about_every_kind_of_game(ruleset: str, after: str) -> None:
    session = Session(best_player)
    session.ask(f"setoption name Ruleset value {ruleset}", f"position startpos moves {after}")
    found, best = session.ask("go nodes 500 depth 2")
    assert re.match(r"info depth [12] nodes \d+ time \d+ nps \d+ score cp -?\d+ pv ", found)
    assert best.removeprefix("bestmove ") in game(ruleset).initial().play(after).actions


def test_a_game_from_lot_to_questions(session: Session) -> None:
    assert session.ask("isready", "uginewgame", "position startpos") == ["readyok"]
    assert session.ask_one("query tomove") == "response chance"
    assert session.ask_one("query p1turn") == "response false"
    assert session.ask_one("query actions") == "response lot1 lot2"
    assert session.ask_one("query chances") == "response lot1=1/2 lot2=1/2"
    assert session.ask("position startpos moves lot2 a1") == []
    assert session.ask_one("query tomove") == "response second"
    assert session.ask_one("query chances") == "response"
    assert session.ask_one("query gameover") == "response false"
    assert session.ask_one("query result") == "response none"
    assert session.ask_one("query end") == "response"
    assert session.ask_one("query perft 2") == "response 506"
    assert session.ask_one("query perft 5") == f"response {23 * 22 * 21 * 20 * 19}"


def test_the_end_of_a_game(session: Session) -> None:
    race = "LLLLL25 first t1 - 40"  # all dark pawns are off
    assert session.ask("setoption name Ruleset value senet-race", f"position fen {race}") == []
    assert session.ask_one("query gameover") == "response true"
    assert session.ask_one("query result") == "response p2win"
    assert session.ask_one("query end") == "response kind=all_off score=0,15"
    assert session.ask_one("query actions") == "response"
    assert session.ask_one("query tomove") == "response nobody"
    assert session.ask_one("go nodes 1") == "error the game is over: set another `position`, then say go"


def test_thinking(session: Session) -> None:
    *infos, best = session.ask("position startpos moves lot1", "setoption name Seed value 3", "go nodes 10 movetime 9")
    assert infos
    assert all(line.startswith("info depth 1 nodes 1 time ") and " score cp " in line for line in infos)
    action = player("random", 3).choose(game("seega").initial().play("lot1")).action
    assert best == f"bestmove {action}"
    assert infos[-1].endswith(f" pv {action}")


BAD = {
    "hello": "error unknown command 'hello'; known are ugi, isready,",
    "positoin startpos": "error unknown command 'positoin'. Did you mean 'position'",
    "ugi now": "error ugi takes nothing after it, not 'now'",
    "setoption name Ruleset": "error write: setoption name NAME value VALUE",
    "setoption name Rulset value seega": "error unknown option 'Rulset'. Did you mean 'Ruleset'",
    "setoption name Ruleset value sega": "error Unknown ruleset 'sega'. Did you mean 'seega'",
    "setoption name Ruleset value seega+chian=none": "error seega has no option 'chian'. Did you mean 'chain'",
    "setoption name Seed value -1": "error Seed needs a whole number from 0 on, not '-1'",
    "setoption name Seed value 2147483648": "error Seed 2147483648 is larger than 2147483647",
    "setoption name Threads value 0": "error Threads 0 is smaller than 1",
    "setoption name Threads value 9": "error Threads 9 is larger than 8",
    "position": "error write: position startpos",
    "position moves a1": "error write: position startpos",
    "position startpos a1": "error write: position startpos",
    "position fen": "error write: position startpos",
    "position fen 5/5/5/5/5 nobody": "error A Seega position has 8 words",
    "position startpos moves lot1 a1 zz a2": "error action 3: 'zz' is not legal here; legal: b1, ",
    "query": "error cannot be queried: ''; known are gameover",
    "query actoins": "error cannot be queried: 'actoins'. Did you mean 'actions'",
    "query fen now": "error cannot be queried: 'fen now'",
    "query perft": "error cannot be queried: 'perft'",
    "query perft -1": "error perft needs a whole number from 0 on, not '-1'",
    "query perft 101": "error perft 101 would never end; the limit is 100",
    "go fast": "error unknown limit 'fast'; known are movetime, nodes, depth, p1time, .* number, and infinite alone$",
    "go infinite depth 3": "error unknown limit 'infinite'; known are ",
    "go p1inc 5": "error go lacks p1time, the time of the side to move",
    "go p2time 5000 p2inc 5": "error go lacks p1time, the time of the side to move",
    "go p1time 0": "error p1time 0 leaves nothing to think with",
    "go nodes": "error nodes needs a whole number from 0 on, not ''",
    "go nodes 5 nodes 6": "error nodes is given twice",
    "go nodes 0": "error nodes 0 leaves nothing to think with",
    "stop it": "error stop takes nothing after it",
    "quit now": "error quit takes nothing after it, not 'now'",
    "\0": "error unknown command '\\\\x00'",
}


@pytest.mark.parametrize("line", BAD)
def test_a_bad_line_is_answered_and_changes_nothing(session: Session, line: str) -> None:
    session.ask("setoption name Ruleset value seega-lenient", "position startpos moves lot1 a1")
    before = session.ask_one("query fen")
    [answer] = session.ask(line)
    assert re.match(BAD[line], answer), answer
    assert session.ask_one("query fen") == before


@pytest.mark.parametrize("digits", [8, 20, 5000])
def test_a_number_without_end_is_refused(session: Session, digits: int) -> None:
    session.ask("setoption name Ruleset value senet-race")
    assert session.ask_one(f"position fen {'9' * digits} first - - 0").startswith("error '99999999")
    assert session.ask_one("query fen") == f"response {game('senet-race').initial()}"


@pytest.mark.parametrize(
    ("ruleset", "due"),
    [("seega", "lots are to be drawn: add lot1, lot2"), ("senet-race", "a throw is due: add t1, t2, t3, t4, t6")],
)
def test_go_where_chance_decides_says_how_to_go_on(session: Session, ruleset: str, due: str) -> None:
    session.ask(f"setoption name Ruleset value {ruleset}")
    assert session.ask_one("go nodes 5") == f"error {due} to the moves of `position`, by chance, then say go"


BUDGETS = {
    "go": Budget(),
    "go infinite": Budget(),
    "go depth 0": Budget(depth=1),
    "go depth 3 nodes 7": Budget(nodes=7, depth=3),
    "go p1time 60000 p2time 8000 p1inc 0 p2inc 0": Budget(seconds=0.2),
    "go p1time 60000 p2time 8000 p1inc 500 p2inc 400": Budget(seconds=0.5),
    "go p1time 60000 p2time 100 p1inc 500 p2inc 400": Budget(seconds=0.05),  # most of it is to come
    "go p1time 9 p2time 8000 movetime 50": Budget(seconds=0.05),
}


@pytest.mark.parametrize("line", BUDGETS)
def test_limits_are_those_of_the_side_to_move(line: str) -> None:
    """It is the second player's turn."""
    assert read_budget(line.split()[1:], SECOND) == BUDGETS[line]
    swapped = re.sub(r"\bp([12])", lambda found: f"p{3 - int(found[1])}", line)
    assert read_budget(swapped.split()[1:], FIRST) == BUDGETS[line]


def test_a_manager_by_the_book_needs_no_options() -> None:
    """The example of the public specification, in the notation of our games; it waits for answers of two words."""
    answers = served(
        b"\xef\xbb\xbfugi\nisready\nuginewgame\nposition startpos\nisready\nquery p1turn\ngo depth 1\nquery result\n"
    )
    assert answers[0].startswith("id name ")
    short = [answer for answer in answers if len(answer.split()) < 3]
    assert " ".join(answer.split()[0] for answer in short) == "ugiok readyok readyok response bestmove response"
    assert answers[-1] == "response none"


class Endless(Player):
    """Thinks until it is stopped."""

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:
        report(static_choice(state, state.legal[0], 1, 0.5))
        while not stop.wait(0.01) and not budget.seconds:
            pass
        return static_choice(state, state.legal[-1], 9, 0.5)


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.002)


@pytest.mark.parametrize("go", ["go", "go infinite"])
def test_stop_isready_and_quit_are_heard_while_thinking(go: str) -> None:
    session = Session(lambda _game, seed, _threads: Endless(seed))
    session.ask("position startpos moves lot1")
    sent = session.sent
    assert session.engine.handle(go)
    until(lambda: bool(sent))
    assert sent.pop().startswith("info depth 1 nodes 1 time 500 nps 2 score cp 0 pv ")
    for line in ("isready", "query tomove", "position startpos", "query tomove"):
        assert session.engine.handle(line)
    assert sent == ["readyok"]
    sent.clear()
    assert session.engine.handle("stop")
    session.engine.finish(at_once=False)
    assert sent[0].startswith("info depth 1 nodes 9")
    assert sent[1:] == ["bestmove e5", "response first", "response chance"]
    session.ask("position startpos moves lot1")
    assert session.engine.handle("go")
    assert not session.engine.handle("quit")
    assert sent[-1] == "bestmove e5"


class Patient(Player):
    """Has so large a limit that only `stop` ends its thought."""

    def think(self, state: State, _budget: Budget, stop: threading.Event, report: Report) -> Choice:
        report(static_choice(state, state.legal[0], 1, 0.5))
        assert stop.wait(30), "it heard nothing"
        return static_choice(state, state.legal[-1], 9, 0.5)


LONG = ("go nodes 999999999999999", "go movetime 999999999999", "go depth 99", "query perft 60")


@pytest.mark.parametrize("long", LONG)
@pytest.mark.parametrize("more", [(), ("ugi",), ("query fen", "nonsense", "go nodes 5", "query perft 70", "stop it")])
def test_stop_and_quit_are_heard_whatever_has_been_asked_since(long: str, more: tuple[str, ...]) -> None:
    session = Session(lambda _game, seed, _threads: Patient(seed))
    session.ask("position startpos moves lot1")
    began = time.monotonic()
    for ending in ("stop", "quit"):
        for line in (long, *more):
            assert session.engine.handle(line)
        assert session.engine.handle("isready")
        until(lambda: "readyok" in session.sent)
        assert session.engine.handle(ending) == (ending != "quit")
        session.engine.finish(at_once=False)
        answers = [text for text in session.sent if not text.startswith(("info ", "option ", "id "))]
        ended = "bestmove e5" if long.startswith("go") else "error stopped before all paths were counted"
        assert answers[:2] in (["readyok", ended], [ended, "readyok"])
        if "nonsense" in more:
            kinds = [answer.split()[0] for answer in answers[2:]]
            assert kinds == ["response", "error", "bestmove", "error", "error"]
        session.sent.clear()
    assert time.monotonic() - began < 25


@pytest.mark.parametrize("long", [*LONG, "go", "go infinite"])
@pytest.mark.parametrize("more", ["", "ugi\ngo nodes 10\nquery perft 50\n"])
def test_the_end_of_the_input_ends_what_nobody_can_stop_any_more(
    long: str, more: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ibau.ugi.server.SECONDS_AFTER_THE_END", 0.2)
    sink = io.BytesIO()
    source = io.BytesIO(f"{SEEGA}position startpos moves lot1\n{long}\n{more}".encode())
    serve(source, sink, lambda _game, seed, _threads: Patient(seed))
    ended = "bestmove e5" if long.startswith("go") else "error stopped before all paths were counted"
    assert ended in sink.getvalue().decode().splitlines()


class Deaf(Player):
    """Hears nothing, as while something compiles."""

    def __init__(self, enough: threading.Event) -> None:
        super().__init__()
        self._enough = enough

    def think(self, state: State, *_: object) -> Choice:
        self._enough.wait(60)
        return static_choice(state, state.legal[-1], 9, 0.5)


@pytest.mark.parametrize("ending", ["quit\n", ""])
def test_who_hears_nothing_keeps_nobody_waiting(ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibau.ugi.server.SECONDS_AFTER_THE_END", 0.1)
    monkeypatch.setattr("ibau.ugi.job_queue.SECONDS_TO_STOP", 0.1)
    enough, began = threading.Event(), time.monotonic()
    source = io.BytesIO(f"{SEEGA}position startpos moves lot1\ngo nodes 5\nquery fen\n{ending}".encode())
    serve(source, io.BytesIO(), lambda *_: Deaf(enough))
    assert time.monotonic() - began < 20
    enough.set()


def test_what_has_a_limit_reaches_it_after_the_end_of_the_input() -> None:
    answers = served(SEEGA.encode() + b"position startpos moves lot1\nquery perft 3\nquery fen\n")
    assert answers == ["response 12144", f"response {game('seega').initial().play('lot1')}"]


def test_a_thousand_commands_wait_in_line_and_a_flood_of_them_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(lambda _game, seed, _threads: Patient(seed))
    session.ask("position startpos moves lot1")
    assert session.engine.handle("go nodes 5")
    until(lambda: bool(session.sent))
    for _ in range(1000):
        assert session.engine.handle("query tomove")
    monkeypatch.setattr("ibau.ugi.job_queue.MOST_WAITING", 20_000)
    for _ in range(1000):
        assert session.engine.handle("query actions")
    refused = sum(text.startswith("error too many commands are waiting") for text in session.sent)
    assert 300 < refused < 1000
    assert session.engine.handle("stop")
    session.engine.finish(at_once=False)
    assert session.sent.count("response first") == 1000
    assert sum(text.startswith("response a1") for text in session.sent) == 1000 - refused
    assert session.ask_one("query tomove") == "response first"


def test_a_forced_move_too_is_told_only_after_stop(session: Session) -> None:
    session.ask("setoption name Ruleset value senet-race", "position startpos moves t2 8-10 t4")
    assert session.ask_one("query actions") == "response 9-13"
    assert session.engine.handle("go")
    time.sleep(0.05)
    assert session.sent == ["response 9-13"]
    assert session.ask("stop")[-1] == "bestmove 9-13"


class Broken(Player):
    """Fails as no player should."""

    def think(self, state: State, *_: object) -> Choice:
        raise ZeroDivisionError(state.to_move)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_failing_player_is_told_and_the_engine_lives() -> None:
    session = Session(lambda _game, seed, _threads: Broken(seed))
    session.ask("position startpos moves lot1")
    assert session.ask_one("go nodes 1") == "error internal: ZeroDivisionError('first')"
    assert session.ask_one("isready") == "readyok"


@pytest.mark.parametrize("ruleset", ["seega", "senet-race", "seti-aleph"])
def test_perft_is_stopped_soon(session: Session, ruleset: str) -> None:
    """Even where a position has hundreds of actions."""
    session.ask(f"setoption name Ruleset value {ruleset}", "query perft 2")
    session.sent.clear()
    assert session.engine.handle("query perft 60")
    time.sleep(0.1)
    began = time.monotonic()
    assert session.engine.handle("stop")
    session.engine.finish(at_once=False)
    assert time.monotonic() - began < 5
    assert session.sent == ["error stopped before all paths were counted"]


class NobodyListens:
    """A pipe whose reader has gone."""

    def write(self, _data: bytes) -> int:
        raise BrokenPipeError

    def flush(self) -> None:
        """There is nothing to do."""


def test_an_engine_to_which_nobody_listens_ends() -> None:
    lines = io.BytesIO(b"query fen\n" * 100_000)
    with pytest.raises(BrokenPipeError):
        serve(lines, NobodyListens())  # type: ignore[arg-type]


# --- Lines as bytes ------------------------------------------------------------------------------------------------


def served(data: bytes) -> list[str]:
    sink = io.BytesIO()
    serve(io.BytesIO(data), sink)
    return sink.getvalue().decode().splitlines()


def test_bytes_that_are_no_text_are_refused() -> None:
    answers = served(b"\xff\xfe\nsetoption name Ruleset value seega\nquery tomove\r\n\n   \nquit\nugi\n")
    assert answers[0].startswith("error the line is not UTF-8")
    assert answers[1:] == ["response chance"]


def test_a_huge_line_is_refused_whole() -> None:
    huge = b"position startpos moves " + b"a" * 3 * LONGEST_LINE + b"\nisready\n"
    assert served(huge) == [f"error the line is longer than {LONGEST_LINE} bytes", "readyok"]


def test_the_last_line_needs_no_break() -> None:
    assert served(SEEGA.encode() + b"position startpos moves lot1\nquery p1turn") == ["response true"]
