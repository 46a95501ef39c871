"""Many games at once: NumPy arrays in and out, compiled from the same rules as everything else.

batch.py is the public class, batch_arguments.py checks its arguments, batch_arrays.py holds its state, batch_step.py
plays one step of one game, occurrences.py counts repetitions, batch_outputs.py and action_masks.py compute outputs on
demand, and seated_batch.py plays on to the next decision of one seat, for environments.
"""

from ibau.lab.batch.batch import Batch

__all__ = ["Batch"]
