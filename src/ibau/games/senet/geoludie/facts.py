"""How long the Geoludie game can be."""

from ibau.games.senet.geoludie.position import Rules


def longest_game(rules: Rules) -> int | None:
    """Without a bound, and so is each of its turns: a 1, 4 or 5 is followed by another throw."""
    return None


def memory(rules: Rules) -> int | None:
    """None is needed: games with throws have no repetition rule (section 0)."""
    return 0
