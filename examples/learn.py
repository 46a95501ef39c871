"""Learn a game from scratch, in a thousand games at once, and play against other players.

    python examples/learn.py seega --steps 2000 --against random level2 greedy

Learns by temporal differences: the value of a position is moved towards that of the next one, in random games.
Positions are the observations of `ibau.batch`, without the hand-written evaluation.
"""

import argparse

import numpy as np

import ibau
from ibau.lab.observation import observe


def learn(ruleset, steps, games=1024, rate=0.5):
    """Learn one weight per number of an observation; their sum is the value for the seat that sees it."""
    batch = ibau.batch(ruleset, games, seed=1)
    weights = np.zeros(batch.layout.size, np.float32)
    for step in range(steps):
        seen, actors = batch.observations.astype(np.float32), batch.actors.copy()
        batch.step()  # any legal action
        over = batch.terminated | batch.truncated  # where the next game has already begun
        after = np.where(over[:, None], batch.final_observations, batch.observations).astype(np.float32)
        seen_by = np.where(over, batch.final_actors, batch.actors)
        goes_on = np.tanh(after @ weights) * np.where(seen_by == actors, 1, -1)  # even where it was cut off
        targets = np.where(batch.terminated, batch.rewards[np.arange(games), actors], goes_on)
        weights += rate * (1 - step / steps) / games * (targets - np.tanh(seen @ weights)) @ seen
        weights[batch.layout.numbers.get("evaluation", slice(0))] = 0
    return weights


class Learner(ibau.Player):  # it looks one action ahead
    def __init__(self, weights):
        super().__init__()
        self.weights = weights

    def move(self, state):
        return max(state.actions, key=lambda action: self.worth(state.play(action), state.turn))

    def worth(self, state, seat):
        if state.result:
            return state.result.returns[seat]
        if state.turn == ibau.CHANCE:
            thrown = ((chance, state.play(throw)) for throw, chance in state.chances.items())
            return sum(chance * self.worth(after, seat) for chance, after in thrown if after.turn != ibau.CHANCE)
        return np.tanh(observe(state) @ self.weights) * (1 if state.turn == seat else -1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("ruleset")
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--against", nargs="+", help="default: random and the two weakest levels of the game")
    wish = parser.parse_args()
    learner = Learner(learn(wish.ruleset, wish.steps))
    for other in wish.against or ["random", *(level.id for level in ibau.levels(wish.ruleset)[:2])]:
        tally = ibau.tournament(learner, other, wish.ruleset, games=20)
        print(f"against {other}: {tally.score:.0%} ({tally.interval[0]:.0%} to {tally.interval[1]:.0%})")
