"""Seneti: stacking and turning stones on the twenty squares of Ur."""

from ibau.core.game import Face, Notation, System, Words
from ibau.core.phrase import N_
from ibau.games.seneti import evaluate, face, notation, rules, rulesets, words

SYSTEMS = (
    System(
        id="seneti",
        family="seneti",
        title=N_("Seneti"),
        rulebook=rules,
        options=rulesets.OPTIONS,
        presets=rulesets.PRESETS,
        sources=(rulesets.SOURCE,),
        notation=Notation(notation.action_text, notation.position_text, notation.read_position),
        words=Words(words.situation, words.spoken, words.refusal),
        face=Face(face.board, face.pieces, face.picks, face.travels),
        evaluation=evaluate.EVALUATION,
        seats=(N_("White"), N_("Black")),
        action_count=rules.ACTIONS,
        longest_game=rulesets.longest_game,
        symmetries=rulesets.SYMMETRIES,
        can_cycle=True,
    ),
)
