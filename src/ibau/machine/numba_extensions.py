"""Extensions that teach Numba what rules use of Python: `n.bit_count()`, `position._replace(turns=0)`."""

import functools
from collections.abc import Callable, Mapping
from inspect import Parameter, Signature
from typing import Any

from ibau.machine.cache import untyped_module


@functools.cache
def register_extensions() -> None:
    """Register all extensions, once, before anything is compiled."""
    _register_bit_methods()
    templates, imputils = untyped_module("numba.core.typing.templates"), untyped_module("numba.core.imputils")
    register_replace(untyped_module("numba.core.types"), templates, templates.infer_getattr, imputils.lower_builtin)


def _register_bit_methods() -> None:
    """Add `bit_count` and `bit_length` to compiled integers."""
    ir, types, extending = (untyped_module(name) for name in ("llvmlite.ir", "numba.core.types", "numba.extending"))

    def teach(name: str, emit: Callable[[Any, Any], Any]) -> None:
        def typed(_typing_context: Any, _x: Any) -> Any:
            def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
                return emit(builder, args[0])

            return types.int64(types.int64), generate

        instruction = extending.intrinsic(typed)

        def method(x: Any) -> Any:
            return instruction(x)

        def method_of(x: Any) -> Any:  # noqa: ARG001 - Numba compares the two signatures
            return method

        extending.overload_method(types.Integer, name, inline="always")(method_of)

    def bit_length(builder: Any, x: Any) -> Any:
        leading_zeros = builder.ctlz(x, ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(ir.IntType(64), 64), leading_zeros)

    teach("bit_count", lambda builder, x: builder.ctpop(x))
    teach("bit_length", bit_length)


def register_replace(
    types: Any, templates: Any, infer_getattr: Callable[[Any], Any], lower: Callable[..., Any]
) -> None:
    """Add `_replace` to compiled named tuples, by the modules of the target (Numba's CPU target, or the kernels').

    Its signature has every field; one that is not passed has the type of None and keeps its value.
    """
    name = "NamedTuple._replace"

    def typed(template: Any, args: tuple[Any, ...], given: Mapping[str, Any]) -> Any:
        whole = template.this
        if args or not set(given) <= set(whole.fields):
            return None
        fields = [Parameter(field, Parameter.POSITIONAL_OR_KEYWORD, default=None) for field in whole.fields]
        parts = [given.get(field, types.none) for field in whole.fields]
        return templates.signature(whole, *parts, recvr=whole).replace(pysig=Signature(fields))

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        whole, *parts = args
        for at, (part, kind) in enumerate(zip(parts, signature.args[1:], strict=True)):
            if kind is not types.none:
                whole = builder.insert_value(whole, context.cast(builder, part, kind, signature.return_type[at]), at)
        return whole

    def resolve(_attributes: Any, whole: Any) -> Any:
        return types.BoundFunction(template, whole)

    template = type("Replace", (templates.AbstractTemplate,), {"key": name, "generic": typed})
    attributes = {"key": types.BaseNamedTuple, "resolve__replace": resolve}
    infer_getattr(type("NamedTupleReplace", (templates.AttributeTemplate,), attributes))
    lower(name, types.BaseNamedTuple, types.VarArg(types.Any))(generate)
