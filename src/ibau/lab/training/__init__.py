"""Training of networks that evaluate positions: self-play, a fit, and matches, generation by generation.

game = ibau.game("seneti")
result = train(game, plan_for(game, seed=1), RunSettings(Path("seneti.npz")), progress)
print(report(result, "ibau train seneti --seed 1"))
"""

from ibau.lab.training.training import RunSettings, TrainingResult, train
from ibau.lab.training.training_files import TrainingError
from ibau.lab.training.training_plan import TrainingPlan, plan_for
from ibau.lab.training.training_report import report

__all__ = ["RunSettings", "TrainingError", "TrainingPlan", "TrainingResult", "plan_for", "report", "train"]
