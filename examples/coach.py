"""Play with a coach who comments on every move.

    python examples/coach.py seega --opponent level2

Type an action, ? for a hint, anything else for a list of legal actions; Ctrl-C ends the program.
"""

import argparse
import random
from contextlib import suppress

import ibau

THOUGHT = ibau.Budget(nodes=3000)  # of each of the coach's searches


def typed_action(state):
    """Read an action from the keyboard."""
    print(f"\n{state.board()}\n")
    while (typed := input("> ").strip()) not in state.actions:
        if typed == "?":
            print("Coach: {0.where} {0.why}".format(ibau.hint(state, THOUGHT)))
        else:
            print("You can play", *state.actions)
    return typed


def comment(state, played):
    """The coach's comment on an action."""
    best, *others = ibau.advise(state, THOUGHT)
    value = next(advice.value for advice in (best, *others) if advice.action == played)
    lost = 50 * (best.value - value)  # points of the chances of winning
    if lost < 3:
        return f"Well played: you win {50 + 50 * value:.0f} of 100 games from here."
    return f"{'A blunder' if lost > 20 else 'A little weak'}: {best.action} wins {lost:.0f} more of 100 games."


def play(ruleset, opponent, seed):
    """Play a game between you, in the first seat, and the computer."""
    line = ibau.Line(ibau.game(ruleset).initial())
    computer, dice = ibau.player(opponent, seed), random.Random(seed)
    while not line.result:
        if line.state.turn == ibau.CHANCE:
            line = line.play(line.state.chance_action(dice.randrange(16)))
        elif line.state.turn == ibau.FIRST:
            line = line.play(typed_action(line.state))
            print("Coach:", comment(line.last.before, line.last.text))
        else:
            line = line.play(computer.choose(line.state).action)
        print(line.last.description)
    print("\nYou have", {1: "won.", 0: "drawn.", -1: "lost."}[line.result.returns[ibau.FIRST]])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("ruleset")
    parser.add_argument("--opponent", default="level2")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    with suppress(EOFError, KeyboardInterrupt):  # the player leaves
        play(**vars(parser.parse_args()))
