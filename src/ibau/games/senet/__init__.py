"""Senet, on thirty squares in three rows: a folder per game, and modules that they share."""

from ibau.games.senet import formation, geoludie, race

SYSTEMS = (formation.SYSTEM, geoludie.SYSTEM, race.SYSTEM)
