"""Flat pictures, for paper: no filters, no shadows, no edges of boards; shapes and colours stay."""

import re

from ibau.paper.drawing.symbols import DEPTH

FILTERS = re.compile(r"<filter .*?</filter>", re.DOTALL)
TEXTURES = re.compile(r'<\w+ [^>]*filter="[^>]*/>')  # a shape that shows what a filter makes of it, and nothing else
FILTERED = re.compile(r' filter="[^"]*"')
DEEP = re.compile(rf"<(\w+) [^>]*{DEPTH}[^>]*(?:/>|(?<!/)>.*?</\1>)", re.DOTALL)  # nothing of its own kind is in it
NOT_FLAT = (FILTERS, TEXTURES, FILTERED, DEEP)


def flat(markup: str) -> str:
    """Markup of SVG without what makes it look like a thing."""
    for pattern in NOT_FLAT:
        markup = pattern.sub("", markup)
    return markup
