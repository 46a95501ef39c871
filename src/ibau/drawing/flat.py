"""Flat pictures, for paper: no filters, no shadows, no edges of boards; shapes and colours stay."""

import re

FILTERS = re.compile(r"<filter .*?</filter>", re.DOTALL)
TEXTURES = re.compile(r'<\w+ [^>]*filter="[^>]*/>')  # a shape that shows what a filter makes of it, and nothing else
FILTERED = re.compile(r' filter="[^"]*"')
DEPTH = re.compile(
    r"<(\w+) [^>]*data-depth[^>]*(?:/>|(?<!/)>.*?</\1>)", re.DOTALL
)  # they hold nothing of their own kind


def flat(markup: str) -> str:
    """Markup of SVG without what makes it look like a thing."""
    for pattern in (FILTERS, TEXTURES, FILTERED, DEPTH):
        markup = pattern.sub("", markup)
    return markup
