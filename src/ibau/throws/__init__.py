"""Verifiable throws: the formulas that determine them, and the check of a record."""
