"""Completion of words in shells (docs/commands.md)."""

from collections.abc import Iterator


def complete_ruleset(begun: str) -> Iterator[str]:
    """Names of rulesets; after a `+` options, and after their `=` values."""
    from ibau.games import presets

    name, plus, changes = begun.partition("+")
    if not plus:
        yield from (known for known in presets() if known.startswith(name))
        return
    if name not in presets():
        return
    system, _ = presets()[name]
    *whole, last = changes.split("+")
    before = "+".join((name, *whole))
    given = {change.partition("=")[0] for change in whole}
    wanted, equals, value = last.partition("=")
    for option in system.options:
        if option.name in given or not option.name.startswith(wanted):
            continue
        if not equals:
            yield f"{before}+{option.name}="
        elif option.name == wanted:
            yield from (f"{before}+{wanted}={known}" for known in option.values if known.startswith(value))


def complete_player(begun: str) -> Iterator[str]:
    """Names of players."""
    from ibau.players import PLAYERS

    return (name for name in PLAYERS if name.startswith(begun))


def complete_opponent(begun: str, ruleset: str) -> Iterator[str]:
    """The levels for a game, or all levels if it is unknown, and "person"."""
    from ibau.core.errors import RulesetError
    from ibau.games import game
    from ibau.players import LEVELS, levels_here

    try:
        offered = levels_here(game(ruleset).system)
    except RulesetError:
        offered = LEVELS
    return (name for name in (*(level.id for level in offered), "person") if name.startswith(begun))
