"""Senet by the Geoludie booklet: throws added up, and shared out among the pawns."""

from ibau.core.contract import System
from ibau.core.kit import Kit
from ibau.core.phrase import N_
from ibau.games.senet.geoludie import rules
from ibau.games.senet.geoludie.editor import EDITOR
from ibau.games.senet.geoludie.evaluate import EVALUATION
from ibau.games.senet.geoludie.face import FACE
from ibau.games.senet.geoludie.facts import longest_game, memory
from ibau.games.senet.geoludie.impossible import IMPOSSIBLE
from ibau.games.senet.geoludie.lesson import LESSON
from ibau.games.senet.geoludie.look import LOOK
from ibau.games.senet.geoludie.notation import NOTATION
from ibau.games.senet.geoludie.reasons import REASONS
from ibau.games.senet.geoludie.rulesets import OPTIONS, PRESETS, SOURCES
from ibau.games.senet.geoludie.words import WORDS

SYSTEM = System(
    id="senet-geoludie",
    family="senet",
    title=N_("Senet, the Geoludie game"),
    package=__name__,
    label=N_(
        "A race on a board some 5,000 years old, by the modern rules of a booklet by Geoludie. "
        "Luck and skill, about 40 minutes."
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
    seats=(N_("Odd"), N_("Even")),
    action_count=rules.ACTIONS,
    most_groups=rules.MOST_GROUPS,
    longest_game=longest_game,
    memory=memory,
    impossible=IMPOSSIBLE,
    editor=EDITOR,
    reasons=REASONS,
    has_throws=True,
    can_cycle=True,
    training={"gain": 3.0},
)
