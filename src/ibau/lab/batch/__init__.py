"""Many games at once: NumPy arrays in and out, compiled from the same rules as everything else.

arrays.py is what a batch holds, step.py what happens to one game of it in one step, occurrences.py which positions it
has had, sights.py what is only computed when somebody looks at it, asked.py what a caller may have got wrong, and
batch.py the class that people use; seated.py plays on for environments until their seat is to decide.
"""

from ibau.lab.batch.batch import Batch

__all__ = ["Batch"]
