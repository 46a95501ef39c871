"""What a family of games declares: rules, texts, boards, evaluation, and facts about each game.

A family is a folder of `ibau.games`; its `__init__.py` declares a `System` for each game of its sources.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ibau.core.bits import Group
from ibau.core.board import Board, Piece, Travel
from ibau.core.chance import Weights
from ibau.core.features import Features
from ibau.core.form import Form
from ibau.core.lesson import NO_LESSON, Lesson, read_lesson
from ibau.core.options import Option, Preset, Ruleset, Source, options_of
from ibau.core.outcome import GIVEN_UP, WINNERS, Ending, Halt, end_of, value_for_first, winner_of
from ibau.core.phrase import Phrase
from ibau.core.ruling import Ruling, answered_rulings, ruling_pages
from ibau.core.terminal_theme import DEFAULT_KIT, DEFAULT_THEME, Kit, TerminalTheme
from ibau.machine.rule import rule

if TYPE_CHECKING:
    from ibau.core.table_layout import TableLayout

WIN = 1000  # positions are evaluated in thousandths of a win
DEFAULT_LEAD = 0.4  # in values from -1 to 1: a fifth of the chance to win


class Rulebook(Protocol):
    """The functions of a family's `rules.py`, whose positions and moves are NamedTuples of ints of its own."""

    Rules: Any
    Position: Any
    ACTIONS: int  # actions are ints below it
    MOST_GROUPS: int  # the most groups in which the legal moves of a position come

    def start(self, rules: Any) -> Any: ...
    def turn(self, rules: Any, position: Any) -> int: ...
    def actor(self, rules: Any, position: Any) -> int: ...
    def moves(self, rules: Any, position: Any) -> Any: ...
    def count(self, moves: Any) -> int: ...
    def nth(self, moves: Any, n: int) -> int: ...
    def groups(self, moves: Any) -> int: ...
    def group(self, moves: Any, n: int) -> Group: ...
    def chances(self, rules: Any, position: Any) -> Weights: ...
    def decode(self, rules: Any, position: Any, action: int) -> Any: ...
    def play(self, rules: Any, position: Any, action: int) -> Any: ...
    def key(self, rules: Any, position: Any) -> Any: ...
    def occurs(self, rules: Any, position: Any) -> bool: ...
    def irreversible(self, rules: Any, position: Any) -> bool: ...
    def outcome(self, rules: Any, position: Any, occurrences: int) -> int: ...
    def score(self, rules: Any, position: Any, seat: int) -> int: ...


class Standing(NamedTuple):
    """How far a seat has come: in a few words, to show next to its name, and as a whole sentence."""

    brief: Phrase
    full: Phrase


def no_standing(rules: Any, position: Any, seat: int) -> tuple[Standing, ...]:  # noqa: ARG001 - stands for a family's own function
    """No standing, for games whose pieces show how far each side has come."""
    return ()


def no_margin(position: Any, winner: int) -> Phrase | None:  # noqa: ARG001 - stands for a game's own function
    """No margin, for games that are won or lost without more or less."""
    return None


class Words(NamedTuple):
    """The sentences about a position or an action, from the catalogues."""

    situation: Callable[[Any, Any], tuple[Phrase, ...]]  # whose turn it is, what to do, what is forced and why
    describe: Callable[[Any, Any, Any], Phrase]  # (rules, position, move): an action in words, before it is played
    refusal: Callable[[Any, Any, str], Phrase]  # why the piece or square at a place cannot be used now
    ends: Mapping[IntEnum, str]  # the game's own kinds of ends, and the reason of each, to follow a colon
    standing: Callable[[Any, Any, int], tuple[Standing, ...]] = no_standing  # (rules, position, seat); no points
    to_go: Callable[[Any, int], int] | None = None  # (position, seat): in a race, squares until all pieces are home
    margin: Callable[[Any, int], Phrase | None] = no_margin  # (position, winner): by how much a game is won


# (rules, position before, move, position after): a sentence in favour of an action, None if it does not apply
Reason = Callable[[Any, Any, Any, Any], Phrase | None]


class RuleEvent(NamedTuple):
    """An event that the rules cause, counted in reviews and in the games of a study."""

    id: str  # a word of the family: "hit", "water"
    text: str  # what is counted: "pawns hit", a text of the catalogues
    happened: Callable[[Any, Any, Any, Any], bool]  # a rule (rules, position before, move, position after)


Impossible = Callable[[Any, Any], Phrase | None]  # (rules, position): why it cannot occur, None if it can

Goals = tuple[tuple[str, ...], tuple[str, ...]]  # squares that each seat has to fill
NO_GOALS: Goals = ((), ())


def no_goals(rules: Any, position: Any) -> Goals:  # noqa: ARG001 - stands for a family's own function
    """No goals, for games that are not about filling squares."""
    return NO_GOALS


class BoardSpec(NamedTuple):
    """What screens draw: the board, the pieces on it, and how they are selected and moved."""

    board: Callable[[Any], Board]  # (rules)
    pieces: Callable[[Any, Any], tuple[Piece, ...]]  # (rules, position)
    picks: Callable[[Any, Any, Any], tuple[str, ...]]  # (rules, position, move): the places to select for it, in order
    travels: Callable[[Any, Any, Any], tuple[Travel, ...]]  # (rules, position, move): the pieces that move
    goals: Callable[[Any, Any], Goals] = no_goals  # (rules, position): the squares to fill


@rule
def never_urgent(rules: Any, position: Any, action: int) -> int:  # noqa: ARG001 - stands for a family's own function
    """No action is urgent."""
    return 0


@rule
def no_inputs(rules: Any, position: Any) -> tuple[int, ...]:  # noqa: ARG001 - stands for a family's own function
    """No inputs, for families without networks."""
    return ()


class Evaluation(NamedTuple):
    """How players evaluate positions and order actions, in @rule functions.

    An action is urgent if evaluating before the reply to it would mislead: captures, threats to win.  Urgent actions
    are tried in the order of their urgencies, below 2^15, the largest first; 0 is a quiet action.  While a threat has
    to be answered, no action is quiet.

    The inputs of a network are a few ints of at most 62 bits, each made of its `features`, from the side of `actor`,
    the board flipped so that both seats look alike.  A family without inputs has no networks.
    """

    evaluate: Callable[[Any, Any], int]  # (rules, position): its value for FIRST, in thousandths of a win
    urgency: Callable[[Any, Any, int], int] = never_urgent  # (rules, position, action)
    inputs: Callable[[Any, Any], tuple[int, ...]] = no_inputs  # (rules, position)
    features: tuple[Features, ...] = ()  # of each int of the inputs
    grid: tuple[int, int] = (0, 0)  # rows and columns of the planes
    flipped: bool = False  # are the rows in reverse order for SECOND?

    @property
    def input_bits(self) -> tuple[int, ...]:
        """The number of bits of each int of the inputs."""
        return tuple(sum(feature.bits for feature in features) for features in self.features)


class Symmetry(NamedTuple):
    """A reflection or rotation of the board that changes nothing under the rules."""

    name: str
    position: Callable[[Any], Any]
    action: Callable[[int], int]


# (rules, position, winner or DRAW): the winner and the points of both seats when the players end a game themselves
ResultByPlayers = Callable[[Any, Any, int], tuple[int, tuple[int, int]]]


def without_points(rules: Any, position: Any, winner: int) -> tuple[int, tuple[int, int]]:  # noqa: ARG001 - stands for a family's own function
    """The winner, and no points."""
    return winner, (0, 0)


def none_repeatable(rules: Any) -> int:  # noqa: ARG001 - stands for a game's own function
    """0: no rule counts repetitions, as in games with throws (section 0)."""
    return 0


def nothing_left(rules: Any, position: Any) -> int | None:  # noqa: ARG001 - stands for a game's own function
    """None: a game that is won is over."""
    return None


def applies_always(rules: Any) -> bool:  # noqa: ARG001 - stands for a game's own function
    """True under all rules."""
    return True


def never_scored(rules: Any) -> bool:  # noqa: ARG001 - stands for a game's own function
    """False: no points under any rules."""
    return False


# The modules of a game's folder, and the names that a System takes from them, if they are there.
GAME_MODULES = {
    "rules": ("list_moves", "result_by_players"),
    "rulesets": ("PRESETS", "SOURCES"),
    "form": ("FORM", "IMPOSSIBLE", "action_text"),
    "words": ("WORDS", "REASONS", "RULE_EVENTS"),
    "board_spec": ("BOARD_SPEC", "TERMINAL_THEME", "KIT"),
    "evaluation": (
        "EVALUATION",
        "SYMMETRIES",
        "TABLE_LAYOUT",
        "actions_left",
        "gives_points",
        "longest_game",
        "network_applies",
        "repeatable_positions",
    ),
}


@dataclass(frozen=True, eq=False, repr=False)
class System:
    """One game of the sources: its rules, options and texts, and the facts that players rely on."""

    id: str
    title: str
    label: str  # as for an object in a museum: what it is, how old board and rules are, luck or skill, how long
    seats: tuple[str, str]  # the names of the two sides, texts of the catalogues
    package: str  # its Python package; `folder` also has its rules pages, levels and network
    rulebook: Rulebook
    presets: tuple[Preset, ...]  # the id of the first is that of the system
    sources: tuple[Source, ...]
    form: Form
    action_text: Callable[[Any, Any, int], str]  # (rules, position, action)
    words: Words
    board_spec: BoardSpec
    evaluation: Evaluation
    longest_game: Callable[[Any], int | None]  # (rules): the most actions of a game, None without a bound
    list_moves: Callable[[Any], Iterable[int]] | None = None  # (moves): the order of `nth`, where groups differ
    impossible: tuple[Impossible, ...] = ()  # the checks of a position
    # Why an action may be good, the weightiest reason first, each with the theme of puzzles in which it holds.
    reasons: Mapping[Reason, str] = field(default_factory=dict[Reason, str])
    rule_events: tuple[RuleEvent, ...] = ()
    age: int = 0  # in years, from which its source recommends it; 0 if it does not
    terminal_theme: TerminalTheme = DEFAULT_THEME
    kit: Kit = DEFAULT_KIT  # its size on paper
    symmetries: tuple[Symmetry, ...] = ()
    table_layout: "TableLayout | None" = None  # how its endings are solved, if they can be
    has_throws: bool = False  # chance beyond drawing lots for the first player
    throws_alternate: bool = False  # exactly one decision after each throw
    can_cycle: bool = False  # can a position recur?
    repeatable_positions: Callable[[Any], int | None] = none_repeatable  # (rules): the most that can recur, None: any
    gives_points: Callable[[Any], bool] = never_scored  # (rules)
    actions_left: Callable[[Any, Any], int | None] = nothing_left  # (rules, position): see `finishing`, players/base.py
    network_applies: Callable[[Any], bool] = applies_always  # (rules): is its network good under them?
    result_by_players: ResultByPlayers = without_points
    training: Mapping[str, Any] = field(default_factory=dict[str, Any])  # fields of its training Plan, if not the usual
    strength: Mapping[str, Any] = field(default_factory=dict[str, Any])  # the same for measuring its strength
    shared_rulings: tuple[str, ...] = ()  # codes of rulings on other games' pages that hold here too
    puzzle_lead: float = DEFAULT_LEAD  # how much better a puzzle's solution is, in values from -1 to 1

    def __repr__(self) -> str:
        return f"<System {self.id}>"

    def __post_init__(self) -> None:
        if shared := set(self.words.ends) & set(Halt):
            raise TypeError(f"{self.id}: the ends {shared} have the numbers of others; a game's own begin with 10")

    @classmethod
    def of(cls, package: str, **facts: Any) -> "System":
        """The game in a package: `facts`, and what its modules define under the names of GAME_MODULES."""
        found: dict[str, Any] = {"rulebook": import_module(f"{package}.rules")}
        for name, parts in GAME_MODULES.items():
            if find_spec(f"{package}.{name}"):
                module = import_module(f"{package}.{name}")
                found |= {part.lower(): getattr(module, part) for part in parts if hasattr(module, part)}
        return cls(package=package, **found, **facts)

    @property
    def family(self) -> str:
        """The folder of `ibau.games` that contains it."""
        return self.package.removeprefix("ibau.games.").partition(".")[0]

    @property
    def action_count(self) -> int:
        """Actions are ints below it."""
        return self.rulebook.ACTIONS

    @property
    def most_groups(self) -> int:
        """The most groups in which the legal moves of a position come."""
        return self.rulebook.MOST_GROUPS

    @cached_property
    def default_preset(self) -> Preset:
        """The preset of screens, the lesson, levels, puzzles and the kit, unless another is chosen."""
        return next((preset for preset in self.presets if preset.is_default), self.presets[0])

    def ruleset_with(self, values: Mapping[str, str]) -> Ruleset:
        """The ruleset of option values as changes of the default preset, so that equal rules have one text."""
        return Ruleset(self.default_preset, self.options, values)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The options that its `Rules` declare."""
        return options_of(self.rulebook.Rules)

    @cached_property
    def end_kinds(self) -> Mapping[int, str]:
        """The kinds of ends it can have: the name of each number."""
        return {int(end): end.name.lower() for end in (*Halt, *self.words.ends)}

    def ending(self, outcome: int) -> Ending:
        """The winner, kind and returns of an outcome; 0 is a game that was given up."""
        if not outcome:
            return Ending(GIVEN_UP, GIVEN_UP, (0, 0))
        value = value_for_first(outcome)
        return Ending(WINNERS[winner_of(outcome)], self.end_kinds[end_of(outcome)], (value, -value))

    @property
    def folder(self) -> Path:
        """The folder of its files: `pages/LANG.md`, `levels.json`, `network.npz` and others."""
        return Path(str(files(self.package)))

    @cached_property
    def lesson(self) -> Lesson:
        """The lesson, from `lesson.md` in its folder; NO_LESSON without that."""
        file = self.folder / "lesson.md"
        return read_lesson(file) if file.exists() else NO_LESSON

    def rules(self, ruleset: Ruleset) -> Any:
        """The option values of a ruleset as the rulebook's `Rules`, a NamedTuple of ints."""
        return self.rulebook.Rules(*ruleset.numbers())

    @cached_property
    def rulings(self) -> Mapping[str, Ruling]:
        """The rulings on its rules, by code: those of its own page in docs/rulings, then the shared ones."""
        pages, known = ruling_pages(), answered_rulings()
        own = [code for code in known if pages[code] == self.id]
        return {code: known[code] for code in (*own, *self.shared_rulings)}
