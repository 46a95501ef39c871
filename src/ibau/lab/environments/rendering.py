"""Rendering of environments; no display is needed."""

from io import BytesIO, StringIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from ibau.core.errors import IbauError, join_names
from ibau.core.game import State
from ibau.core.quoting import quote
from ibau.machine.extras import missing_package_error
from ibau.paper import svg
from ibau.terminal.board_lines import board_lines, board_style

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")
COLUMNS = 80  # of text
PIXELS = 400  # the width; larger pictures take longer than most players' moves


class RenderError(IbauError):
    """An unknown render mode."""


def check_render_mode(mode: object) -> None:
    """Raise RenderError unless the mode is None or known."""
    if mode is not None and mode not in RENDER_MODES:
        raise RenderError(f"Unknown render mode {quote(mode)}; known are {join_names(RENDER_MODES)}.")


def render(state: State, mode: str | None) -> Any:
    """Render a state as "ansi" (text), "svg" (text) or "rgb_array" (uint8 [rows, columns, 3]); "human" prints it."""
    if mode == "human":
        return _print(state, Console())
    if mode == "ansi":
        out = StringIO()
        _print(state, Console(file=out, width=COLUMNS))
        return out.getvalue()
    if mode == "svg":
        return str(svg.board(state))
    return _pixels(svg.board(state, width=PIXELS, background=True)) if mode == "rgb_array" else None


def _print(state: State, out: Console) -> None:
    """Print the board and the position text."""
    for line in board_lines(state.game.board, state.game.system.terminal_theme, state.pieces, (), board_style(out)):
        out.print(line)
    out.print(str(state), highlight=False, soft_wrap=True)


def _pixels(picture: svg.Picture) -> NDArray[np.uint8]:
    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise missing_package_error("Pillow", "gymnasium") from error
    with Image.open(BytesIO(picture.png())) as image:
        return np.array(image.convert("RGB"))[: image.height // 2 * 2]  # video encoders need an even height
