"""Puzzles, found in games between computer players: positions where one action is far better than every other.

for puzzle in find_puzzles(ibau.game("seega"), seed=1):
    puzzle.position, puzzle.solution, puzzle.level

Each is looked at with a budget for a glance, and verified with ten times as much; both find the same action, and that
it leads by LEAST_LEAD.  What the weakest level finds is no puzzle.  Games, and so puzzles, follow from the seed.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import count

from ibau.analysis.advice import Advice, advise
from ibau.core.chance import Dice, advance, below, seeded
from ibau.core.game import Game, State
from ibau.core.outcome import CHANCE, NOBODY
from ibau.core.puzzle import LEAST_LEAD, Puzzle
from ibau.players import Level, Player, levels_of, player
from ibau.players.settings import settings_of
from ibau.search.budget import Budget

SIGHT = Budget(nodes=2_000)  # where throws come between, what leads is seen as soon as that
GLANCE = Budget(nodes=20_000)
VERIFYING = Budget(nodes=200_000)
QUICK = 3_000  # nodes: the levels that think no longer play the games
LONGEST = 400  # actions of a game that are looked at
FEWEST_ACTIONS = 3  # to choose among: of two one finds the right one by chance
LONGEST_LINE = 7  # actions: what is farther away is seldom played so
APART = 6  # actions between two puzzles of one game
TRIALS = 7  # how often a level tries a puzzle
DIGITS = 3  # of a value

Progress = Callable[[int, int], None]  # (games, positions) looked at so far


def find_puzzles(
    game: Game, seed: int = 0, stop: threading.Event | None = None, progress: Progress | None = None
) -> Iterator[Puzzle]:
    """Puzzle after puzzle, none of them twice, until `stop` is set."""
    seen: set[object] = set()
    looked = 0
    for number in count():
        quiet = 0  # until so many actions have been played
        for at, state in enumerate(played_game(game, seed, number)):
            if stop and stop.is_set():
                return
            if at < quiet or len(state.legal) < FEWEST_ACTIONS or position_key(state) in seen:
                continue
            looked += 1
            if progress:
                progress(number + 1, looked)
            if is_promising(state) and (puzzle := puzzle_at(state)):
                seen |= alike(state)
                quiet = at + APART
                yield puzzle


# --- The games -------------------------------------------------------------------------------------------------------


def played_game(game: Game, seed: int, number: int) -> Iterator[State]:
    """The positions of a game in which a player decides, each as if the game began with it."""
    random = seeded(seed, number)
    players: list[Player] = []
    for _ in range(2):
        random = advance(random)
        levels = quick_levels(game)
        players.append(player(levels[below(random, len(levels))].id, random))
    dice = Dice(random)
    state = game.initial()
    for _ in range(LONGEST):
        if state.turn == NOBODY:
            return
        if state.turn == CHANCE:
            state = state.play(state.drawn(dice.roll()))
        else:
            yield game.state(str(state))
            state = state.play(players[state.turn].choose(state).action)


def quick_levels(game: Game) -> Sequence[Level]:
    """The levels that play the games."""
    settings = settings_of(game.system)
    return [
        level
        for level in levels_of(game.system)
        if not settings[level.id].seconds and (settings[level.id].nodes or 0) <= QUICK
    ]


def position_key(state: State) -> object:
    """What two positions have in common that differ in nothing but counters."""
    return state.game.system.rulebook.key(state.game.rules, state.position)


def alike(state: State) -> set[object]:
    """The position itself and as a mirror or a turn of the board shows it."""
    images = [symmetry.position(state.position) for symmetry in state.game.system.symmetries]
    return {position_key(state), *(position_key(State(state.game, image)) for image in images)}


# --- A position ------------------------------------------------------------------------------------------------------


def is_promising(state: State) -> bool:
    """Is it worth a glance?  In games without throws everything is."""
    return not state.game.system.has_throws or lead(advise(state, SIGHT)) >= LEAST_LEAD / 2


def puzzle_at(state: State) -> Puzzle | None:
    """The puzzle of a position in which a player has a choice, where there is one."""
    glance = advise(state, GLANCE)
    if lead(glance) < LEAST_LEAD:
        return None
    advice = advise(state, VERIFYING, seed=1)
    best, second, *_ = advice
    if lead(advice) < LEAST_LEAD or best.action != glance[0].action:
        return None
    level = weakest_level(state, best.action)
    if level == levels_of(state.game.system)[0]:
        return None
    return Puzzle(
        ruleset=str(state.game.ruleset),
        position=str(state),
        solution=best.action,
        line=best.line[:LONGEST_LINE],
        value=round(best.value, DIGITS),
        second=round(second.value, DIGITS),
        level=level.id,
        answers=answers(state, advice[1:]),
    )


def lead(advice: Sequence[Advice]) -> float:
    """How much better the best action is than every other."""
    return advice[0].value - advice[1].value


def answers(state: State, others: Sequence[Advice]) -> dict[str, str]:
    """What the other side answers to some actions, where it has the next move."""
    replied = [(advice.action, advice.line[1]) for advice in others if len(advice.line) > 1]
    return {action: reply for action, reply in replied if state.play(action).turn != state.turn}


def weakest_level(state: State, solution: str) -> Level:
    """The weakest level that finds an action more often than not; the strongest where those that count nodes do not."""
    *others, strongest = levels_of(state.game.system)
    return next((level for level in others if finds(level, state, solution)), strongest)


def finds(level: Level, state: State, solution: str) -> bool:
    """Does a level find an action more often than not?"""
    tries = [player(level.id, seed).choose(state).action for seed in range(TRIALS)]
    return tries.count(solution) > TRIALS // 2
