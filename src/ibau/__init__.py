"""Ibau: the board games of ancient Egypt, by the exact rules of their sources."""
