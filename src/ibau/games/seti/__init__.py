"""Seti: two long boards, pharaohs and high priests; one file of rules a ruleset."""

from ibau.core.game import Face, Notation, System, Words
from ibau.core.phrase import N_
from ibau.games.seti import aleph, beth, evaluate, face, notation, rulesets, words

SEATS = (N_("White"), N_("Brown"))

SYSTEMS = (
    System(
        id="seti-aleph",
        family="seti",
        title=N_("Seti-Aleph"),
        rulebook=aleph,
        options=rulesets.ALEPH_OPTIONS,
        presets=rulesets.ALEPH_PRESETS,
        sources=(rulesets.SOURCE,),
        notation=Notation(notation.aleph_action_text, notation.aleph_position_text, notation.read_aleph_position),
        words=Words(words.aleph_situation, words.aleph_spoken, words.aleph_refusal),
        face=Face(face.aleph_board, face.aleph_pieces, face.aleph_picks, face.aleph_travels),
        evaluation=evaluate.ALEPH_EVALUATION,
        seats=SEATS,
        action_count=aleph.ACTIONS,
        longest_game=rulesets.longest_aleph_game,
        symmetries=rulesets.ALEPH_SYMMETRIES,
        can_cycle=True,
    ),
    System(
        id="seti-beth",
        family="seti",
        title=N_("Seti-Beth"),
        rulebook=beth,
        options=rulesets.BETH_OPTIONS,
        presets=rulesets.BETH_PRESETS,
        sources=(rulesets.SOURCE,),
        notation=Notation(notation.beth_action_text, notation.beth_position_text, notation.read_beth_position),
        words=Words(words.beth_situation, words.beth_spoken, words.beth_refusal),
        face=Face(face.beth_board, face.beth_pieces, face.beth_picks, face.beth_travels),
        evaluation=evaluate.BETH_EVALUATION,
        seats=SEATS,
        action_count=beth.ACTIONS,
        longest_game=rulesets.longest_beth_game,
        symmetries=rulesets.BETH_SYMMETRIES,
        can_cycle=True,
    ),
)
