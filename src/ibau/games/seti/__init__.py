"""Seti: two long boards, pharaohs and high priests; a folder for each game, and between them what these share."""

from ibau.games.seti import aleph, beth

SYSTEMS = (aleph.SYSTEM, beth.SYSTEM)
