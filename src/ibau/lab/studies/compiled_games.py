"""Games in a compiled loop that counts what happens in them, one row per game: tens of thousands of games a second.

Players: "random" plays random actions; "greedy" takes the action with the best evaluation; "ahead" looks one decision
further, over all throws in between.  The careless ones play half of their actions, chosen by lot, at random.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.chance import MASK_32, MULTIPLIER, SIXTEENTHS, advance, below, draw, word
from ibau.core.contract import WIN, RuleEvent, System
from ibau.core.game import State
from ibau.core.outcome import CHANCE, FIRST, NOBODY, value_for_first
from ibau.machine.machines import NativeMachine
from ibau.machine.rule import loop, once, rule
from ibau.search.history import History, take_back
from ibau.search.playout import LONGEST_PLAYOUT, history_of, make_reach

STREAMS = 3  # generators of a game: of its throws, the first seat, the second

GOLDEN = 0x9E3779B97F4A7C15
MIXERS = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))


def streams_of(seed: int, first: int, games: int) -> NDArray[np.int64]:
    """The initial generator states of the games `first` to `first + games`, int64 [games, 3].

    Each is `chance.seed_state(seed, 3 * number + stream)`, computed for all at once.
    """
    numbers = np.arange(STREAMS * first, STREAMS * (first + games), dtype=np.uint64)
    mixed = np.uint64(seed % (1 << 64)) + (numbers + np.uint64(1)) * np.uint64(GOLDEN)
    for shift, multiplier in MIXERS:
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(multiplier)
    mixed ^= mixed >> np.uint64(31)
    upper = (mixed >> np.uint64(32)) % np.uint64(MULTIPLIER - 1)
    states = upper << np.uint64(32) | mixed & np.uint64(MASK_32) | np.uint64(1)
    return states.astype(np.int64).reshape(games, STREAMS)


PLAYERS = ("random", "greedy", "ahead", "careless greedy", "careless ahead")
RANDOM, GREEDY, AHEAD, CARELESS, _ = range(len(PLAYERS))

Rows = dict[str, NDArray[Any]]


class GameColumns(NamedTuple):
    """What the loop records, one row per game; shapes (games,), and (games, events) of the last."""

    outcome: NDArray[np.int32]  # 0 if a game was abandoned
    starter: NDArray[np.int32]  # FIRST or SECOND
    decisions: NDArray[np.int32]
    throws: NDArray[np.int32]
    turns: NDArray[np.int32]
    forced: NDArray[np.int32]  # turns without a choice
    choices: NDArray[np.int32]  # legal actions, summed over the decisions
    events: NDArray[np.int32]  # how often each event happened


class GameLoopRun(NamedTuple):
    """What the games of a run share."""

    streams: NDArray[np.int64]  # [games, 3] of random numbers
    seated: tuple[int, int]  # the players of FIRST and SECOND in games of even numbers, swapped in odd ones
    columns: GameColumns
    equals: NDArray[np.int32]  # a buffer for actions of equal value


def new_columns(games: int, events: int) -> GameColumns:
    """Empty columns for this many games and events."""
    counts = {name: np.zeros(games, np.int32) for name in GameColumns._fields}
    return GameColumns(**counts | {"events": np.zeros((games, events), np.int32)})


def event_column(event: RuleEvent) -> str:
    """The name of the column that counts an event."""
    return f"event.{event.id}"


def compiled_games(state: State, players: Sequence[str], seed: int, first: int, games: int) -> Rows:
    """Play the games `first` to `first + games` from a state; the two players swap seats from game to game."""
    system = state.game.system
    columns = new_columns(games, len(system.rule_events))
    one, other = (PLAYERS.index(name) for name in players)
    seated = (one, other) if first % 2 == 0 else (other, one)
    run = GameLoopRun(streams_of(seed, first, games), seated, columns, np.zeros(system.action_count, np.int32))
    make_games(system)(state.game.rules, state.position, history_of(state, NativeMachine()), run)
    rows: Rows = {name: getattr(columns, name) for name in GameColumns._fields[:-1]}
    return rows | {event_column(event): columns.events[:, n] for n, event in enumerate(system.rule_events)}


@once
def make_games(system: System) -> Callable[..., None]:
    """A loop that plays many games from one position."""
    game = make_game(system)

    @loop
    def games(rules: Any, position: Any, history: History, run: GameLoopRun) -> None:
        for n in range(run.columns.outcome.size):
            game(rules, position, history, run, n)

    return games


@once
def make_game(system: System) -> Callable[..., None]:
    """A rule that plays one game and writes its row; the history is restored."""
    rulebook = system.rulebook
    turn, actor, chances = rulebook.turn, rulebook.actor, rulebook.chances
    moves, count, play, decode = rulebook.moves, rulebook.count, rulebook.play, rulebook.decode
    reach, choose, count_events = make_reach(rulebook), make_choose(system), make_count_events(system.rule_events)

    @rule
    def game(rules: Any, position: Any, history: History, run: GameLoopRun, n: int) -> None:
        columns, streams = run.columns, run.streams[n]
        past = history.used[0]
        dice, first, second = int(streams[0]), int(streams[1]), int(streams[2])
        decisions = throws = turns = forced = choices = free = 0
        starter = mover = NOBODY
        end = reach(rules, position, history)
        while not end and decisions + throws < LONGEST_PLAYOUT:
            seat = actor(rules, position)
            if seat != mover:  # a turn begins; a lot belongs to no turn
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
                random, player = first if seat == FIRST else second, run.seated[(seat + n) % 2]
                action = choose(rules, position, history, legal, random, player, run.equals)
                after = play(rules, position, action)
                count_events(rules, position, decode(rules, position, action), after, columns.events, n)
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
    """A rule that chooses a player's action, with one random number."""
    rulebook, evaluate = system.rulebook, system.evaluation.evaluate
    nth, count, actor, play = rulebook.nth, rulebook.count, rulebook.actor, rulebook.play
    reach, lookahead = make_reach(rulebook), make_lookahead(system)

    @rule
    def choose(
        rules: Any, position: Any, history: History, legal: Any, random: int, player: int, equals: NDArray[np.int32]
    ) -> int:
        """A random legal action, or a random one of the best."""
        width = count(legal)
        careless = player >= CARELESS
        if player == RANDOM or width == 1 or (careless and word(random) & 1):
            return nth(legal, below(random, width))
        looks = player - CARELESS + GREEDY if careless else player
        side = 1 if actor(rules, position) == FIRST else -1
        found, most = 0, -2 * WIN
        for n in range(width):
            after = play(rules, position, nth(legal, n))
            past = history.used[0]
            end = reach(rules, after, history)
            take_back(history, past)
            if end:
                value = WIN * value_for_first(end)
            else:
                value = evaluate(rules, after) if looks == GREEDY else lookahead(rules, after)
            value *= side
            if value > most:
                found, most = 0, value
            if value == most:
                equals[found] = n
                found += 1
        return nth(legal, int(equals[below(random, found)]))

    return choose


@once
def make_lookahead(system: System) -> Callable[[Any, Any], int]:
    """A rule: the value for FIRST after the best next decision, averaged over all throws before it."""
    turn, chances, play = system.rulebook.turn, system.rulebook.chances, system.rulebook.play
    best = make_best_static_value(system)

    @rule
    def lookahead(rules: Any, position: Any) -> int:
        if turn(rules, position) != CHANCE:
            return best(rules, position)
        weights = chances(rules, position)
        total = value = 0
        thrown = -1
        for sixteenth in range(SIXTEENTHS):
            if draw(weights, sixteenth) != thrown:
                thrown = draw(weights, sixteenth)
                value = best(rules, play(rules, position, thrown))
            total += value
        return total // SIXTEENTHS

    return lookahead


@once
def make_best_static_value(system: System) -> Callable[[Any, Any], int]:
    """A rule: the value for FIRST after the best action of the player to move."""
    rulebook = system.rulebook
    moves, count, nth, play = rulebook.moves, rulebook.count, rulebook.nth, rulebook.play
    turn, outcome, static_value = rulebook.turn, rulebook.outcome, make_static_value(system)

    @rule
    def best(rules: Any, position: Any) -> int:
        mover = turn(rules, position)
        if outcome(rules, position, 0) or mover == CHANCE:
            return static_value(rules, position)
        side = 1 if mover == FIRST else -1
        legal = moves(rules, position)
        most = -2 * WIN
        for n in range(count(legal)):
            most = max(most, side * static_value(rules, play(rules, position, nth(legal, n))))
        return side * most

    return best


@once
def make_static_value(system: System) -> Callable[[Any, Any], int]:
    """A rule: the static evaluation for FIRST, or the result."""
    outcome, evaluate = system.rulebook.outcome, system.evaluation.evaluate

    @rule
    def static_value(rules: Any, position: Any) -> int:
        end = outcome(rules, position, 0)
        return WIN * value_for_first(end) if end else evaluate(rules, position)

    return static_value


@once
def make_count_events(events: tuple[RuleEvent, ...]) -> Callable[[Any, Any, Any, Any, Any, int], None]:
    """A rule that counts events; recursive, as compiled code must know each."""
    if not events:

        @rule
        def count_none(rules: Any, before: Any, move: Any, after: Any, counts: Any, n: int) -> None:
            pass

        return count_none

    count_others, happened, place = make_count_events(events[:-1]), events[-1].happened, len(events) - 1

    @rule
    def count_events(rules: Any, before: Any, move: Any, after: Any, counts: Any, n: int) -> None:
        count_others(rules, before, move, after, counts, n)
        if happened(rules, before, move, after):
            counts[n, place] += 1

    return count_events
