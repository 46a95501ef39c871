"""The tables of a game that are at hand, and what a state is worth by them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

from ibau.core.chance import SIXTEENTHS
from ibau.core.errors import NotTabled
from ibau.core.game import Game, State
from ibau.core.options import Ruleset
from ibau.core.outcome import CHANCE, FIRST, value_for_first
from ibau.core.tables.files import ENDING, STEPS, Table
from ibau.core.tables.layers import Layer, Tables

SHIPPED = "exact"  # the folder of a game that holds tables, by ruleset
DEEPEST = 4  # plies that are played on until a position rests


class Exact(NamedTuple):
    """The chance of the first player to win, a draw counting half, at best play of both; proved within the bounds."""

    chance: float
    lower: float
    upper: float


class Tablebase:
    """Every table of a game in these folders; a layer is taken from the first one that has it."""

    def __init__(self, game: Game, folders: Iterable[Path]) -> None:
        """Raises TableError where a table is damaged, or belongs to other rules; NotTabled where the game has none."""
        self.tables = tables_of(game)
        self.game = essential(game)
        self.rules = self.game.rules
        self.layers: dict[int, Table] = {}
        for file in (file for folder in folders for file in sorted(folder.glob(f"*{ENDING}"))):
            table = Table(file)
            table.check_belongs(self.game, self.tables)
            self.layers.setdefault(self.tables.number(table.header.layer), table)

    @classmethod
    def at_hand(cls, game: Game, folder: Path | None = None) -> "Tablebase":
        """The tables of a folder, by default of the user's own, and those that Ibau brings along."""
        game = essential(game)
        return cls(game, (folder or tables_folder(game), game.system.folder / SHIPPED / str(game.ruleset)))

    def actions(self, state: State) -> dict[str, Exact]:
        """What each legal action, throw or lot of a state is worth, in their order.  Raises NotTabled."""
        return {text: self.value(state.play(text)) for text in state.actions}

    def value(self, state: State) -> Exact:
        """What a state is worth.  Raises NotTabled where it leads out of the tables at hand."""
        return self._value(state.position, state.outcome, DEEPEST)

    def derived(self, position: Any, depth: int = DEEPEST) -> Exact:
        """What the rules make of a position by the tables of what comes after it.  Raises NotTabled."""
        rulebook, rules = self.game.system.rulebook, self.rules
        if not depth:
            raise NotTabled("No table holds what may come from here.")
        turn = rulebook.turn(rules, position)
        if turn == CHANCE:
            weights = rulebook.chances(rules, position)
            after = [(weight, self._after(position, n, depth)) for n, weight in enumerate(weights) if weight]
            return Exact(*(sum(weight * value[k] for weight, value in after) / SIXTEENTHS for k in range(3)))
        moves, better = rulebook.moves(rules, position), max if turn == FIRST else min
        every = [self._after(position, rulebook.nth(moves, n), depth) for n in range(rulebook.count(moves))]
        return Exact(*(better(numbers) for numbers in zip(*every, strict=True)))

    def _after(self, position: Any, action: int, depth: int) -> Exact:
        rulebook = self.game.system.rulebook
        after = rulebook.play(self.rules, position, action)
        return self._value(after, rulebook.outcome(self.rules, after, 1), depth - 1)

    def _value(self, position: Any, outcome: int, depth: int) -> Exact:
        if outcome:
            worth = (1 + value_for_first(outcome)) / 2
            return Exact(worth, worth, worth)
        if self.tables.rests(self.rules, position):
            return self.read(position)
        return self.derived(position, depth)

    def read(self, position: Any) -> Exact:
        """The tabled value of a position that rests.  Raises NotTabled."""
        table = self.layers.get(self.tables.layer_of(position))
        if table is None:
            raise NotTabled(self._missing(position))
        chance = int(table.values[self.tables.place(self.rules, position)]) / STEPS
        if self.game.system.rulebook.actor(self.rules, position) != FIRST:
            chance = 1 - chance
        return Exact(chance, max(0.0, chance - table.header.error), min(1.0, chance + table.header.error))

    def _missing(self, position: Any) -> str:
        number = self.tables.layer_of(position)
        every = every_layer(self.tables, self.tables.most_men)
        layer = next((layer for layer in every if self.tables.number(layer) == number), None)
        if layer is None:
            return "No table holds this position."
        command = f"ibau solve {self.game.ruleset} --pieces {max(layer)}"
        return f"There is no table of {layer.own} men against {layer.enemy}; `{command}` makes it."


def tables_of(game: Game) -> Tables:
    """What a game offers to be solved.  Raises NotTabled."""
    if game.system.tables is None:
        raise NotTabled(f"Nobody has laid out tables of {game.system.id} yet.")
    return game.system.tables


def tables_folder(game: Game) -> Path:
    """Where the user's own tables of a game lie; rulesets that share them share the folder."""
    return platformdirs.user_data_path("ibau") / "tables" / str(essential(game).ruleset)


def essential(game: Game) -> Game:
    """A game without what exact values do not depend on, so that its rulesets share their tables."""
    system = game.system
    values = {**game.ruleset.values, **dict(tables_of(game).inessential)}
    return Game(system, Ruleset(system.presets[0], system.options, values))


def every_layer(tables: Tables, most: int) -> tuple[Layer, ...]:
    """The layers with so many men a side at most, smallest first."""
    return tuple(layer for group in tables.groups(most) for layer in group)
