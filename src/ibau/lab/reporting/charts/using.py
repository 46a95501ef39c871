"""Which rules and special squares are ever met, as a plot, with the figures behind it."""

from collections.abc import Iterable, Iterator
from functools import partial

from ibau.lab.reporting.document import Plot, Table
from ibau.lab.reporting.plots import uses
from ibau.lab.reporting.speaking import base_title, figure_said, player_names
from ibau.lab.reporting.study import Figure, Reading, Study

USES_ALT = "In how many games of {game} each rule and special square matters at least once."
USES_CAPTION = "In how many games each rule and special square matters at least once."


def used(study: Study, base: Reading, texts: Iterable[tuple[str, str]]) -> Plot | None:
    """What of a base is ever met; `texts` are the ids of its uses and what is said of them."""
    found = {
        (text, players): figure
        for id_, text in texts
        for players in study.players
        if (figure := study.figure(base.ruleset, players, f"use.{id_}"))
    }
    if not found:
        return None
    shares = {key: figure.value for key, figure in found.items()}
    names = sorted(dict.fromkeys(name for name, _ in found), key=lambda name: -max(_of(shares, name)))
    players = player_names(one for one in study.players if any(one == by for _, by in found))
    chart = uses.Uses(names, shares, players, "games in which it matters")
    heads = ["What may matter", *players.values()]
    rows = [[name, *(figure_said(found[name, by]) if (name, by) in found else "" for by in players)] for name in names]
    alt = USES_ALT.format(game=base_title(base))
    return Plot(f"uses-{base.ruleset}", partial(uses.draw, chart), alt, USES_CAPTION, Table(heads, rows))


def _of(shares: dict[tuple[str, str], float], name: str) -> list[float]:
    return [share for (other, _), share in shares.items() if other == name]


def unused(study: Study, base: Reading, texts: Iterable[tuple[str, str]]) -> list[str]:
    """What was looked for in the games of a base, and never happened."""
    found = {text: list(_measured(study, base, id_)) for id_, text in texts}
    return [text for text, figures in found.items() if figures and not any(figure.value for figure in figures)]


def _measured(study: Study, base: Reading, use: str) -> Iterator[Figure]:
    figures = (study.figure(base.ruleset, players, f"use.{use}") for players in study.players)
    return filter(None, figures)
