"""The confidence interval of a measured share."""

import math

TWO_SIDED_95 = 1.959963984540054  # quantile of the normal distribution


def wilson(successes: float, trials: float) -> tuple[float, float]:
    """The 95 % confidence interval of `successes / trials` (Wilson 1927), as fractions; (0, 1) without trials.

    Successes may be fractional, as when a draw counts as half of one: such outcomes vary less than failures and
    successes, so that the interval is, if anything, too wide.
    """
    if not trials:
        return 0.0, 1.0
    z = TWO_SIDED_95
    share = successes / trials
    scale = 1 + z * z / trials
    middle = share + z * z / (2 * trials)
    reach = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)
