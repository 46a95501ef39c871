"""The formation game in a terminal."""

from ibau.core.look import Look, Sign
from ibau.games.senet.look import FAIENCE

LOOK = Look(FAIENCE, marks={"gate": Sign("⊓", "^"), "goal": Sign("◎", "@")})
