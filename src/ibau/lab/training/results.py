"""What a training keeps of its generations, as JSON."""

import msgspec

from ibau.lab.training.matches import MatchResult


class Learnt(msgspec.Struct, forbid_unknown_fields=True):
    """What a generation has learnt from."""

    positions: int
    error: float  # the mean of its square


class Generation(msgspec.Struct, forbid_unknown_fields=True):
    """What became of a generation."""

    number: int
    positions: int  # learnt from, those of earlier generations included
    learnt: float  # mean squared error on what it learnt from
    unseen: float  # and on positions that it did not learn from
    mean_rounding: float  # how far whole numbers are from fractions, in thousandths of a win
    most_rounding: float
    match: MatchResult  # against the features


class Final(msgspec.Struct, forbid_unknown_fields=True):
    """The best network against the features."""

    number: int  # of its generation
    equal_nodes: MatchResult
    equal_time: MatchResult
