"""Random and greedy games in a compiled loop that counts what happens in each: one row a game."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.chance import advance, below, draw, word
from ibau.core.contract import WIN, System
from ibau.core.game import State
from ibau.core.outcome import CHANCE, FIRST, NOBODY, value_for_first
from ibau.core.uses import Use
from ibau.lab.studies.rows import Rows, use_column
from ibau.lab.studies.streams import streams_of
from ibau.machine.choosing import NativeRoom
from ibau.machine.rule import loop, once, rule
from ibau.search.history import History, take_back
from ibau.search.playout import LONGEST_PLAYOUT, history_of, make_reach

PLAYERS = ("random", "greedy")  # whoever plays in the loop


class Columns(NamedTuple):
    """What the loop notes, a row a game; shapes (games,), and (games, uses) of the last."""

    outcome: NDArray[np.int32]  # 0 where a game was given up
    starter: NDArray[np.int32]  # FIRST or SECOND
    decisions: NDArray[np.int32]
    throws: NDArray[np.int32]
    turns: NDArray[np.int32]
    forced: NDArray[np.int32]  # turns without a choice
    choices: NDArray[np.int32]  # legal actions, summed over the decisions
    uses: NDArray[np.int32]  # how often each was met


def new_columns(games: int, uses: int) -> Columns:
    """Room for so many games."""
    counts = {name: np.zeros(games, np.int32) for name in Columns._fields}
    return Columns(**counts | {"uses": np.zeros((games, uses), np.int32)})


def counted_games(state: State, players: str, seed: int, first: int, games: int) -> Rows:
    """The rows of the games of these numbers, played by "random" or "greedy" players from a state on."""
    system = state.game.system
    columns = new_columns(games, len(system.uses))
    run = make_games(system)
    greedy = int(players == "greedy")
    run(
        state.game.rules,
        state.position,
        history_of(state, NativeRoom()),
        streams_of(seed, first, games),
        columns,
        greedy,
    )
    rows: Rows = {name: getattr(columns, name) for name in Columns._fields[:-1]}
    return rows | {use_column(use): columns.uses[:, n] for n, use in enumerate(system.uses)}


@once
def make_games(system: System) -> Callable[..., None]:
    """Many games from one position; `greedy` is 0 or 1."""
    game = make_game(system)

    @loop
    def games(
        rules: Any, position: Any, history: History, streams: NDArray[np.int64], columns: Columns, greedy: int
    ) -> None:
        equals = np.zeros(system_actions, np.int32)
        for n in range(columns.outcome.size):
            game(rules, position, history, streams[n], columns, n, equals if greedy else equals[:0])

    system_actions = system.action_count
    return games


@once
def make_game(system: System) -> Callable[..., None]:
    """One game to its end, and its row; the history comes back as it was."""
    rulebook = system.rulebook
    turn, actor, chances = rulebook.turn, rulebook.actor, rulebook.chances
    moves, count, play, deed = rulebook.moves, rulebook.count, rulebook.play, rulebook.deed
    reach, choose, note = make_reach(rulebook), make_choose(system), make_note(system.uses)

    @rule
    def game(rules: Any, position: Any, history: History, streams: Any, columns: Columns, n: int, equals: Any) -> None:
        past = history.used[0]
        dice, first, second = int(streams[0]), int(streams[1]), int(streams[2])
        decisions = throws = turns = forced = choices = free = 0
        starter = mover = NOBODY
        end = reach(rules, position, history)
        while not end and decisions + throws < LONGEST_PLAYOUT:
            seat = actor(rules, position)
            if seat != mover:  # a turn begins; the lot is nobody's
                forced += int(mover < CHANCE and not free)
                turns += int(seat != CHANCE)
                starter = seat if starter >= CHANCE else starter
                mover, free = seat, 0
            if turn(rules, position) == CHANCE:
                dice = advance(dice)
                position = play(rules, position, draw(chances(rules, position), word(dice) >> 28))
                throws += int(seat != CHANCE)
            else:
                legal = moves(rules, position)
                width = count(legal)
                if seat == FIRST:
                    first = advance(first)
                else:
                    second = advance(second)
                action = choose(rules, position, history, legal, width, first if seat == FIRST else second, equals)
                after = play(rules, position, action)
                note(rules, position, deed(rules, position, action), after, columns.uses, n)
                position = after
                decisions += 1
                choices += width
                free |= int(width > 1)
            end = reach(rules, position, history)
        take_back(history, past)
        columns.outcome[n], columns.starter[n] = end, starter
        columns.decisions[n], columns.throws[n] = decisions, throws
        columns.turns[n], columns.forced[n] = turns, forced + int(mover < CHANCE and not free)
        columns.choices[n] = choices

    return game


@once
def make_choose(system: System) -> Callable[..., int]:
    """The action of a random or greedy player, by one random number."""
    nth, judge = system.rulebook.nth, make_at_sight(system)

    @rule
    def choose(rules: Any, position: Any, history: History, legal: Any, width: int, random: int, equals: Any) -> int:
        """An action: with room for `equals` the best at sight, any of those that look alike; else any legal one."""
        if not equals.size or width == 1:
            return nth(legal, below(random, width))
        found, most = 0, -2 * WIN
        for n in range(width):
            value = judge(rules, position, history, nth(legal, n))
            if value > most:
                found, most = 0, value
            if value == most:
                equals[found] = n
                found += 1
        return nth(legal, int(equals[below(random, found)]))

    return choose


@once
def make_at_sight(system: System) -> Callable[[Any, Any, History, int], int]:
    """How good an action looks for whoever plays it: as `players.simple` sees it."""
    actor, play, judge = system.rulebook.actor, system.rulebook.play, system.evaluation.judge
    reach = make_reach(system.rulebook)

    @rule
    def at_sight(rules: Any, position: Any, history: History, action: int) -> int:
        after = play(rules, position, action)
        past = history.used[0]
        end = reach(rules, after, history)
        take_back(history, past)
        value = WIN * value_for_first(end) if end else judge(rules, after)
        return value if actor(rules, position) == FIRST else -value

    return at_sight


@once
def make_note(uses: tuple[Use, ...]) -> Callable[[Any, Any, Any, Any, Any, int], None]:
    """Count what was made use of: the last one after those before it, as compiled code must know each."""
    if not uses:

        @rule
        def nothing(rules: Any, before: Any, deed: Any, after: Any, counts: Any, n: int) -> None:
            pass

        return nothing

    before_it, met, place = make_note(uses[:-1]), uses[-1].met, len(uses) - 1

    @rule
    def note(rules: Any, before: Any, deed: Any, after: Any, counts: Any, n: int) -> None:
        before_it(rules, before, deed, after, counts, n)
        if met(rules, before, deed, after):
            counts[n, place] += 1

    return note
