"""The report of a training, as Markdown."""

import os
from textwrap import fill
from typing import Any

from msgspec.structs import asdict

from ibau.core.phrase import percent
from ibau.lab.figure_text import interval_text, markdown_table
from ibau.lab.training.generation_matches import Generation, MatchResult
from ibau.lab.training.training import TrainingResult

INTRODUCTION = (
    "The network evaluates the positions where a search ends; the features are hand-written. In a match "
    "both use `{search}`, the search that plays the game, in pairs of games with seats changed and with the same "
    "opening or throws. Intervals are Wilson's at 95 %; a draw counts half."
)
EXPLANATION = (
    "Errors are mean squared errors of values from -1 to 1; the unseen error is that of the validation set. Where "
    "games are learnt from while they are played, the error is that of each position against the next. Rounding is the "
    "change by quantization at positions of random games, in thousandths of a win. Each match is played at {nodes} "
    "nodes per move."
)
GENERATIONS = (
    "Generation",
    "Positions",
    "Error",
    "Error, unseen",
    "Rounding, mean",
    "most",
    "Games",
    "Score",
    "Interval",
)
FINAL = "Limit per move", "Games", "Score", "Interval"
WIDTH = 120  # of a line in the report
EVEN = 0.5  # the score of equally strong players


def report(result: TrainingResult, command: str) -> str:
    """The whole report: command, time, settings, learning curve and final matches."""
    lines = [
        f"# `{command}`",
        "",
        fill(INTRODUCTION.format(search=result.final.equal_time.search), WIDTH),
        "",
        spent_text(result),
        "",
        "## Plan",
        "",
        markdown_table(("Setting", "Value"), list(result.plan._asdict().items())),
        "",
        "## Generations",
        "",
        fill(EXPLANATION.format(nodes=result.plan.nodes), WIDTH),
        "",
        markdown_table(GENERATIONS, [generation_row(generation) for generation in result.generations]),
        "",
        f"## Final match of generation {result.final.number}",
        "",
        markdown_table(FINAL, final_rows(result)),
        "",
        verdict(result),
    ]
    return "\n".join(lines) + "\n"


def spent_text(result: TrainingResult) -> str:
    """The time that a training took, and on what machine."""
    minutes, rest = divmod(round(result.seconds), 60)
    hours, more = divmod(minutes, 60)
    time = f"{hours} h {more:02} min" if hours else f"{minutes} min {rest:02} s"
    cores = os.cpu_count() or 1
    return f"It took {time}, on {'a cluster' if result.on_cluster else f'{cores} core' + 's' * (cores > 1)}."


def generation_row(made: Generation) -> tuple[str, ...]:
    """The row of a generation."""
    errors = f"{made.learnt:.4f}", f"{made.unseen:.4f}"
    rounding = f"{made.mean_rounding:.2f}", f"{made.most_rounding:.1f}"
    return str(made.number), str(made.positions), *errors, *rounding, *match_text(made.match)


def final_rows(result: TrainingResult) -> list[tuple[str, ...]]:
    """The rows of the two final matches."""
    plan, final = result.plan, result.final
    return [
        (f"{plan.nodes} nodes", *match_text(final.equal_nodes)),
        (f"{1000 * plan.final_seconds:g} ms", *match_text(final.equal_time)),
    ]


def match_text(match: MatchResult) -> tuple[str, str, str]:
    """Games, score and interval of a match."""
    tally = match.tally
    return str(tally.games), percent(tally.score), interval_text(tally.interval)


def is_stronger(result: TrainingResult) -> bool:
    """Whether the network is significantly stronger at equal time."""
    low, _ = result.final.equal_time.tally.interval
    return low > EVEN


def verdict(result: TrainingResult) -> str:
    """The sentence on whether the network is stronger at equal time."""
    if is_stronger(result):
        return "At equal time the network is stronger than the features."
    return "At equal time the network is not clearly stronger than the features: prefer the features."


def figures(result: TrainingResult) -> dict[str, Any]:
    """The figures of the report as data."""
    final = result.final
    return {
        "plan": result.plan,
        "seconds": result.seconds,
        "generations": [{**asdict(made), "match": match_figures(made.match)} for made in result.generations],
        "final": {
            "generation": final.number,
            "equal_nodes": match_figures(final.equal_nodes),
            "equal_time": match_figures(final.equal_time),
            "stronger": is_stronger(result),
        },
    }


def match_figures(match: MatchResult) -> dict[str, Any]:
    """A match as data; scores are shares of the points, from 0 to 1."""
    tally = match.tally
    return {"search": match.search, "games": tally.games, "score": tally.score, "interval": tally.interval}
