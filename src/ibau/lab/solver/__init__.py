"""Solvers: exact values of positions, proved and stored in tables."""
