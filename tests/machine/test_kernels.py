"""Kernels and the memory they work in: given back, never grown, and handed nothing that lies elsewhere."""

import gc
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ibau.core.game import State
from ibau.games import game, systems
from ibau.machine import machines
from ibau.machine.arrays import PAGE, MemoryFullError, zeros
from ibau.machine.kernels import KernelError, KernelMachine, wasm_engine
from ibau.machine.machines import PlainMachine, is_compiled, machine_name_for
from ibau.players import Budget, levels_of, player
from ibau.players.level_settings import settings_of
from ibau.search.alphabeta import AlphaBetaSearch
from ibau.search.deepening import slots_for
from ibau.search.mcts import MctsSearch
from ibau.search.network import network_of
from ibau.search.playout import history_of, make_perft, perft
from tests.machine_choice import machine
from tests.without_extras import decision

pytestmark = pytest.mark.skipif(wasm_engine() is None, reason="there is no WebAssembly engine here")

SIZE = 1 << 24
MANY = 100  # searches
FLAT = 8 << 20  # bytes that a process may take more after them
MOST = 48_000_000  # bytes of a search at a level
MOMENTS = 5_000_000  # actions that take some tenths of a second
STATM = Path("/proc/self/statm")


@pytest.fixture
def state() -> State:
    return game("seega", first_player="first").initial()


@pytest.fixture
def room() -> KernelMachine:
    return KernelMachine("seega", SIZE)


def arguments(state: State, room: Any, depth: int = 2) -> tuple[Any, ...]:
    """What the loop that counts paths is called with."""
    return state.game.rules, state.position, history_of(state, room), room.zeros(depth + 1, "q"), 1000


def counting(state: State) -> Any:
    return make_perft(state.game.system.rulebook)


# --- Memory ----------------------------------------------------------------------------------------------------------


def resident() -> int:
    """The bytes of this process that lie in memory."""
    gc.collect()
    return int(STATM.read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not STATM.exists(), reason="this system does not tell")
@pytest.mark.parametrize("search", ["alphabeta", "mcts"])
def test_many_searches_leave_memory_flat(state: State, search: str) -> None:
    """Each has the room of level 8, and looks at few nodes."""
    budget = settings_of(state.game.system)["level8"].budget

    def searched() -> None:
        if search == "alphabeta":
            AlphaBetaSearch(state, 1, slots=slots_for(budget)).run(20)
        else:
            MctsSearch(state, 1, budget, network_of(state.game)).run(20)

    with machine("kernel"):
        for _ in range(MANY // 10):
            searched()
        before = resident()
        for _ in range(MANY):
            searched()
        assert resident() - before < FLAT


def test_a_room_that_is_full_says_so(room: KernelMachine) -> None:
    room.zeros(SIZE, "B")
    with pytest.raises(MemoryFullError, match="does not fit"):
        room.zeros(SIZE, "B")


@pytest.mark.parametrize("shape", [0, 3, (0, 4), (2, 3)])
def test_an_array_of_a_room_is_like_any_other(room: KernelMachine, shape: Any) -> None:
    made, other = room.zeros(shape, "i"), zeros(shape, "i")
    assert (made.tolist(), made.shape, made.format) == (other.tolist(), other.shape, other.format)


def test_a_room_that_no_machine_has_is_refused() -> None:
    with pytest.raises(MemoryError):
        KernelMachine("seega", 1 << 40)


def test_the_memory_of_a_kernel_never_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its least is its most, so no array ever moves."""
    import wasmtime

    imported: list[Any] = []

    class Instance(wasmtime.Instance):
        def __init__(self, store: Any, module: Any, imports: Any) -> None:
            imported.extend(imports)
            super().__init__(store, module, imports)

    monkeypatch.setattr(wasmtime, "Instance", Instance)
    room = KernelMachine("seega", SIZE)
    (memory,), pages = imported, room.memory.size // PAGE
    instance: Any = room._instance
    assert memory.type(instance._store).limits == wasmtime.Limits(pages, pages)
    with pytest.raises(wasmtime.WasmtimeError):
        memory.grow(instance._store, 1)
    assert memory.data_len(instance._store) == room.memory.size


def test_arrays_outlive_their_room(room: KernelMachine) -> None:
    """Their memory is not given back before the last of them has gone."""
    made = room.zeros(1000, "q")
    made[999] = 7
    part = made[990:]
    del room, made
    gc.collect()
    others = [KernelMachine("seega", SIZE).zeros(1000, "q") for _ in range(20)]
    for other in others:
        other[999] = 1
    assert part[9] == 7


def test_arrays_of_a_search_outlive_it(state: State) -> None:
    with machine("kernel"):
        search = AlphaBetaSearch(state, 1, slots=1 << 10)
        search.run(200)
    kept, nodes = search.search_run.nodes, search.nodes
    del search
    gc.collect()
    assert kept[0] == nodes > 0


@pytest.mark.parametrize("system", systems())
def test_a_level_has_the_room_that_a_page_has(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the tables that come with a game."""
    rooms: list[int] = []
    made = KernelMachine.__init__

    def noted(self: KernelMachine, system: str, size: int) -> None:
        made(self, system, size)
        rooms.append(self.memory.size)

    monkeypatch.setattr(KernelMachine, "__init__", noted)
    state = decision(system)
    at_once = threading.Event()
    at_once.set()
    with machine("kernel"):
        player(levels_of(state.game.system)[-1].id, 1).choose(state, stop=at_once)
    assert rooms
    assert max(rooms) < MOST


# --- What a loop is handed -------------------------------------------------------------------------------------------


def test_a_loop_counts_as_plain_python_does(state: State, room: KernelMachine) -> None:
    run = counting(state)
    assert room.prepare(run)(*arguments(state, room)) == run.plain(*arguments(state, PlainMachine())) == 24 * 23


def test_other_threads_go_on_while_a_loop_runs(state: State, room: KernelMachine) -> None:
    *others, _ = arguments(state, room, depth=8)
    beats = 0
    with ThreadPoolExecutor(1) as pool:
        counted = pool.submit(room.prepare(counting(state)), *others, MOMENTS)
        while not counted.done():
            time.sleep(0.001)
            beats += 1
    assert counted.result() > MOMENTS
    assert beats > 20


def test_an_array_from_elsewhere_is_refused(state: State, room: KernelMachine) -> None:
    for elsewhere in (PlainMachine(), KernelMachine("seega", SIZE)):
        with pytest.raises(KernelError, match="lies outside of the kernel's memory"):
            room.prepare(counting(state))(*arguments(state, elsewhere))


def test_part_of_an_array_is_refused(state: State, room: KernelMachine) -> None:
    """A loop is handed arrays as the room made them."""
    rules, position, history, *others = arguments(state, room)
    cut = history._replace(used=history.used[:])
    with pytest.raises(KernelError, match="lies outside"):
        room.prepare(counting(state))(rules, position, cut, *others)


@pytest.mark.parametrize("wrong", [2.0, (1, 2), zeros(1, "q"), np.zeros(1, np.int32)])
def test_arguments_of_another_kind_are_refused(state: State, room: KernelMachine, wrong: Any) -> None:
    *others, _ = arguments(state, room)
    with pytest.raises(KernelError, match=r"takes i .*, not i "):
        room.prepare(counting(state))(*others, wrong)


def test_a_loop_that_is_not_in_a_kernel_is_refused(room: KernelMachine) -> None:
    def make_tea() -> None:
        """No loop of any game."""

    with pytest.raises(KernelError, match="no loop"):
        room.prepare(make_tea)


# --- Which machine ---------------------------------------------------------------------------------------------------


@pytest.fixture
def unsure() -> Iterator[None]:
    """What is known of kernels is asked again, within a test and after it."""
    machines.has_kernel.cache_clear()
    yield
    machines.has_kernel.cache_clear()


@pytest.mark.usefixtures("unsure")
def test_a_stale_kernel_is_not_used_and_told_of_once(
    state: State, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(machines, "digest", lambda *_: "another")
    monkeypatch.setattr(machines, "ASKED", "")
    with caplog.at_level(logging.WARNING, "ibau.machine"):
        for installed, instead in ((True, "native"), (False, "plain"), (False, "plain")):
            monkeypatch.setattr(machines, "numba_is_installed", lambda installed=installed: installed)
            assert machine_name_for("seega", counting(state)) == instead
        assert perft(state, 2) == 24 * 23
    (record,) = caplog.records
    assert "The kernel of seega is stale in its loop 'perft'" in record.getMessage()


@pytest.mark.usefixtures("unsure")
def test_without_an_engine_numba_runs_loops_or_python(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "wasm_engine", lambda: None)
    monkeypatch.setattr(machines, "ASKED", "")
    for installed, instead in ((True, "native"), (False, "plain")):
        monkeypatch.setattr(machines, "numba_is_installed", lambda installed=installed: installed)
        assert machine_name_for("seega", counting(state)) == instead
        assert is_compiled("seega") == installed
        assert machines.describe() == ("native, plain" if installed else "plain")
    choice = player("level5").choose(state, Budget(nodes=100))
    assert choice.action in state.actions


def test_without_numba_a_game_has_what_its_kernel_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "numba_is_installed", lambda: False)
    assert all(map(is_compiled, systems()))
    assert not is_compiled("a game that somebody adds")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("", "kernel, native, plain"),
        ("kernel", "kernel, native, plain; IBAU_MACHINE=kernel"),
        ("native", "native; IBAU_MACHINE=native"),
        ("plain", "plain; IBAU_MACHINE=plain"),
    ],
)
def test_only_what_may_run_here_is_named(monkeypatch: pytest.MonkeyPatch, asked: str, found: str) -> None:
    monkeypatch.setattr(machines, "numba_is_installed", lambda: True)
    monkeypatch.setattr(machines, "ASKED", asked)
    assert machines.describe() == found


BROKEN = """
import sys
sys.modules |= dict.fromkeys(("numba", "numpy", "wasmtime"))  # as if they were not installed
import ibau
from ibau.machine.machines import describe
assert describe() == "plain"
for system in ibau.systems():
    state = ibau.game(system).initial()
    while state.to_move == "chance" or len(state.legal) < 2:
        state = state.after(state.legal[0]) if state.to_move != "chance" else state.play(state.chance_action(9))
    levels = [level.id for level in ibau.levels(system)]
    assert "level5" in levels and "level8" not in levels, levels
    assert ibau.player("level5").choose(state, ibau.Budget(nodes=40)).action in state.actions
"""


def test_without_engine_and_numba_all_is_plain() -> None:
    environment = {**os.environ, "IBAU_MACHINE": ""}
    subprocess.run([sys.executable, "-c", BROKEN], check=True, capture_output=True, env=environment, timeout=120)  # noqa: S603 - our own
