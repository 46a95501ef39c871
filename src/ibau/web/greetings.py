"""What players can say to each other: six greetings, and nothing else."""

from collections.abc import Mapping

from ibau.core.phrase import N_
from ibau.web.protocol import Greeting

GREETINGS: Mapping[Greeting, str] = {
    "hello": N_("Hello!"),
    "good_luck": N_("Good luck!"),
    "well_played": N_("Well played!"),
    "oops": N_("Oops!"),
    "thanks": N_("Thank you!"),
    "good_bye": N_("Good-bye!"),
}
