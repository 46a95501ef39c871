"""What players can say to each other: six greetings, and nothing else."""

from collections.abc import Mapping

from ibau.core.phrase import N_, Phrase, Translate
from ibau.web.limits.counting import Allowance
from ibau.web.protocol import SEATS, Greeting
from ibau.web.protocol.from_server import GreetedMessage
from ibau.web.refusals import Refusal

GREETINGS: Mapping[Greeting, str] = {
    "hello": N_("Hello!"),
    "good_luck": N_("Good luck!"),
    "well_played": N_("Well played!"),
    "oops": N_("Oops!"),
    "thanks": N_("Thank you!"),
    "good_bye": N_("Goodbye!"),
}
AT_ONCE = 3.0  # of one seat
A_SECOND = 0.2

ENOUGH = Phrase(N_("That is enough for the moment; please wait a little."))


class Talk:
    """How often each seat may still greet, or take another name."""

    def __init__(self) -> None:
        self._left = [Allowance(AT_ONCE, A_SECOND) for _ in SEATS]

    def spend(self, seat: int) -> None:
        """Let a seat speak.  Raises Refusal when it has spoken often enough."""
        if self._left[seat].left() < 1:
            raise Refusal(ENOUGH)
        self._left[seat].spend()


def greeted_message(seat: int, greeting: Greeting, translate: Translate) -> GreetedMessage:
    """What everyone hears of a greeting."""
    return GreetedMessage(SEATS[seat], greeting, translate(GREETINGS[greeting]))
