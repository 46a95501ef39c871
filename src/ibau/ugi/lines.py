"""The lines of the protocol: what they ask, and what is answered."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ibau.core.errors import IbauError, IllegalAction, listed
from ibau.core.game import State
from ibau.core.limits import LARGEST_SEED, MOST_THREADS
from ibau.core.outcome import CHANCE, FIRST, NOBODY
from ibau.core.quoting import quoted
from ibau.players import Budget, Choice
from ibau.players.engine import HUNDREDTHS

LIMITS = ("movetime", "nodes", "depth")
RULESET = "Ruleset"


class CommandError(IbauError):
    """A line that is not a command."""


class Spin(NamedTuple):
    """An option that is a whole number."""

    name: str
    default: int
    least: int
    most: int


SPINS = (Spin("Seed", 0, 0, LARGEST_SEED), Spin("Threads", 1, 1, MOST_THREADS))
OPTIONS = (RULESET, *(spin.name for spin in SPINS))


# --- What they ask ----------------------------------------------------------------------------------------------------


def read_budget(words: Sequence[str]) -> Budget:
    """The limits after `go`; none means until stopped.  Raises CommandError."""
    limits: dict[str, int] = {}
    for name, value in zip(words[::2], [*words[1::2], ""], strict=False):
        if name not in LIMITS:
            known = f"{listed(LIMITS)}, each with a number"
            raise CommandError(f"unknown limit {quoted(name)}; known are {known}; go alone thinks until stop")
        if name in limits:
            raise CommandError(f"{name} is given twice")
        limits[name] = read_number(name, value)
        if not limits[name]:
            raise CommandError(f"{name} 0 leaves nothing to think with")
    milliseconds = limits.get("movetime")
    seconds = None if milliseconds is None else milliseconds / 1000
    return Budget(seconds, limits.get("nodes"), limits.get("depth"))


def played(state: State, actions: Sequence[str]) -> State:
    """The state after some actions.  Raises CommandError naming the one that is not legal."""
    for n, action in enumerate(actions, 1):
        try:
            state = state.play(action)
        except IllegalAction as error:
            raise CommandError(f"action {n}: {error}") from error
    return state


def read_number(what: str, text: str) -> int:
    """Raises CommandError."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise CommandError(f"{what} needs a whole number from 0 on, not {quoted(text)}")
    return int(text)


def read_spin(spin: Spin, text: str) -> int:
    """The value of an option.  Raises CommandError."""
    number = read_number(spin.name, text)
    if number > spin.most:
        raise CommandError(f"{spin.name} {number} is larger than {spin.most}")
    if number < spin.least:
        raise CommandError(f"{spin.name} {number} is smaller than {spin.least}")
    return number


def expect_nothing(command: str, words: Sequence[str]) -> None:
    """Raise CommandError where something follows a command that stands alone."""
    if words:
        raise CommandError(f"{command} takes nothing after it, not {quoted(' '.join(words))}")


def expect_decision(state: State) -> None:
    """Raise CommandError, which says how to go on, where there is nothing to think about."""
    if state.turn == CHANCE:
        due = "lots are to be drawn" if all(action.startswith("lot") for action in state.actions) else "a throw is due"
        raise CommandError(f"{due}: add {listed(state.actions)} to the moves of `position`, by chance, then say go")
    if state.turn == NOBODY:
        raise CommandError("the game is over: set another `position`, then say go")


# --- What is answered -------------------------------------------------------------------------------------------------


def _yes_or_no(truth: bool) -> str:
    return "true" if truth else "false"


def result_words(state: State) -> list[str]:
    """How a game ended: `p1win kind=major`, with the score where there is one."""
    result = state.result
    if not result:
        return ["none"]
    words = [result.word, f"kind={result.kind}"]
    if result.score:
        words.append("score={},{}".format(*result.score))
    return words


QUERIES: dict[str, Callable[[State], Iterator[str] | Sequence[str]]] = {
    "gameover": lambda state: [_yes_or_no(state.turn == NOBODY)],
    "p1turn": lambda state: [_yes_or_no(state.turn == FIRST)],
    "tomove": lambda state: [state.to_move],
    "actions": lambda state: state.actions,
    "chances": lambda state: [f"{action}={chance}" for action, chance in state.chances.items()],
    "result": result_words,
    "fen": lambda state: [str(state)],
}


def info(choice: Choice) -> str:
    """What a player thinks, in UCI's form; the score is in hundredths of a win for the player to move."""
    milliseconds = round(1000 * choice.seconds)
    per_second = round(choice.nodes / choice.seconds) if choice.seconds > 0 else 0
    return (
        f"info depth {choice.depth or len(choice.line)} nodes {choice.nodes} time {milliseconds} nps {per_second} "
        f"score cp {round(HUNDREDTHS * choice.value)} pv {' '.join(choice.line)}"
    )
