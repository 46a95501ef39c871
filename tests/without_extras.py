"""Everything that is public and needs no extra, as a program: it ends well where neither Numba nor NumPy is imported.

python tests/without_extras.py          # searches look at few positions
python tests/without_extras.py whole    # levels think as they do for people, and play whole games
"""

import sys
from collections.abc import Iterator

import ibau
from ibau.learn.lessons import complete_task, default_game, lesson, line_of_step
from ibau.learn.puzzle_exercises import line_of_puzzle as puzzle_line
from ibau.machine.kernels import spent

WHOLE = sys.argv[1:] == ["whole"]
FEW = ibau.Budget(nodes=30)
LOOPS = ("descent", "mcts", "uct", "playouts", "perft")  # that people reach
ABSENT = {"llvmlite", "numba", "numpy"}
THREADS = 1 if sys.platform == "emscripten" else 2  # a page has one


def decision(ruleset: str) -> ibau.State:
    """A state in which there is a choice."""
    state = ibau.game(ruleset).initial()
    while state.to_move == "chance" or len(state.legal) < 2:
        state = state.play(state.chance_action(9)) if state.to_move == "chance" else state.after(state.legal[0])
    return state


def players(system: str) -> Iterator[str]:
    """The names of those who play a game."""
    yield from (level.id for level in ibau.levels(system))
    yield from ("uct", "mcts", "expectimax" if ibau.systems()[system].has_throws else "alphabeta", "greedy", "random")


def play(system: str) -> None:
    """Each player chooses; by kernels, where there is anything to search."""
    state = decision(system)
    for name in players(system):
        known = ibau.player(name, seed=1)
        budget = None if WHOLE and name.startswith("level") else FEW
        assert known.choose(state, budget).action in state.actions, name
    for name in ("mcts", "uct"):  # each thread grows a tree of its own
        assert ibau.player(name, threads=THREADS).choose(state, FEW).nodes == FEW.nodes
    if WHOLE:
        assert ibau.play_game("level5", "level5", system, seed=1).result


def study(ruleset: str) -> None:
    """Advice, hints, looking back, random games and counts."""
    state = decision(ruleset)
    assert len(ibau.advise(state, FEW)) == len(state.legal)
    assert ibau.hint(state, FEW).action in state.actions
    line = ibau.Line(state).after(state.legal[0])
    assert ibau.review(line, FEW).is_complete
    assert ibau.review(line, FEW, threads=THREADS).is_complete
    assert ibau.summary(ibau.playouts(state, 20, seed=1)).games == 20
    assert ibau.perft(state, 1) == len(state.legal)
    for puzzle in ibau.puzzles(ruleset)[:1]:
        assert puzzle.solution in puzzle_line(puzzle).state.actions


def several_threads(system: str) -> None:
    """With a shared table they need an extra, and the error names it."""
    name = "expectimax" if ibau.systems()[system].has_throws else "alphabeta"
    text = ""
    try:
        ibau.player(name, threads=2).choose(decision(system), FEW)
    except ibau.IbauError as error:
        text = str(error)
    assert "ibau[native]" in text, text


def read() -> None:
    """Records, exact values, lessons, pictures and tournaments."""
    race = ibau.game("senet-race")
    last_pawns = race.state("3D23LLD first - - 0")
    assert round(ibau.Tablebase.open(race).value(last_pawns).chance, 4) == 0.5193
    assert str(ibau.expected_value(race.initial(), FEW).chances[0].probability) == "1/4"
    record = ibau.play_game("level1", "greedy", "seega+max_turns=4", seed=7)
    assert ibau.read_record(str(record)) == record
    assert len(ibau.columns([record])["ply"]) > 4
    assert ibau.tournament("greedy", "random", "seega", games=2, seed=1).games == 2
    steps = lesson("seega").steps
    assert complete_task(line_of_step(default_game("seega"), steps[1]), steps[1].tasks[0], "c2-c3").last
    assert "<svg" in str(ibau.svg.board(last_pawns))
    assert last_pawns.board()


if __name__ == "__main__":
    for each in ibau.systems():
        play(each)
        study(str(default_game(each).ruleset))
        several_threads(each)
    read()
    for exported in ibau.__all__:
        getattr(ibau, exported)
    unused = {(system, loop) for system in ibau.systems() for loop in LOOPS} - set(spent)
    assert not unused, unused
    loaded = {name for name in ABSENT if sys.modules.get(name)}
    assert not loaded, loaded
    print(*ibau.__all__)  # noqa: T201 - the test reads it
