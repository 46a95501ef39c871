"""What was decided about Seti-Aleph: all that was decided about Seti."""

from ibau.games.seti.rulings import RULINGS

__all__ = ["RULINGS"]
