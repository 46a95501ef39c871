"""Bounds that stay bounds: what floating-point numbers cannot hold is rounded outwards."""

import math
from decimal import ROUND_CEILING, Decimal
from fractions import Fraction


def round_down(exact: Fraction) -> float:
    """The largest floating-point number that is no larger."""
    near = float(exact)
    return near if near <= exact else math.nextafter(near, -math.inf)


def round_up(exact: Fraction) -> float:
    """The smallest floating-point number that is no smaller."""
    return -round_down(-exact)


def between(lower: Fraction, upper: Fraction) -> tuple[float, float]:
    """Bounds of a chance, none beyond 0 and 1."""
    return max(0.0, round_down(lower)), min(1.0, round_up(upper))


def error_text(error: float) -> str:
    """A distance of bounds in hundredths, rounded up: "0.002 %"."""
    return f"{(100 * Decimal(error)).quantize(Decimal('0.001'), ROUND_CEILING)} %"
