"""Senet: thirty squares in three rows; a folder for each ruleset, and between them what these share."""

from ibau.games.senet import formation, geoludie, race

SYSTEMS = (formation.SYSTEM, geoludie.SYSTEM, race.SYSTEM)
