"""The race in a terminal."""

from ibau.core.look import Look, Sign
from ibau.games.senet.look import FAIENCE, SUN, WATER

LOOK = Look(FAIENCE, marks={"refuge": Sign("⌂", "^"), "sun": SUN, "water": WATER})
