"""Which rulesets a study looks at: each with the one it is compared with, and the option that tells them apart."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.core.options import Ruleset
from ibau.lab.studies.text import Part

MakeGame = Callable[[str], Game]

KEYS = ("names", "base", "changes_of", "grid", "position")


class Reading(NamedTuple):
    """A game and the one that it is compared with: itself, for a base."""

    game: Game
    base: Game
    option: str | None = None  # what tells it from its base, where that is one option
    setting: str | None = None
    position: str | None = None  # where its games begin, if not at the start

    @property
    def is_base(self) -> bool:
        """Is it compared with nothing?"""
        return self.game == self.base

    @property
    def of_base(self) -> "Reading":
        """The base, from the same start."""
        return Reading(self.base, self.base, position=self.position)


def readings_of(parts: tuple[Part, ...], make_game: MakeGame) -> tuple[Reading, ...]:
    """The readings of all tables [[rulesets]], each once.  Raises StudyError."""
    known: dict[Any, Game] = {}
    found: dict[Any, Reading] = {}
    for part in parts:
        part.check_keys(KEYS)
        try:
            for reading in _readings(part, make_game):
                game, base = (known.setdefault(identity(game), game) for game in (reading.game, reading.base))
                found.setdefault(
                    (identity(game), identity(base), reading.position), reading._replace(game=game, base=base)
                )
        except IbauError as error:
            raise error if str(error).startswith(part.source) else part.wrong(str(error), _main_key(part)) from error
    return tuple(found.values())


def identity(game: Game) -> tuple[str, tuple[int, ...]]:
    """What a game is, apart from its name: equal for rulesets that are one game under two names."""
    return game.system.id, game.ruleset.numbers()


def _main_key(part: Part) -> str:
    return next((key for key in KEYS if key in part.values), "")


def _readings(part: Part, make_game: MakeGame) -> Iterator[Reading]:
    names, bases = part.texts("names"), part.texts("changes_of")
    grid = part.take("grid", dict, "a table of options and their values", {})
    if sum(map(bool, (names, bases, grid))) != 1:
        raise part.wrong("a table of rulesets has either names, or changes_of, or a grid.")
    if "position" in part.values and len(names) != 1:
        raise part.wrong("a position belongs to one ruleset: give one name with it.", "position")
    if grid:
        yield from grid_of(part, grid, make_game)
    for name in names:
        yield _named(part, make_game(name), make_game)
    for name in bases:
        yield from changes_of(make_game(name))


def _named(part: Part, game: Game, make_game: MakeGame) -> Reading:
    """A ruleset by name; with `base` compared with another one of the same game."""
    position = part.take("position", str, "a position text", "") or None
    base = make_game(part.take("base", str, "the name of a ruleset")) if "base" in part.values else game
    found = Reading(game, game, position=position) if base is game else against(part, game, base, position)
    if position and any(each.state(position).outcome for each in (found.game, found.base)):
        raise part.wrong("the game is over in this position; give one from which it goes on.", "position")
    return found


def against(part: Part, game: Game, base: Game, position: str | None = None) -> Reading:
    """A ruleset compared with another one."""
    if base.system is not game.system:
        raise part.wrong(f"{game.ruleset} cannot be compared with {base.ruleset}: they are different games.", "base")
    changed = [option for option in game.ruleset.values if game.ruleset.values[option] != base.ruleset.values[option]]
    option = changed[0] if len(changed) == 1 else None
    return Reading(game, base, option, game.ruleset.values[option] if option else None, position)


def changes_of(base: Game) -> Iterator[Reading]:
    """A ruleset and all that differ from it in one option."""
    yield Reading(base, base)
    for option in base.ruleset.options:
        for value in option.alternatives(base.ruleset.values[option.name]):
            changed = Game(base.system, base.ruleset.changed(option.name, value))
            yield Reading(changed, base, option.name, value)


def grid_of(part: Part, grid: dict[str, Any], make_game: MakeGame) -> Iterator[Reading]:
    """Every combination of some values of some options, compared with the ruleset that `of` names."""
    if not isinstance(grid.get("of"), str):
        raise part.wrong('a grid names a ruleset: grid = { of = "seega", chain = ["forced", "none"] }.', "grid")
    base = make_game(grid["of"])
    options = {option: _values(part, option, values) for option, values in grid.items() if option != "of"}
    yield Reading(base, base)
    for values in product(*options.values()):
        ruleset = base.ruleset
        for option, value in zip(options, values, strict=True):
            ruleset = checked(ruleset, option, value, make_game)
        if ruleset != base.ruleset:
            yield against(part, Game(base.system, ruleset), base)


def _values(part: Part, option: str, given: str | list[Any]) -> list[str]:
    values = given if isinstance(given, list) else [given]
    if not all(isinstance(value, str | int) for value in values):
        raise part.wrong(f"{option}: the values of a grid are texts, numbers, true or false.", "grid")
    return [str(value).lower() if isinstance(value, bool) else str(value) for value in values]


def checked(ruleset: Ruleset, option: str, value: str, make_game: MakeGame) -> Ruleset:
    """A ruleset with one more change.  Raises RulesetError for an option or value that it does not know."""
    make_game(f"{ruleset.preset.id}+{option}={value}")
    return ruleset.changed(option, value)
