"""The registry: every package in this folder that declares `SYSTEMS` is a family of games."""

import copyreg
import functools
import importlib
import pkgutil
from collections.abc import Callable

from ibau.core.contract import System
from ibau.core.errors import RulesetError, listed, nearest
from ibau.core.game import Game
from ibau.core.options import Preset, Ruleset, preset_values, read_changes
from ibau.core.puzzle import Puzzle, PuzzleError, puzzles_of
from ibau.core.quoting import quoted


@functools.cache
def systems() -> dict[str, System]:
    """All systems by id, in alphabetical order."""
    found: dict[str, System] = {}
    for module in pkgutil.iter_modules(__path__):
        family = importlib.import_module(f"{__name__}.{module.name}")
        found.update((system.id, system) for system in family.SYSTEMS)
    return dict(sorted(found.items()))


def presets() -> dict[str, tuple[System, Preset]]:
    """All preset ids, the systems' own included, and what they belong to."""
    return {preset.id: (system, preset) for system in systems().values() for preset in system.presets}


def game(text: str, **options: str | int) -> Game:
    """The game of a ruleset text such as "seega" or "seega-lenient+chain=none", or of a name and options.

    game("seega", chain="none", max_turns=60); True and False are the values of an option that is on or off.
    Raises RulesetError, naming the valid ids, options or values.
    """
    if options:
        changes = "+".join(f"{name}={_written(value)}" for name, value in options.items())
        return game(f"{text}+{changes}")
    name, _, changes = text.partition("+")
    known = presets()
    if name not in known:
        raise _unknown(name)
    if text.endswith("+"):
        raise RulesetError(f"{quoted(text)} ends with '+': an option and its value should follow.")
    system, preset = known[name]
    return Game(system, read_changes(changes, preset, system.options))


def _written(value: str | int) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def puzzles(text: str) -> tuple[Puzzle, ...]:
    """The puzzles of a ruleset text, those that weak players find first; they keep to the usual rules of its game.

    Raises RulesetError, and PuzzleError where there are none.
    """
    system = game(text).system
    found = puzzles_of(system)
    if not found:
        raise PuzzleError(f"There are no puzzles of {system.id}.")
    return found


def _unknown(name: str) -> RulesetError:
    """What is said of a name that no ruleset has; that of a family stands for all its games."""
    family = [system.id for system in systems().values() if system.family == name.lower()]
    if len(family) > 1:
        *others, last = family
        return RulesetError(f"{name.lower()} is {', '.join(others)} or {last}: name one of them.")
    known = presets()
    return RulesetError(f"Unknown ruleset {quoted(name)}; known are {listed(known)}.{nearest(name, known)}")


def _pickled(known: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    return game, (str(known.ruleset),)


copyreg.pickle(Game, _pickled)  # a game goes to another process as its name


def base_ruleset(preset_id: str) -> Ruleset:
    """The ruleset of a preset without changes."""
    system, preset = presets()[preset_id]
    return Ruleset(preset, system.options, preset_values(preset, system.options))
