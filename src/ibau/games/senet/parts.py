"""Whose pawns are whose, in all Senet rulesets."""

from ibau.core.outcome import FIRST


def light_and_dark(player: int, own: int, enemy: int) -> tuple[int, int]:
    """The pawns of FIRST and of SECOND, given those of a player and of the other."""
    return (own, enemy) if player == FIRST else (enemy, own)
