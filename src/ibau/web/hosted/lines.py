"""The line of play of a game of the server: how it begins, and how it follows from each event."""

from collections.abc import Iterator
from dataclasses import replace

from ibau.core.game import State
from ibau.core.line import Line
from ibau.core.outcome import other
from ibau.games import game
from ibau.records.files import read_record
from ibau.web.log.events import Created, Event, Played, Settled, Takenback


def lines_of(created: Created) -> Iterator[Line]:
    """The line with which a game begins; where it was played elsewhere, all of it, ply by ply.  Raises IbauError.

    Whether its start can be was asked when it was begun, and more may be known to be impossible since.
    """
    if created.record:
        record = read_record(created.record)
        line = Line(record.first_state())
        for entry in record.mainline.entries:
            yield line
            line = line.play(entry.action)
        yield replace(line, settlement=record.settlement)
        return
    played = game(created.ruleset)
    start = State(played, played.system.form.read(played.rules, created.start)) if created.start else played.initial()
    yield Line(start)


def line_after(line: Line, event: Event) -> Line:
    """What has been played.  Raises IllegalAction."""
    match event:
        case Played(action):
            return line.play(action)
        case Takenback(at):
            return line.back_to(at)
        case Settled("resigned", by):
            return line.resign(by)
        case Settled("abandoned", by):
            return line.abandon(other(by))
        case Settled("agreed"):
            return line.agree()
        case _:
            return line
