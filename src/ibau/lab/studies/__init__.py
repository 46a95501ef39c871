"""Studies: play games under many rulesets, and measure what each reading of the sources changes.

play(text, Path("results"), ibau.game, print)  # as `ibau lab run` does
found = measure(Path("results"), ibau.game)    # a polars.DataFrame
"""

from ibau.lab.studies.measure_study import measure
from ibau.lab.studies.play_study import play
from ibau.lab.studies.study import Study
from ibau.lab.studies.study_errors import ResultsError, StudyError

__all__ = ["ResultsError", "Study", "StudyError", "measure", "play"]
