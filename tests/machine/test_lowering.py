"""The private names of Numba and llvmlite that kernels are made with; and that the same bytes come again."""

import json
import os
import runpy
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[2]
KERNELS = ROOT / "src/ibau/kernels"
kernels = SimpleNamespace(**runpy.run_path(str(ROOT / "scripts/kernels.py")))

SUM = """
import sys
sys.path.insert(0, "scripts")
from lowering import assemble, lower
from ibau.machine.arrays import zeros
from ibau.machine.rule import loop, rule

@rule
def doubled(n):
    return n + n

@loop
def total(numbers, reversed):
    kept = [0] * len(numbers)
    for n in range(len(numbers)):
        kept[n] = doubled(numbers[n])
    whole = 0
    for n in range(len(numbers)):
        whole += kept[n]
        reversed[len(numbers) - 1 - n] = kept[n]
    return whole

made = lower(total, (zeros(3, "i"), zeros(3, "q")))
assert made.returns
sys.stdout.buffer.write(assemble({"total": made}))
"""


def pinned_are_here() -> bool:
    try:
        return all(version(name) == wanted for name, wanted in kernels.pinned().items())
    except PackageNotFoundError:
        return False


makers_only = pytest.mark.skipif(not pinned_are_here(), reason="what makes kernels is not here: scripts/venv kernels")


def run(program: str) -> bytes:
    """The output of a program, in its own process, as it changes Numba."""
    environment = {**os.environ, **kernels.ENVIRONMENT}
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", program], cwd=ROOT, env=environment, check=True, capture_output=True
    )
    return done.stdout


def test_kernels_are_small() -> None:
    """A page fetches them; each is compressed by itself."""
    brotli = pytest.importorskip("brotli")
    assert sum(len(brotli.compress(file.read_bytes())) for file in KERNELS.glob("*.wasm")) < 130_000


def test_kernels_say_nothing_of_where_they_were_made() -> None:
    for file in KERNELS.iterdir():
        content = file.read_bytes()
        assert not [word for word in (b".py", b"pickle", b"/home", b"/root", b"/usr") if word in content], file.name


@makers_only
def test_a_loop_is_handed_a_block_of_words() -> None:
    """An array is 0, 0, numbers, bytes of one, address, length, stride; the result goes to the first word."""
    wasmtime = pytest.importorskip("wasmtime")
    store = wasmtime.Store()
    memory = wasmtime.Memory(store, wasmtime.MemoryType(wasmtime.Limits(16, None)))
    module = wasmtime.Module(store.engine, run(SUM))
    exports = wasmtime.Instance(store, module, [memory]).exports(store)
    base = exports["__heap_base"].value(store)
    block, numbers, backwards = base, base + 1024, base + 2048
    words = [0, 0, 0, 3, 4, numbers, 3, 4, 0, 0, 3, 8, backwards, 3, 8]
    memory.write(store, b"".join(word.to_bytes(8, "little") for word in words), block)
    memory.write(store, b"".join(number.to_bytes(4, "little", signed=True) for number in (1, -2, 5)), numbers)
    assert exports["total"](store, block) == 0
    assert int.from_bytes(memory.read(store, block, block + 8), "little") == 8
    written = memory.read(store, backwards, backwards + 24)
    assert [int.from_bytes(written[n : n + 8], "little", signed=True) for n in (0, 8, 16)] == [10, -4, 2]


@makers_only
@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_the_same_bytes_come_again(tmp_path: Path) -> None:
    """In another folder, as another user, with another processor name, and with other hashes."""
    name = "seti-beth"
    made_by = json.loads((KERNELS / f"{name}.json").read_text("utf-8"))["made_with"]["python"]
    if made_by != "{}.{}".format(*sys.version_info):
        pytest.skip(f"The kernels were made under Python {made_by}.")
    tree, home = tmp_path / "another tree", tmp_path / "home"
    home.mkdir()
    for part in ("src", "scripts"):
        shutil.copytree(ROOT / part, tree / part, ignore=shutil.ignore_patterns("__pycache__", "static"))
    shutil.copy(ROOT / "pyproject.toml", tree)
    environment = {
        **os.environ,
        "HOME": str(home),
        "PYTHONPATH": str(tree / "src"),
        "PYTHONHASHSEED": "7",
        "NUMBA_CPU_NAME": "haswell",
        "NUMBA_CPU_FEATURES": "+avx2",
    }
    subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "scripts/kernels.py", "one", name, str(tmp_path)], cwd=tree, env=environment, check=True
    )
    for file in (f"{name}.wasm", f"{name}.json"):
        assert (tmp_path / file).read_bytes() == (KERNELS / file).read_bytes()
