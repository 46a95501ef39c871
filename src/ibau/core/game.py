"""Game and State: what people and programs hold.

game = ibau.game("seega")
state = game.initial().play("lot1")
state.to_move, list(state.actions), state.play("c2").result
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, Protocol, overload

from ibau.core import outcome as ends
from ibau.core.chance import Weights, draw, probabilities
from ibau.core.errors import IllegalAction, PositionError, listed, nearest
from ibau.core.face import Board, Piece, Travel
from ibau.core.options import Option, Preset, Ruleset, Source
from ibau.core.outcome import CHANCE, DRAW, FIRST, KINDS, NOBODY, SEATS
from ibau.core.phrase import Phrase
from ibau.core.rule import rule


class Rulebook(Protocol):
    """The functions of a family's `rules.py`: a rule a function, positions and moves its own NamedTuples of ints."""

    Rules: Any

    def start(self, rules: Any) -> Any: ...
    def turn(self, rules: Any, position: Any) -> int: ...
    def actor(self, rules: Any, position: Any) -> int: ...
    def moves(self, rules: Any, position: Any) -> Any: ...
    def count(self, moves: Any) -> int: ...
    def nth(self, moves: Any, n: int) -> int: ...
    def chances(self, rules: Any, position: Any) -> Weights: ...
    def play(self, rules: Any, position: Any, action: int) -> Any: ...
    def key(self, rules: Any, position: Any) -> Any: ...
    def occurs(self, rules: Any, position: Any) -> bool: ...
    def outcome(self, rules: Any, position: Any, occurrences: int) -> int: ...
    def score(self, rules: Any, position: Any, seat: int) -> int: ...


class Notation(NamedTuple):
    """Actions and positions as text."""

    action_text: Callable[[Any, Any, int], str]  # (rules, position, action)
    position_text: Callable[[Any, Any], str]  # (rules, position)
    read_position: Callable[[Any, str], Any]  # (rules, text); raises PositionError with the reason


class Words(NamedTuple):
    """What is said about a position and an action, in sentences of the catalogues."""

    situation: Callable[[Any, Any], tuple[Phrase, ...]]  # whose turn, what is asked, what is forced and why
    spoken: Callable[[Any, Any, int], Phrase]  # an action, read aloud before it is played
    refusal: Callable[[Any, Any, str], Phrase]  # why the piece or square at a place cannot be used now


class Face(NamedTuple):
    """What a screen draws."""

    board: Callable[[Any], Board]  # (rules)
    pieces: Callable[[Any, Any], tuple[Piece, ...]]  # (rules, position)
    picks: Callable[[Any, Any, int], tuple[str, ...]]  # the places pointed at to choose an action
    travels: Callable[[Any, Any, int], tuple[Travel, ...]]  # the pieces that move when it is played


@rule
def calm(rules: Any, position: Any, action: int) -> int:  # noqa: ARG001 - stands for a family's own function
    """No action is urgent."""
    return 0


@rule
def unseen(rules: Any, position: Any) -> tuple[int, ...]:  # noqa: ARG001 - stands for a family's own function
    """A network sees nothing."""
    return ()


class Evaluation(NamedTuple):
    """What players look at, in @rule functions.

    An action is urgent where a judgement before its answer would mislead: captures, threats to win.  The number says
    in which order urgent actions are tried, largest first, below 2^15; 0 is a quiet action.  Where something has to be
    answered, no action is quiet.

    A network sees a position as bits, from the side of `actor`, the board turned so that both seats look alike: a few
    ints read as sets, each with so many bits as `input_bits` says, at most 62.  A count n is the lowest n bits of its
    part of an int.  A family without inputs has no networks.
    """

    judge: Callable[[Any, Any], int]  # (rules, position): how good it is for FIRST, in thousandths of a win
    urgency: Callable[[Any, Any, int], int] = calm  # (rules, position, action)
    inputs: Callable[[Any, Any], tuple[int, ...]] = unseen  # (rules, position)
    input_bits: tuple[int, ...] = ()


class Symmetry(NamedTuple):
    """A mirror or turn of the board that the rules do not see."""

    name: str
    position: Callable[[Any], Any]
    action: Callable[[int], int]


@dataclass(frozen=True, eq=False)
class System:
    """One game of the sources: its rules, its options and the facts about it that players and solvers rely on."""

    id: str
    family: str
    title: str
    rulebook: Rulebook
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]  # the first one is the system itself
    sources: tuple[Source, ...]
    notation: Notation
    words: Words
    face: Face
    evaluation: Evaluation
    seats: tuple[str, str]  # what the two sides are called, texts of the catalogues
    action_count: int  # moves are numbered 0..action_count-1
    longest_game: Callable[[Any], int | None]  # most actions a game can have under these rules, None without a bound
    symmetries: tuple[Symmetry, ...] = ()
    has_throws: bool = False  # chance beyond the lot for the first player
    can_cycle: bool = False  # a position can come back
    scored: Callable[[Any], bool] = lambda _rules: False  # does it give points under these rules?

    def __post_init__(self) -> None:
        declared = tuple(option.name for option in self.options)
        if declared != self.rulebook.Rules._fields:
            raise TypeError(f"{self.id}: options {declared} and the fields of Rules differ")

    def rules(self, ruleset: Ruleset) -> Any:
        """The options as the rules see them."""
        return self.rulebook.Rules(*ruleset.numbers())


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended (notation.md section 4)."""

    returns: tuple[int, int]
    kind: str
    score: tuple[int, int] | None

    @property
    def word(self) -> str:
        return {1: "p1win", -1: "p2win", 0: "draw"}[self.returns[0]]


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


class Game:
    """A system under one ruleset."""

    def __init__(self, system: System, ruleset: Ruleset) -> None:
        self.system = system
        self.ruleset = ruleset
        self.rules = system.rules(ruleset)

    def __repr__(self) -> str:
        return f"<Game {self.ruleset}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.ruleset == other.ruleset

    def __hash__(self) -> int:
        return hash(self.ruleset)

    @cached_property
    def board(self) -> Board:
        """The board to draw."""
        return self.system.face.board(self.rules)

    @property
    def longest_game(self) -> int | None:
        """The most actions a game can have, throws included; None where there is no bound."""
        return self.system.longest_game(self.rules)

    def initial(self) -> "State":
        """The start of a game."""
        return State.begun(self, self.system.rulebook.start(self.rules))

    def state(self, position_text: str) -> "State":
        """The state of a position text, its repetitions counted from here.  Raises PositionError."""
        position = self.system.notation.read_position(self.rules, position_text)
        if not all(isinstance(number, int) and -(1 << 62) <= number <= 1 << 62 for number in position):
            raise PositionError(f"A number in {position_text!r} is too large.")
        return State.begun(self, position)


class State:
    """A position and how often positions have occurred: a value.  Nothing changes it; `play` gives another one."""

    __slots__ = ("_legal", "_numbers", "game", "occurrences", "outcome", "position")

    game: Game
    position: Any
    occurrences: Mapping[Any, int]
    outcome: int

    def __init__(self, game: Game, position: Any, earlier: Mapping[Any, int]) -> None:
        rulebook, rules = game.system.rulebook, game.rules
        seen = 0
        if rulebook.occurs(rules, position):
            key = rulebook.key(rules, position)
            seen = earlier.get(key, 0) + 1
            earlier = {**earlier, key: seen}
        self.game = game
        self.position = position
        self.occurrences = earlier
        self.outcome = rulebook.outcome(rules, position, seen)
        self._legal: tuple[int, ...] | None = None
        self._numbers: Mapping[str, int] | None = None

    @classmethod
    def begun(cls, game: Game, position: Any) -> "State":
        """A state without a past."""
        return cls(game, position, {})

    # Values ------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.position == other.position
            and self.game == other.game
            and self.occurrences == other.occurrences
        )

    def __hash__(self) -> int:
        return hash((self.game, self.position))

    def __str__(self) -> str:
        return self.game.system.notation.position_text(self.game.rules, self.position)

    def __repr__(self) -> str:
        return f"<State {self.game.ruleset} {self}>"

    # Who and what --------------------------------------------------------------

    @property
    def turn(self) -> int:
        """FIRST, SECOND, CHANCE, or NOBODY at the end."""
        return NOBODY if self.outcome else self.game.system.rulebook.turn(self.game.rules, self.position)

    @property
    def to_move(self) -> str:
        """'first', 'second', 'chance' or 'nobody'."""
        return SEATS[self.turn]

    @property
    def actor(self) -> int:
        """Whose turn it is: who decides, or whose throw it is; CHANCE at a lot."""
        return self.game.system.rulebook.actor(self.game.rules, self.position)

    @property
    def legal(self) -> tuple[int, ...]:
        """The legal actions as numbers; at a chance node the places in `weights`; none at the end."""
        if self._legal is None:
            self._legal = self._list_legal()
        return self._legal

    def _list_legal(self) -> tuple[int, ...]:
        turn = self.turn
        if turn == NOBODY:
            return ()
        rulebook, rules = self.game.system.rulebook, self.game.rules
        if turn == CHANCE:
            return tuple(n for n, weight in enumerate(rulebook.chances(rules, self.position)) if weight)
        moves = rulebook.moves(rules, self.position)
        nth = rulebook.nth
        return tuple([nth(moves, n) for n in range(rulebook.count(moves))])

    @property
    def numbers(self) -> Mapping[str, int]:
        """The legal actions: the number of each text, in the order of `legal`."""
        if self._numbers is None:
            text, rules, position = self.game.system.notation.action_text, self.game.rules, self.position
            self._numbers = {text(rules, position, action): action for action in self.legal}
        return self._numbers

    @property
    def actions(self) -> Actions:
        """The legal actions as texts."""
        return Actions(self)

    @property
    def chances(self) -> dict[str, Fraction]:
        """The exact probability of each chance action; empty where a player decides."""
        if self.turn != CHANCE:
            return {}
        weights = self.game.system.rulebook.chances(self.game.rules, self.position)
        return dict(zip(self.actions, probabilities(weights), strict=True))

    def drawn(self, sixteenth: int) -> str:
        """The chance action that a number in 0..15 stands for; a fair number draws by the exact chances."""
        weights = self.game.system.rulebook.chances(self.game.rules, self.position)
        return self.text_of(draw(weights, sixteenth))

    @property
    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""
        if not self.outcome:
            return None
        value = ends.value_for_first(self.outcome)
        score = self.score if self.game.system.scored(self.game.rules) else None
        return Result((value, -value), KINDS[ends.kind_of(self.outcome)], score)

    @property
    def score(self) -> tuple[int, int]:
        """The points of both seats so far; (0, 0) in games without points."""
        rulebook, rules = self.game.system.rulebook, self.game.rules
        return rulebook.score(rules, self.position, 0), rulebook.score(rules, self.position, 1)

    # Play ------------------------------------------------------------------------

    def text_of(self, action: int) -> str:
        """The text of a legal action."""
        return self.game.system.notation.action_text(self.game.rules, self.position, action)

    def action(self, text: str) -> int:
        """The number of a legal action.  Raises IllegalAction with what would be legal."""
        number = self.numbers.get(text)
        if number is None:
            raise self._illegal(text)
        return number

    def play(self, text: str) -> "State":
        """The state after an action.  Raises IllegalAction with what would be legal."""
        return self.after(self.action(text))

    def after(self, action: int) -> "State":
        """The state after a legal action given by its number."""
        game = self.game
        return State(game, game.system.rulebook.play(game.rules, self.position, action), self.occurrences)

    def _illegal(self, text: str) -> IllegalAction:
        if self.outcome:
            return IllegalAction(f"{text!r}: the game is over ({KINDS[ends.kind_of(self.outcome)]}).")
        legal = list(self.actions)
        return IllegalAction(f"{text!r} is not legal here; legal: {listed(legal)}.{nearest(text, legal)}")

    # Faces -------------------------------------------------------------------------

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces and where they are."""
        return self.game.system.face.pieces(self.game.rules, self.position)

    @property
    def situation(self) -> tuple[Phrase, ...]:
        """Whose turn it is, what is asked, and what is forced and why."""
        return () if self.outcome else self.game.system.words.situation(self.game.rules, self.position)


__all__ = ["DRAW", "FIRST", "Actions", "Game", "Notation", "Result", "State", "System"]
