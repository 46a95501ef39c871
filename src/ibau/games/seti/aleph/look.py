"""Seti-Aleph in a terminal."""

from ibau.core.look import Look, Sign
from ibau.games.seti.look import FIGURES, LIMEWOOD

LOOK = Look(LIMEWOOD, pieces={**FIGURES, ("ship", ""): (Sign("▽", "v"), Sign("▼", "V"))})
