"""What a game of the server has come to: its line of play, what is offered, and all that ever happened in it."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ibau.core.game import State
from ibau.core.line import Line
from ibau.core.outcome import other
from ibau.games import game
from ibau.records.record_files import read_record
from ibau.web.log.events import Created, Declined, Event, GameEnded, NextBegun, Offered, Played, Requested, TakenBack

MAX_EVENTS = 12_000  # of a game; the longest that the rules of any of ours end has 6,001 actions
MAX_IDS = 100  # that are remembered; who asks again asks for one of the last


def opening_lines(created: Created) -> Iterator[Line]:
    """The line with which a game begins; where it was played elsewhere, all of it, ply by ply.  Raises IbauError.

    Whether its start can be was asked when it was begun, and more may be known to be impossible since.
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
    """The line that has been played.  Raises IllegalActionError."""
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
    """The offers made in the present position; a ply ends them all.  A value: what happens next gives another one."""

    open: Offered | None = None  # waits for an answer
    declined: tuple[Offered, ...] = ()

    def after(self, event: Event) -> "Offers":
        """The offers once this has happened."""
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
    """The number of an action, and those of the actions before it."""

    last: int
    earlier: "ActionNumbers | None"

    def to_list(self) -> list[int]:
        """All of them, in order."""
        found: list[int] = []
        one: ActionNumbers | None = self
        while one:
            found.append(one.last)
            one = one.earlier
        return found[::-1]


@dataclass(frozen=True, slots=True)
class GameHistory:
    """How much has happened, what was played and what was granted.  A value: what happens next gives another one."""

    events: int = 1  # the first one began the game
    plies: int = 0  # those taken back included
    done_ids: tuple[str, ...] = ()  # the ids of the last requests that were granted
    numbers: ActionNumbers | None = field(default=None, compare=False, repr=False)  # of the actions of these plies

    @property
    def is_too_long(self) -> bool:
        """Can nothing more be played, since all that has happened is read whenever the game is opened again?"""
        return self.events >= MAX_EVENTS

    def after(self, event: Event, line: Line) -> "GameHistory":
        """The history once this has happened; `line` is the game as it then stands."""
        ids = (*self.done_ids, event.id)[-MAX_IDS:] if isinstance(event, Requested) and event.id else self.done_ids
        if not isinstance(event, Played):
            return GameHistory(self.events + 1, self.plies, ids, self.numbers)
        return GameHistory(self.events + 1, self.plies + 1, ids, ActionNumbers(line.last.action, self.numbers))
