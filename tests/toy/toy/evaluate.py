"""What players look at in the heap."""

from ibau.core.contract import Evaluation
from ibau.machine.rule import rule

from .rules import Position, Rules


@rule
def judge(rules: Rules, position: Position) -> int:
    return 0


EVALUATION = Evaluation(judge)
