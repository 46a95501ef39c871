"""The registry of games: every package in this folder that declares `SYSTEMS` is a family of games."""

import copyreg
import functools
import importlib
import pkgutil
from collections.abc import Callable

from ibau.core.coercion import StateLike, as_game
from ibau.core.contract import System
from ibau.core.errors import RulesetError, suggestion_or_list
from ibau.core.game import Game
from ibau.core.options import Preset, Ruleset, preset_values, read_changes
from ibau.core.phrase import N_
from ibau.core.puzzle import Puzzle, PuzzleError, puzzles_of
from ibau.core.quoting import quote

MOST_GAMES = 64  # kept, as each has caches


@functools.cache
def systems() -> dict[str, System]:
    """All systems by id, in alphabetical order."""
    found: dict[str, System] = {}
    for module in pkgutil.iter_modules(__path__):
        family = importlib.import_module(f"{__name__}.{module.name}")
        found.update((system.id, system) for system in family.SYSTEMS)
    return dict(sorted(found.items()))


def presets() -> dict[str, tuple[System, Preset]]:
    """All presets with their systems, by preset id, which includes the ids of systems."""
    return {preset.id: (system, preset) for system in systems().values() for preset in system.presets}


def game(ruleset: StateLike, **options: str | int) -> Game:
    """The game of a ruleset text such as "seega" or "seega-lenient+chain=none", with changed options.

    game("seega", chain="none", max_turns=60).  The values of an option that is on or off are True and False.  A Game,
    or a State of it, can stand for its ruleset text.  Raises RulesetError, which lists the valid ids, options or
    values.
    """
    if options:
        changes = "+".join(f"{name}={_value_text(value)}" for name, value in options.items())
        return game(f"{as_game(ruleset).ruleset}+{changes}")
    return _game(ruleset) if isinstance(ruleset, str) else as_game(ruleset)


@functools.lru_cache(MOST_GAMES)
def _game(ruleset: str) -> Game:
    """The game of a ruleset text; records of the same game share it, and what it caches."""
    name, _, changes = ruleset.partition("+")
    known = presets()
    if name not in known:
        raise _unknown(name)
    if ruleset.endswith("+"):
        text = N_("{ruleset} ends with '+': an option and its value should follow.")
        raise RulesetError(text, ruleset=quote(ruleset))
    system, preset = known[name]
    return Game(system, read_changes(changes, preset, system.options))


def _value_text(value: str | int) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def puzzles(ruleset: StateLike) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first, under the rules of its default preset.

    Raises RulesetError, and PuzzleError if there are none.
    """
    system = as_game(ruleset).system
    found = puzzles_of(system)
    if not found:
        raise PuzzleError(N_("There are no puzzles for {game}."), game=system.id)
    return found


def _unknown(name: str) -> RulesetError:
    """The error about an unknown ruleset; for the name of a family it lists the games of the family."""
    family = [system.id for system in systems().values() if system.family == name.lower()]
    if len(family) > 1:
        *others, last = family
        text = N_("{name} is {others} or {last}: name one of them.")
        return RulesetError(text, name=name.lower(), others=", ".join(others), last=last)
    known = presets()
    return RulesetError(N_("Unknown ruleset {name}{known}"), name=quote(name), known=suggestion_or_list(name, known))


def _pickled(known: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    return game, (str(known.ruleset),)


def _system(name: str) -> System:
    return systems()[name]


def _pickled_system(known: System) -> tuple[Callable[[str], System], tuple[str]]:
    return _system, (known.id,)


copyreg.pickle(Game, _pickled)  # as a ruleset text
copyreg.pickle(System, _pickled_system)


def base_ruleset(preset_id: str) -> Ruleset:
    """The ruleset of a preset without changes."""
    system, preset = presets()[preset_id]
    return Ruleset(preset, system.options, preset_values(preset, system.options))
