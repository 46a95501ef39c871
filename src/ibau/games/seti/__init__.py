"""Seti, with pharaohs and high priests on long boards: a folder per game, and modules that they share."""

from ibau.games.seti import aleph, beth

SYSTEMS = (aleph.SYSTEM, beth.SYSTEM)
