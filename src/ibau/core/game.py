"""Game, a system under a ruleset, and State, a position with its history.

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

_set = object.__setattr__  # as a State caches often, and Value._set is slow

MOST_COLUMNS = 10_000  # characters in a line of a board as text


class Value:
    """Base of immutable values: attributes are set once, by `_set`; setting or deleting one raises AttributeError."""

    __slots__ = ()

    def _set(self, **attributes: Any) -> None:
        for name, value in attributes.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable: cannot delete {name!r}")


class Game(Value):
    """A system under one ruleset; immutable, equal if the rulesets are."""

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
        """The board: its squares and areas, for drawing."""
        return self.system.board_spec.board(self.rules)

    @cached_property
    def chance_number_cache(self) -> dict[Weights, Mapping[str, int]]:
        """The cache of State.numbers at chance nodes, by weights."""
        return {}

    @cached_property
    def action_number_cache(self) -> dict[str, int]:
        """The cache of numbers by action text, which `State.action` tries first."""
        return {}

    @property
    def ends(self) -> tuple[str, ...]:
        """The kinds of ends under its rules, as results and records name them: "repetition", "major"."""
        return tuple(self.system.end_kinds.values())

    @cached_property
    def has_uncounted_repetition(self) -> bool:
        """Can positions recur without limit, as no rule counts them?"""
        system = self.system
        return system.can_cycle and not system.has_throws and system.repeatable_positions(self.rules) == 0

    @property
    def longest_game(self) -> int | None:
        """The most actions of a game, throws included; None if there is no bound."""
        return self.system.longest_game(self.rules)

    @property
    def has_chance(self) -> bool:
        """Are there throws or lots?"""
        return self.system.has_throws or self.initial().turn == CHANCE

    def initial(self) -> "State":
        """The initial state."""
        return State(self, self.system.rulebook.start(self.rules))

    def state(self, position_text: str) -> "State":
        """The state of a position text, without history.  Raises PositionError."""
        check_type(position_text, str, "A position is a text such as `str(state)`", PositionError)
        position = self.system.form.read(self.rules, position_text)
        for forbids in self.system.impossible:
            if reason := forbids(self.rules, position):
                raise PositionError(reason)
        return State(self, position)


def is_among(rulebook: Rulebook, moves: Any, action: int) -> bool:
    """Is an action one of `moves`?"""
    for n in range(rulebook.groups(moves)):
        first, step, bits = rulebook.group(moves, n)
        at, between = divmod(action - first, step)
        if at >= 0 and not between and bits >> at & 1:
            return True
    return False


def grouped(rulebook: Rulebook, moves: Any) -> list[int]:
    """The actions of `moves`, group by group."""
    found: list[int] = []
    for n in range(rulebook.groups(moves)):
        first, step, bits = rulebook.group(moves, n)
        while bits:  # inlined: calling `members` would make a game of Senet 4 % slower
            low = bits & -bits
            found.append(first + step * (low.bit_length() - 1))
            bits ^= low
    return found


class Actions(Sequence[str]):
    """The legal actions of a state as texts: a sequence that is listed only when needed."""

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
    """A State under construction, whose attributes can still be set."""

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
    """A position and the history of positions before it; immutable: `play` returns another State."""

    __slots__ = ()

    game: Game
    position: Any
    history: PositionHistory  # how often positions occurred before this one
    reversible_history: PositionHistory | None  # earlier positions that can recur, if no rule counts repetitions
    outcome: int  # 0 while the game goes on, else a code of how it ended; see `result`
    turn: int  # FIRST, SECOND, CHANCE, or NOBODY at the end
    _key: Any  # the position without counters; None if it does not count as an occurrence
    _legal: tuple[int, ...] | None
    _moves: Any  # the rulebook's own type
    _numbers: Mapping[str, int] | None

    def __new__(
        cls,
        game: Game,
        position: Any,
        history: PositionHistory | None = None,
        reversible_history: PositionHistory | None = None,
    ) -> Self:
        """The state of a rulebook's position; repetitions are counted from here unless there is a `history`."""
        rulebook, rules = game.system.rulebook, game.rules
        history = PositionHistory.of() if history is None else history
        key = rulebook.key(rules, position) if rulebook.occurs(rules, position) else None
        outcome = rulebook.outcome(rules, position, 0 if key is None else history.count(key) + 1)
        self = cast("Self", _Draft())  # using Value._set would make a game 5 % slower
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
        """How often each position has occurred, this one included, by `rulebook.key` (positions without counters)."""
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

    # Turn and legal actions ------------------------------------------------------

    @property
    def to_move(self) -> str:
        """The seat to act as text: 'first', 'second', 'chance', or 'nobody' at the end of the game."""
        return SEATS[self.turn]

    @property
    def actor(self) -> int:
        """The seat that decides or throws: FIRST or SECOND (0 or 1); CHANCE at a lot."""
        return self.game.system.rulebook.actor(self.game.rules, self.position)

    @property
    def is_lot(self) -> bool:
        """Is the next action the drawing of lots?"""
        return self.turn == CHANCE and self.actor == CHANCE

    @property
    def legal(self) -> tuple[int, ...]:
        """The legal actions as ints below `game.system.action_count`; at a chance node indices into `weights`.

        Empty at the end of the game.
        """
        legal = self._legal
        if legal is None:
            legal = self._list_legal()
            _set(self, "_legal", legal)
        return legal

    def _list_legal(self) -> tuple[int, ...]:
        turn = self.turn
        if turn == NOBODY:
            return ()
        if turn == CHANCE:
            return actions(self.weights)
        system, moves = self.game.system, self._legal_moves()
        if system.list_moves:
            return tuple(system.list_moves(moves))
        return tuple(grouped(system.rulebook, moves))

    def _legal_moves(self) -> Any:
        moves = self._moves
        if moves is None:
            moves = self.game.system.rulebook.moves(self.game.rules, self.position)
            _set(self, "_moves", moves)
        return moves

    @property
    def numbers(self) -> Mapping[str, int]:
        """The legal actions: the number of each action text, in the order of `legal`."""
        numbers = self._numbers
        if numbers is None:
            numbers = self._chance_numbers() if self.turn == CHANCE else self._name_legal()
            _set(self, "_numbers", numbers)
        return numbers

    def _name_legal(self) -> Mapping[str, int]:
        text, rules, position = self.game.system.action_text, self.game.rules, self.position
        return {text(rules, position, action): action for action in self.legal}

    def _chance_numbers(self) -> Mapping[str, int]:
        """The numbers of the chance actions by text, from a cache: equal weights have the same texts in a game."""
        weights, cache = self.weights, self.game.chance_number_cache
        numbers = cache.get(weights)
        if numbers is None:
            numbers = cache[weights] = self._name_legal()
        return numbers

    @property
    def actions(self) -> Actions:
        """The legal actions as texts."""
        return Actions(self)

    @property
    def weights(self) -> Weights:
        """The probability of each chance action in sixteenths; all 0 where a player decides."""
        return self.game.system.rulebook.chances(self.game.rules, self.position)

    @property
    def chances(self) -> dict[str, Fraction]:
        """The exact probability of each chance action; empty where a player decides."""
        return dict(zip(self.actions, probabilities(self.weights), strict=True)) if self.turn == CHANCE else {}

    def chance_action(self, sixteenth: int) -> str:
        """The chance action that a number in 0..15 selects; a uniform number draws with the exact probabilities.

        Raises NumberError for any other number.
        """
        return self.text_of(draw(self.weights, check_int("A sixteenth", sixteenth, least=0, most=SIXTEENTHS - 1)))

    @property
    def result(self) -> Result | None:
        """The result at the end of the game; None while it goes on."""
        if not self.outcome:
            return None
        ending = self.game.system.ending(self.outcome)
        score = self.score if self.game.system.gives_points(self.game.rules) else None
        return Result(ending.returns, ending.kind, score)

    @property
    def score(self) -> tuple[int, int]:
        """The points of the first and second seat so far; (0, 0) in games without points."""
        rulebook, rules = self.game.system.rulebook, self.game.rules
        return rulebook.score(rules, self.position, 0), rulebook.score(rules, self.position, 1)

    # Play ------------------------------------------------------------------------

    def text_of(self, action: SupportsIndex) -> str:
        """The text of a legal action given by its number.  Raises IllegalActionError, which lists the legal actions."""
        return self._text(self._check_action(action))

    def _text(self, action: int) -> str:
        return self.game.system.action_text(self.game.rules, self.position, action)

    def action(self, text: str) -> int:
        """The number of a legal action given by its text.  Raises IllegalActionError, which lists the legal actions."""
        check_type(text, str, "An action is a text, one of `state.actions`", IllegalActionError)
        cache = self.game.action_number_cache
        number = cache.get(text) if self._numbers is None and self.turn != CHANCE else None
        if number is not None and self._is_legal(number) and self._text(number) == text:
            return number
        number = self.numbers.get(text)
        if number is None:
            raise self._illegal(text)
        if self.turn != CHANCE:
            cache.update(self.numbers)
        return number

    def _is_legal(self, number: int) -> bool:
        """Is an action of a player legal?  Does not list the others."""
        return self.turn != NOBODY and is_among(self.game.system.rulebook, self._legal_moves(), number)

    @property
    def legal_count(self) -> int:
        """The number of legal actions, as `len(state.legal)`, but without listing them."""
        if self.turn in (NOBODY, CHANCE):
            return len(self.numbers)
        return self.game.system.rulebook.count(self._legal_moves())

    def play(self, text: str) -> "State":
        """The state after an action given by its text.  Raises IllegalActionError, which lists the legal actions."""
        return self.after_unchecked(self.action(text))

    def after(self, action: SupportsIndex) -> "State":
        """The state after an action given by its number.  Raises IllegalActionError, which lists the legal actions."""
        return self.after_unchecked(self._check_action(action))

    def _check_action(self, action: SupportsIndex) -> int:
        """A legal action as an int of Python, since those of NumPy overflow.  Raises IllegalActionError."""
        try:
            number = operator.index(action)
        except TypeError:
            raise IllegalActionError(f"An action is a number, one of `state.legal`, not {quote(action)}.") from None
        if number not in self.legal:
            raise self._illegal(number)
        return number

    def after_unchecked(self, action: int) -> "State":
        """The state after an action that is known to be legal: `after` without the check, which takes most time."""
        game = self.game
        position = game.system.rulebook.play(game.rules, self.position, action)
        reversible_history = self._reversible_history_to(position) if game.has_uncounted_repetition else None
        return State(game, position, self._next_history(), reversible_history)

    def _reversible_history_to(self, position: Any) -> PositionHistory | None:
        """The positions that can recur after `position`, the next one; None after an irreversible ply."""
        rulebook, rules = self.game.system.rulebook, self.game.rules
        if rulebook.irreversible(rules, position):
            return None
        return (self.reversible_history or PositionHistory.of()).with_key(rulebook.key(rules, self.position))

    def _illegal(self, wrong: str | int) -> IllegalActionError:
        text = quote(wrong)
        if self.outcome:
            kind = self.game.system.ending(self.outcome).kind
            return IllegalActionError(N_("{action}: the game is over ({kind})."), action=text, kind=kind)
        legal, near = [str(action) for action in self.legal], Phrase("")
        if isinstance(wrong, str):
            legal = list(self.actions)
            near = did_you_mean(wrong, [action for action in legal if action[:1] == wrong[:1].lower()])
        return IllegalActionError(
            N_("{action} is not legal here; legal: {legal}.{near}"), action=text, legal=join_names(legal), near=near
        )

    # Board and words ---------------------------------------------------------------

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces and where they are."""
        return self.game.system.board_spec.pieces(self.game.rules, self.position)

    @property
    def goals(self) -> Goals:
        """The names of the squares that each seat has to fill; empty if the game is not about that."""
        return self.game.system.board_spec.goals(self.game.rules, self.position)

    @property
    def situation(self) -> tuple[Phrase, ...]:
        """Sentences: whose turn it is, what to do, and what is forced and why; none at the end of the game."""
        return () if self.outcome else self.game.system.words.situation(self.game.rules, self.position)

    def standing(self, seat: int) -> tuple[Standing, ...]:
        """How far a seat has come, if the pieces do not show it."""
        return self.game.system.words.standing(self.game.rules, self.position, seat)

    def _decode(self, action: SupportsIndex) -> Any:
        """What a legal action does, as the rulebook's move.  Raises IllegalActionError."""
        return self.game.system.rulebook.decode(self.game.rules, self.position, self._check_action(action))

    def describe(self, action: SupportsIndex) -> Phrase:
        """A legal action in words, given by its number.  Raises IllegalActionError."""
        return self.game.system.words.describe(self.game.rules, self.position, self._decode(action))

    def triggers(self, event: RuleEvent, action: SupportsIndex) -> bool:
        """Does a legal action cause an event?  Raises IllegalActionError."""
        rules, before = self.game.rules, self.position
        after = self.game.system.rulebook.play(rules, before, self._check_action(action))
        return event.happened(rules, before, self._decode(action), after)

    def reasons(self, action: SupportsIndex) -> tuple[Phrase | None, ...]:
        """Arguments for a legal action: one sentence per reason of the game, None for each that does not apply."""
        rules, before, move = self.game.rules, self.position, self._decode(action)
        after = self.game.system.rulebook.play(rules, before, self._check_action(action))
        return tuple(reason(rules, before, move, after) for reason in self.game.system.reasons)

    def refusal(self, place: str) -> Phrase:
        """Why the piece or square at a place cannot be used now.  Raises PositionError for an unknown place."""
        if place not in self.game.board.places:
            raise PositionError(N_("{place} is not a place on this board."), place=quote(place))
        return self.game.system.words.refusal(self.game.rules, self.position, place)

    def picks(self, action: SupportsIndex) -> tuple[str, ...]:
        """The places to select, in order, for a legal action; none for one without places, such as `pass`."""
        return self.game.system.board_spec.picks(self.game.rules, self.position, self._decode(action))

    def travels(self, action: SupportsIndex) -> tuple[Travel, ...]:
        """The pieces that move when a legal action is played."""
        return self.game.system.board_spec.travels(self.game.rules, self.position, self._decode(action))

    def board(self, columns: int = 100) -> str:
        """The board as text, with the areas next to it and whose turn it is, at most `columns` characters wide.

        Raises NumberError unless `columns` is in 1..10000.
        """
        return hooks.render_text(self, check_int("The number of columns", columns, least=1, most=MOST_COLUMNS))

    def _repr_svg_(self) -> str:
        return hooks.render_svg(self)
