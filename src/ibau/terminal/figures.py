"""`ibau playouts` and `ibau perft`: random games and what they tell, and how many ways there are."""

from collections.abc import Iterable, Mapping, Sequence

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ibau.adapters.ugi import count_paths
from ibau.analysis.summary import QUANTILES, Counts, Length, Share, Summary
from ibau.core.chance import seeded
from ibau.core.game import Game, State
from ibau.core.outcome import GIVEN_UP, WINNERS
from ibau.core.phrase import N_, Phrase
from ibau.core.playout import playouts_on
from ibau.language import translator
from ibau.pages import Translate
from ibau.terminal import console
from ibau.terminal.look import show, show_whole
from ibau.terminal.progress import preparation_told, progress_told

LARGEST_BATCH = 1000  # games between two looks at the progress and at Ctrl-C


def show_playouts(game: Game, count: int, seed: int, lang: str) -> None:
    """Play random games and print their figures, also those of the games before an interruption."""
    page = Page(console(), translator(lang), game, seed)
    counts = Counts()
    try:
        count_games(counts, game, count, seed, page.translate)
    except KeyboardInterrupt:
        if counts.games:
            page.show(counts.summary())
        page.say(N_("Stopped after {games} of {count} games."), games=counts.games, count=count)
        raise
    page.show(counts.summary())


def count_games(counts: Counts, game: Game, count: int, seed: int, translate: Translate) -> None:
    """Count so many random games from the start, and tell how far it is."""
    start, random, playing = game.initial(), seeded(seed), translate(N_("Playing"))
    with progress_told(playing, count, translate) as tell, preparation_told(tell, translate):
        while counts.games < count:
            batch, random = playouts_on(start, min(LARGEST_BATCH, count - counts.games), random)
            counts.add(batch)
            tell(playing, counts.games)


class Page:
    """The figures for people, in one language."""

    def __init__(self, out: Console, translate: Translate, game: Game, seed: int) -> None:
        self.translate = translate
        self._out = out
        self._game = game
        self._seed = seed

    def say(self, text: str, **values: object) -> None:
        """A line."""
        show(self._out, Text(Phrase(text, values).said(self.translate)))

    def show(self, summary: Summary) -> None:
        """Who wins, in which way, and how long the games are."""
        heading = N_("{ruleset}: {games} random games, seed {seed}")
        self.say(heading, ruleset=self._game.ruleset, games=summary.games, seed=self._seed)
        draw, unfinished = self.translate(N_("draw")), self.translate(N_("unfinished"))
        seats = map(self.translate, self._game.system.seats)
        names: dict[str, str] = dict(zip((*WINNERS, GIVEN_UP), (*seats, draw, unfinished), strict=True))
        self._show(N_("result"), _shares(summary.results, summary.games, names))
        self._show(N_("end"), _shares(summary.kinds, summary.games, {GIVEN_UP: unfinished}))
        lengths = {N_("actions"): summary.actions, N_("decisions"): summary.decisions}
        quantiles = [self.translate(N_("median")) if q == 0.5 else f"{100 * q:.0f} %" for q in QUANTILES]
        rows = [_length(self.translate(name), length) for name, length in lengths.items()]
        self._table([N_("a game"), N_("mean"), *quantiles], rows)

    def _show(self, name: str, rows: Iterable[Sequence[str]]) -> None:
        self._table([name, N_("games"), N_("share"), N_("95 % interval")], rows)

    def _table(self, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        table = Table(*map(self.translate, columns), box=None, header_style="dim", pad_edge=False)
        for column in table.columns[1:]:
            column.justify, column.no_wrap = "right", True
        for row in rows:
            table.add_row(*row)
        self._out.print()
        show_whole(self._out, table)


def _shares(shares: Iterable[Share], games: int, names: Mapping[str, str]) -> list[Sequence[str]]:
    return [
        (
            names.get(share.name, share.name),
            str(share.games),
            f"{100 * share.games / games:.2f} %",
            f"{100 * share.low:.2f} - {100 * share.high:.2f} %",
        )
        for share in shares
    ]


def _length(name: str, length: Length) -> Sequence[str]:
    return name, f"{length.mean:.1f}", *(f"{n:g}" for n in length.quantiles)


def show_perft(state: State, depth: int) -> None:
    """Print how many paths there are of each length, as soon as it is known."""
    for length in range(min(depth, 1), depth + 1):
        try:
            click.echo(f"{length} {count_paths(state, length)}")
        except KeyboardInterrupt:
            click.echo(f"Stopped while counting the paths of length {length}.", err=True)
            raise
