"""Senet: thirty squares in three rows; one file of rules a ruleset."""

from ibau.core.game import System
from ibau.core.phrase import N_
from ibau.games.senet import race, rulesets
from ibau.games.senet.evaluate import race as race_evaluation
from ibau.games.senet.face import race as race_face
from ibau.games.senet.notation import race as race_notation
from ibau.games.senet.words import race as race_words

SYSTEMS = (
    System(
        id="senet-race",
        family="senet",
        title=N_("Senet, the race"),
        rulebook=race,
        options=rulesets.RACE_OPTIONS,
        presets=rulesets.RACE_PRESETS,
        sources=(rulesets.CLUB,),
        notation=race_notation.NOTATION,
        words=race_words.WORDS,
        face=race_face.FACE,
        evaluation=race_evaluation.EVALUATION,
        seats=(N_("Light"), N_("Dark")),
        action_count=race.ACTIONS,
        longest_game=lambda _rules: None,  # a turn of 1, 4 and 6 has no bound
        has_throws=True,
        can_cycle=True,
        scored=lambda rules: bool(rules.match_scoring),
    ),
)
