"""What players are called: by names that they give, or that they are given where they give none."""

import secrets
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from ibau.core.phrase import N_, Phrase
from ibau.core.record import BY_COMPUTER
from ibau.players.characters import CHARACTERS
from ibau.web.hosted.seats import with_seat
from ibau.web.log.events import Created, Event, PersonSeat, PlayerLeft, PlayerNamed, SeatTaken
from ibau.web.refusals import Refusal

MAX_NAME_LENGTH = 24  # letters

# Names that people bore in ancient Egypt; the same in every language.
RANDOM_NAMES = ("Ankhu", "Henut", "Hesire", "Intef", "Ipuy", "Iti", "Kawit", "Khety", "Menna", "Meryt", "Nakht",
                "Nebet", "Nofret", "Paheri", "Senbi", "Tahut", "Tjeti", "Wah")  # fmt: skip

INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # Unicode's categories of controls and the unassigned

NAME_TOO_LONG = Phrase(N_("A name can have at most {most} characters."), {"most": MAX_NAME_LENGTH})
NAME_UNREADABLE = Phrase(N_("Names may contain letters, digits and visible symbols."))
NAME_OF_COMPUTERS = Phrase(N_("A person's name cannot begin with “computer”: that is how records name the computer."))


@dataclass(frozen=True, slots=True)
class PlayerNames:
    """The names of the players of a game.  A value: what happens next gives another one."""

    given: tuple[str, str]  # by seat; "" for the computer, and for persons who have none
    characters: tuple[str, str]  # by seat: whom the computer plays there; "" for persons
    sides: tuple[str, str]  # what the pieces of each seat are called

    @classmethod
    def initial(cls, created: Created, sides: tuple[str, str], levels: Iterable[str | None]) -> "PlayerNames":
        """The names with which a game begins."""
        seats = (created.first, created.second)
        first, second = (seat.name if isinstance(seat, PersonSeat) else "" for seat in seats)
        one, other = (CHARACTERS[level].name if level else "" for level in levels)
        return cls((first, second), (one, other), sides)

    @property
    def by_side(self) -> Mapping[str, object]:
        """What sentences call the sides: the computer's characters, and persons who have names of their own."""
        first, second = self.displayed
        if first == second:
            return {}
        return {side: name for side, name in zip(self.sides, (first, second), strict=True) if name}

    @property
    def displayed(self) -> tuple[str, str]:
        """By seat, the name of the person or of the computer's character; "" where there is none."""
        first, second = (character or name for character, name in zip(self.characters, self.given, strict=True))
        return first, second

    @property
    def in_match(self) -> tuple[str, str]:
        """By which names a score is told: of two persons each has one, since they may change sides between games."""
        first, second = self.given
        if any(self.characters):
            return first, second
        one = first or random_name([second])
        return one, second or random_name([one])

    def after(self, event: Event) -> "PlayerNames":
        """The names once this has happened."""
        match event:
            case SeatTaken(seat=seat, name=name) | PlayerNamed(seat, name):
                return replace(self, given=with_seat(self.given, seat, name))
            case PlayerLeft(seats):
                first, second = ("" if seat in seats else name for seat, name in enumerate(self.given))
                return replace(self, given=(first, second))
            case _:
                return self


def check_name(text: str) -> str:
    """A name as it is shown, with single spaces between its words; '' is none.  Raises Refusal."""
    if any(unicodedata.category(letter) in INVISIBLE for letter in text):
        raise Refusal(NAME_UNREADABLE, status=400)
    name = " ".join(text.split())
    if len(name) > MAX_NAME_LENGTH:
        raise Refusal(NAME_TOO_LONG, status=400)
    if name.casefold().startswith(BY_COMPUTER):
        raise Refusal(NAME_OF_COMPUTERS, status=400)
    return name


def sanitize_name(text: str) -> str:
    """As much of a name that was given elsewhere as can be shown here."""
    seen = "".join(" " if unicodedata.category(letter) in INVISIBLE else letter for letter in text)
    return " ".join(seen.split())[:MAX_NAME_LENGTH].strip()


def random_name(taken: Collection[str]) -> str:
    """A name for somebody who gave none."""
    return secrets.choice([name for name in RANDOM_NAMES if name not in taken])
