"""Puzzles, found in games between computer players: positions where one action is clearly better than every other.

for puzzle in find_puzzles(ibau.game("seega"), seed=1):
    puzzle.position, puzzle.solution, puzzle.level

Each is searched, and verified with ten times the budget; both searches must find the same action, with a lead of at
least the game's `puzzle_lead`, and the weakest level must miss it.  The seed determines games and puzzles.
"""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

from ibau.core.chance import Dice, advance, below, seed_state
from ibau.core.completion_rates import check_ends
from ibau.core.errors import IbauError
from ibau.core.game import Game, State
from ibau.core.puzzle import Puzzle, PuzzleError, json_of, read_puzzle
from ibau.lab.journal import Journal
from ibau.lab.live_game import LiveGame
from ibau.lab.worker_pool import SharedTool, WorkerPool, process_executor
from ibau.learn.advice import Advice, advise
from ibau.players import Level, Player, levels_of, player
from ibau.players.level_settings import settings_of
from ibau.search.budget import Budget
from ibau.search.calibration import HALF_A_GAME
from ibau.search.network import FEATURES, network_of, shipped_file

PROMISE_BUDGET = Budget(nodes=2_000)  # of a first filter, in games with throws
SEARCH_BUDGET = Budget(nodes=20_000)
VERIFY_BUDGET = Budget(nodes=200_000)
PROOF_BUDGET = Budget(nodes=1_500_000)  # where one action wins: to see whether another one wins later
QUICK_NODES = 3_000  # the most nodes of the levels that play the games
MAX_ACTIONS = 400  # of a game that are searched for puzzles
MIN_CHOICES = 3  # legal actions: with two, a guess is too often right
MAX_LINE = 7  # actions
MIN_ACTIONS_BETWEEN = 6  # actions between two puzzles of one game
TRIALS = 7  # how often a level tries a puzzle
DIGITS = 3  # of a value

WORKER_DIED = "A process has died while searching: killed, or out of memory?"

Progress = Callable[[int, int], None]  # (games, positions) looked at so far


class FinderError(IbauError):
    """A search for puzzles that failed."""


class PuzzleOrigin(NamedTuple):
    """Where a position occurred: the seed, the number of the game, and the number of decisions before it."""

    seed: int
    game: int
    at: int


class FoundPuzzle(NamedTuple):
    """A puzzle, and where it was found."""

    puzzle: Puzzle
    origin: PuzzleOrigin


def find_puzzles(
    game: Game, seed: int = 0, stop: threading.Event | None = None, progress: Progress | None = None
) -> Iterator[Puzzle]:
    """Yield puzzles, each once, until `stop` is set."""
    return (found.puzzle for found in PuzzleFinder(game, seed).find(stop, progress))


class PuzzleFinder:
    """Finds puzzles, in the same order with any number of processes."""

    def __init__(self, game: Game, seed: int, known: Sequence[FoundPuzzle] = ()) -> None:
        """Continue after the last of the `known` puzzles.  Raises EndlessError for rules under which few games end."""
        check_ends(game)
        self._game = game
        self._seed = seed
        self._seen: set[object] = set()
        self._last: PuzzleOrigin | None = None
        for found in known:
            self._remember(found.origin, game.state(found.puzzle.position))

    def find(
        self, stop: threading.Event | None = None, progress: Progress | None = None, workers: int = 1
    ) -> Iterator[FoundPuzzle]:
        """Yield puzzles until `stop` is set; `progress` is called with the games and positions searched so far."""
        searched = 0
        with WorkerPool(process_executor(workers), workers, SharedTool(self._game), FinderError(WORKER_DIED)) as pool:
            for origin, state, puzzle in pool.map(find_at, self._candidates(stop)):
                if self._is_known(origin, state):  # again: puzzles may have been found since it became a candidate
                    continue
                searched += 1
                if progress:
                    progress(origin.game + 1, searched)
                if puzzle:
                    self._remember(origin, state)
                    yield FoundPuzzle(puzzle, origin)

    def _candidates(self, stop: threading.Event | None) -> Iterator[tuple[PuzzleOrigin, State]]:
        """Yield the positions to search, game by game."""
        for number in count(self._last.game if self._last else 0):
            for at, state in enumerate(game_states(self._game, self._seed, number)):
                if stop and stop.is_set():
                    return
                origin = PuzzleOrigin(self._seed, number, at)
                if not self._is_known(origin, state):
                    yield origin, state

    def _is_known(self, origin: PuzzleOrigin, state: State) -> bool:
        """Whether to skip a position: close to a puzzle, with few choices, or equal to a known one by symmetry."""
        last = self._last
        near = last and (origin.game, origin.at) < (last.game, last.at + MIN_ACTIONS_BETWEEN)
        return near or len(state.legal) < MIN_CHOICES or position_key(state) in self._seen

    def _remember(self, origin: PuzzleOrigin, state: State) -> None:
        self._last = origin
        self._seen |= symmetric_keys(state)


def find_at(_game: Game, candidate: tuple[PuzzleOrigin, State]) -> tuple[PuzzleOrigin, State, Puzzle | None]:
    """Search a candidate; None if it is no puzzle."""
    origin, state = candidate
    return origin, state, puzzle_at(state) if is_promising(state) else None


# --- The games -------------------------------------------------------------------------------------------------------


def game_states(game: Game, seed: int, number: int) -> Iterator[State]:
    """Play game `number` of a seed, and yield the positions in which a player decides, without their history."""
    random = seed_state(seed, number)
    players: list[Player] = []
    for _ in range(2):
        random = advance(random)
        levels = quick_levels(game)
        players.append(player(levels[below(random, len(levels))].id, random))
    live = LiveGame(game.initial(), Dice(random).roll)
    for state in live.decisions(MAX_ACTIONS):
        yield game.state(str(state))
        live.play(players[state.turn].choose(state).action)


def quick_levels(game: Game) -> Sequence[Level]:
    """The levels that play the games."""
    settings = settings_of(game.system)
    return [
        level
        for level in levels_of(game.system)
        if not settings[level.id].seconds and (settings[level.id].nodes or 0) <= QUICK_NODES
    ]


def position_key(state: State) -> object:
    """The key of a position, without its counters."""
    return state.game.system.rulebook.key(state.game.rules, state.position)


def symmetric_keys(state: State) -> set[object]:
    """The keys of a position and of its mirrored and rotated images."""
    images = [symmetry.position(state.position) for symmetry in state.game.system.symmetries]
    return {position_key(state), *(position_key(State(state.game, image)) for image in images)}


# --- A position ------------------------------------------------------------------------------------------------------


def is_promising(state: State) -> bool:
    """Whether to search a position: in games with throws, after a quick filter."""
    system = state.game.system
    return not system.has_throws or lead(uncalibrated_advice(state, PROMISE_BUDGET)) >= system.puzzle_lead / 2


def puzzle_at(state: State) -> Puzzle | None:
    """The puzzle of a position in which a player has a choice; None if it is no puzzle."""
    first, threshold = uncalibrated_advice(state, SEARCH_BUDGET), state.game.system.puzzle_lead
    if lead(first) < threshold:
        return None
    advice = uncalibrated_advice(state, VERIFY_BUDGET, seed=1)
    best, second, *_ = advice
    if lead(advice) < threshold or best.action != first[0].action or not wins_alone(state, advice):
        return None
    level = weakest_level(state, best.action)
    if level == levels_of(state.game.system)[0]:
        return None
    return Puzzle(
        ruleset=str(state.game.ruleset),
        position=str(state),
        solution=best.action,
        line=best.line[:MAX_LINE],
        value=round(best.value, DIGITS),
        second=round(second.value, DIGITS),
        level=level.id,
        answers=replies(state, advice[1:]),
        threshold=threshold,
    )


def uncalibrated_advice(state: State, budget: Budget, seed: int = 0) -> tuple[Advice, ...]:
    """Advice by raw search values, for which the games' `puzzle_lead` was chosen, not by calibrated chances."""
    evaluator = str(shipped_file(state.game.system)) if len(network_of(state.game).bias) else FEATURES
    return advise(state, budget, seed, evaluator=evaluator)


def wins_alone(state: State, advice: Sequence[Advice]) -> bool:
    """Whether no second action wins too, even if more slowly."""
    if advice[0].value < 1 or lead(advice) >= HALF_A_GAME:
        return True
    return uncalibrated_advice(state, PROOF_BUDGET)[1].value < 1


def lead(advice: Sequence[Advice]) -> float:
    """The difference in value between the best action and the second best."""
    return advice[0].value - advice[1].value


def replies(state: State, others: Sequence[Advice]) -> dict[str, str]:
    """The opponent's replies to these actions, where it moves next."""
    replied = [(advice.action, advice.line[1]) for advice in others if len(advice.line) > 1]
    return {action: reply for action, reply in replied if state.play(action).turn != state.turn}


def weakest_level(state: State, solution: str) -> Level:
    """The weakest level that mostly finds the solution; the strongest level is not tried."""
    *others, strongest = levels_of(state.game.system)
    return next((level for level in others if level_finds(level, state, solution)), strongest)


def level_finds(level: Level, state: State, solution: str) -> bool:
    """Whether a level finds the solution in most trials."""
    tries = [player(level.id, seed).choose(state).action for seed in range(TRIALS)]
    return tries.count(solution) > TRIALS // 2


ORIGIN_KEY = "found"  # of the origin, in the line of a puzzle


def found_line(found: FoundPuzzle) -> str:
    """The JSON line of a puzzle and its origin."""
    return json_of(found.puzzle, {ORIGIN_KEY: found.origin._asdict()})


def read_found_puzzles(journal: Journal, game: Game, seed: int | None) -> list[FoundPuzzle]:
    """Read the puzzles of an earlier search, in order, and remove an incomplete last line from the journal.

    Raises PuzzleError for a file with other content, and for one of another game or seed.
    """
    found = [_read(line, f"{journal.path}, line {n}", game, seed) for n, line in enumerate(journal.lines, 1)]
    journal.keep(len(found))
    return found


def _read(line: bytes, where: str, game: Game, seed: int | None) -> FoundPuzzle:
    try:
        fields = json.loads(line)
        origin = PuzzleOrigin(**fields.pop(ORIGIN_KEY))
        found = FoundPuzzle(read_puzzle(fields), origin)
        game.state(found.puzzle.position)
    except (ValueError, TypeError, KeyError, AttributeError, IbauError) as error:
        raise PuzzleError(f"{where}: this is no puzzle that `ibau puzzles` has found in {game.ruleset}.") from error
    if found.puzzle.ruleset != str(game.ruleset) or (seed is not None and seed != origin.seed):
        begun = f"ibau puzzles {found.puzzle.ruleset} --seed {origin.seed}"
        raise PuzzleError(f"{where}: this file was begun with `{begun}`; continue with that, or name another file.")
    return found
