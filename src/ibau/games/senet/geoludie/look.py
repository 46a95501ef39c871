"""The Geoludie game in a terminal."""

from ibau.core.look import Look, Sign
from ibau.games.senet.look import FAIENCE, SUN, WATER

LOOK = Look(
    FAIENCE,
    marks={
        "rebirth": Sign("☥", "!"),
        "good": Sign("♡", "&"),
        "water": WATER,
        "three": Sign("≡", "#"),
        "two": Sign("=", "="),
        "sun": SUN,
    },
)
