"""The rules lab: what every reading of the sources does to a game.

study = Study.read("study.toml", ibau.game)
tables = run(study, "results", workers=2)
tables.results.filter(pl.col("significant"))
"""

from ibau.lab.studies.errors import ResultsError, StudyError
from ibau.lab.studies.folder import read, read_manifest
from ibau.lab.studies.run import run
from ibau.lab.studies.study import Study

__all__ = ["ResultsError", "Study", "StudyError", "read", "read_manifest", "run"]
