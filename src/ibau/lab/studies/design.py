"""Combinations of changed options that show the interactions of pairs: a two-level fractional factorial design.

Every option has its default or its first other value.  Each gets a word of bits such that no four words cancel out
(a code of distance five): in run r an option is changed if its word and r have an odd number of bits in common.
So main effects and interactions of two options are not aliased with each other, only with interactions of three or more
(resolution V; Box, Hunter and Hunter, Statistics for Experimenters, chapter 12).
"""

from collections.abc import Iterable, Iterator
from itertools import combinations as subsets
from itertools import compress

from ibau.core.completion_rates import BOOKKEEPING, too_few_ended
from ibau.core.game import Game
from ibau.core.options import Option, Ruleset


def factors(base: Game) -> tuple[Option, ...]:
    """The options that are varied: readings of a source, with which games still end."""
    options = (option for option in base.system.options if option.name not in BOOKKEEPING)
    return tuple(
        option for option in options if not too_few_ended(Game(base.system, with_changes(base.ruleset, [option])))
    )


def with_changes(base: Ruleset, options: Iterable[Option]) -> Ruleset:
    """The ruleset `base` with the first other value of some options."""
    for option in options:
        base = base.with_value(option.name, option.alternatives(base.values[option.name])[0])
    return base


def factor_words(count: int) -> tuple[int, ...]:
    """One word per factor, of as few bits as possible, such that no four words or fewer cancel out."""
    bits = 1
    while len(found := _words(count, bits)) < count:
        bits += 1
    return found


def _words(count: int, bits: int) -> tuple[int, ...]:
    """Up to `count` such words of this many bits, found greedily."""
    found: list[int] = []
    sums: set[int] = {0}  # of up to three words, which the next one must not equal
    for word in range(1, 1 << bits):
        if word not in sums and len(found) < count:
            sums |= {word} | {word ^ one for one in found} | {word ^ one ^ other for one, other in subsets(found, 2)}
            found.append(word)
    return tuple(found)


def design_runs(count: int) -> Iterator[tuple[int, ...]]:
    """Yield, for each run of the design, 1 per changed factor and 0 per unchanged one."""
    known = factor_words(count)
    for run in range(1 << max(known, default=0).bit_length()):
        yield tuple((word & run).bit_count() % 2 for word in known)


def combinations(base: Game) -> list[Ruleset]:
    """The rulesets of the design."""
    options = factors(base)
    return [with_changes(base.ruleset, compress(options, run)) for run in design_runs(len(options))]
