"""Compiled loops: random games, tree search and perft, against the baseline and against the same text run plain."""

import inspect
from collections.abc import Iterator

from benchmarks.frozen import baseline
from benchmarks.measure import Side, Work, rates
from benchmarks.table import Row, alone, compared
from ibau.core.chance import seeded
from ibau.core.game import State
from ibau.games import game, systems
from ibau.machine.arrays import numpy_zeros
from ibau.machine.choosing import NativeRoom
from ibau.search.playout import Columns, history_of, make_playouts, new_columns, perft
from ibau.search.tree import ROOT, new_tree
from ibau.search.uct import make_uct

BASELINE_SEED = 2463534242  # its generator must not start at 0
PLACEMENT = "LLDDL/DLLDD/LD1LD/DLDLD/LDLDL first 24 - - 0 12 -"
DECISIONS = 5_000_000
SEEGA_PLIES = 140  # of a random game of the baseline
NODES_PER_ITERATION = 24  # as many as the baseline makes room for


def random_games(ruleset: str, module: str, games: int, rounds: int) -> Iterator[Row]:
    """Random games from the start: the very loop that the engine uses, against the baseline's."""
    state = game(ruleset).initial()
    run = make_playouts(state.game.system.rulebook)
    theirs = baseline(module)

    def ours(number: int) -> Work:
        results = new_columns(games, numpy_zeros)
        run(state.game.rules, state.position, history_of(state, NativeRoom()), results, games, seeded(number))
        return {"decisions": sum(results.decisions), "games": games}

    def by_hand(number: int) -> Work:
        _, plies, _ = theirs.playouts(games, BASELINE_SEED + number)
        return {"decisions": plies, "games": games}

    measured = rates({"ours": ours, "by hand": by_hand}, rounds)
    for unit in ("decisions", "games"):
        yield compared(
            f"random games, {ruleset}: {unit} / s", measured["ours"][unit], "by hand", measured["by hand"][unit]
        )


def every_ruleset(rounds: int) -> Iterator[Row]:
    """Random decisions of every system beside the baseline's Seega, about as many on both sides."""
    seega = baseline("seega_bits")

    def by_hand(number: int) -> Work:
        _, plies, _ = seega.playouts(DECISIONS // SEEGA_PLIES, BASELINE_SEED + number)
        return {"decisions": plies}

    for name in systems():
        measured = rates({"ours": some_decisions(name), "by hand": by_hand}, rounds)
        ours, theirs = measured["ours"]["decisions"], measured["by hand"]["decisions"]
        yield compared(f"random games, {name}: decisions / s", ours, "Seega by hand", theirs)


def some_decisions(ruleset: str) -> Side:
    """Enough random games for about DECISIONS decisions."""
    state = game(ruleset).initial()
    run = make_playouts(state.game.system.rulebook)
    sample = new_columns(10, numpy_zeros)
    run(state.game.rules, state.position, history_of(state, NativeRoom()), sample, 10, seeded(0))
    games = max(1, 10 * DECISIONS // int(sum(sample.decisions)))

    def play(number: int) -> Work:
        results = new_columns(games, numpy_zeros)
        run(state.game.rules, state.position, history_of(state, NativeRoom()), results, games, seeded(number))
        return {"decisions": sum(results.decisions)}

    return play


def plain_games(ruleset: str, games: int, plain: int, rounds: int) -> Iterator[Row]:
    """The same loop compiled, and as the plain Python it is."""
    state = game(ruleset).initial()
    run = make_playouts(state.game.system.rulebook)

    def side(loop: object, n: int) -> Side:
        def play(number: int) -> Work:
            results: Columns = new_columns(n, numpy_zeros)
            loop(state.game.rules, state.position, history_of(state, NativeRoom()), results, n, seeded(number))  # type: ignore[operator]
            return {"decisions": sum(results.decisions)}

        return play

    measured = rates({"compiled": side(run, games), "plain": side(inspect.unwrap(run), plain)}, rounds)
    yield compared(
        f"compiled against plain, {ruleset}: decisions / s",
        measured["compiled"]["decisions"],
        "plain",
        measured["plain"]["decisions"],
    )


def tree_search(iterations: int, rounds: int) -> Iterator[Row]:
    """Tree search with full playouts from a full placement, the same constant and iterations on both sides."""
    state = game("seega").state(PLACEMENT)
    search = make_uct(state.game.system.rulebook)
    seega = baseline("seega_bits")
    uct = baseline("search").make_uct(seega)
    own, enemy, player = state.position.own, state.position.enemy, state.position.player
    root = seega.Position(own, enemy, player, seega.PIECES, 0, 0, 0)

    def ours(number: int) -> Work:
        tree = new_tree(iterations * NODES_PER_ITERATION, numpy_zeros)
        values = numpy_zeros(len(tree.first), "q")
        search(
            state.game.rules, state.position, history_of(state, NativeRoom()), tree, values, iterations, seeded(number)
        )
        return {"iterations": int(tree.visits[ROOT])}

    def by_hand(number: int) -> Work:
        uct(root, iterations, BASELINE_SEED + number)
        return {"iterations": iterations}

    measured = rates({"ours": ours, "by hand": by_hand}, rounds)
    yield compared(
        "tree search, full playouts, seega, all placed: iterations / s",
        measured["ours"]["iterations"],
        "by hand",
        measured["by hand"]["iterations"],
    )


def perft_leaves(state: State, depth: int, rounds: int) -> Iterator[Row]:
    """Counting action paths."""

    def leaves(_number: int) -> Work:
        return {"leaves": perft(state, depth)}

    measured = rates({"ours": leaves}, rounds)
    yield alone(f"perft {depth}, {state.game.ruleset}: leaves / s", measured["ours"]["leaves"])
