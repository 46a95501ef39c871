"""Senet, the club's second version: two formations."""

from ibau.core.contract import System
from ibau.core.kit import Kit
from ibau.core.phrase import N_
from ibau.games.senet.formation import rules
from ibau.games.senet.formation.editor import EDITOR
from ibau.games.senet.formation.evaluate import EVALUATION
from ibau.games.senet.formation.face import FACE
from ibau.games.senet.formation.facts import longest_game, memory
from ibau.games.senet.formation.impossible import IMPOSSIBLE
from ibau.games.senet.formation.lesson import LESSON
from ibau.games.senet.formation.look import LOOK
from ibau.games.senet.formation.notation import NOTATION
from ibau.games.senet.formation.reasons import REASONS
from ibau.games.senet.formation.rulesets import OPTIONS, PRESETS, SOURCES
from ibau.games.senet.formation.words import WORDS

SYSTEM = System(
    id="senet-formation",
    family="senet",
    title=N_("Senet, the formations"),
    package=__name__,
    label=N_(
        "A modern invention on a board some 5,000 years old: fill every other square. Luck and skill, an hour or more."
    ),
    rulebook=rules,
    options=OPTIONS,
    presets=PRESETS,
    sources=SOURCES,
    notation=NOTATION,
    words=WORDS,
    face=FACE,
    look=LOOK,
    kit=Kit(square=3.0),
    lesson=LESSON,
    evaluation=EVALUATION,
    seats=(N_("Light"), N_("Dark")),
    action_count=rules.ACTIONS,
    most_groups=rules.MOST_GROUPS,
    longest_game=longest_game,
    memory=memory,
    impossible=IMPOSSIBLE,
    editor=EDITOR,
    reasons=REASONS,
    has_throws=True,
    can_cycle=True,
    scored=lambda _rules: True,  # (C85)
    settle=rules.settle,
    training={"games": 4_000, "generations": 7, "pairs": 20, "final_pairs": 40},  # games of thousands of decisions
    strength={"pairs": 20},
)
