"""Thinking in other processes: computer players, analyses and reviews."""
