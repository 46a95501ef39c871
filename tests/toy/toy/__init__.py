"""A heap of counters: a lot decides who begins, each player takes a few, and whoever takes the last one wins."""

from ibau.core.contract import System

from . import rules
from .evaluate import EVALUATION
from .face import FACE
from .notation import NOTATION
from .rulesets import OPTIONS, PRESETS, SOURCES
from .words import WORDS

SYSTEMS = (
    System(
        id="toy",
        family="toy",
        title="The heap",
        package=__name__,
        label="A heap to take from, for tests.",
        rulebook=rules,
        options=OPTIONS,
        presets=PRESETS,
        sources=SOURCES,
        notation=NOTATION,
        words=WORDS,
        face=FACE,
        evaluation=EVALUATION,
        seats=("Left", "Right"),
        action_count=rules.MOST,
        most_groups=1,
        longest_game=lambda rules: 1 + rules.counters,
    ),
)
