"""The lines of the protocol: parsing commands and formatting answers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ibau.core.errors import IbauError, IllegalActionError, join_names
from ibau.core.game import State
from ibau.core.limits import LARGEST_SEED, MOST_THREADS
from ibau.core.outcome import CHANCE, FIRST, NOBODY
from ibau.core.quoting import quote
from ibau.players import Budget, Choice
from ibau.players.engine import HUNDREDTHS

LIMITS = ("movetime", "nodes", "depth")
CLOCKS = ("p1time", "p2time", "p1inc", "p2inc")
MOVES_TO_COME = 40  # moves that the time left on a clock must last for
RULESET = "Ruleset"


class CommandError(IbauError):
    """A line is not a valid command."""


class Spin(NamedTuple):
    """An integer option, UCI's "spin"."""

    name: str
    default: int
    least: int
    most: int


SPINS = (Spin("Seed", 0, 0, LARGEST_SEED), Spin("Threads", 1, 1, MOST_THREADS))
OPTIONS = (RULESET, *(spin.name for spin in SPINS))


# --- Commands ---------------------------------------------------------------------------------------------------------


def read_budget(words: Sequence[str], turn: int) -> Budget:
    """The limits after `go` for the side to move; empty or `infinite` means until stopped.  Raises CommandError."""
    if words == ["infinite"]:
        return Budget()
    limits: dict[str, int] = {}
    for name, value in zip(words[::2], [*words[1::2], ""], strict=False):
        if name not in (*LIMITS, *CLOCKS):
            known = f"{join_names([*LIMITS, *CLOCKS])}, each with a number"
            raise CommandError(f"unknown limit {quote(name)}; known are {known}, and infinite alone")
        if name in limits:
            raise CommandError(f"{name} is given twice")
        limits[name] = read_number(name, value)
        if name in ("movetime", "nodes", "p1time", "p2time") and not limits[name]:
            raise CommandError(f"{name} 0 leaves nothing to think with")
    depth = max(1, limits["depth"]) if "depth" in limits else None
    return Budget(_seconds(limits, turn), limits.get("nodes"), depth)


def _seconds(limits: Mapping[str, int], turn: int) -> float | None:
    """The seconds for the side to move, by `movetime` or its clock.  Raises CommandError."""
    own = "p1" if turn == FIRST else "p2"
    given, left = limits.get("movetime"), limits.get(f"{own}time")
    if left is None and any(name in limits for name in CLOCKS):
        raise CommandError(f"go lacks {own}time, the time of the side to move")
    milliseconds = [] if given is None else [float(given)]
    if left is not None:
        milliseconds.append(min(left / 2, left / MOVES_TO_COME + 0.75 * limits.get(f"{own}inc", 0)))
    return min(milliseconds) / 1000 if milliseconds else None


def play_actions(state: State, actions: Sequence[str]) -> State:
    """The state after some actions.  Raises CommandError naming an illegal one."""
    for n, action in enumerate(actions, 1):
        try:
            state = state.play(action)
        except IllegalActionError as error:
            raise CommandError(f"action {n}: {error}") from error
    return state


def read_number(what: str, text: str) -> int:
    """Parse a whole number.  Raises CommandError."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise CommandError(f"{what} needs a whole number from 0 on, not {quote(text)}")
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
    """Raise CommandError if a command without arguments has any."""
    if words:
        raise CommandError(f"{command} takes nothing after it, not {quote(' '.join(words))}")


def expect_decision(state: State) -> None:
    """Raise CommandError, with what to do instead, if no player is to move."""
    if state.turn == CHANCE:
        due = "lots are to be drawn" if all(action.startswith("lot") for action in state.actions) else "a throw is due"
        raise CommandError(f"{due}: add {join_names(state.actions)} to the moves of `position`, by chance, then say go")
    if state.turn == NOBODY:
        raise CommandError("the game is over: set another `position`, then say go")


# --- Answers --------------------------------------------------------------------------------------------------------


def _yes_or_no(truth: bool) -> str:
    return "true" if truth else "false"


def _end(state: State) -> list[str]:
    """How a game ended: `kind=major`, with the score where there is one."""
    result = state.result
    if not result:
        return []
    return [f"kind={result.kind}", *(["score={},{}".format(*result.score)] if result.score else [])]


QUERIES: dict[str, Callable[[State], Iterator[str] | Sequence[str]]] = {
    "gameover": lambda state: [_yes_or_no(state.turn == NOBODY)],
    "p1turn": lambda state: [_yes_or_no(state.turn == FIRST)],
    "tomove": lambda state: [state.to_move],
    "actions": lambda state: state.actions,
    "chances": lambda state: [f"{action}={chance}" for action, chance in state.chances.items()],
    "result": lambda state: [state.result.word if state.result else "none"],
    "end": _end,
    "fen": lambda state: [str(state)],
}


def info(choice: Choice) -> str:
    """A player's result in UCI's format; the score is in hundredths of a win for the player to move."""
    milliseconds = round(1000 * choice.seconds)
    per_second = round(choice.nodes / choice.seconds) if choice.seconds > 0 else 0
    return (
        f"info depth {choice.depth or len(choice.line)} nodes {choice.nodes} time {milliseconds} nps {per_second} "
        f"score cp {round(HUNDREDTHS * choice.value)} pv {' '.join(choice.line)}"
    )
