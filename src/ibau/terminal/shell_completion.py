"""What a shell offers for words that are typed in part (docs/commands.md)."""

from collections.abc import Iterator


def complete_ruleset(begun: str) -> Iterator[str]:
    """Names; after a `+` the options, after their `=` the values."""
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
    """The names of all players."""
    from ibau.players import PLAYERS

    return (name for name in PLAYERS if name.startswith(begun))


def complete_opponent(begun: str, ruleset: str) -> Iterator[str]:
    """The levels of a game, all of them where it is not known, and a person."""
    from ibau.core.errors import RulesetError
    from ibau.games import game
    from ibau.players import LEVELS, levels_here

    try:
        offered = levels_here(game(ruleset).system)
    except RulesetError:
        offered = LEVELS
    return (name for name in (*(level.id for level in offered), "person") if name.startswith(begun))
