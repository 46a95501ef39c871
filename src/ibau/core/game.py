"""Game and State: what people and programs hold.

game = ibau.game("seega")
state = game.initial().play("lot1")
state.to_move, list(state.actions), state.play("c2").result
"""

import operator
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NoReturn, Self, SupportsIndex, cast, overload

from ibau.core import hooks
from ibau.core.board import Board, Piece, Travel
from ibau.core.chance import SIXTEENTHS, Weights, actions, draw, probabilities
from ibau.core.contract import Goals, Rulebook, RuleEvent, Standing, System
from ibau.core.errors import IllegalActionError, PositionError, did_you_mean, join_names
from ibau.core.limits import check_int, check_type
from ibau.core.options import Ruleset
from ibau.core.outcome import CHANCE, NOBODY, SEATS
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quote
from ibau.core.repetition import PositionHistory
from ibau.core.result import Result

_keep = object.__setattr__  # what a State does often; Value._set takes its time

MOST_COLUMNS = 10_000  # of a board in letters


class Value:
    """Sets its attributes once, by `_set`; setting them later is an error, since it is a value."""

    __slots__ = ()

    def _set(self, **attributes: Any) -> None:
        for name, value in attributes.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} is a value; nothing changes its {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} is a value; nothing takes its {name} away")


class Game(Value):
    """A system under one ruleset: a value."""

    system: System
    ruleset: Ruleset
    rules: Any

    def __init__(self, system: System, ruleset: Ruleset) -> None:
        self._set(system=system, ruleset=ruleset, rules=system.rules(ruleset))

    def __repr__(self) -> str:
        return f"<Game {self.ruleset}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.ruleset == other.ruleset

    def __hash__(self) -> int:
        return hash(self.ruleset)

    @cached_property
    def board(self) -> Board:
        """The board to draw."""
        return self.system.board_spec.board(self.rules)

    @cached_property
    def chance_numbers(self) -> dict[Weights, Mapping[str, int]]:
        """The numbers of the chance actions by their texts, for all weights that have been asked about."""
        return {}

    @cached_property
    def numbers_met(self) -> dict[str, int]:
        """The numbers that texts of actions have had in this game: an action is looked for under its own first."""
        return {}

    @property
    def ends(self) -> tuple[str, ...]:
        """The kinds of ends that its rules know, as results and records name them: "repetition", "major"."""
        return tuple(self.system.end_kinds.values())

    @cached_property
    def may_shuffle(self) -> bool:
        """Can positions come again and again, and no rule counts them?"""
        system = self.system
        return system.can_cycle and not system.has_throws and system.repeatable_positions(self.rules) == 0

    @property
    def longest_game(self) -> int | None:
        """The most actions a game can have, throws included; None where there is no bound."""
        return self.system.longest_game(self.rules)

    @property
    def has_chance(self) -> bool:
        """Is anything thrown, or drawn by lot?"""
        return self.system.has_throws or self.initial().turn == CHANCE

    def initial(self) -> "State":
        """The start of a game."""
        return State(self, self.system.rulebook.start(self.rules))

    def state(self, position_text: str) -> "State":
        """The state of a position text, its repetitions counted from here.  Raises PositionError."""
        check_type(position_text, str, "A position is a text such as `str(state)`", PositionError)
        position = self.system.form.read(self.rules, position_text)
        if not all(isinstance(number, int) and -(1 << 62) <= number <= 1 << 62 for number in position):
            raise PositionError(N_("A number in {text} is too large."), text=quote(position_text))
        for forbids in self.system.impossible:
            if reason := forbids(self.rules, position):
                raise PositionError(reason)
        return State(self, position)


def is_among(rulebook: Rulebook, moves: Any, action: int) -> bool:
    """Is an action one of these moves?"""
    for n in range(rulebook.groups(moves)):
        first, step, bits = rulebook.group(moves, n)
        at, between = divmod(action - first, step)
        if at >= 0 and not between and bits >> at & 1:
            return True
    return False


def grouped(rulebook: Rulebook, moves: Any) -> list[int]:
    """The moves as actions, group by group."""
    found: list[int] = []
    for n in range(rulebook.groups(moves)):
        first, step, bits = rulebook.group(moves, n)
        while bits:  # written out: `members` would cost a game of Senet a twenty-fifth
            low = bits & -bits
            found.append(first + step * (low.bit_length() - 1))
            bits ^= low
    return found


class Actions(Sequence[str]):
    """The legal actions of a state as texts; sized and testable without being listed."""

    __slots__ = ("_state",)

    def __init__(self, state: "State") -> None:
        self._state = state

    def __len__(self) -> int:
        return len(self._state.legal)

    def __iter__(self) -> Iterator[str]:
        return iter(self._state.numbers)

    @overload
    def __getitem__(self, n: int) -> str: ...
    @overload
    def __getitem__(self, n: slice) -> list[str]: ...
    def __getitem__(self, n: int | slice) -> str | list[str]:
        if isinstance(n, slice):
            return [self._state.text_of(action) for action in self._state.legal[n]]
        return self._state.text_of(self._state.legal[n])

    def __contains__(self, text: object) -> bool:
        return text in self._state.numbers

    def __repr__(self) -> str:
        return f"<Actions: {' '.join(self)}>"


class _Draft:
    """A State while it is being made: its attributes can still be set."""

    __slots__ = (
        "_key",
        "_legal",
        "_moves",
        "_numbers",
        "game",
        "history",
        "outcome",
        "position",
        "reversible_history",
        "turn",
    )


class State(Value, _Draft):
    """A position and how often positions have occurred: a value.  Nothing changes it; `play` gives another one."""

    __slots__ = ()

    game: Game
    position: Any
    history: PositionHistory  # the occurrences before this one
    reversible_history: PositionHistory | None  # where no rule counts them, earlier positions that can recur
    outcome: int  # 0 while the game goes on, else how it ended, which `result` puts into words
    turn: int  # FIRST, SECOND, CHANCE, or NOBODY at the end
    _key: Any  # what occurs here; None where the position does not count as an occurrence
    _legal: tuple[int, ...] | None
    _moves: Any  # in the shape of the rules
    _numbers: Mapping[str, int] | None

    def __new__(
        cls,
        game: Game,
        position: Any,
        history: PositionHistory | None = None,
        reversible_history: PositionHistory | None = None,
    ) -> Self:
        """The state of a position of the game; without a `history` its repetitions are counted from here."""
        rulebook, rules = game.system.rulebook, game.rules
        history = PositionHistory.of() if history is None else history
        key = rulebook.key(rules, position) if rulebook.occurs(rules, position) else None
        outcome = rulebook.outcome(rules, position, 0 if key is None else history.count(key) + 1)
        self = cast("Self", _Draft())  # a value's attributes, set one by one, would take a twentieth of a game
        self.game = game
        self.position = position
        self.history = history
        self.reversible_history = reversible_history
        self.outcome = outcome
        self.turn = NOBODY if outcome else rulebook.turn(rules, position)
        self._key = key
        self._legal = None
        self._moves = None
        self._numbers = None
        self.__class__ = cls
        return self

    # Values ------------------------------------------------------------------

    @property
    def occurrences(self) -> Mapping[Any, int]:
        """How often each position has occurred, this one included; positions without their counters."""
        return self._next_history().counts()

    def _next_history(self) -> PositionHistory:
        return self.history if self._key is None else self.history.with_key(self._key)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.position == other.position
            and self.game == other.game
            and self.history == other.history
        )

    def __hash__(self) -> int:
        return hash((self.game, self.position))

    def __reduce__(self) -> tuple[Any, ...]:
        return State, (self.game, self.position, self.history, self.reversible_history)

    def __str__(self) -> str:
        return self.game.system.form.text(self.position)

    def __repr__(self) -> str:
        return f"<State {self.game.ruleset} {self}>"

    # Who and what --------------------------------------------------------------

    @property
    def to_move(self) -> str:
        """'first', 'second', 'chance' or 'nobody'."""
        return SEATS[self.turn]

    @property
    def actor(self) -> int:
        """Whose turn it is: who decides, or whose throw it is; CHANCE at a lot."""
        return self.game.system.rulebook.actor(self.game.rules, self.position)

    @property
    def is_lot(self) -> bool:
        """Is a lot due, which is nobody's?"""
        return self.turn == CHANCE and self.actor == CHANCE

    @property
    def legal(self) -> tuple[int, ...]:
        """The legal actions as numbers; at a chance node the places in `weights`; none at the end."""
        legal = self._legal
        if legal is None:
            legal = self._list_legal()
            _keep(self, "_legal", legal)
        return legal

    def _list_legal(self) -> tuple[int, ...]:
        turn = self.turn
        if turn == NOBODY:
            return ()
        if turn == CHANCE:
            return actions(self.weights)
        system, moves = self.game.system, self._moves_found()
        if system.list_moves:
            return tuple(system.list_moves(moves))
        return tuple(grouped(system.rulebook, moves))

    def _moves_found(self) -> Any:
        moves = self._moves
        if moves is None:
            moves = self.game.system.rulebook.moves(self.game.rules, self.position)
            _keep(self, "_moves", moves)
        return moves

    @property
    def numbers(self) -> Mapping[str, int]:
        """The legal actions: the number of each text, in the order of `legal`."""
        numbers = self._numbers
        if numbers is None:
            numbers = self._chance_numbers() if self.turn == CHANCE else self._name_legal()
            _keep(self, "_numbers", numbers)
        return numbers

    def _name_legal(self) -> Mapping[str, int]:
        text, rules, position = self.game.system.action_text, self.game.rules, self.position
        return {text(rules, position, action): action for action in self.legal}

    def _chance_numbers(self) -> Mapping[str, int]:
        """The numbers of the chance actions by name; equal chances have the same names everywhere in a game."""
        weights, named = self.weights, self.game.chance_numbers
        if weights not in named:
            named[weights] = self._name_legal()
        return named[weights]

    @property
    def actions(self) -> Actions:
        """The legal actions as texts."""
        return Actions(self)

    @property
    def weights(self) -> Weights:
        """The sixteenths of each chance action; all 0 where a player decides."""
        return self.game.system.rulebook.chances(self.game.rules, self.position)

    @property
    def chances(self) -> dict[str, Fraction]:
        """The exact probability of each chance action; empty where a player decides."""
        return dict(zip(self.actions, probabilities(self.weights), strict=True)) if self.turn == CHANCE else {}

    def chance_action(self, sixteenth: int) -> str:
        """The chance action that a number in 0..15 stands for; a fair number draws by the exact chances.

        Raises NumberError for any other number.
        """
        return self.text_of(draw(self.weights, check_int("A sixteenth", sixteenth, least=0, most=SIXTEENTHS - 1)))

    @property
    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""
        if not self.outcome:
            return None
        ending = self.game.system.ending(self.outcome)
        score = self.score if self.game.system.gives_points(self.game.rules) else None
        return Result(ending.returns, ending.kind, score)

    @property
    def score(self) -> tuple[int, int]:
        """The points of both seats so far; (0, 0) in games without points."""
        rulebook, rules = self.game.system.rulebook, self.game.rules
        return rulebook.score(rules, self.position, 0), rulebook.score(rules, self.position, 1)

    # Play ------------------------------------------------------------------------

    def text_of(self, action: SupportsIndex) -> str:
        """The text of a legal action.  Raises IllegalAction with what would be legal."""
        return self._text(self._check_action(action))

    def _text(self, action: int) -> str:
        return self.game.system.action_text(self.game.rules, self.position, action)

    def action(self, text: str) -> int:
        """The number of a legal action.  Raises IllegalAction with what would be legal."""
        check_type(text, str, "An action is a text, one of `state.actions`", IllegalActionError)
        met = self.game.numbers_met
        number = met.get(text) if self._numbers is None and self.turn != CHANCE else None
        if number is not None and self._is_legal(number) and self._text(number) == text:
            return number
        number = self.numbers.get(text)
        if number is None:
            raise self._illegal(text)
        met.update(self.numbers)
        return number

    def _is_legal(self, number: int) -> bool:
        """Is an action of a player legal, without listing the others?"""
        return self.turn != NOBODY and is_among(self.game.system.rulebook, self._moves_found(), number)

    @property
    def legal_count(self) -> int:
        """How many actions are legal: `len(state.legal)`, without listing them."""
        if self.turn in (NOBODY, CHANCE):
            return len(self.legal)
        return self.game.system.rulebook.count(self._moves_found())

    def play(self, text: str) -> "State":
        """The state after an action.  Raises IllegalAction with what would be legal."""
        return self.after_unchecked(self.action(text))

    def after(self, action: SupportsIndex) -> "State":
        """The state after an action given by its number.  Raises IllegalAction with what would be legal."""
        return self.after_unchecked(self._check_action(action))

    def _check_action(self, action: SupportsIndex) -> int:
        """The number of a legal action; NumPy's wrap around, which the rules do not expect.  Raises IllegalAction."""
        try:
            number = operator.index(action)
        except TypeError:
            raise IllegalActionError(f"An action is a number, one of `state.legal`, not {quote(action)}.") from None
        if number not in self.legal:
            raise self._illegal(number)
        return number

    def after_unchecked(self, action: int) -> "State":
        """The state after an action that is known to be legal: nothing looks whether it is, which takes most time."""
        game = self.game
        position = game.system.rulebook.play(game.rules, self.position, action)
        reversible_history = self._reversible_history_to(position) if game.may_shuffle else None
        return State(game, position, self._next_history(), reversible_history)

    def _reversible_history_to(self, position: Any) -> PositionHistory | None:
        """What can come again from the next position on: nothing that was before an irreversible ply."""
        rulebook, rules = self.game.system.rulebook, self.game.rules
        if rulebook.irreversible(rules, position):
            return None
        return (self.reversible_history or PositionHistory.of()).with_key(rulebook.key(rules, self.position))

    def _illegal(self, wrong: str | int) -> IllegalActionError:
        said = quote(wrong)
        if self.outcome:
            return IllegalActionError(
                N_("{action}: the game is over ({kind})."), action=said, kind=self.game.system.ending(self.outcome).kind
            )
        legal, near = [str(action) for action in self.legal], Phrase("")
        if isinstance(wrong, str):
            legal = list(self.actions)
            near = did_you_mean(wrong, [text for text in legal if text[:1] == wrong[:1].lower()])
        return IllegalActionError(
            N_("{action} is not legal here; legal: {legal}.{near}"), action=said, legal=join_names(legal), near=near
        )

    # Faces -------------------------------------------------------------------------

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces and where they are."""
        return self.game.system.board_spec.pieces(self.game.rules, self.position)

    @property
    def goals(self) -> Goals:
        """The squares that each seat has to fill, where a game is about that."""
        return self.game.system.board_spec.goals(self.game.rules, self.position)

    @property
    def situation(self) -> tuple[Phrase, ...]:
        """Whose turn it is, what is asked, and what is forced and why."""
        return () if self.outcome else self.game.system.words.situation(self.game.rules, self.position)

    def standing(self, seat: int) -> tuple[Standing, ...]:
        """How far a seat has come, where the pieces do not show it."""
        return self.game.system.words.standing(self.game.rules, self.position, seat)

    def _decode(self, action: SupportsIndex) -> Any:
        """What a legal action does.  Raises IllegalAction."""
        return self.game.system.rulebook.decode(self.game.rules, self.position, self._check_action(action))

    def describe(self, action: SupportsIndex) -> Phrase:
        """A legal action as it is said, given by its number."""
        return self.game.system.words.describe(self.game.rules, self.position, self._decode(action))

    def triggers(self, event: RuleEvent, action: SupportsIndex) -> bool:
        """Does a rule, or a square, matter in a legal action?"""
        rules, before = self.game.rules, self.position
        after = self.game.system.rulebook.play(rules, before, self._check_action(action))
        return event.happened(rules, before, self._decode(action), after)

    def reasons(self, action: SupportsIndex) -> tuple[Phrase | None, ...]:
        """What speaks for a legal action: a sentence for each of the game's reasons, None for one that does not."""
        rules, before, move = self.game.rules, self.position, self._decode(action)
        after = self.game.system.rulebook.play(rules, before, self._check_action(action))
        return tuple(reason(rules, before, move, after) for reason in self.game.system.reasons)

    def refusal(self, place: str) -> Phrase:
        """Why the piece or square at a place cannot be used now.  Raises PositionError where there is no such place."""
        if place not in self.game.board.places:
            raise PositionError(N_("{place} is not a place on this board."), place=quote(place))
        return self.game.system.words.refusal(self.game.rules, self.position, place)

    def picks(self, action: SupportsIndex) -> tuple[str, ...]:
        """The places pointed at, in order, to choose a legal action; none for a spoken choice such as `pass`."""
        return self.game.system.board_spec.picks(self.game.rules, self.position, self._decode(action))

    def travels(self, action: SupportsIndex) -> tuple[Travel, ...]:
        """The pieces that move when a legal action is played."""
        return self.game.system.board_spec.travels(self.game.rules, self.position, self._decode(action))

    def board(self, columns: int = 100) -> str:
        """The board in letters, what lies beside it and whose turn it is, in at most this many columns: for `print`.

        Raises NumberError.
        """
        return hooks.render_text(self, check_int("The number of columns", columns, least=1, most=MOST_COLUMNS))

    def _repr_svg_(self) -> str | None:
        return hooks.render_svg(self)
