"""Separate private values from events: names of persons, hashes of their keys, and the secret of the throws.

They are stored in a table of their own, by label, and the events contain only the labels.  The data of a player who
leaves is deleted there, all but the secret, while the events stay unchanged.  Of the names of a seat only the
last one is kept.

    events    {"kind": "taken", "seat": 1, "key_hash": "key 1", "name": "name 1", ...}
    private   "key 1": "9f86d0...", "name 1": "Ben"
"""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from ibau.web.log.events import ComputerSeat, Created, Event, PersonSeat, PlayerLeft, PlayerNamed, SeatTaken

CREATOR_KEY = "key"  # the label of the key of the person who began the game
THROWS = "throws"  # the label of the secret of the throws

PrivateValues = dict[str, str | None]  # by label; None deletes the value
ReplaceValue = Callable[[str, str], str]  # of a label and the present value


def without_private(event: Event) -> tuple[Event, PrivateValues]:
    """Return an event with labels in place of private values, and these values by label."""
    private: PrivateValues = {}

    def hide(label: str, value: str) -> str:
        if not value:
            return ""
        private[label] = value
        return label

    if isinstance(event, PlayerLeft):
        has_own = event.seats and not event.is_creator
        keys = [_key_label(seat) for seat in event.seats] if has_own else [CREATOR_KEY]
        return replace(event, key_hash=keys[0]), dict.fromkeys([*keys, *map(_name_label, event.seats)])
    return _replace_private(event, hide, hide), private


def with_private(event: Event, private: Mapping[str, str]) -> Event:
    """Restore the private values of a stored event; a deleted name is empty, and a deleted key is not valid."""
    if not isinstance(event, Created | SeatTaken | PlayerNamed):
        return event
    return _replace_private(
        event, text=lambda _, label: private.get(label, ""), key=lambda _, label: private.get(label, label)
    )


def _replace_private(event: Event, text: ReplaceValue, key: ReplaceValue) -> Event:
    """Replace the private values of an event."""

    def replaced(number: int, seat: PersonSeat | ComputerSeat) -> PersonSeat | ComputerSeat:
        if isinstance(seat, ComputerSeat):
            return seat
        return replace(seat, name=text(_name_label(number), seat.name), key_hash=key(_key_label(number), seat.key_hash))

    match event:
        case Created(key_hash=makers, first=first, second=second):
            seats = {"first": replaced(0, first), "second": replaced(1, second)}
            return replace(event, key_hash=key(CREATOR_KEY, makers), secret=text(THROWS, event.secret), **seats)
        case SeatTaken(seat, key_hash, _, new_name):
            return replace(event, key_hash=key(_key_label(seat), key_hash), name=text(_name_label(seat), new_name))
        case PlayerNamed(seat, new_name):
            return replace(event, name=text(_name_label(seat), new_name))
        case _:
            return event


def _name_label(seat: int) -> str:
    return f"name {seat}"


def _key_label(seat: int) -> str:
    return f"key {seat}"
