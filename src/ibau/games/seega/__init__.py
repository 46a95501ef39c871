"""Seega, 5x5: custodial capture on a board that the players fill themselves."""

from ibau.core.contract import System
from ibau.core.kit import Kit
from ibau.core.phrase import N_
from ibau.games.seega import rules
from ibau.games.seega.editor import EDITOR
from ibau.games.seega.evaluate import EVALUATION
from ibau.games.seega.face import FACE
from ibau.games.seega.facts import SYMMETRIES, is_driven, longest_game, memory
from ibau.games.seega.impossible import IMPOSSIBLE
from ibau.games.seega.lesson import LESSON
from ibau.games.seega.listing import listed
from ibau.games.seega.look import LOOK
from ibau.games.seega.notation import NOTATION
from ibau.games.seega.reasons import REASONS
from ibau.games.seega.rulesets import OPTIONS, PRESETS, SOURCES
from ibau.games.seega.words import WORDS

SYSTEMS = (
    System(
        id="seega",
        family="seega",
        title=N_("Seega"),
        package=__name__,
        label=N_(
            "Played in nineteenth-century Egypt with pebbles in the sand; nobody knows how much older it is. "
            "Skill, about 15 minutes."
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
        listed=listed,
        memory=memory,
        network_holds=is_driven,  # its network has learnt from games that are
        impossible=IMPOSSIBLE,
        editor=EDITOR,
        reasons=REASONS,
        symmetries=SYMMETRIES,
        can_cycle=True,
    ),
)
