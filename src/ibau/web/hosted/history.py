"""The line of play of a hosted game, its open offers and its history."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ibau.core.game import State
from ibau.core.line import Line
from ibau.core.outcome import other
from ibau.games import game
from ibau.records.record_files import read_record
from ibau.web.log.events import Created, Declined, Event, GameEnded, NextBegun, Offered, Played, Requested, TakenBack

MAX_EVENTS = 12_000  # of a game; the longest that our rules allow has 6,001 actions
MAX_IDS = 100  # remembered; a repeated request is among the last ones


def opening_lines(created: Created) -> Iterator[Line]:
    """The initial line of a game or, of an imported one, all its lines ply by ply.  Raises IbauError.

    The start was checked when the game was created; newer checks must not reject it now.
    """
    if created.record:
        record = read_record(created.record)
        line = Line(record.first_state())
        for entry in record.mainline.entries:
            yield line
            line = line.play(entry.action)
        yield replace(line, player_end=record.player_end)
        return
    played = game(created.ruleset)
    start = State(played, played.system.form.read(played.rules, created.start)) if created.start else played.initial()
    yield Line(start)


def line_after(line: Line, event: Event) -> Line:
    """The line after an event.  Raises IllegalActionError."""
    match event:
        case Played(action):
            return line.play(action)
        case TakenBack(at):
            return line.back_to(at)
        case GameEnded("resigned", by):
            return line.resign(by)
        case GameEnded("abandoned", by):
            return line.abandon(other(by))
        case GameEnded("agreed"):
            return line.agree_draw()
        case _:
            return line


@dataclass(frozen=True, slots=True)
class Offers:
    """The offers made in the present position; a ply ends them all.  Immutable: each event gives a new value."""

    open: Offered | None = None  # waits for an answer
    declined: tuple[Offered, ...] = ()

    def after(self, event: Event) -> "Offers":
        """The offers after an event."""
        match event:
            case Offered():
                return replace(self, open=event)
            case Declined() if self.open:
                return Offers(None, (*self.declined, self.open))
            case Played() | TakenBack() | GameEnded():
                return Offers() if self.open or self.declined else self
            case NextBegun():
                return replace(self, open=None)
            case _:
                return self


class ActionNumbers(NamedTuple):
    """A linked list of action numbers, the last one first."""

    last: int
    earlier: "ActionNumbers | None"


@dataclass(frozen=True, slots=True)
class GameHistory:
    """Counts of events and plies, and granted requests.  Immutable: each event gives a new value."""

    events: int = 1  # the first one created the game
    plies: int = 0  # including those taken back
    done_ids: tuple[str, ...] = ()  # the ids of the last requests that were granted
    numbers: ActionNumbers | None = field(default=None, compare=False, repr=False)  # of the actions of these plies

    @property
    def is_too_long(self) -> bool:
        """Is it too long to go on?  All its events are read whenever it is opened again."""
        return self.events >= MAX_EVENTS

    def action_numbers(self) -> list[int]:
        """The numbers of all actions, in the order of play."""
        found, rest = list[int](), self.numbers
        while rest:
            found.append(rest.last)
            rest = rest.earlier
        return found[::-1]

    def after(self, event: Event, line: Line) -> "GameHistory":
        """The history after an event; `line` is the line after it."""
        ids = (*self.done_ids, event.id)[-MAX_IDS:] if isinstance(event, Requested) and event.id else self.done_ids
        if not isinstance(event, Played):
            return GameHistory(self.events + 1, self.plies, ids, self.numbers)
        return GameHistory(self.events + 1, self.plies + 1, ids, ActionNumbers(line.last.action, self.numbers))
