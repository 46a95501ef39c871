"""Senet: thirty squares in three rows; one file of rules a ruleset."""

from ibau.core.game import Evaluation, Face, Notation, System, Words
from ibau.core.phrase import N_
from ibau.games.senet import evaluate, face, notation, race, rulesets, words

SYSTEMS = (
    System(
        id="senet-race",
        family="senet",
        title=N_("Senet, the race"),
        rulebook=race,
        options=rulesets.RACE_OPTIONS,
        presets=rulesets.RACE_PRESETS,
        sources=(rulesets.CLUB,),
        notation=Notation(notation.race_action_text, notation.race_position_text, notation.read_race_position),
        words=Words(words.race_situation, words.race_spoken, words.race_refusal),
        face=Face(face.race_board, face.race_pieces, face.race_picks, face.race_travels),
        evaluation=Evaluation(evaluate.judge_race),
        seats=(N_("Light"), N_("Dark")),
        action_count=race.ACTIONS,
        longest_game=lambda _rules: None,  # a turn of 1, 4 and 6 has no bound
        has_throws=True,
        can_cycle=True,
        scored=lambda rules: bool(rules.match_scoring),
    ),
)
