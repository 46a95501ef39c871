"""Seti-Aleph: three files, figures that change sides, and ships under them."""

from ibau.core.contract import System
from ibau.core.kit import Kit
from ibau.core.phrase import N_
from ibau.games.seti.aleph import rules
from ibau.games.seti.aleph.editor import EDITOR
from ibau.games.seti.aleph.evaluate import EVALUATION
from ibau.games.seti.aleph.face import FACE
from ibau.games.seti.aleph.facts import SYMMETRIES, longest_game, memory
from ibau.games.seti.aleph.impossible import IMPOSSIBLE
from ibau.games.seti.aleph.lesson import LESSON
from ibau.games.seti.aleph.listing import listed
from ibau.games.seti.aleph.look import LOOK
from ibau.games.seti.aleph.notation import NOTATION
from ibau.games.seti.aleph.reasons import REASONS
from ibau.games.seti.aleph.rulesets import OPTIONS, PRESETS, SOURCES
from ibau.games.seti.aleph.words import WORDS

SYSTEM = System(
    id="seti-aleph",
    family="seti",
    title=N_("Seti-Aleph"),
    package=__name__,
    label=N_(
        "A game of 1979 by Hartmut Witt and Andreas Steiner, with ancient Egypt in mind. Skill, about 20 minutes."
    ),
    rulebook=rules,
    options=OPTIONS,
    presets=PRESETS,
    sources=SOURCES,
    notation=NOTATION,
    words=WORDS,
    face=FACE,
    look=LOOK,
    kit=Kit(two_coloured=True, under=("ship",)),
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
