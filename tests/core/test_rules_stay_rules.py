"""What a rule may be made of: whole numbers of one word, tuples of them, and other rules.

No array, no allocation, no floating point: the same text runs as plain Python, compiled, or some day
on a graphics card.
"""

import ast
from pathlib import Path

import pytest

import ibau.games

GAMES = Path(ibau.games.__file__).parent
WORD = 1 << 63

ALLOCATES = (
    ast.List,
    ast.Dict,
    ast.Set,
    ast.ListComp,
    ast.DictComp,
    ast.SetComp,
    ast.GeneratorExp,
    ast.JoinedStr,
    ast.Lambda,
    ast.Yield,
    ast.YieldFrom,
    ast.FunctionDef,
    ast.ClassDef,
    ast.Try,
    ast.With,
    ast.Global,
    ast.Nonlocal,
    ast.Raise,
    ast.Delete,
)
FOREIGN = {"np", "numpy", "math", "random", "list", "dict", "set", "sorted", "float", "str", "print", "divmod", "sum"}


def is_rule(node: ast.AST) -> bool:
    """Is this a function under `@rule`?"""
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(mark, ast.Name) and mark.id == "rule" for mark in node.decorator_list
    )


@pytest.fixture(scope="module")
def rules() -> dict[str, ast.FunctionDef]:
    """Every rule of every family, by where it is."""
    return {
        f"{file.relative_to(GAMES)}:{node.name}": node
        for file in sorted(GAMES.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and is_rule(node)
    }


def faults(rule: ast.FunctionDef) -> list[str]:
    """What does not belong in a rule."""
    found = []
    body = [node for statement in rule.body for node in ast.walk(statement)]
    for node in body:
        if isinstance(node, ALLOCATES):
            found.append(f"line {node.lineno}: {type(node).__name__}")
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex | bytes):
            found.append(f"line {node.lineno}: {node.value!r}")
        if isinstance(node, ast.Constant) and isinstance(node.value, int) and not -WORD <= node.value < WORD:
            found.append(f"line {node.lineno}: {node.value} is no word")
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div | ast.Pow | ast.MatMult):
            found.append(f"line {node.lineno}: {type(node.op).__name__}")
        if isinstance(node, ast.Name) and node.id in FOREIGN:
            found.append(f"line {node.lineno}: {node.id}")
        if isinstance(node, ast.Attribute) and node.attr in ("_asdict", "_make"):
            found.append(f"line {node.lineno}: {node.attr}")
        if isinstance(node, ast.Assign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found += [f"line {node.lineno}: writes into something" for at in targets if not _is_name(at)]
    return found


def _is_name(target: ast.expr) -> bool:
    return all(isinstance(part, ast.Name) for part in (target.elts if isinstance(target, ast.Tuple) else [target]))


def test_rules_stay_rules(rules: dict[str, ast.FunctionDef]) -> None:
    assert {name: found for name, rule in rules.items() if (found := faults(rule))} == {}


@pytest.mark.parametrize(
    "text",
    [
        "return [1, 2]",
        "return {1: 2}",
        "return tuple(n for n in position)",
        "return position.own / 2",
        "position.own **= 2",
        "return 0.5 * position.own",
        "return 1 << 3 | 9223372036854775808",
        "return np.zeros(3)",
        "return position._make(numbers)",
        "position[0] = 1",
        "return f'{position}'",
    ],
)
def test_what_is_no_rule_is_found(text: str) -> None:
    function = ast.parse(f"@rule\ndef play(rules, position):\n    {text}").body[0]
    assert isinstance(function, ast.FunctionDef)
    assert is_rule(function)
    assert faults(function)


def test_the_contract_is_made_of_rules(rules: dict[str, ast.FunctionDef]) -> None:
    """Every function that loops call is a rule: in each system's rulebook, and its evaluation."""
    contract = (
        "start",
        "turn",
        "actor",
        "moves",
        "count",
        "nth",
        "groups",
        "group",
        "chances",
        "play",
        "key",
        "occurs",
        "irreversible",
        "outcome",
        "score",
    )
    for system in ibau.games.systems().values():
        functions = [getattr(system.rulebook, name) for name in contract] + [system.evaluation.evaluate]
        for function in functions:
            file = Path(function.__code__.co_filename)
            inside = file.relative_to(GAMES if file.is_relative_to(GAMES) else GAMES.parent)
            assert f"{inside}:{function.__name__}" in rules, f"{system.id}: {function.__name__} is no rule"
