"""Boards as pictures, from the drawings of the browser page; `ibau.svg` is the door to this room."""

from typing import Literal, get_args

Theme = Literal["light", "dark", "contrast"]
THEMES: tuple[Theme, ...] = get_args(Theme)
