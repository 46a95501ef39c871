"""Game, State, Line, Ruleset, Record, and what a game declares; names no single game."""
