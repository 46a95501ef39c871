"""Seti-Beth in a terminal."""

from ibau.core.look import Look
from ibau.games.seti.look import FIGURES, LIMEWOOD

LOOK = Look(LIMEWOOD, pieces=FIGURES)
