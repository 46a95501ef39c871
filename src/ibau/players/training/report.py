"""What a training has come to, as Markdown."""

from collections.abc import Sequence

from ibau.players.training.matches import Match
from ibau.players.training.training import Trained

INTRODUCTION = """\
The network judges the positions where a search ends; the features are the judgement written by hand. In a match both
use the same search, in pairs of games with seats changed and with the same opening or throws. Intervals are Wilson's,
95 %, draws counting half."""
EXPLANATION = """\
Errors are mean squares of values from -1 to 1, unseen those of positions that nothing was learnt from. Where games
are learnt from while they are played, the error is that of each position against the next. Rounding is what whole
numbers change, in thousandths of a win."""
SURE = 0.5  # above it the lower end of an interval says that the network is stronger


def report(trained: Trained) -> str:
    """Settings, learning curve and final matches."""
    plan, final = trained.plan, trained.final
    lines = [
        f"# `ibau train {plan.ruleset}`",
        "",
        INTRODUCTION,
        "",
        "## Plan",
        "",
        *table(("Setting", "Value"), [(name, value) for name, value in plan._asdict().items()]),
        "",
        "## Generations",
        "",
        EXPLANATION,
        "",
        *table(
            (
                "Generation",
                "Positions",
                "Error",
                "Error, unseen",
                "Rounding, mean",
                "most",
                "Games",
                "Score",
                "Interval",
            ),
            [
                (
                    one.number,
                    one.positions,
                    f"{one.learnt:.4f}",
                    f"{one.unseen:.4f}",
                    f"{one.mean_rounding:.2f}",
                    f"{one.most_rounding:.1f}",
                    *told(one.match),
                )
                for one in trained.generations
            ],
        ),
        "",
        f"## Final match of generation {final.number}",
        "",
        *table(
            ("Equal", "Games", "Score", "Interval"),
            [("nodes or depth", *told(final.equal_nodes)), ("time", *told(final.equal_time))],
        ),
        "",
        verdict(final.equal_time),
    ]
    return "\n".join(lines) + "\n"


def told(match: Match) -> tuple[str, str, str]:
    """Games, score and interval of a match."""
    tally = match.tally
    low, high = tally.interval
    return str(tally.games), percent(tally.score), f"{percent(low)} to {percent(high)}"


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def verdict(match: Match) -> str:
    """Is the network stronger for sure?"""
    low, _ = match.tally.interval
    if low > SURE:
        return "At equal time the network is stronger than the features."
    return "At equal time the network is not stronger than the features for sure, so it is not shipped."


def table(head: Sequence[object], rows: Sequence[Sequence[object]]) -> list[str]:
    """A table in Markdown."""
    return [row_of(head), row_of(["---"] * len(head)), *(row_of(row) for row in rows)]


def row_of(cells: Sequence[object]) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"
