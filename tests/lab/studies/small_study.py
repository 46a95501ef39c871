"""A small study."""

SMALL = """\
title = "Small"
seed = 3
rulesets = ["seti-beth"]

[[plays]]
players = ["greedy", "greedy"]
games = 40
"""
