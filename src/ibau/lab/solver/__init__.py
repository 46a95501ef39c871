"""Exact values: worked out by the rules as they are, proved, and kept in tables."""
