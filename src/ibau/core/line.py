"""Line, a game with all its actions from the start to the current state.

line = Line.of("seega").play("lot1").play("c2")
line.state, line.plies[-1].description, line.takeback({FIRST}), line.back_to(1)
str(line.record({"First": "guest"}))
"""

import operator
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, SupportsIndex

from ibau.core.board import Travel
from ibau.core.chance import marked_sides
from ibau.core.coercion import StateLike, as_state
from ibau.core.contract import RuleEvent, Standing
from ibau.core.errors import IllegalActionError, RecordError, RulesetError
from ibau.core.game import State
from ibau.core.limits import check_items, check_type
from ibau.core.outcome import CHANCE
from ibau.core.phrase import N_, Phrase
from ibau.core.player_end import PlayerEnd, by_abandonment, by_agreement, by_resignation
from ibau.core.quoting import quote
from ibau.core.record import Record, Replay, Turn, Variation, illegal_entry
from ibau.core.result import Result


class Throw(NamedTuple):
    """The result of a throw of four sticks or coins."""

    marked: int  # how many show their marked side
    value: int  # the points of the throw


class Ply(NamedTuple):
    """An action that was played in a line."""

    ply_index: int  # the number of actions before it
    before: State  # in which it was played
    action: int  # its number
    text: str  # its text
    turn: int  # the number of its turn, from 1; 0 for a lot

    @property
    def seat(self) -> int:
        """The seat that decided or threw: FIRST or SECOND (0 or 1); CHANCE at a lot."""
        return self.before.actor

    @property
    def is_move(self) -> bool:
        """Is it the choice of a player, rather than a throw or lot?"""
        return self.before.turn != CHANCE

    @property
    def throw(self) -> Throw | None:
        """The result of the throw; None for a move or a lot."""
        if self.is_move or self.seat == CHANCE:
            return None
        return Throw(marked_sides(self.action), int(self.text.removeprefix("t")))

    def triggers(self, event: RuleEvent) -> bool:
        """Did the action cause an event?"""
        return self.before.triggers(event, self.action)

    @property
    def description(self) -> Phrase:
        """The action in words."""
        return self.before.describe(self.action)

    @property
    def picks(self) -> tuple[str, ...]:
        """The places to select for it, in order."""
        return self.before.picks(self.action)

    @property
    def travels(self) -> tuple[Travel, ...]:
        """The pieces that moved."""
        return self.before.travels(self.action)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Line:
    """A game from its start to the current state; immutable: `play` returns another Line.

    `Line(state)` starts one, `Line.of` also plays actions.  Lines share memory: each holds its last ply and the line
    before it.  The players can end a game before the rules do: resign(seat), agree_draw(), abandon(seat).
    """

    state: State  # the current one
    ply: Ply | None = None  # the last one, None at the start
    earlier: "Line | None" = None  # the line without the last ply
    turn: Turn = field(default_factory=Turn)  # of the last ply
    player_end: PlayerEnd | None = None  # how the players ended it, if they did

    def __post_init__(self) -> None:
        check_type(self.state, State, "A Line starts from a State, Line.of also from a game", RulesetError)

    @classmethod
    def of(cls, start: StateLike, actions: Iterable[str] = ()) -> "Line":
        """The line of action texts played from a state, or from the start of a game.

        Raises IllegalActionError, which lists the legal actions, and RulesetError.
        """
        line = cls(as_state(start))
        for action in check_items(actions, str, "The actions of a Line are an iterable of texts", IllegalActionError):
            line = line.play(action)
        return line

    @classmethod
    def replay(cls, record: Record) -> "Line":
        """The main line of a record.  Raises RecordError at the first illegal action."""
        check_type(record, Record, "A game to replay is a Record, as read_record returns it", RecordError)
        line = cls(record.first_state())
        for n, entry in enumerate(record.mainline.entries, 1):
            try:
                line = line.play(entry.action)
            except IllegalActionError as error:
                raise illegal_entry(entry, n, error) from error
        return replace(line, player_end=record.player_end)

    # Values ------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Line)
            and (self.ply_count, self.state, self.player_end) == (other.ply_count, other.state, other.player_end)
            and self.start == other.start
            and self.actions == other.actions
        )

    def __hash__(self) -> int:
        return hash((self.ply_count, self.state))

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.start, self.actions, self.player_end)

    def __repr__(self) -> str:
        return f"<Line of {self.ply_count}: {self.state.game.ruleset} {self.state}>"

    # History -----------------------------------------------------------------------

    @property
    def start(self) -> State:
        """The state before the first action."""
        return self.back_to(0).state

    @property
    def ply_count(self) -> int:
        """The number of actions played, throws and lots included."""
        return self.ply.ply_index + 1 if self.ply else 0

    @property
    def last(self) -> Ply:
        """The last ply.  Raises IndexError for a line without actions."""
        if self.ply is None:
            raise IndexError("nothing has been played in this line")
        return self.ply

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The actions played, in order."""
        return tuple(self._latest_first())[::-1]

    def _latest_first(self) -> Iterator[Ply]:
        line: Line | None = self
        while line and line.ply:
            yield line.ply
            line = line.earlier

    @property
    def actions(self) -> tuple[str, ...]:
        """The texts of the actions played, in order."""
        return tuple(ply.text for ply in self.plies)

    @property
    def states(self) -> tuple[State, ...]:
        """The start and the state after each action."""
        return (*(ply.before for ply in self.plies), self.state)

    @property
    def result(self) -> Result | None:
        """The result at the end of the game; None while it goes on."""
        return self.player_end.result if self.player_end else self.state.result

    def standing(self, seat: int) -> tuple[Standing, ...]:
        """How far a seat has come, and its points, at the end those of the result."""
        score = self.result.score if self.result else self.state.score
        points = score[seat] if score else 0
        return (*self.state.standing(seat), *([_points_standing(points)] if points else []))

    @property
    def starter(self) -> int | None:
        """The seat that had the first turn, not counting lots; None before that turn."""
        return next((state.actor for state in self.states if state.actor != CHANCE), None)

    def record(self, tags: Mapping[str, str] | None = None) -> Record:
        """The line as a record, whose repetitions count from its start.  Raises RecordError for an invalid tag."""
        start, plies = self.start, self.plies
        text = None if start == start.game.initial() else str(start)
        given = check_type(tags or {}, Mapping, "The tags of a record are a mapping of names to texts", RecordError)
        record = Record(start.game, Variation.of(ply.text for ply in plies), dict(given), text, self.player_end)
        if text:
            return record
        numbers = ((ply.action, ply.turn, ply.before.legal_count) for ply in plies)
        return record.replayed(Replay.of(numbers, self.state.result))

    # Play ------------------------------------------------------------------------

    def play(self, text: str) -> "Line":
        """The line after an action given by its text.  Raises IllegalActionError, which lists the legal actions."""
        number = self.state.action(text)
        self._check_open(text)
        return self._with(self.state.after_unchecked(number), number, text)

    def after(self, action: SupportsIndex) -> "Line":
        """The line after an action given by its number.  Raises IllegalActionError, which lists the legal actions."""
        after = self.state.after(action)  # before text_of, as only a legal action has a text
        number = operator.index(action)
        text = self.state.text_of(number)
        self._check_open(text)
        return self._with(after, number, text)

    def after_unchecked(self, action: int, text: str) -> "Line":
        """The line after an action that is known to be legal, by its number and text; see State.after_unchecked.

        Raises IllegalActionError if the action has another text.
        """
        game = self.state.game
        if game.system.action_text(game.rules, self.state.position, action) != text:
            raise IllegalActionError(N_("the move {action} is not {text} here."), action=action, text=quote(text))
        return self._with(self.state.after_unchecked(action), action, text)

    def _check_open(self, text: str) -> None:
        """Raise IllegalActionError for an action if the players have ended the game."""
        if self.player_end:
            raise IllegalActionError(N_("{action}: the game is over ({kind})."), action=text, kind=self.player_end.kind)

    def _with(self, after: State, action: int, text: str) -> "Line":
        state, turn = self.state, self.turn.of_action_in(self.state)
        return Line(after, Ply(self.ply_count, state, action, text, turn.number), self, turn)

    def back_to(self, ply_count: SupportsIndex) -> "Line":
        """The line after its first `ply_count` actions.  Raises IndexError unless 0 <= ply_count <= self.ply_count."""
        number = operator.index(ply_count)
        if not 0 <= number <= self.ply_count:
            raise IndexError(f"a line of {self.ply_count} actions cannot go back to {quote(number)}")
        line = self
        while line.ply_count > number and line.earlier:
            line = line.earlier
        return line

    def resign(self, seat: int) -> "Line":
        """The line in which a seat has resigned (rulings.md C90).  Raises IllegalActionError after the end."""
        return self._with_player_end(by_resignation(self.state, seat))

    def agree_draw(self) -> "Line":
        """The line in which both have agreed on a draw (rulings.md C90).  Raises IllegalActionError after the end."""
        return self._with_player_end(by_agreement(self.state))

    def abandon(self, seat: int) -> "Line":
        """The line in which a seat has left the game (rulings.md C90).  Raises IllegalActionError after the end."""
        return self._with_player_end(by_abandonment(self.state, seat))

    def _with_player_end(self, player_end: PlayerEnd) -> "Line":
        self._check_open(player_end.kind)
        return replace(self, player_end=player_end)

    def takeback(self, persons: Collection[int]) -> int | None:
        """The ply count after a takeback, None if it is not possible; `persons` are the seats that people play.

        Throws and lots are never taken back.  In games with throws, a person's move can be taken back until the next
        throw; in others, the last turn of a person, with the computer's reply.  After a game that the players ended,
        there is no takeback (C90).
        """
        if self.player_end:
            return None
        if self.state.game.system.has_throws:
            return self.ply.ply_index if self.ply and self.ply.before.turn in persons else None
        latest = self._latest_first()
        last = next((ply for ply in latest if not ply.is_move or ply.seat in persons), None)
        if last is None or not last.is_move:
            return None
        for ply in latest:
            if ply.turn != last.turn:
                return ply.ply_index + 1
        return 0


def line_of(played: Record | Line) -> Line:
    """The Line of a Record, or a Line itself.  Raises RecordError for other types and at the first illegal action."""
    if isinstance(played, Record):
        return Line.replay(played)
    line: Line = check_type(played, Line, "A played game is a Record or a Line", RecordError)
    return line


def _points_standing(points: int) -> Standing:
    """The standing by points, which count in a match."""
    brief = Phrase(N_("1 point")) if points == 1 else Phrase(N_("{points} points"), {"points": points})
    return Standing(brief, Phrase(N_("points from this game: {points}"), {"points": points}))


def _unpickled(start: State, actions: tuple[str, ...], player_end: PlayerEnd | None) -> Line:
    """The line of a pickle."""
    return replace(Line.of(start, actions), player_end=player_end)
