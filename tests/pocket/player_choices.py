"""What players choose in given positions, as a program that any Python runs: it reads questions and prints answers.

question   {"ruleset", "actions", "player", "nodes"}: the actions lead to the position; the nodes may be null
answer     [action, value, line, nodes, depth], the value as it is written, which shows every bit
"""

import json
import sys
from pathlib import Path
from typing import Any

import ibau


def answer(question: dict[str, Any]) -> list[Any]:
    """What a player chooses."""
    state = ibau.game(question["ruleset"]).initial()
    for action in question["actions"]:
        state = state.play(action)
    budget = ibau.Budget(nodes=question["nodes"]) if question["nodes"] else None
    choice = ibau.player(question["player"], 1).choose(state, budget)
    return [choice.action, repr(choice.value), list(choice.line), choice.nodes, choice.depth]


if __name__ == "__main__":
    asked = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    print(json.dumps([answer(question) for question in asked]))  # noqa: T201 - it is read
