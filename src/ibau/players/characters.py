"""The characters of the levels: an animal per level, with a few lines.

They have no effect on strength, which was measured for each level (docs/strength.md).  Names are the same in every
language; the client draws the portraits (client/src/characters).
"""

from collections.abc import Mapping
from typing import NamedTuple

from ibau.core.phrase import N_


class Character(NamedTuple):
    """The character of a level; all fields but the name are texts of the catalogues."""

    name: str
    line: str  # a description
    capture: str  # its line at a capture
    win: str
    loss: str


CHARACTERS: Mapping[str, Character] = {
    "level1": Character(
        "Pip",
        N_("A gosling who has come to play, and to see the pieces."),
        N_("Oh! Did I do that?"),
        N_("I won? Really? Once more!"),
        N_("That was fun! Once more?"),
    ),
    "level2": Character(
        "Nono",
        N_("A hedgehog, in no hurry: picks up whatever lies in the way."),
        N_("I think this one was in my way."),
        N_("Look at that, I have won."),
        N_("You were too quick for me."),
    ),
    "level3": Character(
        "Zaza",
        N_("A goat who tries everything once, and chews on it afterwards."),
        N_("Delicious!"),
        N_("I knew it would work. Well, I hoped so."),
        N_("I saw something better. Too late, as always."),
    ),
    "level4": Character(
        "Hubo",
        N_("A hippopotamus who likes company more than victory."),
        N_("Excuse me, I need the room."),
        N_("Well, well. It was good company anyway."),
        N_("Nicely done! Let us have another."),
    ),
    "level5": Character(
        "Miu",
        N_("A cat: seems to be asleep, and misses little."),
        N_("I had been watching that one."),
        N_("A pleasure. For me, at least."),
        N_("I let you, of course."),
    ),
    "level6": Character(
        "Tiko",
        N_("An ibis who writes every move down, and looks ahead."),
        N_("As I noted three moves ago."),
        N_("It all went as I had written it down."),
        N_("I shall have to study this game."),
    ),
    "level7": Character(
        "Soba",
        N_("A crocodile: lies still, and waits for one mistake."),
        N_("Snap."),
        N_("You only slipped once. Once is enough."),
        N_("You gave me nothing to bite on. Well played."),
    ),
    "level8": Character(
        "Raya",
        N_("A lioness who has not lost for a long time, and takes you seriously."),
        N_("That was needed."),
        N_("You made me work for it."),
        N_("Well played. I do not say that often."),
    ),
}
