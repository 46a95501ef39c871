"""The tables of a game that are available, and what a state is worth by them."""

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
from ibau.core.phrase import N_, Phrase
from ibau.core.table_layout import Iteration, Layer, Retrograde, Sums, TableLayout
from ibau.machine.rule import once
from ibau.tables.bounds import between
from ibau.tables.table_file import ENDING, PACKED, RESULTS, STEPS, Table
from ibau.tables.throw_sums import hands

SHIPPED = "exact"  # the folder of a game that holds tables, in a folder for each ruleset that has any
NARROW = 5e-4
DEEPEST = 4  # plies that are played on until a position rests


class ExactValue(NamedTuple):
    """The chance of the first player to win, a draw counting half, at best play of both; proved within the bounds.

    Without throws it is 0, 1/2 or 1.  Both bounds are the same where it can be forced in time, or endless play is worth
    as much; else what has been before may matter, and they reach to what endless play is worth.
    """

    chance: float  # 0..1, for the first player
    lower: float  # of that chance, as proved
    upper: float  # of that chance, as proved
    plies: int | None = None  # without throws: until something irreversible, as the side for which the value is better
    # for than endless play can force it; None where endless play is worth as much

    @property
    def value(self) -> float:
        """The chance as a value, from -1 to 1."""
        return 2 * self.chance - 1

    @property
    def is_narrow(self) -> bool:
        """Are the bounds so close that four digits say it all?"""
        return self.upper - self.lower < NARROW

    def seen_by(self, seat: int) -> "ExactValue":
        """The value as a seat sees it."""
        return self if seat != SECOND else mirror(self)


def result(chance: float, plies: int | None = None) -> ExactValue:
    """A value beyond doubt."""
    return ExactValue(chance, chance, chance, plies)


def mirror(value: ExactValue) -> ExactValue:
    """The value seen from the other side."""
    bounds = between(1 - Fraction(value.upper), 1 - Fraction(value.lower))
    return ExactValue(1 - value.chance, *bounds, value.plies)


def widen(value: ExactValue, chance: float) -> ExactValue:
    """A value whose bounds are widened to reach a chance."""
    return value._replace(lower=min(value.lower, chance), upper=max(value.upper, chance))


def combine(every: Sequence[ExactValue], how: Callable[[Iterable[float]], float]) -> ExactValue:
    """One value of several, the chance and each bound by itself."""
    return ExactValue(
        how(value.chance for value in every), how(value.lower for value in every), how(value.upper for value in every)
    )


def average(every: Sequence[ExactValue], shares: Sequence[Fraction], rest: Fraction = Fraction(0)) -> ExactValue:
    """The mean of some values by their shares; of the rest nothing is known."""

    def total(chances: Iterable[float]) -> Fraction:
        return sum((share * Fraction(chance) for share, chance in zip(shares, chances, strict=True)), Fraction(0))

    lower, upper = total(value.lower for value in every), total(value.upper for value in every) + rest
    return ExactValue(float(total(value.chance for value in every) + rest / 2), *between(lower, upper))


Result = TypeVar("Result")
OnError = Callable[[Exception], object]


def raise_error(error: Exception) -> None:
    """Raise an error: what a complaint does unless told otherwise."""
    raise error


class Tablebase:
    """Every table of a game in these folders; a layer is taken from the first one that has it."""

    def __init__(self, game: Game, folders: Iterable[Path], complain: OnError = raise_error) -> None:
        """Complains of a TableError where a table is damaged, or belongs to other rules, and of an OSError.

        Some damage is seen only when a table is first looked into.  Raises NotTabled where the game has none.
        """
        self.tables = tables_of(game)
        self.asked, self.game = game, essential(game)
        self.rules = self.game.rules
        self.layers: dict[int, Table] = {}
        self._complain = complain
        every = check_items(folders, PathLike, "The folders of a Tablebase are paths, one after the other", TableError)
        for file in (file for folder in every for file in table_files(folder)):
            try:
                table = Table(file)
                table.check_belongs(self.game, self.tables)
                self.layers.setdefault(self.tables.number(table.header.layer), table)
            except (TableError, OSError) as error:
                complain(error)

    def __repr__(self) -> str:
        return f"<Tablebase of {len(self.layers)} tables: {self.game.ruleset}>"

    @classmethod
    def open(cls, game: StateLike, folder: str | Path | None = None, complain: OnError = raise_error) -> "Tablebase":
        """The tables of a folder, by default of the user's own, and those that Ibau brings along.

        Raises RulesetError, and as a Tablebase does.
        """
        game = as_game(game)
        essence = essential(game)
        own = Path(folder) if folder else tables_folder(essence)
        return cls(game, (own, shipped_folder(essence)), complain)

    def _state(self, what: StateLike) -> State:
        """The state that is meant.  Raises RulesetError for one of a game that does not share these tables."""
        state = as_state(what)
        if state.game.system.id != self.game.system.id or without(state.game, self.tables.inessential) != self.game:
            raise wrong_game_error("These are the tables of", self.asked, state.game)
        return state

    def actions(self, state: StateLike) -> dict[str, ExactValue]:
        """What each legal action, throw or lot of a state is worth, in their order; plies from the state on.

        Raises as `value`.
        """
        state = self._state(state)
        every = {text: state.play(text) for text in state.actions}
        return {
            text: self._counted(self._value_of(after), after.position, after.outcome) for text, after in every.items()
        }

    def best(self, state: StateLike) -> list[str]:
        """The best actions of a state, those that make good their value; none of chance's.  Raises as `value`."""
        state = self._state(state)
        if state.turn not in (FIRST, SECOND):
            return []
        actions = self.actions(state)
        best = self._best(state.position, list(actions.values()))
        return [
            text for text, value in actions.items() if value.chance == best.chance and best.plies in (None, value.plies)
        ]

    def value(self, state: StateLike) -> ExactValue:
        """What a state is worth.  Raises NotTabled where it leads out of the tables, RulesetError for another game."""
        return self._value_of(self._state(state))

    def _value_of(self, state: State) -> ExactValue:
        value = self._value(state.position, state.outcome, DEEPEST)
        if value.plies is None or state.outcome or not self._repeated(state):
            return value
        return widen(value, self.endless(state.position))

    def compute(self, position: Any, depth: int = DEEPEST) -> ExactValue:
        """What the rules make of a position by the tables of what comes after it.  Raises NotTabled."""
        rulebook, rules = self.game.system.rulebook, self.rules
        if not depth:
            layers = sorted(table.header.layer for table in self.layers.values())
            names = join_names(map(str, layers)) if layers else Phrase(N_("none"))
            command = f"ibau solve {self.asked.ruleset} --pieces N"
            raise MissingTableError(
                N_("No table covers all that may follow; there are {names}, and `{command}` makes more."),
                names=names,
                command=command,
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
        """The value before throws that add up, by all they may come to; of what hardly ever comes nothing is known."""
        every, rest = hands(self.game.system.rulebook, self.rules, position, sums.hand)
        shares = [Fraction(hand.chance) for hand in every]
        return average([self.compute(hand.position, depth - 1) for hand in every], shares, Fraction(rest))

    def _best(self, position: Any, every: Sequence[ExactValue]) -> ExactValue:
        """The best of some values for the player who decides, and the distance of the way there."""
        better = max if self.game.system.rulebook.turn(self.rules, position) == FIRST else min
        best = combine(every, better)
        distances = [value.plies for value in every if value.chance == best.chance and value.plies is not None]
        if not distances:
            return best
        endless = self.endless(position)
        if best.chance == endless:
            return best
        forces = better(best.chance, endless) == best.chance  # better than endless play for the player who decides
        return best._replace(plies=min(distances) if forces else max(distances))

    def _after(self, position: Any, action: int, depth: int) -> ExactValue:
        rulebook = self.game.system.rulebook
        after = rulebook.play(self.rules, position, action)
        outcome = rulebook.outcome(self.rules, after, 1)
        return self._counted(self._value(after, outcome, depth - 1), after, outcome)

    def _counted(self, value: ExactValue, after: Any, outcome: int) -> ExactValue:
        """The value of a position reached, its plies counted from the one before."""
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
        """The tabled value of a position that rests, whatever has occurred before.  Raises NotTabled."""
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
        """What somebody sees in the table of a layer; a damaged one is complained of and left out."""
        table = self.layers.get(number)
        try:
            return look(table) if table else None
        except (TableError, OSError) as error:
            self.layers.pop(number, None)
            self._complain(error)
            return None

    # Without throws ------------------------------------------------------------

    def _in_time(self, position: Any, number: int) -> ExactValue:
        """The value of a table's number, widened where its distance does not fit into the quiet plies left."""
        method, endless = self.tables.retrograde, self.endless(position)
        plies, win = divmod(number, RESULTS)
        chance = win / 2 if self._sees_first(position) else 1 - win / 2
        if chance == endless:
            return result(chance)
        most = method.most_quiet(self.rules)
        value = result(chance, plies)
        return widen(value, endless) if most and plies > most - method.quiet(position) else value

    def endless(self, position: Any) -> float:
        """What play without end is worth to the first player."""
        chance = (1 + self.tables.retrograde.endless(self.rules, position)) / 2
        return chance if self._sees_first(position) else 1 - chance

    def _repeated(self, state: State) -> bool:
        """Has a position occurred twice that can come again, other than this one?"""
        if not self.tables.rests(self.rules, state.position):
            return False  # what is under way cannot be undone
        here, layer_of = self.game.system.rulebook.key(self.rules, state.position), self.tables.layer_of
        group = self._groups[layer_of(here)]
        return any(n > 1 and key != here and layer_of(key) in group for key, n in state.occurrences.items())

    @cached_property
    def _groups(self) -> dict[int, tuple[int, ...]]:
        """The numbers of the layers that lead to each other, by each of them."""
        groups = [tuple(map(self.tables.number, group)) for group in self.tables.groups(self.tables.max_pieces)]
        return {number: group for group in groups for number in group}

    def _sees_first(self, position: Any) -> bool:
        """Is a table's number of this position what the first player has of it?"""
        return self.game.system.rulebook.actor(self.rules, position) == FIRST

    def _missing(self, position: Any) -> Phrase:
        number = self.tables.layer_of(position)
        every = every_layer(self.tables, self.tables.max_pieces)
        layer = next((layer for layer in every if self.tables.number(layer) == number), None)
        if layer is None:
            return Phrase(N_("No table holds this position."))
        command = f"ibau solve {self.game.ruleset} --pieces {self.tables.piece_count(layer)}"
        values = {"own": layer.own, "enemy": layer.enemy, "command": command}
        return Phrase(N_("There is no table of {own} men against {enemy}; `{command}` makes it."), values)


def tables_of(game: Game) -> TableLayout:
    """What a game offers to be solved.  Raises NotTabled."""
    tables = game.system.table_layout
    if tables is None:
        raise MissingTableError(N_("{game} has no tables: it cannot be solved yet."), game=game.system.id)
    for option, value in tables.only:
        if game.ruleset.values[option] != value:
            raise MissingTableError(
                N_("{game} has tables only with {option}={value}."),
                game=game.system.id,
                option=option,
                value=value,
            )
    return tables


def table_files(folder: Path) -> list[Path]:
    """The tables of a folder, those last that are packed."""
    return [*sorted(folder.glob(f"*{ENDING}")), *sorted(folder.glob(f"*{PACKED}"))]


def tables_folder(game: Game) -> Path:
    """Where the user's own tables of a game lie; rulesets that share them share the folder."""
    return platformdirs.user_data_path("ibau") / "tables" / _folder_name(game)


def shipped_folder(game: Game) -> Path:
    """Where the tables of a game lie that Ibau brings along."""
    return game.system.folder / SHIPPED / _folder_name(game)


def _folder_name(game: Game) -> str:
    """A name for a ruleset's tables; their headers spell it out: Windows allows few characters for a whole path."""
    ruleset = str(essential(game).ruleset)
    return f"{game.system.id}-{hashlib.sha256(ruleset.encode()).hexdigest()[:8]}"


def essential(game: Game) -> Game:
    """A game without what exact values do not depend on, so that its rulesets share their tables.  Raises NotTabled."""
    return without(game, tables_of(game).inessential)


@once
def without(game: Game, inessential: tuple[tuple[str, str], ...]) -> Game:
    """A game with some options as they are in all rulesets that share its tables."""
    system = game.system
    values = {**game.ruleset.values, **dict(inessential)}
    return Game(system, Ruleset(system.presets[0], system.options, values))


def every_layer(tables: TableLayout, most: int) -> tuple[Layer, ...]:
    """The layers with this many men a side at most, smallest first."""
    return tuple(layer for group in tables.groups(most) for layer in group)
