"""Events as the log gives them."""

from ibau.web.log.events import Event, StoredEvent, decode_event

TIME = 1_800_000_000_000  # of the first; each comes a second after the one before


def stored_events(*events: Event | str) -> list[StoredEvent]:
    """Events, or what is stored of them, in order."""
    read = (decode_event(event) if isinstance(event, str) else event for event in events)
    return [StoredEvent(sequence, TIME + 1000 * sequence, event) for sequence, event in enumerate(read)]
