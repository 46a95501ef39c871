"""What is private in events: the names of persons, the hashes of their keys, and the secret of the throws.

The log keeps them beside the events, under labels, and the labels in the events.  So a player who leaves is forgotten
without any event being changed: what the labels led to is deleted, all but the secret.  Of the names of a seat only the
last is kept.

    events    {"kind": "taken", "seat": 1, "key_hash": "key 1", "name": "name 1", ...}
    private   "key 1": "9f86d0...", "name 1": "Ben"
"""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from ibau.web.log.events import ComputerSeat, Created, Event, PersonSeat, PlayerLeft, PlayerNamed, SeatTaken

CREATOR_KEY = "key"  # the label of the key of the person who began the game
THROWS = "throws"  # and of what the throws follow from

PrivateValues = dict[str, str | None]  # by label; None for what is to be deleted
ReplaceValue = Callable[[str, str], str]  # of a label and what is in its place


def without_private(event: Event) -> tuple[Event, PrivateValues]:
    """An event as it is stored, and what is to be kept or deleted beside it."""
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
    """A stored event with the names and keys that are still known; a key that is not opens nothing."""
    if not isinstance(event, Created | SeatTaken | PlayerNamed):
        return event
    return _replace_private(
        event, text=lambda _, label: private.get(label, ""), key=lambda _, label: private.get(label, label)
    )


def _replace_private(event: Event, text: ReplaceValue, key: ReplaceValue) -> Event:
    """An event whose private parts are exchanged."""

    def exchanged(number: int, seat: PersonSeat | ComputerSeat) -> PersonSeat | ComputerSeat:
        if isinstance(seat, ComputerSeat):
            return seat
        return replace(seat, name=text(_name_label(number), seat.name), key_hash=key(_key_label(number), seat.key_hash))

    match event:
        case Created(key_hash=makers, first=first, second=second):
            seats = {"first": exchanged(0, first), "second": exchanged(1, second)}
            return replace(event, key_hash=key(CREATOR_KEY, makers), secret=text(THROWS, event.secret), **seats)
        case SeatTaken(seat, key_hash, _, given):
            return replace(event, key_hash=key(_key_label(seat), key_hash), name=text(_name_label(seat), given))
        case PlayerNamed(seat, given):
            return replace(event, name=text(_name_label(seat), given))
        case _:
            return event


def _name_label(seat: int) -> str:
    return f"name {seat}"


def _key_label(seat: int) -> str:
    return f"key {seat}"
