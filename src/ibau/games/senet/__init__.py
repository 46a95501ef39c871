"""Senet: thirty squares in three rows; one file of rules a ruleset."""

from ibau.core.game import System
from ibau.core.phrase import N_
from ibau.games.senet import formation, geoludie, race, rulesets
from ibau.games.senet.evaluate import formation as formation_evaluation
from ibau.games.senet.evaluate import geoludie as geoludie_evaluation
from ibau.games.senet.evaluate import race as race_evaluation
from ibau.games.senet.face import formation as formation_face
from ibau.games.senet.face import geoludie as geoludie_face
from ibau.games.senet.face import race as race_face
from ibau.games.senet.notation import formation as formation_notation
from ibau.games.senet.notation import geoludie as geoludie_notation
from ibau.games.senet.notation import race as race_notation
from ibau.games.senet.words import formation as formation_words
from ibau.games.senet.words import geoludie as geoludie_words
from ibau.games.senet.words import race as race_words

SYSTEMS = (
    System(
        id="senet-formation",
        family="senet",
        title=N_("Senet, the formations"),
        rulebook=formation,
        options=rulesets.FORMATION_OPTIONS,
        presets=rulesets.FORMATION_PRESETS,
        sources=(rulesets.CLUB,),
        notation=formation_notation.NOTATION,
        words=formation_words.WORDS,
        face=formation_face.FACE,
        evaluation=formation_evaluation.EVALUATION,
        seats=(N_("Light"), N_("Dark")),
        action_count=formation.ACTIONS,
        longest_game=rulesets.longest_formation_game,
        has_throws=True,
        can_cycle=True,
        scored=lambda _rules: True,  # (C85)
    ),
    System(
        id="senet-geoludie",
        family="senet",
        title=N_("Senet, the Geoludie game"),
        rulebook=geoludie,
        options=rulesets.GEOLUDIE_OPTIONS,
        presets=rulesets.GEOLUDIE_PRESETS,
        sources=(rulesets.BOOKLET,),
        notation=geoludie_notation.NOTATION,
        words=geoludie_words.WORDS,
        face=geoludie_face.FACE,
        evaluation=geoludie_evaluation.EVALUATION,
        seats=(N_("Odd"), N_("Even")),
        action_count=geoludie.ACTIONS,
        longest_game=lambda _rules: None,  # a turn of 1, 4 and 5 has no bound
        has_throws=True,
        can_cycle=True,
    ),
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
