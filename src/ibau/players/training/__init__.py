"""Training of the networks that judge positions: self-play, a fit, and the arena, generation by generation.

game = ibau.game("seneti")
trained = train(game, plan_for(game, seed=1), Setting(Path("seneti.npz")), progress)
print(report(trained, "ibau train seneti --seed 1"))
"""

from ibau.players.training.files import TrainingError
from ibau.players.training.plan import Plan, plan_for
from ibau.players.training.report import report
from ibau.players.training.training import Setting, Trained, train

__all__ = ["Plan", "Setting", "Trained", "TrainingError", "plan_for", "report", "train"]
