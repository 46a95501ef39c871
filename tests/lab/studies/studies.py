"""Small studies."""

import ibau
from ibau.lab.studies import Study

SMALL = """\
title = "Small"
seed = 3

[[rulesets]]
names = ["seti-beth", "seti-beth-box"]
base = "seti-beth"

[[plays]]
players = "random"
precision = { "balance.starter" = 0.03 }
"""


def study(text: str = SMALL) -> Study:
    """The study of a text."""
    return Study.of(text, ibau.game, "small.toml")
