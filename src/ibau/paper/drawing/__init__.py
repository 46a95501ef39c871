"""Boards as pictures, made of the web page's drawings; see `ibau.svg`."""

from typing import Literal, get_args

Theme = Literal["light", "dark", "contrast"]
THEMES: tuple[Theme, ...] = get_args(Theme)
