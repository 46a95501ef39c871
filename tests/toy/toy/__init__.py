"""A heap of counters: a lot decides who begins, each player takes a few, and whoever takes the last one wins."""

from ibau.core.game import Evaluation, Face, Notation, System, Words

from . import evaluate, face, notation, rules, rulesets, words

SYSTEMS = (
    System(
        id="toy",
        family="toy",
        title="The heap",
        rulebook=rules,
        options=rulesets.OPTIONS,
        presets=rulesets.PRESETS,
        sources=(),
        notation=Notation(notation.action_text, notation.position_text, notation.read_position),
        words=Words(words.situation, words.spoken, words.refusal),
        face=Face(face.board, face.pieces, face.picks, face.travels),
        evaluation=Evaluation(evaluate.judge),
        seats=("Left", "Right"),
        action_count=rules.MOST,
        longest_game=lambda rules: 1 + rules.counters,
    ),
)
