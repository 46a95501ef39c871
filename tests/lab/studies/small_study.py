"""A small study."""

SMALL = """\
title = "Small"
seed = 3
rulesets = ["seti-beth"]

[[matchups]]
players = ["greedy", "greedy"]
games = 40
"""
