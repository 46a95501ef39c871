"""The Senet boards and pawns; one module a ruleset."""
