"""The rules lab: what every reading of the sources does to a game.

play(text, Path("results"), ibau.game, print)  # as `ibau lab run` does
found = measure(Path("results"), ibau.game)    # a polars.DataFrame
"""

from ibau.lab.studies.errors import ResultsError, StudyError
from ibau.lab.studies.measuring import measure
from ibau.lab.studies.playing import play
from ibau.lab.studies.study import Study

__all__ = ["ResultsError", "Study", "StudyError", "measure", "play"]
