"""Which combinations of changes tell best what pairs of them do together: a two-level fractional factorial design.

Every option is as usual or has its first other value.  Each gets a word of bits such that no four words cancel out
(a code of distance five): in run r an option is changed where its word and r have an odd number of bits in common.
So what one option does, and what two do beyond the sum of both, are told apart from each other; only what three do
together can hide among them (resolution V; Box, Hunter and Hunter, Statistics for Experimenters, chapter 12).
"""

from collections.abc import Iterable, Iterator
from itertools import combinations as subsets
from itertools import compress

from ibau.core.completion_rates import BOOKKEEPING, too_few_ended
from ibau.core.game import Game
from ibau.core.options import Option, Ruleset


def factors(base: Game) -> tuple[Option, ...]:
    """The options that are varied: those that a source may mean otherwise, and by which games end."""
    options = (option for option in base.system.options if option.name not in BOOKKEEPING)
    return tuple(
        option for option in options if not too_few_ended(Game(base.system, with_changes(base.ruleset, [option])))
    )


def with_changes(base: Ruleset, options: Iterable[Option]) -> Ruleset:
    """A ruleset with the first other value of some options."""
    for option in options:
        base = base.with_value(option.name, option.alternatives(base.values[option.name])[0])
    return base


def factor_words(count: int) -> tuple[int, ...]:
    """A word for each factor, of as few bits as will do, no four of which cancel out, nor fewer."""
    bits = 1
    while len(found := _words(count, bits)) < count:
        bits += 1
    return found


def _words(count: int, bits: int) -> tuple[int, ...]:
    """As many words of this many bits as are found one after the other."""
    found: list[int] = []
    sums: set[int] = {0}  # of three words at most, which the next one must not be
    for word in range(1, 1 << bits):
        if word not in sums and len(found) < count:
            sums |= {word} | {word ^ one for one in found} | {word ^ one ^ other for one, other in subsets(found, 2)}
            found.append(word)
    return tuple(found)


def design_runs(count: int) -> Iterator[tuple[int, ...]]:
    """For each run of the design 1 where a factor is changed, else 0."""
    known = factor_words(count)
    for run in range(1 << max(known, default=0).bit_length()):
        yield tuple((word & run).bit_count() % 2 for word in known)


def combinations(base: Game) -> list[Ruleset]:
    """The rulesets of the design."""
    options = factors(base)
    return [with_changes(base.ruleset, compress(options, run)) for run in design_runs(len(options))]
