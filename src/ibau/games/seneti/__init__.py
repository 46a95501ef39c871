"""Seneti: stacking and turning stones on the twenty squares of Ur."""

from ibau.core.contract import System
from ibau.core.kit import Kit
from ibau.core.phrase import N_
from ibau.games.seneti import rules
from ibau.games.seneti.editor import EDITOR
from ibau.games.seneti.evaluate import EVALUATION
from ibau.games.seneti.face import FACE
from ibau.games.seneti.facts import SYMMETRIES, longest_game, memory
from ibau.games.seneti.impossible import IMPOSSIBLE
from ibau.games.seneti.lesson import LESSON
from ibau.games.seneti.look import LOOK
from ibau.games.seneti.notation import NOTATION
from ibau.games.seneti.reasons import REASONS
from ibau.games.seneti.rulesets import OPTIONS, PRESETS, SOURCES
from ibau.games.seneti.words import WORDS

SYSTEMS = (
    System(
        id="seneti",
        family="seneti",
        title=N_("Seneti"),
        package=__name__,
        label=N_(
            "A modern game by Horst Alexander Renz on the board from Ur, some 4,600 years old. Skill, about 30 minutes."
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
        seats=(N_("White"), N_("Black")),
        action_count=rules.ACTIONS,
        most_groups=rules.MOST_GROUPS,
        longest_game=longest_game,
        memory=memory,
        impossible=IMPOSSIBLE,
        editor=EDITOR,
        reasons=REASONS,
        symmetries=SYMMETRIES,
        can_cycle=True,
        training={  # careful players draw long games: noisy ones tell who stood better
            "hidden": 32,
            "generations": 4,
            "positions": 400_000,
            "shallow": True,
            "apart": 1,
            "noise": 0.3,
            "trust": 0.95,
            "epochs": 3,
            "pairs": 10,
            "final_pairs": 30,
            "final_seconds": 0.005,
        },
        strength={"seconds": 0.02, "aim": 0.8},
    ),
)
