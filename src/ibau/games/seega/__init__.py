"""Seega, 5x5: custodial capture on a board that the players fill themselves."""

from ibau.core.game import Face, Notation, System, Words
from ibau.core.phrase import N_
from ibau.games.seega import evaluate, face, notation, rules, rulesets, words

SYSTEMS = (
    System(
        id="seega",
        family="seega",
        title=N_("Seega"),
        rulebook=rules,
        options=rulesets.OPTIONS,
        presets=rulesets.PRESETS,
        sources=(rulesets.SOURCE,),
        notation=Notation(notation.action_text, notation.position_text, notation.read_position),
        words=Words(words.situation, words.spoken, words.refusal),
        face=Face(face.board, face.pieces, face.picks, face.travels),
        evaluation=evaluate.EVALUATION,
        seats=(N_("Light"), N_("Dark")),
        action_count=rules.ACTIONS,
        longest_game=rulesets.longest_game,
        symmetries=rulesets.SYMMETRIES,
        can_cycle=True,
    ),
)
