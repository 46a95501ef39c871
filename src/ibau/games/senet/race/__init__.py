"""Senet, the club's first version: a race."""

from ibau.core.contract import System
from ibau.core.kit import Kit
from ibau.core.phrase import N_
from ibau.games.senet.race import rules
from ibau.games.senet.race.editor import EDITOR
from ibau.games.senet.race.evaluate import EVALUATION
from ibau.games.senet.race.face import FACE
from ibau.games.senet.race.facts import longest_game, memory
from ibau.games.senet.race.impossible import IMPOSSIBLE
from ibau.games.senet.race.lesson import LESSON
from ibau.games.senet.race.look import LOOK
from ibau.games.senet.race.notation import NOTATION
from ibau.games.senet.race.reasons import REASONS
from ibau.games.senet.race.rulesets import OPTIONS, PRESETS, SOURCES
from ibau.games.senet.race.words import WORDS

SYSTEM = System(
    id="senet-race",
    family="senet",
    title=N_("Senet, the race"),
    package=__name__,
    label=N_(
        "A race on a board some 5,000 years old, by the rules of a French club after Jéquier, 1930. "
        "Luck and skill, about 30 minutes."
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
    scored=lambda rules: bool(rules.match_scoring),
    settle=rules.settle,
    puzzle_lead=0.04,  # throws to come leave choices little more
)
