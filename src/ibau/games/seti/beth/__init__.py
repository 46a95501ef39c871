"""Seti-Beth: five files, no ships; conquered figures leave the game."""

from ibau.core.contract import System
from ibau.core.kit import Kit
from ibau.core.phrase import N_
from ibau.games.seti.beth import rules
from ibau.games.seti.beth.editor import EDITOR
from ibau.games.seti.beth.evaluate import EVALUATION
from ibau.games.seti.beth.face import FACE
from ibau.games.seti.beth.facts import SYMMETRIES, longest_game, memory
from ibau.games.seti.beth.impossible import IMPOSSIBLE
from ibau.games.seti.beth.lesson import LESSON
from ibau.games.seti.beth.listing import listed
from ibau.games.seti.beth.look import LOOK
from ibau.games.seti.beth.notation import NOTATION
from ibau.games.seti.beth.reasons import REASONS
from ibau.games.seti.beth.rulesets import OPTIONS, PRESETS, SOURCES
from ibau.games.seti.beth.words import WORDS

SYSTEM = System(
    id="seti-beth",
    family="seti",
    title=N_("Seti-Beth"),
    package=__name__,
    label=N_("Seti of 1979 on its wider board, with more priests and no ships. Skill, about 10 minutes."),
    rulebook=rules,
    options=OPTIONS,
    presets=PRESETS,
    sources=SOURCES,
    notation=NOTATION,
    words=WORDS,
    face=FACE,
    look=LOOK,
    kit=Kit(two_coloured=True),
    lesson=LESSON,
    evaluation=EVALUATION,
    seats=(N_("White"), N_("Brown")),
    action_count=rules.ACTIONS,
    most_groups=rules.MOST_GROUPS,
    longest_game=longest_game,
    listed=listed,
    memory=memory,
    impossible=IMPOSSIBLE,
    editor=EDITOR,
    reasons=REASONS,
    symmetries=SYMMETRIES,
    can_cycle=True,
)
