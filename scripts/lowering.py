"""Compile loops to WebAssembly: Numba's front end lowers them to LLVM's IR, from which LLVM makes a module.

All private names of Numba and llvmlite that are used are in this file; tests/machine/test_lowering.py checks them.
Numba's own optimization is skipped, since it may assume the pointer size of this machine: its IR gets the data layout
of WebAssembly, and LLVM optimizes it for that.

All loops are exported with one signature, `i32 name(i32 block)`: a block holds words of 8 bytes, the result and then
the arguments as Numba flattens them, each array as

    meminfo, parent, items, bytes per item, address, lengths..., strides...

The memory is the caller's, with its arrays above `__heap_base`.  A loop returns a status: 0, or another number if
Python would have raised an exception.
"""

import inspect
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from ibau.machine.cache import untyped_module
from ibau.machine.rule import register_rules

llvm, codegen, compiler, cpu, types, registry, typeof = map(
    untyped_module,
    (
        "llvmlite.binding",
        "numba.core.codegen",
        "numba.core.compiler",
        "numba.core.cpu",
        "numba.core.types",
        "numba.core.registry",
        "numba.core.typing.typeof",
    ),
)

LINKER = (sys.executable, "-m", "ziglang", "wasm-ld")
STACK = 1 << 17  # bytes; at the lowest addresses, so that an overflow traps
LISTS = 1 << 17  # bytes for the lists of one call; more trap

TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-f128:64-n32:64-S128-ni:1:10:20"
OPTIONS = (  # of LLVM: inline nearly all rules into a loop, and use the full width of vectors
    "-inline-threshold=2000",
    "-switch-to-lookup",  # Numba reads tuples by switches: make them tables before LLVM decides what to inline
    "-force-vector-interleave=2",
    "-vectorizer-maximize-bandwidth",
)
FEATURES = "+simd128,+bulk-memory,+nontrapping-fptoint,+sign-ext,+mutable-globals,+multivalue"
HEAD = f'target datalayout = "{LAYOUT}"\ntarget triple = "{TRIPLE}"\n'

# A replacement for Numba's runtime: lists are allocated in a buffer that is emptied at each call.  Sizes of lists are
# products of small numbers, so that @product does not check for overflow, for which LLVM would call a library function.
RUNTIME = f"""{HEAD}
%MemInfo = type {{ i64, ptr, ptr, ptr, i64 }}
@room = internal global [{LISTS} x i8] zeroinitializer, align 16
@used = internal global i32 0
declare void @llvm.trap()
define void @begin() {{
  store i32 0, ptr @used
  ret void
}}
define ptr @NRT_MemInfo_new_varsize_dtor(i64 %size, ptr %dtor) {{
  %used = load i32, ptr @used
  %bytes = trunc i64 %size to i32
  %more = add i32 %bytes, 63
  %whole = and i32 %more, -16
  %next = add i32 %used, %whole
  %fits = icmp ule i32 %next, {LISTS}
  br i1 %fits, label %take, label %full
full:
  call void @llvm.trap()
  unreachable
take:
  store i32 %next, ptr @used
  %info = getelementptr i8, ptr @room, i32 %used
  %data = getelementptr i8, ptr %info, i32 32
  %slot = getelementptr %MemInfo, ptr %info, i32 0, i32 3
  store ptr %data, ptr %slot
  ret ptr %info
}}
define ptr @NRT_MemInfo_data_fast(ptr %info) {{
  %slot = getelementptr %MemInfo, ptr %info, i32 0, i32 3
  %data = load ptr, ptr %slot
  ret ptr %data
}}
define void @NRT_incref(ptr %info) {{
  ret void
}}
define void @NRT_decref(ptr %info) {{
  ret void
}}
define {{ i64, i1 }} @product(i64 %one, i64 %two) {{
  %product = mul i64 %one, %two
  %whole = insertvalue {{ i64, i1 }} {{ i64 0, i1 false }}, i64 %product, 0
  ret {{ i64, i1 }} %whole
}}
"""

MEND = (
    (re.compile(r"^target datalayout = .*$", re.MULTILINE), f'target datalayout = "{LAYOUT}"'),
    (re.compile(r"^target triple = .*$", re.MULTILINE), f'target triple = "{TRIPLE}"'),
    (re.compile(r'"target-(cpu|features)"="[^"]*"'), ""),
    (re.compile(r"= common (local_unnamed_addr )?global"), "= linkonce_odr global"),
    (re.compile(r"^define (?=[^\n]*@_ZN)(?!linkonce)", re.MULTILINE), "define weak_odr "),  # shared by loops
    (re.compile(r"\balwaysinline\b"), "nounwind"),  # LLVM decides what to inline
    (re.compile(r"@llvm\.smul\.with\.overflow\.i64"), "@product"),
    (re.compile(r"^ *store ptr @\.const\.picklebuf\.[^\n]*$", re.MULTILINE), ""),  # the exception, which is not used
)
ADDRESS = re.compile(r"ptr (%arg\.[\w.]+\.4)(?![\w.])")  # of an array, the fifth of its words
WRAPPER = re.compile(r"^define [^\n]*@(?:cfunc\.|_ZN7cpython)[^\n]*\{\n.*?^\}\n", re.MULTILINE | re.DOTALL)
NUMBA_S_RUNTIME = re.compile(r"^define [^\n]*@NRT_decref\(", re.MULTILINE)


class LoweredLoop(NamedTuple):
    """A loop in LLVM's IR: its function, the types of its parameters, and its modules."""

    function: str
    words: tuple[str, ...]  # LLVM's types of its parameters, one word each
    returns: bool  # whether it returns a number
    modules: tuple[str, ...]


def lower(function: Callable[..., Any], arguments: Sequence[Any]) -> LoweredLoop:
    """Lower a loop for arguments of these types."""
    _keep_code_as_it_is()
    register_rules()
    function = inspect.unwrap(function)
    kinds = tuple(typeof.typeof(_as_array(argument), typeof.Purpose.argument) for argument in arguments)
    flags = compiler.Flags()
    flags.nrt = flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    flags.error_model = "python"
    target = registry.cpu_target
    made = compiler.compile_extra(target.typing_context, target.target_context, function, kinds, None, flags, {})
    libraries = {id(library): str(library._final_module) for library in _linked(made.library)}
    texts = [_mended(text) for text in libraries.values() if not NUMBA_S_RUNTIME.search(text)]
    name = made.fndesc.llvm_func_name
    returned = made.signature.return_type
    if returned not in {types.none, types.int64}:
        raise TypeError(f"{function.__qualname__} returns {returned}, which is neither None nor a whole number.")
    head, words = _head(texts[0], name)
    texts[0] = texts[0].replace(head, ADDRESS.sub(r"ptr noalias \1", head))  # no two arrays overlap
    return LoweredLoop(name, words, returned == types.int64, tuple(texts))


def _keep_code_as_it_is() -> None:
    """Stop Numba from optimizing, linking and compiling its IR in this process.

    As there is no code to call, `_stand_in` provides a substitute that Numba can identify the function by.
    """
    registry.cpu_target.target_context.refresh()  # before it is disabled
    codegen.CPUCodeLibrary._optimize_functions = _leave
    codegen.CPUCodeLibrary.finalize = _finish
    cpu.CPUContext.get_executable = _stand_in


def _leave(library: Any, module: Any) -> None:
    """Do not optimize."""


def _finish(library: Any) -> None:
    library._finalized = True


def _stand_in(*_: Any) -> Any:
    return list[None]().append


def _as_array(argument: Any) -> Any:
    """Convert memoryviews to NumPy's arrays, alone and in named tuples, as Numba needs them."""
    if isinstance(argument, memoryview):
        return np.asarray(argument)
    if hasattr(argument, "_make"):
        return argument._make(map(_as_array, argument))
    return argument


def _linked(library: Any) -> Iterator[Any]:
    yield library
    for other in library._linking_libraries:
        yield from _linked(other)


def _head(module: str, function: str) -> tuple[str, tuple[str, ...]]:
    """The head of a function, and LLVM's types of its parameters, after those for its result and an exception."""
    head = re.search(rf"^define [^\n]*?@{re.escape(function)}\((.*)\)", module, re.MULTILINE)
    if not head:
        raise ValueError(f"There is no {function}.")
    return head[0], tuple(parameter.split()[0] for parameter in head[1].split(", ")[2:])


def _mended(module: str) -> str:
    for pattern, text in MEND:
        module = pattern.sub(text, module)
    return WRAPPER.sub("", module)


def assemble(loops: Mapping[str, LoweredLoop]) -> bytes:
    """Make one module that exports these loops."""
    whole = llvm.parse_assembly(RUNTIME)
    for name, lowered in loops.items():
        for module in (*lowered.modules, _export(name, lowered)):
            whole.link_in(llvm.parse_assembly(module))
    whole.verify()
    for value in (*whole.functions, *whole.global_variables):
        if not value.is_declaration and value.name not in loops:
            value.linkage = "internal"
    return _linked_module(_optimised(whole), loops)


def _export(name: str, lowered: LoweredLoop) -> str:
    """The exported function, which calls a loop with the words of a block."""
    loads = [
        f"%at{n} = getelementptr i64, ptr %block, i32 {n}\n%word{n} = load {kind}, ptr %at{n}"
        for n, kind in enumerate(lowered.words, 1)
    ]
    words = [f"{kind} %word{n}" for n, kind in enumerate(lowered.words, 1)]
    return "\n".join(
        [
            f"{HEAD}declare i32 @{lowered.function}({', '.join(['ptr', 'ptr', *lowered.words])})",
            "declare void @begin()",
            f"define i32 @{name}(ptr %block) {{",
            "call void @begin()",
            "%exception = alloca ptr",
            *loads,
            f"%status = call i32 @{lowered.function}({', '.join(['ptr %block', 'ptr %exception', *words])})",
            "ret i32 %status\n}",
        ]
    )


def _optimised(module: Any) -> bytes:
    """Optimize a module, and compile it to WebAssembly."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    for option in OPTIONS:
        llvm.set_option("", option)
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features=FEATURES, opt=3, reloc="static", codemodel="default"
    )
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    made: bytes = machine.emit_object(module)
    return made


def _linked_module(made: bytes, exports: Iterable[str]) -> bytes:
    """Link object code to a module with imported memory."""
    with TemporaryDirectory() as folder:
        source, module = Path(folder) / "loops.o", Path(folder) / "loops.wasm"
        source.write_bytes(made)
        options = ["--no-entry", "--import-memory", "--stack-first", "-z", f"stack-size={STACK}", "--strip-all", "-O3"]
        names = [f"--export={name}" for name in ("__heap_base", *exports)]
        subprocess.run([*LINKER, *options, *names, str(source), "-o", str(module)], check=True)  # noqa: S603 - our own words
        return module.read_bytes()
