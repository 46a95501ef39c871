#!/usr/bin/env python
"""Make the kernels: the compiled loops of each game as one WebAssembly module, kept in git with a manifest.

    python scripts/kernels.py                    # make missing and stale kernels, a minute or two per game
    python scripts/kernels.py check              # fail if a kernel is missing or stale
    python scripts/kernels.py one GAME FOLDER    # make the kernel of one game in a folder

The manifest `<game>.json` has the versions of the tools, and for each exported loop the signature of its arguments (see
machine/digest.py), whether it returns a number, and a digest of its sources.  Builds are reproducible with the same
versions.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ibau.background_compiler import next_decision
from ibau.core.game import Game
from ibau.games import game, systems
from ibau.machine.arrays import zeros
from ibau.machine.digest import digest, export_of, signature_of
from ibau.machine.machines import PlainMachine
from ibau.search.alphabeta import AlphaBetaSearch
from ibau.search.expectimax import ExpectimaxSearch
from ibau.search.mcts import make_mcts, new_evaluated_tree
from ibau.search.network import network_of
from ibau.search.playout import history_of, make_perft, make_playouts, new_columns, note_rows
from ibau.search.transposition import FEWEST_SLOTS
from ibau.search.tree import new_tree
from ibau.search.uct import make_uct

ROOT = Path(__file__).resolve().parents[1]
KERNELS = ROOT / "src/ibau/kernels"

# So that the output of Numba does not depend on this machine or user.
ENVIRONMENT = {
    "IBAU_MACHINE": "native",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_OPT": "0",
    "PYTHONHASHSEED": "0",
}

Loop = Callable[..., Any]


# --- What a game needs -----------------------------------------------------------------------------------------------


def loops_of(asked: Game) -> Iterator[tuple[Loop, tuple[Any, ...]]]:
    """The loops of a game's kernel, with example arguments."""
    state, system, network = asked.initial(), asked.system, network_of(asked)
    rules, root, history = asked.rules, state.position, history_of(state, PlainMachine(), rows=1)
    kind = ExpectimaxSearch if system.has_throws else AlphaBetaSearch
    deepening = kind(next_decision(state), 0, slots=FEWEST_SLOTS, network=network)
    yield deepening.loop_of(system), (rules, root, deepening.search_run, 0)
    tables = system.table_layout if system.has_throws else None
    evaluated = new_evaluated_tree(1, network, None, zeros)
    yield make_mcts(system.rulebook, system.evaluation, tables), (rules, root, history, evaluated, 0, 0)
    yield make_uct(system.rulebook), (rules, root, history, new_tree(1, zeros), zeros(1, "q"), 0, 0)
    yield make_playouts(system.rulebook), (rules, root, history, new_columns(0), 0, 0)
    yield make_perft(system.rulebook), (rules, root, history, zeros(2, "q"), 1)
    yield note_rows, (history, len(root), 0)


def entries_of(loops: Mapping[str, tuple[Loop, tuple[Any, ...]]], makers: Mapping[str, str]) -> dict[str, Any]:
    """The entries of loops in a manifest, except for `returns`, which is only known after compilation."""
    found: dict[str, Any] = {}
    for export, (loop, arguments) in loops.items():
        signature = signature_of(arguments)
        found[export] = {"signature": signature, "digest": digest(loop, signature, makers)}
    return found


def exports_of(name: str) -> dict[str, tuple[Loop, tuple[Any, ...]]]:
    """The loops of a game by their exported names."""
    return {export_of(loop): (loop, arguments) for loop, arguments in loops_of(game(name))}


def pinned() -> dict[str, str]:
    """The pinned versions of tools; Python's version affects the bytes of kernels too, but not what they do."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return dict(re.findall(r"(\w+) == ([\w.]+)", " ".join(project["dependency-groups"]["kernels"])))


# --- Making ----------------------------------------------------------------------------------------------------------


def make(name: str, folder: Path) -> None:
    """Make the kernel of a game in a folder, in a new process with a neutral environment."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("IBAU_", "NUMBA_"))}
    command = [sys.executable, __file__, "one", name, str(folder)]
    subprocess.run(command, env={**kept, **ENVIRONMENT}, check=True)  # noqa: S603 - our own words


def make_here(name: str, folder: Path) -> None:
    """Make the kernel of a game in this process."""
    from lowering import assemble, lower

    loops, makers = exports_of(name), {"python": "{}.{}".format(*sys.version_info), **pinned()}
    lowered = {export: lower(loop, arguments) for export, (loop, arguments) in loops.items()}
    entries = entries_of(loops, makers)
    for export, found in lowered.items():
        entries[export]["returns"] = found.returns
    folder.mkdir(parents=True, exist_ok=True)
    module = assemble(lowered)
    (folder / f"{name}.wasm").write_bytes(module)
    text = json.dumps({"made_with": makers, "sha256": sha256(module).hexdigest(), "loops": entries}, indent=2)
    (folder / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")


def make_stale() -> None:
    """Make missing and stale kernels."""
    wanted = list(stale())
    if not wanted:
        return
    _check_makers()
    print(f"Making {len(wanted)} kernels: {', '.join(wanted)}.")  # noqa: T201 - it takes a while
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(partial(make, folder=KERNELS), wanted))


def _check_makers() -> None:
    """Exit unless the pinned versions are installed."""
    for name, wanted in pinned().items():
        if version(name) != wanted:
            sys.exit(f"Kernels are made with {name} {wanted}, not {version(name)}: scripts/venv kernels")


# --- Checking --------------------------------------------------------------------------------------------------------


def stale() -> Iterator[str]:
    """The games whose kernel is missing or outdated."""
    return (name for name in systems() if not is_fresh(name))


def is_fresh(name: str) -> bool:
    """Whether the kernel of a game is up to date."""
    module, manifest = KERNELS / f"{name}.wasm", KERNELS / f"{name}.json"
    if not (module.is_file() and manifest.is_file()):
        return False
    stored = json.loads(manifest.read_text("utf-8"))
    if stored["sha256"] != sha256(module.read_bytes()).hexdigest():
        return False
    makers = stored["made_with"]
    if {**makers, **pinned()} != makers:
        return False
    for loop in stored["loops"].values():
        del loop["returns"]
    return bool(stored["loops"] == entries_of(exports_of(name), makers))


def check() -> None:
    """Exit with an error if a kernel is missing or stale."""
    if wanted := list(stale()):
        sys.exit(f"These kernels are missing or stale; make them with `make kernels`: {', '.join(wanted)}")


def main(words: list[str]) -> None:
    """Run the command line."""
    match words:
        case []:
            make_stale()
        case ["check"]:
            check()
        case ["one", name, folder] if os.environ.items() >= ENVIRONMENT.items():
            make_here(name, Path(folder))
        case ["one", name, folder]:
            make(name, Path(folder))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
