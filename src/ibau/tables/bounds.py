"""Interval bounds, rounded outwards where floating-point numbers are not exact."""

import math
from decimal import ROUND_CEILING, Decimal
from fractions import Fraction


def round_down(exact: Fraction) -> float:
    """The largest floating-point number not above `exact`."""
    near = float(exact)
    return near if near <= exact else math.nextafter(near, -math.inf)


def round_up(exact: Fraction) -> float:
    """The smallest floating-point number not below `exact`."""
    return -round_down(-exact)


def between(lower: Fraction, upper: Fraction) -> tuple[float, float]:
    """Lower and upper bound of a chance, rounded outwards but within 0 and 1."""
    return max(0.0, round_down(lower)), min(1.0, round_up(upper))


def error_text(error: float) -> str:
    """An error of a chance as a percentage, rounded up: "0.002 %"."""
    return f"{(100 * Decimal(error)).quantize(Decimal('0.001'), ROUND_CEILING)} %"
