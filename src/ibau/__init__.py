"""Ibau: games on the boards of ancient Egypt and its neighbours, by five published sets of rules.

state = ibau.game("seega", chain="none").initial()
state = state.play("lot1").play("c2")
state.to_move, list(state.actions), state.result
print(state.board())

See docs/python.md for an introduction, `__init__.pyi` for the exported names, tests/golden/api.txt for signatures.
"""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

from ibau.core import hooks
from ibau.core.field_docs import document_fields

__version__ = "0.1.0"

# The module of each public name, read from the stub.  Names are imported on first access, so that playing starts
# without NumPy.
_STUB = Path(__file__).with_suffix(".pyi").read_text("utf-8")
_HOMES = {name: home for home, name in re.findall(r"^from (\S+) import \w+ as (\w+)$", _STUB, re.MULTILINE)}
_OF_LAB = ("Batch", "Node", "batch")  # names that need the extra `lab`


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return _available()
    if name not in _HOMES:
        raise AttributeError(f"module 'ibau' has no attribute {name!r}")
    if name in _OF_LAB:
        import_module("ibau.machine.extras").check_installed("lab")
    home = import_module(_HOMES[name])
    value = globals()[name] = getattr(home, name) if hasattr(home, name) else import_module(f"{_HOMES[name]}.{name}")
    if isinstance(value, type):
        document_fields(value)
    return value


def __dir__() -> list[str]:
    return ["__version__", *_available()]


def _available() -> list[str]:
    """The public names that can be imported: the laboratory's only if the extra `lab` is installed."""
    lacking = () if import_module("ibau.machine.extras").is_installed("lab") else _OF_LAB
    return sorted(_HOMES.keys() - lacking)


def _resolve_game(text: str) -> Any:
    from ibau.games import game

    return game(text)


def _render_svg(state: Any) -> str:
    from ibau.paper.svg import board

    return board(state)


def _render_text(state: Any, columns: int) -> str:
    from ibau.terminal.position_view import board_text

    return board_text(state, columns)


hooks.resolve_game = _resolve_game
hooks.render_svg, hooks.render_text = _render_svg, _render_text
