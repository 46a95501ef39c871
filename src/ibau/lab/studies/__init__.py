"""The rules lab: what every reading of the sources does to a game.

with Pool(...) as pool: play(text, Path("results"), ibau.game, ...)  # as `ibau lab run` does
found = measure(Path("results"), ibau.game)                          # a polars.DataFrame
"""

from ibau.lab.studies.errors import ResultsError, StudyError
from ibau.lab.studies.measuring import measure
from ibau.lab.studies.playing import OpenPool, play
from ibau.lab.studies.study import Study

__all__ = ["OpenPool", "ResultsError", "Study", "StudyError", "measure", "play"]
