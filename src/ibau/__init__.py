"""Ibau: the board games of ancient Egypt, by the exact rules of their sources."""

__version__ = "0.1.0"
