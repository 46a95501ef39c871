"""The tablebase of a game: the exact values of states, read from all available tables."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import platformdirs

from ibau.core.chance import SIXTEENTHS
from ibau.core.coercion import StateLike, as_game, as_state, wrong_game_error
from ibau.core.errors import MissingTableError, TableError, join_names
from ibau.core.game import Game, State
from ibau.core.limits import check_items
from ibau.core.options import Ruleset
from ibau.core.outcome import CHANCE, FIRST, SECOND, value_for_first
from ibau.core.table_layout import Iteration, Layer, Retrograde, Sums, TableLayout
from ibau.machine.rule import once
from ibau.tables.bounds import between
from ibau.tables.table_file import ENDING, PACKED, RESULTS, STEPS, Table
from ibau.tables.throw_sums import hands

SHIPPED = "exact"  # in a game's folder, with a folder per ruleset
NARROW = 5e-4
DEEPEST = 4  # plies to play on until a position rests


class ExactValue(NamedTuple):
    """The first player's chance to win at best play of both, a draw counting half, with proven bounds.

    Without throws it is 0, 1/2 or 1.  The bounds are equal if the result can be forced in time, or is that of endless
    play; otherwise repetitions or the limit of quiet plies may matter, and the bounds reach to the result of endless
    play.
    """

    chance: float  # 0 to 1, for the first player
    lower: float  # proven lower bound of that chance
    upper: float  # proven upper bound of that chance
    plies: int | None = None  # without throws: plies until an irreversible one, as forced by the side that gains over
    # endless play; None with throws, and if endless play has the same result

    @property
    def value(self) -> float:
        """The chance on the scale from -1 to 1."""
        return 2 * self.chance - 1

    @property
    def is_narrow(self) -> bool:
        """Are the bounds less than 0.0005 apart?"""
        return self.upper - self.lower < NARROW

    def seen_by(self, seat: int) -> "ExactValue":
        """The value as seen by FIRST or SECOND."""
        return self if seat != SECOND else mirror(self)


def result(chance: float, plies: int | None = None) -> ExactValue:
    """A value without uncertainty."""
    return ExactValue(chance, chance, chance, plies)


def mirror(value: ExactValue) -> ExactValue:
    """The value as seen from the other side."""
    bounds = between(1 - Fraction(value.upper), 1 - Fraction(value.lower))
    return ExactValue(1 - value.chance, *bounds, value.plies)


def widen(value: ExactValue, chance: float) -> ExactValue:
    """The value with its bounds widened to include `chance`."""
    return value._replace(lower=min(value.lower, chance), upper=max(value.upper, chance))


def combine(every: Sequence[ExactValue], how: Callable[[Iterable[float]], float]) -> ExactValue:
    """Apply `how`, such as max, to the chances and to each of the bounds."""
    return ExactValue(
        how(value.chance for value in every), how(value.lower for value in every), how(value.upper for value in every)
    )


def average(every: Sequence[ExactValue], shares: Sequence[Fraction], rest: Fraction = Fraction(0)) -> ExactValue:
    """The mean of values weighted by `shares`; `rest` is the share of unknown values."""

    def total(chances: Iterable[float]) -> Fraction:
        return sum((share * Fraction(chance) for share, chance in zip(shares, chances, strict=True)), Fraction(0))

    lower, upper = total(value.lower for value in every), total(value.upper for value in every) + rest
    return ExactValue(float(total(value.chance for value in every) + rest / 2), *between(lower, upper))


Result = TypeVar("Result")
OnError = Callable[[Exception], object]


def raise_error(error: Exception) -> None:
    """Raise an error: the default of `on_error`."""
    raise error


class Tablebase:
    """The exact values of a game's positions, from the tables in some folders.

    If several folders have the table of a layer, the first one counts.
    """

    def __init__(self, game: Game, folders: Iterable[Path], on_error: OnError = raise_error) -> None:
        """Open the tables in `folders`.  Raises MissingTableError if the game has no table layout.

        `on_error` is called with a TableError for each table that is damaged or of other rules, and with OSErrors, now
        or when a table is first read; by default it raises them.
        """
        self.tables = tables_of(game)
        self._requested, self.game = game, essential(game)
        self.rules = self.game.rules
        self.layers: dict[int, Table] = {}
        self._on_error = on_error
        every = check_items(folders, PathLike, "The folders of a Tablebase are an iterable of paths", TableError)
        for file in (file for folder in every for file in table_files(folder)):
            try:
                table = Table(file)
                table.check_belongs(self.game, self.tables)
                self.layers.setdefault(self.tables.number(table.header.layer), table)
            except (TableError, OSError) as error:
                on_error(error)

    def __repr__(self) -> str:
        return f"<Tablebase of {len(self.layers)} tables: {self.game.ruleset}>"

    @classmethod
    def open(cls, game: StateLike, folder: str | Path | None = None, on_error: OnError = raise_error) -> "Tablebase":
        """The tables in a folder, by default the user's own, and those shipped with Ibau.

        Raises RulesetError, and the errors of Tablebase.
        """
        game = as_game(game)
        essence = essential(game)
        own = Path(folder) if folder else tables_folder(essence)
        return cls(game, (own, shipped_folder(essence)), on_error)

    def _state(self, what: StateLike) -> State:
        """Return the state.  Raises RulesetError if its game does not share these tables."""
        state = as_state(what)
        if state.game.system.id != self.game.system.id or without(state.game, self.tables.inessential) != self.game:
            raise wrong_game_error("These are the tables of", self._requested, state.game)
        return state

    def actions(self, state: StateLike) -> dict[str, ExactValue]:
        """The exact values of the legal actions, throws or lots of a state, in their order; plies count from the state.

        Raises as `value`.
        """
        state = self._state(state)
        every = {text: state.play(text) for text in state.actions}
        return {
            text: self._counted(self._value_of(after), after.position, after.outcome) for text, after in every.items()
        }

    def best(self, state: StateLike) -> list[str]:
        """The best actions of a state; empty before a throw, a lot, or after the end.  Raises as `value`."""
        state = self._state(state)
        if state.turn not in (FIRST, SECOND):
            return []
        actions = self.actions(state)
        best = self._best(state.position, list(actions.values()))
        return [
            text for text, value in actions.items() if value.chance == best.chance and best.plies in (None, value.plies)
        ]

    def value(self, state: StateLike) -> ExactValue:
        """The exact value of a state.  Raises MissingTableError, and RulesetError for a state of another game."""
        return self._value_of(self._state(state))

    def _value_of(self, state: State) -> ExactValue:
        value = self._value(state.position, state.outcome, DEEPEST)
        if value.plies is None or state.outcome or not self._repeated(state):
            return value
        return widen(value, self.endless(state.position))

    def compute(self, position: Any, depth: int = DEEPEST) -> ExactValue:
        """The value of a position by the rules and the tables of its successors.  Raises MissingTableError."""
        rulebook, rules = self.game.system.rulebook, self.rules
        if not depth:
            layers = sorted(table.header.layer for table in self.layers.values())
            names = join_names(map(str, layers)) if layers else "none"
            command = f"ibau solve {self._requested.ruleset} --pieces N"
            raise MissingTableError(
                f"No table covers all that may follow; there are {names}, and `{command}` makes more."
            )
        if rulebook.turn(rules, position) == CHANCE:
            if isinstance(self.tables.method, Iteration) and self.tables.method.sums:
                return self._summed(position, self.tables.method.sums, depth)
            weights = rulebook.chances(rules, position)
            throws = {n: Fraction(weight, SIXTEENTHS) for n, weight in enumerate(weights) if weight}
            return average([self._after(position, n, depth) for n in throws], list(throws.values()))
        moves = rulebook.moves(rules, position)
        every = [self._after(position, rulebook.nth(moves, n), depth) for n in range(rulebook.count(moves))]
        return self._best(position, every)

    def _summed(self, position: Any, sums: Sums, depth: int) -> ExactValue:
        """The value before throws that add up, over all their sums but the rarest, which count as unknown."""
        every, rest = hands(self.game.system.rulebook, self.rules, position, sums.hand)
        shares = [Fraction(hand.chance) for hand in every]
        return average([self.compute(hand.position, depth - 1) for hand in every], shares, Fraction(rest))

    def _best(self, position: Any, every: Sequence[ExactValue]) -> ExactValue:
        """The best of `every` for the player to move, with the distance to it."""
        better = max if self.game.system.rulebook.turn(self.rules, position) == FIRST else min
        best = combine(every, better)
        distances = [value.plies for value in every if value.chance == best.chance and value.plies is not None]
        if not distances:
            return best
        endless = self.endless(position)
        if best.chance == endless:
            return best
        forces = better(best.chance, endless) == best.chance  # better than endless play for the player to move
        return best._replace(plies=min(distances) if forces else max(distances))

    def _after(self, position: Any, action: int, depth: int) -> ExactValue:
        rulebook = self.game.system.rulebook
        after = rulebook.play(self.rules, position, action)
        outcome = rulebook.outcome(self.rules, after, 1)
        return self._counted(self._value(after, outcome, depth - 1), after, outcome)

    def _counted(self, value: ExactValue, after: Any, outcome: int) -> ExactValue:
        """The value of a position reached, its plies counted from the position before it."""
        if not isinstance(self.tables.method, Retrograde):
            return value
        if outcome or self.game.system.rulebook.irreversible(self.rules, after):
            return value._replace(plies=1)
        return value if value.plies is None else value._replace(plies=1 + value.plies)

    def _value(self, position: Any, outcome: int, depth: int) -> ExactValue:
        if outcome:
            return result((1 + value_for_first(outcome)) / 2)
        if self.tables.rests(self.rules, position):
            return self.read(position)
        return self.compute(position, depth)

    def read(self, position: Any) -> ExactValue:
        """The tabled value of a position that rests, ignoring the history.  Raises MissingTableError."""
        layer = self.tables.layer_of(position)
        number = self.read_layer(layer, lambda table: table.number(self.tables.place(self.rules, position)))
        if number is None:
            raise MissingTableError(self._missing(position))
        if isinstance(self.tables.method, Retrograde):
            return self._in_time(position, number)
        chance, error = number / STEPS, self.layers[layer].header.error
        value = ExactValue(chance, *between(Fraction(chance) - Fraction(error), Fraction(chance) + Fraction(error)))
        return value if self._sees_first(position) else mirror(value)

    def read_layer(self, number: int, look: Callable[[Table], Result]) -> Result | None:
        """`look` at the table of a layer; None if there is none, or if it is damaged, which drops it."""
        table = self.layers.get(number)
        try:
            return look(table) if table else None
        except (TableError, OSError) as error:
            self.layers.pop(number, None)
            self._on_error(error)
            return None

    # Without throws ------------------------------------------------------------

    def _in_time(self, position: Any, number: int) -> ExactValue:
        """The value of a table's number, widened if its distance exceeds the quiet plies left."""
        method, endless = self.tables.retrograde, self.endless(position)
        plies, win = divmod(number, RESULTS)
        chance = win / 2 if self._sees_first(position) else 1 - win / 2
        if chance == endless:
            return result(chance)
        most = method.most_quiet(self.rules)
        value = result(chance, plies)
        return widen(value, endless) if most and plies > most - method.quiet(position) else value

    def endless(self, position: Any) -> float:
        """The result of endless play for the first player: 0, 1/2 or 1."""
        chance = (1 + self.tables.retrograde.endless(self.rules, position)) / 2
        return chance if self._sees_first(position) else 1 - chance

    def _repeated(self, state: State) -> bool:
        """Has another position that can occur again occurred twice?"""
        if not self.tables.rests(self.rules, state.position):
            return False  # a turn that has begun cannot be undone
        here, layer_of = self.game.system.rulebook.key(self.rules, state.position), self.tables.layer_of
        group = self._groups[layer_of(here)]
        return any(n > 1 and key != here and layer_of(key) in group for key, n in state.occurrences.items())

    @cached_property
    def _groups(self) -> dict[int, tuple[int, ...]]:
        """The numbers of the layers that lead to each other, by each of these numbers."""
        groups = [tuple(map(self.tables.number, group)) for group in self.tables.groups(self.tables.max_pieces)]
        return {number: group for group in groups for number in group}

    def _sees_first(self, position: Any) -> bool:
        """Is a table's number of this position the first player's?"""
        return self.game.system.rulebook.actor(self.rules, position) == FIRST

    def _missing(self, position: Any) -> str:
        number = self.tables.layer_of(position)
        every = every_layer(self.tables, self.tables.max_pieces)
        layer = next((layer for layer in every if self.tables.number(layer) == number), None)
        if layer is None:
            return "No table holds this position."
        command = f"ibau solve {self.game.ruleset} --pieces {self.tables.piece_count(layer)}"
        return f"There is no table of {layer.own} pieces against {layer.enemy}; `{command}` makes it."


def tables_of(game: Game) -> TableLayout:
    """The table layout of a game.  Raises MissingTableError if it has none."""
    tables = game.system.table_layout
    if tables is None:
        raise MissingTableError(f"{game.system.id} has no tables: it cannot be solved yet.")
    for option, value in tables.only:
        if game.ruleset.values[option] != value:
            raise MissingTableError(f"{game.system.id} has tables only with {option}={value}.")
    return tables


def table_files(folder: Path) -> list[Path]:
    """The tables in a folder, compressed ones last."""
    return [*sorted(folder.glob(f"*{ENDING}")), *sorted(folder.glob(f"*{PACKED}"))]


def tables_folder(game: Game) -> Path:
    """The folder of the user's own tables of a game, common to all rulesets that share them."""
    return platformdirs.user_data_path("ibau") / "tables" / _folder_name(game)


def shipped_folder(game: Game) -> Path:
    """The folder of a game's tables shipped with Ibau."""
    return game.system.folder / SHIPPED / _folder_name(game)


def _folder_name(game: Game) -> str:
    """A short name for a ruleset's tables, as Windows limits the length of paths; headers have the full one."""
    ruleset = str(essential(game).ruleset)
    return f"{game.system.id}-{hashlib.sha256(ruleset.encode()).hexdigest()[:8]}"


def essential(game: Game) -> Game:
    """The game with defaults for options that do not affect exact values.  Raises MissingTableError."""
    return without(game, tables_of(game).inessential)


@once
def without(game: Game, inessential: tuple[tuple[str, str], ...]) -> Game:
    """The game with some options set as in all rulesets that share its tables."""
    system = game.system
    values = {**game.ruleset.values, **dict(inessential)}
    return Game(system, Ruleset(system.presets[0], system.options, values))


def every_layer(tables: TableLayout, most: int) -> tuple[Layer, ...]:
    """The layers with at most `most` pieces per side, smallest first."""
    return tuple(layer for group in tables.groups(most) for layer in group)
