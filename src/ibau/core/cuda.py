"""The rules on a graphics card of NVIDIA's, from the same source; imported only by whoever asks for it.

    arrays = play_out(game, 10_000, seed=1)              random games, one a thread
    text = ptx(step_kernel(system), *arguments)         what a card is given, made without one

Needs the extra `gpu` (numba-cuda).  No rule changes for it.  `teach_cuda` tells this target what it does not know of
Python: `n.bit_length()`, `position._replace(turns=0)`, and that a tuple of numbers standing in the program is a table,
not a choice of branches (Seneti: 2 s instead of 73 s to compile).
"""

import functools
import operator
import os
from collections.abc import Callable
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any
from unittest import mock

from ibau.core.batch.arrays import BEGIN, RANDOM, Arrays, Autoreset, Plan, new_arrays
from ibau.core.batch.asked import generators
from ibau.core.batch.batch import MOST_REMEMBERED
from ibau.core.batch.step import make_step
from ibau.core.contract import System
from ibau.core.errors import CudaError
from ibau.core.extras import install_line
from ibau.core.game import Game
from ibau.core.outcome import NOBODY
from ibau.machine.cache import untyped
from ibau.machine.rule import once, register_rules
from ibau.machine.teaching import teach_replace

COMPUTE_CAPABILITY = (9, 0)  # of the cards for which code is made where there is none
THREADS = 128  # of a block
SIMULATED = os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"  # numba-cuda then runs kernels as plain Python


if find_spec("numba_cuda") is None:
    raise CudaError(f"Playing on a graphics card needs numba-cuda: {install_line('gpu')}")
cuda = untyped("numba.cuda")  # by this name: the simulator puts its own in its place


# --- Teaching ------------------------------------------------------------------------------------------------------


@functools.cache
def teach_cuda() -> None:
    """Once, before anything is compiled for a card."""
    _teach_bit_length()
    types, templates = untyped("numba.cuda.types"), untyped("numba.cuda.typing.templates")
    declared, lowered = (untyped(f"numba.cuda.{name}").registry for name in ("cudadecl", "cudaimpl"))
    teach_replace(types, templates, declared.register_attr, lowered.lower)
    _teach_tables()


def _teach_bit_length() -> None:
    extending, types = untyped("numba.cuda.extending"), untyped("numba.cuda.types")

    def method(x: Any) -> Any:
        return 64 - cuda.clz(x)

    def method_of(x: Any) -> Any:  # noqa: ARG001 - Numba compares the two signatures
        return method

    extending.overload_method(types.Integer, "bit_length", target="cuda")(method_of)


def _teach_tables() -> None:
    """Items of tuples that stand in the program are read from constant memory, without a look at their bounds."""
    ir, types = untyped("llvmlite.ir"), untyped("numba.cuda.types")
    usual = untyped("numba.cuda.cpython.tupleobj").getitem_unituple

    def numbers_of(value: Any, count: int) -> list[Any]:
        """The numbers of a tuple that stands in the program; none of any other."""
        found: dict[int, Any] = {}
        while isinstance(value, ir.instructions.InsertValue):
            inner, number = value.operands
            if not isinstance(number, ir.Constant):
                return []
            found.setdefault(value.indices[0], number)
            value = inner
        return [found[n] for n in range(count)] if len(found) == count else []

    def item(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        values, n = args
        numbers = numbers_of(values, signature.args[0].count)
        if not numbers:
            return usual(context, builder, signature, args)
        kind = ir.ArrayType(numbers[0].type, len(numbers))
        name = f"table_{abs(hash(tuple(number.constant for number in numbers))):x}"
        table = builder.module.globals.get(name)
        if table is None:
            table = ir.GlobalVariable(builder.module, kind, name, addrspace=4)  # constant memory
            table.linkage, table.global_constant, table.align = "internal", True, 8
            table.initializer = ir.Constant(kind, numbers)
        start = builder.addrspacecast(table, ir.PointerType(kind), "generic")
        return builder.load(builder.gep(start, [ir.Constant(ir.IntType(64), 0), n], inbounds=True))

    untyped("numba.cuda.descriptor").cuda_target.target_context.refresh()  # before, so that ours is the later one
    untyped("numba.cuda.extending").lower_builtin(operator.getitem, types.UniTuple, types.intp)(item)


# --- Kernels -------------------------------------------------------------------------------------------------------


@once
def step_kernel(system: System) -> Callable[..., None]:
    """A step of a batch, a game a thread."""
    step = make_step(system.rulebook)

    def kernel(rules: Any, plan: Plan, arrays: Arrays, actions: Any) -> None:
        i = cuda.grid(1)
        if i < actions.size:
            step(rules, plan, arrays, i, int(actions[i]))

    return kernel


@once
def playout_kernel(system: System) -> Callable[..., None]:
    """A random game a thread, from its beginning to its end; the plan must not begin another one."""
    step = make_step(system.rulebook)

    def kernel(rules: Any, plan: Plan, arrays: Arrays) -> None:
        i = cuda.grid(1)
        if i < arrays.turns.size:
            step(rules, plan, arrays, i, BEGIN)
            while arrays.turns[i] != NOBODY:
                step(rules, plan, arrays, i, RANDOM)

    return kernel


def ptx(kernel: Callable[..., None], *args: Any, cc: tuple[int, int] = COMPUTE_CAPABILITY) -> str:
    """The text of a kernel for arguments like these; no card is asked, though numba-cuda would like to."""
    teach_cuda()
    register_rules()
    typeof: Callable[[Any], Any] = untyped("numba.cuda.typing.typeof").typeof
    card = SimpleNamespace(compute_capability=cc)
    with mock.patch("numba.cuda.dispatcher.get_current_device", return_value=card):
        text, _ = cuda.compile_ptx(kernel, tuple(map(typeof, args)), cc=cc)
    return str(text)


# --- Playing -------------------------------------------------------------------------------------------------------


def check_card() -> None:
    """Raise CudaError unless there is a card to play on."""
    if not cuda.is_available():
        raise CudaError("There is no graphics card here that CUDA can use; the same games are played by ibau.batch.")


def play_out(game: Game, n: int, seed: int = 0, longest: int = MOST_REMEMBERED) -> Arrays:
    """Play n random games on the card, each to its end or so many steps; the arrays as a batch would leave them.

    Game i is game i of `Batch(game, n, seed=seed, autoreset="disabled", longest=longest)` with random actions.
    Raises CudaError where there is no card.
    """
    check_card()
    if not SIMULATED:
        teach_cuda()
        register_rules()
    memory = game.system.memory(game.rules)
    rows = longest + 1 if memory is None else min(memory, longest + 1)
    arrays = new_arrays(n, len(game.system.rulebook.Position._fields), game.system.most_groups, rows)
    arrays.random[:] = generators(seed, n)
    plan = Plan(int(Autoreset.DISABLED), 0, longest)
    kernel = cuda.jit(playout_kernel(game.system))
    kernel[-(-n // THREADS), THREADS](game.rules, plan, arrays)
    return arrays
